/** English texts of the page for models of others. Code that uses them imports add-opened.ts. */
import { count } from './count';

export const opened = {
  files: 'Files of a BERT model',
  filesHint:
    'Choose or drop config.json, model.safetensors and tokenizer.json together, as the Hugging Face hub has them. They stay on this page.',
  opening: 'Opening the model …',
  size: (layers: number, heads: number, width: number) =>
    `${count(layers)} layers of ${count(heads)} heads, d_model ${count(width)}.`,
  sentence: 'Sentence',
  sentenceHint:
    'Everything below follows each key. A dot begins a piece of a word. Most such models read English.',
  delimiters: 'Show [CLS] and [SEP]',
  hidden:
    'Without [CLS] and [SEP] a row adds up to less than 100%: their weight is not shared out.',
  layer: (number: number) => `Layer ${number} (layers.${number - 1})`,
  chosen: (layer: number, head: number) =>
    `Layer ${layer}, head ${head} (layers.${layer - 1}.attention, head ${head - 1})`,
  noFile: (name: string) => `The file ${name} is missing. Choose it together with the others.`,
  noJson: (name: string) => `${name} is not JSON, or not an object.`,
  noTensor: (name: string) => `model.safetensors has no tensor ${name}.`,
  shape: (name: string, expected: string, actual: string) =>
    `By config.json the tensor ${name} has the shape ${expected}; in the file it has ${actual}.`,
  otherKind: (kind: string) =>
    `config.json names the architecture ${kind}. Models of the kind bert can be opened.`,
  otherSetting: (key: string, expected: string, actual: string) =>
    `${key} in config.json must be ${expected}, not ${actual}.`,
  noNumber: (key: string) => `${key} in config.json must be a number above 0.`,
  otherVocabulary: (id: number, size: number) =>
    `tokenizer.json gives a token the number ${id}, but the model has ${count(size)} tokens. It belongs to another model.`,
  tooLong: (max: number, actual: number) =>
    `The model reads at most ${count(max)} tokens, not ${count(actual)}. The last sentence that fits is shown.`,
  empty: 'Type at least one word.',
};
