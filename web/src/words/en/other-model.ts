/** English texts of the models that the first page leads to, and of files. Code that uses them imports add-other-model.ts. */
import { phrase } from '../forms/phrase';
import { withUnit } from '../forms/with-unit';

export const otherModel = {
  miniLm:
    'MiniLM has 22.7 million parameters and 72 heads. Its own page lists the heads that have earned a name.',
  openInMiniLm: (megabytes: number) =>
    `Open this sentence in MiniLM (${withUnit(megabytes, 'MB')})`,
  openMiniLm: (megabytes: number) => `Open MiniLM (${withUnit(megabytes, 'MB')})`,
  knowsAll: (megabytes: number) =>
    `Open the sentence in MiniLM, which knows all words (${withUnit(megabytes, 'MB')})`,
  origin: (source: string, license: string) => `Source: ${source}. License: ${license}.`,
  noMiniLm: 'This site was built without MiniLM.',
  noAnswer: 'Information about MiniLM could not be loaded.',
  untrained:
    'One layer with random parameters, whose size, heads and mask you choose. It has a page of its own.',
  openInLayer: 'Open this sentence in one layer, untrained',
  openLayer: 'Open one layer, untrained',
  fileHint:
    'Parameters that you saved on the training page (safetensors). The file stays on this computer.',
  openFile: 'Open a trained file …',
  openAnother: 'Open another file …',
  opening: 'Opening the file …',
  ownBert: 'A BERT model of your own',
  back: 'Back to the site’s model',
  /** An open file: its name, and for how many steps it was trained. */
  file: (name: unknown, training: string) =>
    phrase`${name}: ${training}. Links do not include the file: they open the site’s model of the same task.`,
  notOpened: (why: string) => `The file could not be opened: ${why}`,
  noRecipe: 'It is not a safetensors file with a recipe, such as the training page saves.',
  otherTask: (actual: string, tasks: string) =>
    `Its model learned “${actual}”; this page shows models of these tasks: ${tasks}.`,
};
