/** Number formatting: true minus signs, few decimals, and the decimal mark of the language. */

let mark = '.';

/** Sets the decimal mark of all numbers that are formatted from now on, in any element: a comma in German. */
export function setDecimalMark(of: '.' | ','): void {
  mark = of;
}

/** Replaces the point in a formatted number by the decimal mark of the language. */
export const withMark = (text: string) => (mark === '.' ? text : text.replace('.', mark));

/** Like `toFixed`, with the decimal mark of the language. */
export function formatDecimal(value: number, decimals: number): string {
  return withMark(value.toFixed(decimals));
}

/** Like `toPrecision`, with the decimal mark of the language. */
export function formatPrecision(value: number, digits: number): string {
  return withMark(value.toPrecision(digits));
}

/** A number with a percent sign, which German separates by a space. */
export function formatPercent(percent: number, decimals: number): string {
  return `${withTrueMinus(percent.toFixed(decimals))}${percentSign()}`;
}

/** The percent sign, after a space where the language has a decimal comma. */
export const percentSign = () => (mark === ',' ? '\u00a0%' : '%');

/** Three decimals by default, fewer for large values. E-notation outside 0.0005 to 100,000. */
export function formatNumber(value: number, decimals = 3): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 0.5 * 10 ** -decimals)) return inPowers(value);
  const room = size >= 1000 ? 0 : size >= 100 ? Math.min(decimals, 1) : decimals;
  return withTrueMinus(value.toFixed(room));
}

/** E-notation such as 1e9 or 1.2e−5: no sign of a positive exponent, and no decimal that is 0. */
export function inPowers(value: number, decimals = 1): string {
  return withTrueMinus(value.toExponential(decimals).replace(/\.0|\+/g, ''));
}

/** Always with a sign, for terms of a sum. */
export function formatSigned(value: number, decimals = 3): string {
  return value < 0 || Number.isNaN(value)
    ? formatNumber(value, decimals)
    : `+${formatNumber(value, decimals)}`;
}

/** Replaces hyphens by true minus signs, and the point by the decimal mark of the language. */
export function withTrueMinus(text: string): string {
  return withMark(text).replace(/-/g, '−');
}

/** A probability or weight in percent with one decimal; one that would round to 0 is shown as smaller than 0.1%. */
export function formatProbability(share: number): string {
  if (share === 0) return formatPercent(0, 0);
  const tenths = Math.round(share * 1000);
  return tenths === 0 ? `< ${formatPercent(0.1, 1)}` : formatTenths(tenths);
}

export function formatTenths(tenths: number): string {
  return formatPercent(tenths / 10, 1);
}

/** A share of right answers: only all of them are 100%. */
export function formatRight(share: number, decimals = 1): string {
  const most = share < 1 ? 100 - 10 ** -decimals : 100;
  return formatPercent(Math.min(most, share * 100), decimals);
}

/** Dimension names: d1, d2 and so on. */
export function dimensionNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `d${i + 1}`);
}
