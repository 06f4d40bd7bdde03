/** Example sentences. Their figures are measured when they are shown (measured-examples.ts). */
import type { RelationName } from '../../../../wasm/engine';

interface Example {
  readonly text: string;
  /** The query word, of the tokens between the delimiters of MiniLM, from 0. */
  readonly word: number;
  readonly from: string;
}

/** How much `from` looks at `to`. */
export interface WeightExample extends Example {
  readonly to: string;
  /** Uses the head with the best score for it; by default, the head with the largest weight. */
  readonly relation?: RelationName;
  /** The sentence to compare with: the same head, and the word that it looked at there. */
  readonly after?: string;
  /** The word that it would look at if its attention switched. */
  readonly rival?: string;
}

/** How alike the vectors of `from` are in sentences of the same meaning and of another. */
export interface CosineExample extends Example {
  readonly same: string;
  readonly other: string;
  /** The number of layers. */
  readonly layers: number;
}

export type LanguageExample = WeightExample | CosineExample;

const kTired = 'The animal did not cross the street because it was too tired.';

export const languageExamples: readonly LanguageExample[] = [
  {
    text: 'The girl near the old door dropped her small red ball.',
    word: 7,
    from: 'her',
    to: 'girl',
    relation: 'possessive_to_owner',
  },
  { text: kTired, word: 8, from: 'it', to: 'animal' },
  {
    text: 'The animal did not cross the street because it was too wide.',
    word: 8,
    from: 'it',
    to: 'animal',
    after: kTired,
    rival: 'street',
  },
  {
    text: 'The boy carried a very heavy old box.',
    word: 2,
    from: 'carried',
    to: 'box',
    relation: 'verb_to_object',
  },
  {
    text: 'He sat on the bank of the river.',
    word: 4,
    from: 'bank',
    same: 'They walked along the bank of the lake.',
    other: 'He works at the bank in town.',
    layers: 3,
  },
];
