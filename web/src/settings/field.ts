/** The kinds of settings that only the playground and recipes have, each with a field, and the texts of their values. */
import { integer, numberRow, word, type Limits, type WholeRow } from './row';

/** A decimal point or comma, an exponent, and as many decimals as a double from 0.01 can have. */
export const number = numberRow('number', /^(?=.*\d)\d{0,15}([.,]\d{0,20})?(e-?\d{1,2})?$/i);

/** A head counted from 0, or null for the mean of all heads, written `mean`. */
export interface HeadRow extends WholeRow<number | null>, Limits {
  readonly kind: 'head';
}
export const head = (min: number, max: number): HeadRow => ({
  kind: 'head',
  min,
  max,
  parse: (name, text) => (text.trim() === 'mean' ? null : integer(min, max).parse(name, text)),
});

/** One integer per layer, or one for all layers. */
export interface LayersRow extends WholeRow<number | number[]>, Limits {
  readonly kind: 'layers';
}
export const layers = (min: number, max: number): LayersRow => ({
  kind: 'layers',
  min,
  max,
  parse(name, text) {
    const texts = text.trim().split(/[\s,;]+/);
    const numbers = texts.map((number) => integer(min, max).parse(name, number));
    return numbers.length === 1 ? numbers[0]! : numbers;
  },
});

const flags = word(['true', 'false']);
export interface FlagRow extends WholeRow<boolean> {
  readonly kind: 'flag';
  readonly words: readonly string[];
}
export const flag: FlagRow = {
  kind: 'flag',
  words: flags.words,
  parse: (name, text) => flags.parse(name, text) === 'true',
};

/** The text that is parsed to the value. */
export const textOf = (value: unknown): string => String(value ?? 'mean');
