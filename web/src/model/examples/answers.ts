/** A model's answers at a place of an example: its most probable tokens, and the right one. */
import type { ExampleInspection } from '../../../../wasm/engine';
import { shownToken } from '../tokens/shown-token';

export interface Guess {
  readonly token: string;
  readonly probability: number;
}

/** The model's answers before the visitor's changes. */
export interface GuessesBefore {
  readonly first: Guess;
  /** The probabilities of the guesses that are shown now, where they are known. */
  readonly current: readonly (number | undefined)[];
}

export interface Answer {
  readonly guesses: readonly Guess[];
  readonly label: string | undefined;
}

/** The answers at a place: answers_per_place of them. */
export function answersAt(
  { answers, labels }: ExampleInspection,
  place: number,
  perPlace: number,
): Answer[] {
  return Array.from({ length: perPlace }, (_, i) => {
    const answer = place * perPlace + i;
    const label = labels[answer];
    return {
      guesses: (answers[answer] ?? []).map((guess) => ({
        ...guess,
        token: shownToken(guess.token),
      })),
      label: label && shownToken(label),
    };
  });
}
