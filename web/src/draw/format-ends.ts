/** How the ends of a range are written. */
import { formatNumber, signed } from './format';

/**
 * Writes an end that is negligible beside `reach`, the larger one, as 0, and one that three decimals cannot show as "<
 * 0.001".
 */
function formatEnd(value: number, reach: number): string {
  const size = Math.abs(value);
  if (size < 1e-6 * reach) return '0';
  if (size >= 0.0005 || reach < 0.0005) return formatNumber(value);
  return value < 0 ? `> ${signed('-0.001')}` : `< ${signed('0.001')}`;
}

/** The ends of a range. */
export function formatEnds(min: number, max: number): [min: string, max: string] {
  const reach = Math.max(Math.abs(min), Math.abs(max));
  return [formatEnd(min, reach), formatEnd(max, reach)];
}
