/** The arithmetic of one row of attention weights, and where the row is. */
import type { ModelInspection } from '../../../wasm/engine';
import type { RowDetail, Tensor } from '../tensor';

/** `contributions` [key, d_v] are weight × v. */
export interface StoryRow extends RowDetail {
  /** The same without edits. */
  readonly original?: { readonly contributions: Tensor } | undefined;
}

/** Where a row is. */
export interface RowAt {
  readonly inspection: ModelInspection;
  readonly layer: number;
  readonly head: number;
  readonly chosen: number;
}
export type PlacedRow = StoryRow & RowAt;

/** The row, if it is the one at this place. */
export function rowAt(row: PlacedRow | undefined, place: RowAt): PlacedRow | undefined {
  const names = ['inspection', 'layer', 'head', 'chosen'] as const;
  return row && names.every((name) => row[name] === place[name]) ? row : undefined;
}
