/** Switching all heads of an attention on or off at once. */
import type { HeadPlace } from '../../../model/heads/head-place';

/** The heads that are off afterwards: none of this attention, or all of them. */
export function switchAttention(
  headsOff: readonly HeadPlace[],
  attention: string,
  heads: number,
  on: boolean,
): HeadPlace[] {
  const others = headsOff.filter((place) => place.attention !== attention);
  return on
    ? others
    : [...others, ...Array.from({ length: heads }, (_, head) => ({ attention, head }))];
}
