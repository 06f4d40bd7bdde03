/** The arithmetic of one row of attention weights, and the place of the row. */
import type { NamedTensors, RowPlace } from '../../../../wasm/engine';
import type { RowDetail } from '../../tensors/tensor';

/** `contributions` [key, d_v] are weight × v. */
export interface StoryRow extends RowDetail {
  /** The same without edits. */
  readonly original?: RowDetail | undefined;
}

/** The place of a row. */
export interface RowAt {
  readonly inspection: object;
  readonly layer: number;
  readonly head: number;
  readonly query: number;
}
export type PlacedRow = StoryRow & RowAt;

export function isSameRow(row: Partial<RowAt>, place: RowAt): boolean {
  const names = ['inspection', 'layer', 'head', 'query'] as const;
  return names.every((name) => row[name] === place[name]);
}

/** The row, if it is the one at this place; otherwise undefined. */
export function rowAt<Row extends RowAt>(row: Row | undefined, place: RowAt): Row | undefined {
  return row && isSameRow(row, place) ? row : undefined;
}

/** Whether a model and its words, with this trace, have the row. */
export function hasRow(trace: NamedTensors, { attention, head, query }: RowPlace): boolean {
  const [, heads = 0, queries = 0] = trace[`${attention}.weights`]?.shape ?? [];
  return head < heads && query < queries;
}
