/** English texts that only the training page needs. Code that uses them imports add-training-page.ts. */
import { count } from '../forms/count';
import { phrase } from '../forms/phrase';
import { ownText } from './own-text';

export const trainingPage = {
  task: 'Task',
  trainingTitle: 'Watch a head learn where to look',
  trainingIntro:
    'This page trains a small model, starting from random numbers. Press Play, go back and forth, choose any token.',
  ownText,
  earned: (score: string, right: string) =>
    `Its mean weight on the right tokens of held-out examples is ${score}. ${right} of the answers are right.`,
  unnamed: (score: string, right: string) =>
    `No name yet: its mean weight on the right tokens of held-out examples is ${score}. It earns a name above 0.8. ${right} of the answers are right.`,
  /** The controls of a run that the first page does not need. */
  controls: {
    seed: 'Seed',
    label: 'The run',
    step: 'One step',
    another: 'Another seed',
    rewind: (step: number) => `Back to step ${step}`,
    speed: 'Speed',
    speeds: { '1': '1 step', '4': '4 steps', '16': '16 steps', end: 'to the end' },
  },
  curves: {
    heading: 'Curves of the run',
    step: 'step',
    loss: 'loss',
    right: 'right answers',
    score: 'weight of a head on the right tokens',
    label: 'The run as a film: arrow keys go from snapshot to snapshot',
    lossAtRight: 'loss (scale on the right)',
    penalty: (step: number) => `${step}: penalty`,
    penalized: (step: number) =>
      `Penalty: from step ${step} on, spread-out attention adds to the loss, so that heads learn to look at few tokens.`,
    runs: 'Dotted: heads and right answers of the second run; its loss in dots farther apart.',
  },
  /** Of the task digits. */
  digitRun: {
    score: 'weight of a head on patches with ink',
    loading: 'Loading 2,000 handwritten digits (0.3\u00a0MB) …',
    unnamed: (score: string, right: string) =>
      `No head has a name here: nothing says which patch is the right one. Its mean weight on patches with ink, on held-out pictures, is ${score}. ${right} of the answers are right.`,
    /** Describes the parameters that come with the site. */
    shipped: 'It learned from 10,000 pictures; this page has 2,000 of them.',
    /** Note beside the button that saves the data for PyTorch. */
    batches: (steps: number) =>
      `The data for PyTorch are the pictures of the first ${steps} steps: those of all steps would not fit into memory.`,
  },
  own: {
    label: 'Your own example',
    hint: 'You can type while the model trains. If it cannot read your text, the last readable example stays.',
    words: 'Tokens that it knows',
  },
  shipped: {
    lab: 'Open the shipped model in the lab',
    label: 'Parameters',
    starts: { nothing: 'from scratch', shipped: 'as shipped (trained beforehand)' },
    loading: 'Loading the trained parameters …',
    failed: (why: string) => `The trained parameters could not be loaded: ${why}`,
    noFolder: (attribute: string) =>
      `expected the address of their folder in the attribute ${attribute}, got none.`,
    origin: (file: string, seed: number, steps: number) =>
      `These parameters come with the site, in the file ${file}: trained beforehand with this recipe, seed ${seed}, in ${steps} steps, and rounded to 16 bits.`,
    goOn: 'Play continues the training from there, with a fresh optimizer. “From scratch” trains the same seed here, from its first step.',
    measured: (examples: number) =>
      `Measured then, on ${count(examples)} examples that it was never trained on:`,
    /** Labels of the figures in the checkpoint files, by the core's names. */
    figures: {
      right: 'right answers',
      exact: 'examples with every answer right',
      'worst category': 'right answers, in the worst kind of sentence',
      'pronoun by adjective': 'weight of “it” on its noun (tired, wide)',
      'pronoun of three nouns': 'the same with three nouns',
      'pronoun by gender or number': 'he, she, they on their nouns',
      'verb across clauses': 'verb on its subject',
      adjective: 'adjective on its noun',
      determiner: 'determiner on its noun',
      noun: 'noun on its verb',
      'rows right': 'rows whose largest weight is right',
      'popular column': 'rows that look at the token that is looked at most',
      'previous token': 'head for the previous token',
      induction: 'induction head',
      needles: 'right answers when asked for the value of a key, a task it was not trained on',
      source: 'weight on the right number',
      'content word': 'content word on its source word',
    },
  },
  heads: {
    heading: 'Heads',
    hint: 'Switch a head off: the two examples and every number computed after it show the model without it.',
    allOn: 'All heads on, all rows free',
    /** `changes` are settings of the address that do not fit this model. */
    leftOut: (changes: string) => `Not in this model, so left out: ${changes}`,
    /** Follows the scores. */
    unchanged: 'Measured with all heads on and all rows free.',
  },
  failed: (why: string) => `Training stopped: ${why}`,
  announced: {
    named: (head: string, name: string, step: number) =>
      `Step ${step}: ${head} has earned the name ${name}.`,
    finished: (step: number, right: string) =>
      `Finished at step ${step}: ${right} of the answers are right.`,
    lost: 'The engine stopped. The run continues from the same step.',
  },
  keep: {
    heading: 'Save this run',
    parameters: 'Parameters, safetensors',
    recipe: 'Recipe, JSON',
    csv: 'Curves, CSV',
    svg: 'Curves, SVG',
    pytorch: 'Copy as PyTorch',
    npz: 'Data for PyTorch, NPZ',
    /** How the first page opens the run. */
    lab: 'The lab also opens parameters saved here: choose “a file of your own” there as the model.',
  },
  compare: {
    heading: 'Two runs from one seed',
    hint: (task: string) =>
      `Both runs learn the task “${task}” from the same examples. They differ in one choice.`,
    what: 'What differs',
    choices: {
      heads: '1 head or 8',
      positions: 'with or without positions',
      bottleneck: 'narrow or wide values',
      penalty: 'with or without the penalty',
      decay: 'with or without weight decay',
      embedding: 'large or small embeddings',
    },
    places: 'Places at once',
    start: 'Train both',
    stop: 'Stop',
    run: (name: string, right: string, score: string) =>
      phrase`${name}: ${right} right, best head ${score}`,
    seeds: 'Try ten seeds',
    named: (named: number, right: number, seeds: number) =>
      `Of ${seeds} seeds, ${right} learn the task (at least 95% right); in ${named}, a head earns a name (above 0.8).`,
  },
};
