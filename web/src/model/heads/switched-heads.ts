/** Switching heads on or off. */
import { isHead, type HeadPlace } from './head-place';

/** The heads that are off once `places` are switched. */
export function switchedHeads(
  off: readonly HeadPlace[],
  places: readonly HeadPlace[],
  on: boolean,
): HeadPlace[] {
  const others = off.filter(({ attention, head }) => !places.some(isHead(attention, head)));
  return on ? others : [...others, ...places];
}

/** All heads of an attention. */
export const allHeads = (attention: string, count: number): HeadPlace[] =>
  Array.from({ length: count }, (_, head) => ({ attention, head }));
