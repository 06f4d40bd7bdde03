/** German texts of the page for models of others. */
import { germanCount as count } from './count';
import type { opened } from './en-opened';

export const deOpened: typeof opened = {
  files: 'Dateien eines BERT-Modells',
  filesHint:
    'config.json, model.safetensors und tokenizer.json zusammen wählen oder hierher ziehen, so wie sie im Hugging Face Hub liegen. Sie bleiben auf dieser Seite.',
  opening: 'Das Modell wird geöffnet …',
  size: (layers, heads, width) =>
    `${count(layers)} Schichten mit ${count(heads)} Köpfen, d_model ${count(width)}.`,
  sentence: 'Satz',
  sentenceHint:
    'Alles darunter folgt jedem Tastendruck. Ein Punkt beginnt ein weiteres Stück eines Wortes. Das Modell wurde meist für Englisch trainiert.',
  delimiters: '[CLS] und [SEP] zeigen',
  hidden:
    'Ohne [CLS] und [SEP] ergibt eine Zeile weniger als 100 %: Deren Gewicht wird nicht verteilt.',
  layer: (number) => `Schicht ${number} (layers.${number - 1})`,
  chosen: (layer, head) =>
    `Schicht ${layer}, Kopf ${head} (layers.${layer - 1}.attention, Kopf ${head - 1})`,
  noFile: (name) => `Die Datei ${name} fehlt. Bitte zusammen mit den anderen wählen.`,
  noJson: (name) => `${name} ist kein JSON oder kein Objekt.`,
  noTensor: (name) => `In model.safetensors fehlt der Tensor ${name}.`,
  shape: (name, expected, actual) =>
    `Nach config.json hat der Tensor ${name} die Form ${expected}; in der Datei hat er ${actual}.`,
  otherKind: (kind) =>
    `config.json nennt die Architektur ${kind}. Öffnen lassen sich Modelle der Art bert.`,
  otherSetting: (key, expected, actual) =>
    `${key} in config.json muss ${expected} sein, nicht ${actual}.`,
  noNumber: (key) => `${key} in config.json muss eine Zahl über 0 sein.`,
  otherVocabulary: (id, size) =>
    `tokenizer.json gibt einem Token die Nummer ${id}, das Modell hat aber ${count(size)} Tokens. Die Datei gehört zu einem anderen Modell.`,
  tooLong: (max, actual) =>
    `Das Modell liest höchstens ${count(max)} Tokens, nicht ${count(actual)}. Gezeigt wird der letzte Satz, der passt.`,
  empty: 'Bitte mindestens ein Wort eingeben.',
};
