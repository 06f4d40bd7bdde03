/** Short experiments on the shipped models: each is a question, with a change of the page's state that answers it. */
import { exampleView, changedPlaces } from '../examples/example-view';
import { kOwnExample, withChange, withoutOwn } from '../changes/visitor-changes';
import { allHeads } from '../heads/switched-heads';
import type { Inspected } from './inspected-model';
import { asLearned, formatModelState, withDrawing, withText, type ModelState } from './model-state';
import { kPronounHead, type ShippedModelName } from './shipped-models';

interface Row {
  readonly model: ShippedModelName;
  /** The words that the question names. */
  readonly cites: readonly string[];
  /** The head or the layer that the question names. */
  readonly at?: { readonly attention: string; readonly head?: number };
  /** The guesses to choose from, besides "something else": answers of the two pinned examples, or of `text`. */
  readonly guesses: readonly string[];
  /** A text that replaces the pinned examples, entered as the visitor's own example, and its query word. */
  readonly text?: string;
  readonly word?: number;
  /** The change of the model. */
  readonly change?: (learned: ModelState, originals: readonly Inspected[]) => Partial<ModelState>;
}

/** A head of layer 1 on which the answer does not depend: it looks at "too". */
export const kIdle = { attention: kPronounHead.attention, head: 0 } as const;

const kEnglishGuesses = ['animal street', 'animal animal', 'street street'];
export const kCross = 'decoder.layers.0.cross_attention';

const table = {
  number: {
    model: 'goes_with',
    cites: ['wide'],
    at: { attention: kPronounHead.attention },
    guesses: kEnglishGuesses,
    // Show the story of the sentence whose number is changed.
    change: (_, originals) => ({ example: 1, edits: [signFlipped(originals)] }),
  },
  causal: {
    model: 'goes_with',
    cites: ['it', 'tired', 'wide'],
    guesses: kEnglishGuesses,
    change: () => ({ mask: 'causal' }),
  },
  layer: {
    model: 'goes_with',
    cites: ['it'],
    at: { attention: kPronounHead.attention },
    guesses: kEnglishGuesses,
    change: off(kPronounHead.attention),
  },
  idle: {
    model: 'goes_with',
    cites: ['it'],
    at: kIdle,
    guesses: kEnglishGuesses,
    change: ({ changes }) => ({ changes: withChange(changes, 'off', kIdle) }),
  },
  positions: {
    model: 'goes_with',
    cites: ['it', 'tired', 'wide'],
    guesses: kEnglishGuesses,
    change: () => ({ positions: 'none' }),
  },
  third_letter: {
    model: 'induction',
    cites: ['k'],
    at: { attention: 'layers.1.attention' },
    guesses: ['a m', 'm a'],
    change: forcedRow('layers.1.attention', 0, 8, 2),
  },
  no_second_layer: {
    model: 'induction',
    cites: [],
    at: { attention: 'layers.1.attention' },
    guesses: ['a m', 'r r'],
    change: off('layers.1.attention'),
  },
  no_places: {
    model: 'induction',
    cites: ['k'],
    guesses: ['a m', 'k k'],
    change: () => ({ positions: 'none' }),
  },
  two_followers: {
    model: 'induction',
    cites: ['k', 'a', 'b'],
    guesses: ['a', 'b'],
    text: 'k a m r k b m r k',
    word: 8,
  },
  first_number: {
    model: 'sort',
    cites: ['|', '9'],
    guesses: ['1 3', '9 9'],
    change: forcedRow('layers.0.attention', 0, 8, 0),
  },
  unplaced_numbers: {
    model: 'sort',
    cites: [],
    guesses: ['1 3', '9 9'],
    change: () => ({ positions: 'none' }),
  },
  twice: {
    model: 'sort',
    cites: ['3', '9', '1, 2, 3'],
    guesses: ['3', '4'],
    text: '3 3 1 2 9 9 4 5',
    word: 11,
  },
  subject: {
    model: 'translation',
    cites: ['Gruppe', 'group', 'the'],
    at: { attention: kCross, head: 3 },
    guesses: ['ging kann', 'gingen können'],
    change: forcedRow(kCross, 3, 2, 0),
  },
  no_source: {
    model: 'translation',
    cites: ['Gruppe'],
    at: { attention: kCross },
    guesses: ['ging kann', 'ging ging', 'kann kann'],
    change: off(kCross),
  },
  unplaced_patches: {
    model: 'digits',
    cites: [],
    guesses: ['4 9', '4 4', '9 9'],
    change: () => ({ positions: 'none' }),
  },
  blind_token: {
    model: 'digits',
    cites: [],
    guesses: ['4 9', '4 4', '9 9'],
    change: () => ({ mask: 'causal' }),
  },
} as const satisfies Record<string, Row>;

export type ExperimentName = keyof typeof table;

export const experimentNames = Object.keys(table) as ExperimentName[];

export const experiment = (name: ExperimentName): Row => table[name];

/** The state of the page after the experiment: one change to the trained model, or another example. */
export function stateOf(
  name: ExperimentName,
  state: ModelState,
  originals: readonly Inspected[],
): ModelState {
  const { text, word, change } = experiment(name);
  const learned = asLearned(state);
  if (text === undefined) return { ...learned, ...change!(learned, originals) };
  const changes = withChange(learned.changes, 'word', { example: kOwnExample, word: word! });
  return { ...learned, text, changes };
}

/**
 * The page's state without the experiment. The place in the story stays if the visitor has moved since the experiment.
 *   before  the state in which it was started, if known; an example that the visitor has entered since stays
 */
export function stateWithout(
  name: ExperimentName,
  state: ModelState,
  originals: readonly Inspected[],
  before?: ModelState,
): ModelState {
  const isExample = experiment(name).text !== undefined;
  if (!before) {
    // The trained model, without the example of the experiment.
    const learned = asLearned(state);
    return isExample ? { ...learned, text: '', changes: withoutOwn(learned.changes) } : learned;
  }
  if (formatModelState(state) === formatModelState(stateOf(name, before, originals))) return before;
  return isExample ? withOwnOf(before, state) : withNumbersOf(before, state);
}

/** The same place with the numbers of `before`. Rows of an own example that is gone have no place. */
function withNumbersOf(before: ModelState, state: ModelState): ModelState {
  const { text, drawing } = state;
  const sameText = withText(before, text);
  const same = drawing === before.drawing ? sameText : withDrawing(sameText, drawing);
  const { mask, positions, edits, changes } = same;
  const { off, row } = changes;
  return { ...state, mask, positions, edits, changes: { ...state.changes, off, row } };
}

/** The same place with the numbers and the own example of `before`. Without one, the story is that of before. */
function withOwnOf(before: ModelState, state: ModelState): ModelState {
  const { text } = before;
  const own = before.changes.word.filter(({ example }) => example === kOwnExample);
  const word = [...withoutOwn(state.changes).word, ...own];
  const kept = withNumbersOf(before, { ...state, text, changes: { ...state.changes, word } });
  return text === '' && state.example === kOwnExample ? { ...kept, example: before.example } : kept;
}

/** Whether the model is as the experiment sets it, whichever example the story is about. */
export function isAt(name: ExperimentName, state: ModelState, originals: readonly Inspected[]) {
  const { example } = state;
  return (
    formatModelState(state) === formatModelState({ ...stateOf(name, state, originals), example })
  );
}

/** All heads of an attention are off. */
function off(attention: string): NonNullable<Row['change']> {
  return ({ changes }, originals) => {
    const [, heads = 0] = originals[0]!.model.trace[`${attention}.weights`]!.shape;
    return { changes: { ...changes, off: allHeads(attention, heads) } };
  };
}

/** Forces a head, in both pinned examples, to look from one place at another. */
function forcedRow(
  attention: string,
  head: number,
  query: number,
  key: number,
): NonNullable<Row['change']> {
  const row = [0, 1].map((example) => ({ example, attention, head, query, key }));
  return ({ changes }) => ({ changes: { ...changes, row } });
}

/** The second example's value of the last word that differs, with the opposite sign. */
function signFlipped(originals: readonly Inspected[]) {
  const [first = [], second = []] = originals.map(({ example }) => exampleView(example).words);
  const place = changedPlaces(second, first).at(-1) ?? 0;
  const { attention: layer, head } = kPronounHead;
  const { shape, data } = originals[1]!.model.trace[`${layer}.v`]!;
  const [, , places = 0, width = 0] = shape;
  const value = -data[(head * places + place) * width]!;
  return { layer, field: 'v', index: [0, head, place, 0], value };
}
