/** The tasks of the training page, one row each: its examples, and where to look. */
import type { TaskName } from '../../../wasm/engine';
import type { NamedBy } from './heads';
import type { RecipeSetting } from './recipe-settings';

export interface TaskRow {
  /** Two inputs that differ in little, and whose right answers differ. */
  readonly examples: readonly [string, string];
  /** An input that shows what one may type. */
  readonly own: string;
  /** The place whose answer is shown: of the input, or of the decoder's input. */
  readonly asked: number;
  /** The attentions that are drawn, in the order in which they are computed. */
  readonly arcs: readonly string[];
  /** Which score names a head. */
  readonly namedBy: NamedBy;
  /** The settings of its data. */
  readonly options?: readonly RecipeSetting[];
}

const english = {
  examples: [
    'The animal did not cross the street because it was too tired.',
    'The animal did not cross the street because it was too wide.',
  ],
  own: 'The horse did not leave the field because it was too slow.',
  asked: 8,
  arcs: ['layers.0.attention', 'layers.1.attention'],
  namedBy: 'all',
} as const;

export const tasks = {
  goes_with: english,
  who: english,
  induction: {
    examples: ['k a m r k a m r k', 'k m a r k m a r k'],
    own: 'a b c d e f g h e',
    asked: 8,
    arcs: ['layers.0.attention', 'layers.1.attention'],
    namedBy: 'relation',
    options: ['length', 'symbols'],
  },
  translation: {
    examples: ['the group went home', 'the group can go home'],
    own: 'then the old king came to Berlin',
    asked: 2,
    arcs: ['decoder.layers.0.cross_attention'],
    namedBy: 'all',
  },
  sort: {
    examples: ['9 3 14 7 1 12 5 10', '9 3 14 7 15 12 5 10'],
    own: '8 7 6 5 4 3 2 1',
    asked: 8,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    options: ['length', 'symbols'],
  },
  reverse: {
    examples: ['c a f e b a d p', 'c a f e b a d o'],
    own: 'a b c d e f g h',
    asked: 8,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    options: ['length', 'min_length', 'symbols'],
  },
  copy: {
    examples: ['f a c e d b a g e h', 'f a c e d p a g e h'],
    own: 'a b c d e f g h i j',
    asked: 15,
    arcs: ['layers.0.attention'],
    namedBy: 'all',
    options: ['length', 'min_length', 'symbols'],
  },
  copy_places: {
    examples: ['f a c e d b a g e h k m', 'f a c p d b a g e h k m'],
    own: 'a b c d e f g h i j k l',
    asked: 5,
    arcs: ['layers.0.attention'],
    namedBy: 'relation',
    options: ['length', 'symbols', 'places'],
  },
} as const satisfies Partial<Record<TaskName, TaskRow>>;

export type ShownTask = keyof typeof tasks;
export const shownTasks = Object.keys(tasks) as ShownTask[];

export function isShownTask(name: string): name is ShownTask {
  return Object.hasOwn(tasks, name);
}

export function taskRow(task: ShownTask): TaskRow {
  return tasks[task];
}
