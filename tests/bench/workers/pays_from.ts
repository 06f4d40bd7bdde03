/** From which length on sharing out pays. */
import type { Shared } from './share_heads.ts';

/** Times as fast; less is not told from a busy machine. */
export const kPays = 1.1;

/** The first length from which on two were that fast at every one measured, lengths ascending; null: at none. */
export function paysFrom(measured: readonly Shared[]): number | null {
  const last = measured.findLastIndex(({ one, two }) => !(one / two >= kPays));
  return measured[last + 1]?.n ?? null;
}
