/** English texts of the views of a training run. Code that uses them imports add-views.ts. */

/** As in en.ts, which imports this file. */
type Phrase = readonly unknown[];

export const views = {
  arcs: {
    sentence: 'Sentence: choose a word to see its weights',
    word: (token: string, number: number, weights: string) =>
      `${token}, word ${number}; ${weights}`,
    weight: (layer: string, percent: string) => `${layer}: ${percent}`,
    inPercent: (layer: string) => `${layer}, in %`,
    direction: 'Arcs',
    directions: { looks_at: 'looks at', is_seen_by: 'is seen by' },
    /** What follows are the layers, each with a choice of words. */
    force: (word: unknown): Phrase => ['Make ', word, ' look at'],
    forceIn: (layer: string, word: string) => `${layer}: make “${word}” look at`,
    asLearned: 'as learned',
    free: 'Undo',
    hint: 'Drag the end of an arc to another word.',
    made: 'made to look here',
    title: (word: string) => `What “${word}” looks at`,
    titleSeenBy: (word: string) => `What looks at “${word}”`,
    other: 'word',
  },
  answer: {
    says: (word: unknown): Phrase => ['For ', word, ' the model says'],
    right: 'right',
    wrong: 'wrong',
    untrained: 'untrained: random parameters',
    others: 'Next most probable',
  },
  headMaps: {
    label: 'Heads of all layers',
    choose: (layer: string, head: string) => `${layer}, ${head}`,
    on: 'on',
    off: 'off',
    switch: (layer: string, head: string) => `${layer}, ${head}: on`,
    scale: 'weight, the same scale for all heads',
    cell: (query: unknown, key: unknown, percent: string): Phrase => [
      query,
      ' looks at ',
      key,
      `: ${percent}`,
    ],
    directions: 'rows: the word that looks; columns: the word it looks at',
  },
};
