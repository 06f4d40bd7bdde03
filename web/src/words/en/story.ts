/** English texts of `<attention-story>`. Code that uses them imports add-story.ts. */
import { phrase } from '../forms/phrase';

const norm =
  'Each row is normalized (layer norm: mean 0 and variance 1; RMS norm: mean square 1), then multiplied by learned factors; a layer norm also adds learned shifts.';

export const story = {
  heading: 'From token to answer',
  label: 'The computation, one stage a line',
  hint: 'Each line is one stage, below its tokens. Change any number: all stages after it are computed again.',
  /** Replace the heading and the hint for an image. */
  ofImage: {
    heading: 'From picture to answer',
    hint: 'Each line is one stage, below the class token ([CLS]) and the patches of the picture, by row and column. Change any number: all stages after it are computed again.',
  },
  placed: 'A small lowered number is the position of a token that occurs more than once.',
  formula: 'The formula: each symbol leads to its stage',
  word: 'token',
  layer: (number: string) => `layer ${number}`,
  /** Names of the attentions of an encoder-decoder. */
  encoder: (number: string) => `encoder, layer ${number}`,
  decoder: (number: string) => `decoder, layer ${number}`,
  cross: (number: string) => `cross-attention, layer ${number}`,
  layers: 'Layer',
  heads: 'Head',
  noStage: (layer: number, stage: string) =>
    `Layer ${layer} has no stage “${stage}”. Its weights are shown instead.`,
  stages: {
    tokens: { name: 'Tokens', says: 'Each token as a number: its index in the vocabulary.' },
    embedding_sum: {
      name: 'Embedding',
      says: 'Each token becomes the sum of learned rows: one for the token, one for its position, and one for its type if the model has types.',
    },
    embedding_norm: { name: 'Norm', says: norm },
    embedded: { name: 'Embedding', says: 'Each token becomes a row of learned numbers.' },
    input: { name: 'Input', says: 'The rows that the previous layer has computed.' },
    norm_1: { name: 'Norm', says: norm },
    q: {
      name: 'Query',
      says: 'What each token looks for: its input row times W_Q, plus a learned bias b.',
    },
    memory: {
      name: 'Memory',
      says: 'The encoder’s output for each token: keys and values are computed from it.',
    },
    k: {
      name: 'Key',
      says: 'What queries are compared with: the input row of each token times W_K, plus b.',
    },
    v: {
      name: 'Value',
      says: 'What each token passes on to those that look at it: its input row times W_V, plus b.',
    },
    scores: {
      name: 'Scores',
      says: 'How well the query of the chosen token matches each key: their dot product, divided by √d_k, where d_k is d_head.',
    },
    mask: {
      name: 'Mask',
      says: 'The scores plus the mask, which adds 0 where the token may look and −∞ elsewhere.',
    },
    weights: {
      name: 'Weights',
      says: 'Softmax: exp(score − largest score in the row), divided by the sum of the row. The shares add up to 100%.',
    },
    weighted: { name: 'Weighted values', says: 'The value of each token times its weight.' },
    context: { name: 'Context', says: 'The sum of the weighted values: what this head has found.' },
    concat: {
      name: 'Heads joined',
      says: 'The contexts of all heads of this layer, side by side.',
    },
    output: { name: 'Output', says: 'The joined heads times W_O: as wide as X again.' },
    residual_1: {
      name: 'Residual',
      says: 'The output is added to the rows that came in, so that each token keeps its own vector.',
    },
    norm_2: { name: 'Norm', says: norm },
    feed_forward: {
      name: 'Feed-forward',
      says: 'Each token by itself: times W_1, through an activation, times W_2.',
    },
    residual_2: {
      name: 'Residual',
      says: 'The feed-forward output is added to the rows that came in.',
    },
    next_layer: {
      name: 'Next layer',
      says: 'The same stages again, with the new rows: where the token looks in the next layer.',
    },
    final_norm: { name: 'Final norm', says: norm },
    to_decoder: {
      name: 'To the decoder',
      says: 'The encoder’s output for each token goes to the decoder, which computes keys and values from it.',
    },
    prediction: {
      name: 'Prediction',
      says: 'A row of N, the output of the last layer, times W_out: a logit for each possible answer. Softmax turns the logits into probabilities.',
    },
    pooled: {
      name: 'Sentence vector',
      says: 'The mean of the last layer’s rows over all tokens: the model’s vector for the whole text.',
    },
    similarity: {
      name: 'Similarity',
      says: 'The cosine between this vector and those of other texts: 1 where they point the same way.',
    },
  },
  /** Follows the text of the prediction. */
  rowOf: (note: unknown, word: unknown) => phrase`${note} The row is that of “${word}”.`,
  probability: 'probability',
  /** Replaces the text of the prediction in a model with a head for masked words. */
  maskedPrediction:
    'What the head for masked words predicts for the chosen token: a small layer g, then times the token table. Softmax over the whole vocabulary.',
  /** Notes that replace the parameters of a language model. */
  stored: {
    as: (form: string) => `The matrices of this model are held as ${form}.`,
    ofHead:
      'You see the part of this head, converted to ordinary numbers. Changing a whole row or column also changes every other head that it belongs to.',
    ofLayer: 'You see them converted to ordinary numbers.',
    reach:
      'Changes apply to the sentence and to the texts that it is compared with here; the sections further down use the learned parameters.',
    hidden:
      'The parameters of this stage are not shown, but every number that they compute can be changed.',
  },
  /** Replaces the embedding of words for an image. */
  embeddedPatches: {
    name: 'Embedding',
    says: 'Each patch of 7 × 7 pixels times W_patch. The class token before them is a learned row.',
  },
  /** How positions are encoded: follows the sentence about the embedding. */
  positions: {
    added: 'The vector of its position is added.',
    rotary: 'The position of the token comes in later: the queries and keys are rotated.',
    none: 'Nothing tells the model where the token stands.',
  },
  rope: 'RoPE rotates the result according to the token’s position.',
  /** Names one number of a field: `v of tired`. `pair` does so for a score or a weight: `score of it for tired`. */
  of: (field: string, word: string) => `${field} of ${word}`,
  /** Heading of a stage that shows the numbers of one word. */
  stageOf: (stage: unknown, word: unknown) => phrase`${stage} of ${word}`,
  similarTo: (text: string) => `similarity to “${text}”`,
  pair: (field: string, from: string, to: string) => `${field} of ${from} for ${to}`,
  /** Replaces the name of a word or answer when all are meant. */
  allWords: 'all tokens',
  /** The same as the `to` of `pair`, which in some languages has another case. */
  forAllWords: 'all tokens',
  allAnswers: 'all answers',
  row: (number: string) => `row ${number}`,
  column: (number: string) => `column ${number}`,
  dimension: (number: string) => `dimension ${number}`,
  fields: {
    embedding_sum: 'sum of embeddings',
    embedded: 'embedding',
    norm_1: 'norm',
    norm_2: 'norm',
    residual_1: 'residual',
    residual_2: 'residual',
    scores: 'score',
    masked_scores: 'masked score',
    weights: 'weight',
    context: 'context',
    output: 'output',
    activated: 'activation',
    y: 'feed-forward',
    logits: 'logit',
    log_probabilities: 'log probability',
    pooled: 'sentence vector',
    contributions: 'weighted value',
  },
  /** Shown for a weighted value; its two factors follow. */
  product: 'This is the product of two numbers. Change one of them:',
  writeWord: 'Write a text of your own with another token here',
  classToken: 'class token',
  /** Above the story, while the film shows another step. */
  atStep: (step: number, steps: number) =>
    `The model of the film at step ${step} of ${steps}, trained here and now. A link shows the model after training.`,
  /** Labels of the matrices of one head, for every word at once. */
  everyWord: {
    weights: 'Weights of every token',
    context: (word: unknown) => phrase`Context of ${word}`,
    rows: (dimensions: number) =>
      dimensions === 1
        ? 'Each row is a token’s value times its weight. The rows add up to the context.'
        : `Each row is a token’s ${dimensions} values times its weight. The rows add up to the context.`,
    sum: 'sum',
    off: 'This head is off: its context is set to 0, whatever the rows add up to.',
  },
  /** Heading of the list of tensors that can be opened. */
  matrices: 'Matrices',
  matrix: (name: string, rows: number, columns: number) => `${name}, ${rows} × ${columns}`,
  matrixKeys:
    'Arrow keys move, Enter or a digit edits. Shift+Space takes the row, Ctrl+Space the column, Ctrl+A all.',
  gradient: 'Gradient',
  /** Label of the choice of how much of a matrix is changed at once. */
  scope: 'Change',
  scopes: { cell: 'this number', row: 'its row', column: 'its column', all: 'all' },
  count: (count: number) => `${count} numbers`,
  setAll: 'Set all to',
  /** The number of a stage among all stages. */
  place: (number: number, count: number) => `${number} of ${count}`,
  back: 'back',
  next: 'next',
  dimensionOf: (number: number, count: number) => `dimension ${number} of ${count}`,
  dimensionsOf: (from: number, to: number, count: number) =>
    `dimensions ${from} to ${to} of ${count}`,
  previousDimension: 'Previous dimension',
  nextDimension: 'Next dimension',
  open: (word: unknown, count: number) => phrase`All ${count} numbers of ${word}`,
  openPooled: (count: number) => `All ${count} numbers of the sentence vector`,
  close: 'Fewer numbers',
  closeMatrix: 'Close',
  looks: (word: unknown, other: unknown, share: string, layer: string) =>
    phrase`${word} → ${other} ${share} in ${layer}`,
  /** `what` is a head, or all heads of a layer. */
  isOff: (what: string) => `${what} is off`,
  /** Shown before a formula that the visitor has overridden. */
  forced: (formula: unknown) => phrase`set by you instead of ${formula}`,
  zeroed: (formula: unknown) => phrase`off: 0 instead of ${formula}`,
  forcedNote: 'You have set this row: it is not the softmax of the row above.',
  /** Shown below a row of weights in which some were changed. */
  unscaledNote: 'You have changed this row. It is not rescaled, so it may not add up to 100%.',
  zeroedNote: 'This head is off: its context is set to 0.',
  /** The answer for a word other than the query word. */
  saysFor: (word: unknown, answer: unknown, share: string) =>
    phrase`answer for ${word}: ${answer} ${share}`,
  says: (answer: unknown, share: string) => phrase`answer: ${answer} ${share}`,
  hidden: 'hidden by the mask',
  value: 'Value',
  less: 'Less',
  more: 'More',
  undo: 'Undo',
  undoAll: 'Undo all',
  done: 'Done',
  edited: 'Dashed lines and struck-through numbers show the model without the changes.',
  unedited: 'No number is changed. Choose one and type, or drag it sideways.',
  /** Shown when the editor changes a weight. */
  fromZeroToOne: 'Type 1 for 100%. The other weights of the row stay as they are.',
  inEveryExample: 'The same position changes in every example above that has it.',
  /** `actual` is empty if nothing was typed. */
  notNumber: (actual: string) => `Type a number such as −0.5${actual && `, not “${actual}”`}.`,
  raise: 'What would raise this number?',
  /** Shown when the gradients of a weight or a probability are close to 0; `steeper` follows. */
  flat: 'Near 0% and 100%, a small change of any number hardly moves a share: these gradients are close to 0 and say little.',
  steeper: (field: string) => `Gradient of the ${field} instead`,
  stopRaise: 'Hide what would raise this number',
  raised: (what: string) =>
    `Under each number: its gradient, the rate at which ${what} changes when the number changes slightly. All bars have one scale.`,
  raisedMost: (share: string) => `Longest bar: ${share}.`,
  raises: 'raises this number',
  lowers: 'lowers this number',
  nothingRaises: 'No number shown here affects this one.',
  /** The two ends of the color scale; `ownScale` follows. */
  scale: ['below 0', 'above 0,'],
  ownScale: 'each line on its own scale',
  /** Label of the last step of a presentation. */
  end: 'End',
  table: (stage: string) => `All numbers: ${stage}`,
};
