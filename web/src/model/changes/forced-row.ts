/** A row of weights that is forced onto one key: the query looks at it only. */
import { headOf, headText, type HeadPlace, type TextParts } from '../heads/head-place';

export interface ForcedRow extends HeadPlace {
  readonly query: number;
  readonly key: number;
}

/** A row as the address has it, after its example, and back. */
export function forcedRowOf([attention, head, query, key]: TextParts): ForcedRow {
  return { ...headOf([attention, head]), query: Number(query), key: Number(key) };
}
export const rowText = (row: ForcedRow): string => `${headText(row)}:${row.query}-${row.key}`;
