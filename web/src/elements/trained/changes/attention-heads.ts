import type { HeadPlace } from '../../../training/view-types';

/** All heads of an attention on, or all off. */
export function switchAttention(
  headsOff: readonly HeadPlace[],
  attention: string,
  heads: number,
  on: boolean,
): HeadPlace[] {
  const others = headsOff.filter((one) => one.attention !== attention);
  return on
    ? others
    : [...others, ...Array.from({ length: heads }, (_, head) => ({ attention, head }))];
}
