/** What the views of weights show: the layers whose arcs they draw, and their forced rows. */
import type { WordSpan } from '../../model/examples/example-view';

/** One layer of `<attention-arcs>`: the weights of one of its heads. */
export interface ArcLayer {
  readonly title: string;
  /** The title where there is little room. */
  readonly shortTitle?: string;
  /** The name that the head has earned, with its score, such as `goes with 0.999`, shown after the title. */
  readonly name?: string | undefined;
  /** `[query, key]` */
  readonly weights: Float32Array;
  /** The weights before the visitor's changes, if there are any. */
  readonly before?: Float32Array | undefined;
  /** The words that look, and those that they look at; by default all words. */
  readonly queries?: WordSpan;
  readonly keys?: WordSpan;
  /** From 0 (pencil gray, for a head without a skill) to 1 (ink blue). */
  readonly ink: number;
  /** Whether the head adds nothing to the computation. */
  readonly off?: boolean;
}

/** A row of weights that is forced onto one key. The layer is an index into `layers`. */
export interface ForcedLayerRow {
  readonly layer: number;
  readonly query: number;
  readonly key: number;
}

interface Layers {
  readonly tokens: readonly string[];
  readonly layers: readonly ArcLayer[];
  readonly chosen: number;
}

export const allWords = ({ tokens }: Pick<Layers, 'tokens'>): WordSpan => ({
  from: 0,
  count: tokens.length,
});

/** Whether the chosen word is a query in this layer: only then can its row be forced. */
export function canForceRow(shown: Layers, layer: number): boolean {
  const { from, count } = shown.layers[layer]?.queries ?? allWords(shown);
  return from <= shown.chosen && shown.chosen < from + count;
}

/** The key that a word's row is forced onto, if it is. */
export const forcedKey = (
  { forced }: { readonly forced: readonly ForcedLayerRow[] },
  layer: number,
  query: number,
): number | undefined => forced.find((row) => row.layer === layer && row.query === query)?.key;
