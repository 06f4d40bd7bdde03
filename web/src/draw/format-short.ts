/** Formats a number for a cell. */
import { formatNumber, inPowers, withTrueMinus } from './format';

/**
 * At most seven characters, for cells: two decimals or fewer, and e-notation from 100,000 on. A small number rounds to 0
 * unless `reach`, the largest number beside it, is small too.
 */
export function formatShort(value: number, reach = 1): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const size = Math.abs(value);
  if (size >= 99999.5 || (reach < 0.01 && size < 0.01 && size > 1e-3 * reach)) {
    const text = inPowers(value);
    return text.length > 7 ? inPowers(value, 0) : text;
  }
  const text = value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : 2);
  return withTrueMinus(text === '-0.00' ? '0.00' : text);
}
