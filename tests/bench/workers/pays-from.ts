/** The length from which sharing pays off. */
import type { Shared } from './share-heads.ts';

/** The minimum speedup; a smaller one cannot be told from noise. */
export const kPays = 1.1;

/** The first length from which every measurement reaches the speedup, lengths ascending; null if there is none. */
export function paysFrom(measured: readonly Shared[]): number | null {
  const last = measured.findLastIndex(({ one, two }) => !(one / two >= kPays));
  return measured[last + 1]?.n ?? null;
}
