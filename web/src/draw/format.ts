/** Number formatting: true minus signs, few decimals, and the decimal mark of the language. */

let mark = '.';

/** What the numbers that are formatted next shall have: a comma in German. */
export function setDecimalMark(of: '.' | ','): void {
  mark = of;
}

/** A number that was written with a point, with the decimal mark of the language. */
export const withMark = (text: string) => (mark === '.' ? text : text.replace('.', mark));

/** Like `toFixed`, with the decimal mark of the language. */
export function formatDecimal(value: number, decimals: number): string {
  return withMark(value.toFixed(decimals));
}

/** Like `toPrecision`, with the decimal mark of the language. */
export function formatPrecision(value: number, digits: number): string {
  return withMark(value.toPrecision(digits));
}

/** A number with its percent sign, which German sets apart. */
export function formatPercent(percent: number, decimals: number): string {
  return `${signed(percent.toFixed(decimals))}${percentSign()}`;
}

/** What follows a percentage. */
export const percentSign = () => (mark === ',' ? '\u00a0%' : '%');

/** Three decimals by default, fewer for large values. E-notation outside 0.0005 to 100,000. */
export function formatNumber(value: number, decimals = 3): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 0.5 * 10 ** -decimals))
    return signed(value.toExponential(1));
  const room = size >= 1000 ? 0 : size >= 100 ? Math.min(decimals, 1) : decimals;
  return signed(value.toFixed(room));
}

/** An end that vanishes beside the larger one, `reach`, is 0; one that three decimals cannot show is written "< 0.001". */
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

/** At most two decimals, for heatmap cells. Small numbers round to 0. */
export function formatShort(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const text = value.toFixed(Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2);
  return signed(text === '-0.00' ? '0.00' : text);
}

/** Always with a sign, for terms of a sum. */
export function formatSigned(value: number, decimals = 3): string {
  return value < 0 || Number.isNaN(value)
    ? formatNumber(value, decimals)
    : `+${formatNumber(value, decimals)}`;
}

function signed(text: string): string {
  return withMark(text).replace(/-/g, '−');
}

/** A probability with one decimal; one that would be 0 says that it is smaller. */
export function formatProbability(probability: number): string {
  const tenths = Math.round(probability * 1000);
  return tenths === 0 ? `< ${formatPercent(0.1, 1)}` : formatTenths(tenths);
}

/** Weights that sum to 1, as percentages that sum to exactly 100.0 (see `tenthsOfPercent`). */
export function formatPercentages(weights: ArrayLike<number>): string[] {
  return tenthsOfPercent(weights).map(formatTenths);
}

export function formatTenths(tenths: number): string {
  return formatPercent(tenths / 10, 1);
}

/**
 * Weights that sum to 1, as integer tenths of a percent that sum to exactly 1000. Largest remainder
 * method: round each down, then add the missing tenths where rounding removed most.
 */
export function tenthsOfPercent(weights: ArrayLike<number>): number[] {
  const exact = Array.from(weights, (weight) => weight * 1000);
  const tenths = exact.map((value) => Math.floor(value + 1e-9));
  const total = exact.reduce((sum, value) => sum + value, 0);
  let missing = Math.round(total) - tenths.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - tenths[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder) if (missing-- > 0) tenths[i]!++;
  return tenths;
}

/** Dimension names: d1, d2 and so on. */
export function dimensionNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `d${i + 1}`);
}
