/** An inspected example as a sentence with arcs: its words, and their weights. */
import type { ExampleInspection, Tensor } from '../../../../wasm/engine';
import { shownToken } from '../tokens/shown-token';

/** A range of consecutive words. */
export interface WordSpan {
  readonly from: number;
  readonly count: number;
}

export interface ExampleView {
  /** The input; then, if there is a decoder, its input. */
  readonly words: string[];
  /** How many words come before the query words. */
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

/** The words that are queries in an attention, and those that are keys. */
export function querySpans(
  { tokens, target_tokens }: ExampleInspection,
  attention: string,
): { readonly queries: WordSpan; readonly keys: WordSpan } {
  const source = { from: 0, count: tokens.length };
  if (!attention.startsWith('decoder')) return { queries: source, keys: source };
  const target = { from: tokens.length, count: target_tokens.length };
  return { queries: target, keys: attention.endsWith('cross_attention') ? source : target };
}

/** The weights of one head: [query, key] over all words of the example; 0 where a word has none. */
export function squareOf(
  inspection: ExampleInspection,
  weights: Tensor,
  head: number,
  attention: string,
): Float32Array {
  const n = inspection.tokens.length + inspection.target_tokens.length;
  const [, n_query = 0, n_key = 0] = weights.shape;
  if (n_query === n && n_key === n) return weights.data.subarray(head * n * n, (head + 1) * n * n);
  const { queries, keys } = querySpans(inspection, attention);
  const square = new Float32Array(n * n);
  for (let query = 0; query < n_query; query++) {
    const from = (head * n_query + query) * n_key;
    square.set(weights.data.subarray(from, from + n_key), (queries.from + query) * n + keys.from);
  }
  return square;
}

/** The places of words that differ from another example's, if both are equally long. */
export function changedPlaces(words: readonly string[], others: readonly string[]): number[] {
  if (words.length !== others.length) return [];
  return words.flatMap((word, i) => (word === others[i] ? [] : [i]));
}
