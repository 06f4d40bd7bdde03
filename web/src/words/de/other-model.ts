/** German texts of the models that the first page leads to, and of files. */
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const otherModel: Words['otherModel'] = {
  miniLm:
    'MiniLM hat 22,7 Millionen Parameter und 72 Köpfe. Eine eigene Seite führt auf, welche Köpfe sich einen Namen verdient haben.',
  openInMiniLm: (megabytes) => `Diesen Satz in MiniLM öffnen (${withUnit(megabytes, 'MB')})`,
  openMiniLm: (megabytes) => `MiniLM öffnen (${withUnit(megabytes, 'MB')})`,
  knowsAll: (megabytes) => `In MiniLM öffnen, das alle Wörter kennt (${withUnit(megabytes, 'MB')})`,
  origin: (source, license) => `Quelle: ${source}. Lizenz: ${license}.`,
  noMiniLm: 'Diese Website wurde ohne MiniLM gebaut.',
  noAnswer: 'Die Angaben zu MiniLM konnten nicht geladen werden.',
  untrained:
    'Eine Schicht mit zufälligen Parametern, deren Größe, Köpfe und Maske Sie wählen. Sie hat eine eigene Seite.',
  openInLayer: 'Diesen Satz in einer untrainierten Schicht öffnen',
  openLayer: 'Eine untrainierte Schicht öffnen',
  fileHint:
    'Parameter, die Sie auf der Trainingsseite gespeichert haben (safetensors). Die Datei bleibt auf diesem Computer.',
  openFile: 'Trainierte Datei öffnen …',
  openAnother: 'Andere Datei öffnen …',
  opening: 'Die Datei wird geöffnet …',
  ownBert: 'Ein eigenes BERT-Modell',
  back: 'Zurück zum Modell der Website',
  file: (name, training) =>
    phrase`${name}: ${training}. Links enthalten die Datei nicht: Sie öffnen das Modell der Website für dieselbe Aufgabe.`,
  notOpened: (why) => `Die Datei konnte nicht geöffnet werden: ${why}`,
  noRecipe: 'Sie ist keine safetensors-Datei mit Rezept, wie die Trainingsseite sie speichert.',
  otherTask: (actual, tasks) =>
    `Ihr Modell hat „${actual}“ gelernt; diese Seite zeigt Modelle für diese Aufgaben: ${tasks}.`,
};
