/** Formats a number for a cell. */
import { formatNumber, withTrueMinus } from './format';

/**
 * At most seven characters, for cells: two decimals or fewer, and e-notation from 100,000 on. A small number rounds to 0
 * unless `reach`, the largest number beside it, is small too.
 */
export function formatShort(value: number, reach = 1): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const size = Math.abs(value);
  if (size >= 99999.5 || (reach < 0.01 && size < 0.01 && size > 1e-3 * reach))
    return inPowers(value);
  const text = value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : 2);
  return withTrueMinus(text === '-0.00' ? '0.00' : text);
}

/** E-notation such as 1e9 or 1.2e−5; without a decimal if it would be too long. */
function inPowers(value: number): string {
  const text = value.toExponential(1).replace('.0', '').replace('+', '');
  return withTrueMinus(text.length > 7 ? value.toExponential(0) : text);
}
