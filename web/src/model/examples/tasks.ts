/** The tasks that models learn, one row each: the examples, the places to show, and what a run of it needs. */
import type { ExampleInput, TaskName } from '../../../../wasm/engine';
import type { RecipeSetting } from '../../settings/recipe';
import type { Words } from '../../words/words';
import type { NamedBy } from '../heads/head-name';

export interface TaskRow {
  /** Two inputs that differ in little, and whose right answers differ. */
  readonly examples: readonly [ExampleInput, ExampleInput];
  /** An input that shows what one may type; empty where one draws. */
  readonly own: string;
  /** The numbers of the examples' images in the site's data. */
  readonly images?: readonly [number, number];
  /**
   * The place whose answer is shown, in the input or in the decoder's input. Negative numbers count from the end; in
   * the visitor's own example it is the last place.
   */
  readonly answerPlace: number;
  /** The attentions that are drawn, in the order in which they are computed. */
  readonly arcs: readonly string[];
  /** The score that gives a head its name. */
  readonly namedBy: NamedBy;
  /** The language of its answers. If it is English, the examples are English sentences, which other pages can show. */
  readonly language?: 'en' | 'de';
  /** Whether parameters of it come with the site. */
  readonly shipped?: boolean;
  /** The settings of its data. */
  readonly options?: readonly RecipeSetting[];
  /** The tokens of a text to learn: the visitor's own, or a rhyme. */
  readonly learns?: TextTokens;
  /** For models that are larger than the others. */
  readonly run?: RunSize;
}

/** How often a run measures and keeps its model. */
export interface RunSize {
  /** Held-out examples in an evaluation. */
  readonly heldOut?: number;
  /** The steps between two snapshots. When absent, 5, or a 200th of the steps that the visitor has set if that is more. */
  readonly every?: number;
  /** The number of snapshots that are kept. When absent, 200. */
  readonly snapshots?: number;
}

export type TextTokens = 'characters' | 'words';

/**
 * The two inputs differ in one word. The last token is the right answer, so the answer is shown at the token before it.
 */
const text = {
  answerPlace: -2,
  arcs: ['layers.0.attention', 'layers.1.attention'],
  namedBy: 'relation',
  options: ['length'],
  run: { heldOut: 8, every: 25, snapshots: 60 },
} as const;

const english = {
  language: 'en',
  examples: [
    'The animal did not cross the street because it was too tired.',
    'The animal did not cross the street because it was too wide.',
  ],
  own: 'The horse did not leave the field because it was too slow.',
  answerPlace: 8,
  arcs: ['layers.0.attention', 'layers.1.attention'],
  namedBy: 'all',
} as const;

export const tasks = {
  goes_with: { ...english, shipped: true },
  who: english,
  induction: {
    examples: ['k a m r k a m r k', 'k m a r k m a r k'],
    own: 'a b c d e f g h e',
    answerPlace: 8,
    arcs: ['layers.0.attention', 'layers.1.attention'],
    namedBy: 'relation',
    shipped: true,
    options: ['length', 'symbols'],
  },
  translation: {
    examples: ['the group went home', 'the group can go home'],
    own: 'then the old king came to Berlin',
    language: 'de',
    answerPlace: 2,
    arcs: ['decoder.layers.0.cross_attention'],
    namedBy: 'all',
    shipped: true,
  },
  sort: {
    examples: ['9 3 14 7 1 12 5 10', '9 3 14 7 15 12 5 10'],
    own: '8 7 6 5 4 3 2 1',
    answerPlace: 8,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    shipped: true,
    options: ['length', 'symbols'],
  },
  reverse: {
    examples: ['c a f e b a d p', 'c a f e b a d o'],
    own: 'a b c d e f g h',
    answerPlace: 8,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    options: ['length', 'min_length', 'symbols'],
  },
  copy: {
    examples: ['f a c e d b a g e h', 'f a c e d p a g e h'],
    own: 'a b c d e f g h i j',
    answerPlace: 15,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    options: ['length', 'min_length', 'symbols'],
  },
  copy_places: {
    examples: ['f a c e d b a g e h k m', 'f a c p d b a g e h k m'],
    own: 'a b c d e f g h i j k l',
    answerPlace: 5,
    arcs: ['layers.0.attention'],
    namedBy: 'relation',
    options: ['length', 'symbols', 'places'],
  },
  characters: {
    ...text,
    learns: 'characters',
    examples: ['This is the rat,\nThat a', 'This is the cat,\nThat k'],
    own: 'This is the dog',
  },
  words: {
    ...text,
    learns: 'words',
    examples: ['This is the rat, That ate', 'This is the cat, That killed'],
    own: 'This is the dog, That',
  },
  // A 4 and a 9.
  digits: {
    examples: [{ held_out: 27 }, { held_out: 6 }],
    images: [244, 29],
    own: '',
    answerPlace: 0,
    arcs: ['layers.0.attention', 'layers.1.attention'],
    namedBy: 'none',
    shipped: true,
    run: { every: 15 },
  },
} as const satisfies Partial<Record<TaskName, TaskRow>>;

export type ShownTask = keyof typeof tasks;
export const shownTasks = Object.keys(tasks) as ShownTask[];

export function isShownTask(name: string): name is ShownTask {
  return Object.hasOwn(tasks, name);
}

/** What a model is called: by its task, or else as in its file. */
export function nameOfModel(model: string, { training }: Words): string {
  return isShownTask(model) ? training.tasks[model].name : model;
}

export function taskRow(task: ShownTask): TaskRow {
  return tasks[task];
}
