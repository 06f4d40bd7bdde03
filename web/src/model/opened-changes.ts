/** Changes to a model of one's own: heads that are switched off, rows of weights that are forced. */
import type { ForcedWeights } from '../training/interventions';
import type { HeadPlace } from '../training/view-types';

/** The heads that are off once `places` are switched. */
export function switchedHeads(
  off: readonly HeadPlace[],
  places: readonly HeadPlace[],
  on: boolean,
): HeadPlace[] {
  const isSame = (one: HeadPlace) => (other: HeadPlace) =>
    one.attention === other.attention && one.head === other.head;
  const others = off.filter((one) => !places.some(isSame(one)));
  return on ? others : [...others, ...places];
}

/** The forced rows once `row` looks at `key` alone. Without a key, it is as the model computes it. */
export function forcedRows(
  forced: readonly ForcedWeights[],
  row: Omit<ForcedWeights, 'key'>,
  key: number | undefined,
): ForcedWeights[] {
  const { attention, head, query } = row;
  const others = forced.filter(
    (one) => one.attention !== attention || one.head !== head || one.query !== query,
  );
  return key === undefined ? others : [...others, { ...row, key }];
}
