/** An inspected example as a sentence with arcs: its words, where they look, and what the model says. */
import type { ExampleInspection, Guess, Tensor } from '../../../wasm/engine';
import { shownToken } from './shown-token';

export interface ExampleView {
  /** The input; then, if there is a decoder, its input. */
  readonly words: string[];
  /** How many words come before those that ask. */
  readonly before: number;
}

export function exampleView({ tokens, target_tokens }: ExampleInspection): ExampleView {
  const words = [...tokens, ...target_tokens].map(shownToken);
  return { words, before: target_tokens.length && tokens.length };
}

/** How many places can be chosen: words, or the class token and the patches of an image. */
export function placesOf(inspection: ExampleInspection): number {
  const { words } = exampleView(inspection);
  return words.length || (Object.values(inspection.weights)[0]?.shape[1] ?? 0);
}

/** The weights of one head: [query, key] over all words of the example; 0 where a word has none. */
export function squareOf(
  { tokens, target_tokens }: ExampleInspection,
  weights: Tensor,
  head: number,
  attention: string,
): Float32Array {
  const n = tokens.length + target_tokens.length;
  const [, queries = 0, keys = 0] = weights.shape;
  const inDecoder = attention.startsWith('decoder');
  const [down, across] = [
    inDecoder ? tokens.length : 0,
    inDecoder && !attention.endsWith('cross_attention') ? tokens.length : 0,
  ];
  const square = new Float32Array(n * n);
  for (let query = 0; query < queries; query++) {
    const from = (head * queries + query) * keys;
    square.set(weights.data.subarray(from, from + keys), (query + down) * n + across);
  }
  return square;
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
    const at = place * perPlace + i;
    const label = labels[at];
    return {
      guesses: (answers[at] ?? []).map((guess) => ({ ...guess, token: shownToken(guess.token) })),
      label: label && shownToken(label),
    };
  });
}

/** The places of words that differ from another example's, if both are equally long. */
export function changedPlaces(words: readonly string[], others: readonly string[]): number[] {
  if (words.length !== others.length) return [];
  return words.flatMap((word, i) => (word === others[i] ? [] : [i]));
}
