/** English texts of the views of a training run. Code that uses them imports add-views.ts. */
import { phrase } from '../forms/phrase';

export const views = {
  arcs: {
    sentence: 'Tokens: choose one to see its weights',
    word: (token: string, number: number, weights: string) =>
      `${token}, token ${number}; ${weights}`,
    weight: (layer: string, percent: string) => `${layer}: ${percent}`,
    inPercent: (layer: string) => `${layer}, in %`,
    direction: 'Arcs',
    directions: { looks_at: 'looks at', is_seen_by: 'is seen by' },
    /** A choice of words for each layer follows. */
    force: (word: unknown) => phrase`Make ${word} look at`,
    forceIn: (layer: string, word: string) => `${layer}: make “${word}” look at`,
    asLearned: 'as learned',
    free: 'Undo',
    hint: 'or drag the end of an arc',
    more: 'Change, table, save',
    forced: 'made to look here',
    /** For each layer of a long sentence: only its 12 largest weights are drawn as arcs. */
    strongest: (layer: string, drawn: number, all: number) =>
      `${layer}: arcs for ${drawn} of ${all} weights, the largest.`,
    title: (word: string) => `What “${word}” looks at`,
    titleSeenBy: (word: string) => `What looks at “${word}”`,
    other: 'token',
  },
  answer: {
    says: (word: unknown) => phrase`For ${word} the model says`,
    right: 'right',
    wrong: 'wrong',
    others: 'Next most probable',
    notFinite: 'No answer: some numbers are too large for 32-bit floats.',
  },
  headMaps: {
    label: 'Heads of all layers',
    off: 'off',
    on: (head: string) => `${head}: on`,
    /** Follows "0 .. 100%". */
    scale: 'One scale for all heads; gray until a head has a name.',
    score:
      'The number after a name is the head’s mean weight on the right tokens, in unseen examples.',
    directions: 'Rows: what looks. Columns: what is looked at.',
    cell: (head: string, query: unknown, key: unknown, share: string) =>
      phrase`${head}: ${query} looks at ${key}: ${share}`,
    weightsOf: (head: string) => `weights of ${head}`,
  },
};
