/** Sentences to begin with. What the heads do in them is computed like in any other sentence. */
import type { RelationName } from '../../../wasm/engine';

export interface OpenedExample {
  readonly text: string;
  /** The word that asks, of the tokens between the delimiters of MiniLM, from 0. */
  readonly word: number;
  /** Shows the best head for it; absent: the head stays. */
  readonly relation: RelationName;
}

export const openedExamples: readonly OpenedExample[] = [
  {
    text: 'The girl near the old door dropped her small red ball.',
    word: 7,
    relation: 'possessive_to_owner',
  },
  {
    text: 'The animal did not cross the street because it was too tired.',
    word: 8,
    relation: 'pronoun_to_noun',
  },
  {
    text: 'The animal did not cross the street because it was too wide.',
    word: 8,
    relation: 'pronoun_to_noun',
  },
  {
    text: 'The children will soon read the long letter.',
    word: 2,
    relation: 'auxiliary_to_verb',
  },
  {
    text: 'The famous old bridge stands near the quiet river.',
    word: 1,
    relation: 'adjective_to_noun',
  },
];
