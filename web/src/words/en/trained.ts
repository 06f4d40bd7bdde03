/** English texts of the page of trained models. Code that uses them imports add-trained.ts. */
import { count } from '../forms/count';
import { phrase } from '../forms/phrase';

export const trained = {
  live: 'A tested C++ core, compiled to WebAssembly, computes every number on this page while you look.',
  absent: (what: string) => `This model has no ${what}.`,
  questions: {
    goes_with: (word: unknown) => phrase`Who is ${word}?`,
    induction: (word: unknown) => phrase`What followed ${word} earlier?`,
    translation: (word: unknown) => phrase`Which German word comes after ${word}?`,
    sort: (word: unknown) => phrase`Which number comes after ${word}?`,
    digits: () => phrase`Which digit is this?`,
  },
  /** Beginnings of an intro, by which model is shown. They are about equally long, so that the text below does not move. */
  learned: {
    shown: 'A small model has learned',
    unchanged: 'The unchanged model learned',
    trained: 'The trained model learned',
  },
  intros: {
    goes_with: (tired: unknown, wide: unknown, it: unknown) =>
      phrase` that here the last word decides: layer 1 looks at ${tired} or ${wide}; then layer 2 looks from ${it} at the animal or the street. Choose any token.`,
    induction: ' to say what followed a letter earlier. Choose any letter to see where it looks.',
    translation:
      ' to translate, one word at a time. Choose a German word to see which English words it looks at.',
    sort: ' to sort: after the bar it repeats the numbers in order. Choose any place to see where it looks.',
    digits:
      ' to read handwritten digits from 16 patches. Choose the class token or a patch to see where it looks, or draw a digit of your own.',
  },
  /** Which head each side's arcs belong to. */
  reading: {
    two: 'Each head of a layer is one way to look. Above: a head of layer 1; below: one of layer 2.',
    /** For digits, and for phones, where the words may stand one below the other. */
    narrow:
      'Each head of a layer is one way to look. On one side: a head of layer 1; on the other: one of layer 2.',
    one: 'Each head of a layer is one way to look. The arcs are those of one head.',
    /** Where heads can earn names. */
    gray: ' Gray: a head without a name.',
  },
  /** `step`: the text of `steps`, or during the film a text such as `step 76 of 800`. */
  size: (parameters: number, step: string) => `${count(parameters)} parameters, ${step}.`,
  steps: (steps: number) => `trained for ${count(steps)} steps`,
  loading: 'Loading the model …',
  failed: (why: string) => `The model could not be started: ${why}`,
  named:
    'Mean weight of the head on the right token in 64 unseen examples, measured here in the unchanged model.',
  unnamed:
    'No name: its mean weight on the right token is below 0.8, measured here on 64 examples in the unchanged model.',
  /** Explains the score of a head that is off. */
  offScore: 'Switched off, a head adds nothing. The score is measured with all heads on.',
  measured: (right: string, examples: number) =>
    `When the file was made, ${right} of the answers to ${count(examples)} examples that it was never trained on were right.`,
  worst: (right: string, examples: number) =>
    `When the file was made, it was tested on ${count(examples)} examples that it was never trained on: in the hardest kind, ${right} of the answers were right.`,
  example: 'Example',
  storyExample: 'Example of the story',
  own: {
    label: 'Try your own',
    /** The visitor's own example in the list of examples that the story can show. */
    ownExample: 'your own',
    hint: (words: number) =>
      `The model knows ${count(words)} tokens. If it cannot read your text, the last readable example stays.`,
    words: (words: number) => `The ${count(words)} known tokens`,
    drawing:
      'What you draw is scaled and centered like the pictures that the model learned from, and is in the link.',
  },
  line: {
    label: 'The model and what is changed in it',
    model: 'Model',
    others: {
      minilm: 'MiniLM, 72 heads',
      file: 'a file of your own',
      untrained: 'one layer, untrained',
    },
    mask: 'Mask',
    masks: { none: 'none', causal: 'causal' },
    positions: 'Positions',
    place: { learned: 'learned', sinusoidal: 'sinusoidal', rotary: 'rotary (RoPE)', none: 'off' },
    heads: { on: 'on', off: 'off' },
    some: (off: number, heads: number) => `${off} of ${heads} off`,
  },
  film: {
    label: 'How the model learned',
    watch: 'Watch the training',
    pause: 'Pause',
    hint: 'Trains the same recipe from scratch, here and now: nothing is a recording.',
    before: 'before',
    after: 'after',
    running: (step: number, steps: number) => `step ${step} of ${steps}`,
    link: 'Train step by step',
  },
  matrices: {
    heading: 'Every token at once',
    hint: 'Each row of the map is where one token looks. Choose a row to follow that token.',
  },
  maps: {
    heading: 'Every head at once',
    hint: 'One scale for all. Choose a head for its arcs and story; switch heads off to see what depends on them.',
  },
};
