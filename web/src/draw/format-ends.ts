/** Formats the ends of a range. */
import { formatNumber, withTrueMinus } from './format';

/**
 * Formats one end: as 0 if it is negligible compared with `reach`, the larger end, and as "< 0.001" if three decimals
 * cannot show it.
 */
function formatEnd(value: number, reach: number): string {
  const size = Math.abs(value);
  if (size < 1e-6 * reach) return '0';
  if (size >= 0.0005 || reach < 0.0005) return formatNumber(value);
  return value < 0 ? `> ${withTrueMinus('-0.001')}` : `< ${withTrueMinus('0.001')}`;
}

/** Formats both ends of a range. */
export function formatEnds(min: number, max: number): [min: string, max: string] {
  const reach = Math.max(Math.abs(min), Math.abs(max));
  return [formatEnd(min, reach), formatEnd(max, reach)];
}
