/** Changes of the state of an opened model's page: heads that are off, forced rows, another place. */
import type { ForcedRow } from '../changes/forced-row';
import { isHead, layerOf, type HeadPlace } from '../heads/head-place';
import type { LanguageState } from './language-state';
import { isParameter } from '../stages/parameter-parts';
import type { ChangedText } from './text-changes';

const kPlaceOfKey = ['text', 'layer', 'head', 'word'] as const;

/**
 * Forced rows, edits of fields and the number whose gradients are shown belong to one sentence; the chosen weight
 * belongs to one row of one head.
 */
export function changedState(state: LanguageState, change: Partial<LanguageState>): LanguageState {
  const isOther = (name: keyof LanguageState) => name in change && change[name] !== state[name];
  return {
    ...state,
    ...(isOther('text') && { forced: [], edits: state.edits.filter(isParameter), asked: null }),
    ...(kPlaceOfKey.some(isOther) && { key: null }),
    ...change,
  };
}

/** The layers whose heads are all off (without `head`), and each other head that is off; both count from 0. */
export function partsOff(
  off: readonly HeadPlace[],
  heads: number,
): { readonly layer: number; readonly head?: number }[] {
  const all = off.map(({ attention, head }) => ({ layer: layerOf(attention), head }));
  const layers = [...new Set(all.map(({ layer }) => layer))];
  return layers.flatMap((layer) => {
    const layerHeads = all.filter((place) => place.layer === layer);
    return layerHeads.length === heads ? [{ layer }] : layerHeads;
  });
}

/** A layer that is off counts once, and so does each other head, forced row and edit. */
export const countChanges = (
  { off = [], forced = [], edits = [] }: ChangedText,
  heads: number,
): number => partsOff(off, heads).length + forced.length + edits.length;

/** The forced rows once `row` looks at `key` alone. Without a key, it is as the model computes it. */
export function forcedRows(
  forced: readonly ForcedRow[],
  row: Omit<ForcedRow, 'key'>,
  key: number | undefined,
): ForcedRow[] {
  const isRow = isHead(row.attention, row.head);
  const others = forced.filter((other) => !isRow(other) || other.query !== row.query);
  return key === undefined ? others : [...others, { ...row, key }];
}
