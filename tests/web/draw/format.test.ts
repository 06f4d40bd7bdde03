import { afterEach, describe, expect, it } from 'vitest';
import {
  formatNumber,
  formatProbability,
  formatRight,
  formatSigned,
  formatTenths,
  setDecimalMark,
} from '../../../web/src/draw/format';
import { formatEnds } from '../../../web/src/draw/format-ends';
import { formatShort } from '../../../web/src/draw/format-short';

const minus = '\u2212';

afterEach(() => setDecimalMark('.'));

describe('a number is formatted', () => {
  it.each([
    [0, '0.000'],
    [-0, '0.000'],
    [1, '1.000'],
    [0.97725, '0.977'],
    [0.0005, '0.001'],
    [12.3456, '12.346'],
    [100, '100.0'],
    [123.456, '123.5'],
    [1000, '1000'],
    [54321.9, '54322'],
  ])('with fewer decimals the larger it is: %f', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [100_000, '1e5'],
    [123_456, '1.2e5'],
    [0.00049, `4.9e${minus}4`],
    [1e-38, `1e${minus}38`],
    [3.4e38, '3.4e38'],
    [-2.5e-7, `${minus}2.5e${minus}7`],
  ])('in e-notation if very large or very small: %f', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [-1.5, `${minus}1.500`],
    [-123.4, `${minus}123.4`],
    [-5000, `${minus}5000`],
    [-Infinity, `${minus}∞`],
    [Infinity, '∞'],
    [NaN, 'NaN'],
  ])('with a true minus sign and infinity signs: %f', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('in the same e-notation as in a cell, where there is room for it, with each decimal mark', () => {
    for (const mark of ['.', ','] as const) {
      setDecimalMark(mark);
      for (const value of [100_000, -123_456, 1e9, 3.4e38, -3.4e38])
        expect(formatNumber(value)).toBe(formatShort(value));
      for (const value of [0.000012, -0.00049, 1e-9])
        expect(formatNumber(value)).toBe(formatShort(value, Math.abs(value)));
    }
    expect(formatNumber(123_456)).toBe('1,2e5');
  });

  it('with the requested number of decimals', () => {
    expect(formatNumber(2.5, 1)).toBe('2.5');
    expect(formatNumber(0.04, 1)).toBe(`4e${minus}2`);
    expect(formatNumber(2 / 3, 5)).toBe('0.66667');
  });

  it('with a rounding error of at most half its last digit', () => {
    for (let exponent = -30; exponent <= 30; exponent++)
      for (const digits of [1, 1.2345, 3.14159, 9.9949, 9.9996])
        for (const sign of [1, -1]) {
          const value = sign * digits * 10 ** exponent;
          const read = Number(formatNumber(value).replaceAll(minus, '-'));
          const allowed = Math.max(0.0005, Math.abs(value) * 0.05) * 1.0001;
          expect(Math.abs(read - value)).toBeLessThanOrEqual(allowed);
        }
  });
});

describe('the ends of a range', () => {
  it.each([
    [0, 1, '0', '1.000'],
    [4.1e-42, 1, '0', '1.000'],
    [-4.2e-12, 0.115, '0', '0.115'],
    [-3, 1e-20, `${minus}3.000`, '0'],
    [0.0004, 1, '< 0.001', '1.000'],
    [-0.0004, 2, `> ${minus}0.001`, '2.000'],
    [-2e-5, 3e-5, `${minus}2e${minus}5`, `3e${minus}5`],
    [-1.5, 2.5, `${minus}1.500`, '2.500'],
    [0, 0, '0.000', '0.000'],
    [-Infinity, 2, `${minus}∞`, '0'],
  ])('from %f to %f have no superfluous digits', (min, max, first, last) => {
    expect(formatEnds(min, max)).toEqual([first, last]);
  });
});

describe('a number in a cell', () => {
  it.each([
    [0.5, '0.50'],
    [0.977, '0.98'],
    [0.001, '0.00'],
    [-0.5, `${minus}0.50`],
    [12.345, '12.35'],
    [123.45, '123.5'],
    [-1234.5, `${minus}1235`],
    [NaN, 'NaN'],
    [-Infinity, `${minus}∞`],
    [Infinity, '∞'],
  ])('has at most two decimals: %f', (value, text) => expect(formatShort(value)).toBe(text));

  it.each([
    [99_999, '99999'],
    [99_999.6, '1e5'],
    [123_456, '1.2e5'],
    [1e9, '1e9'],
    [-1e9, `${minus}1e9`],
    [-2.54e12, `${minus}2.5e12`],
    [349_169_359_257.6, '3.5e11'],
    [3.4e38, '3.4e38'],
    [-3.4e38, `${minus}3.4e38`],
  ])('is short in e-notation if it is large: %f', (value, text) =>
    expect(formatShort(value)).toBe(text),
  );

  it.each([
    [0.000012, 0.00005, `1.2e${minus}5`],
    [-0.0049, 0.0049, `${minus}4.9e${minus}3`],
    [1e-9, 1e-9, `1e${minus}9`],
    [-1.26e-12, 2e-12, `${minus}1e${minus}12`],
    [4e-9, 0.004, '0.00'],
    [0, 0.00005, '0.00'],
    [0.5, 0.00005, '0.50'],
    [0.0049, 1, '0.00'],
  ])('is written in e-notation where all are small: %f among %f', (value, reach, text) =>
    expect(formatShort(value, reach)).toBe(text),
  );

  it('has at most seven characters', () => {
    for (let exponent = -45; exponent <= 38; exponent++)
      for (const digits of [1, 1.26, 3.14159, 9.96])
        for (const value of [digits * 10 ** exponent, -digits * 10 ** exponent])
          for (const reach of [Math.abs(value), 1])
            expect(formatShort(value, reach).length).toBeLessThanOrEqual(7);
  });

  it.each([-0.001, -0.0049, -1e-30, -0])('has no sign if it rounds to 0: %f', (value) => {
    expect(formatShort(value)).toBe('0.00');
  });
});

describe('a term of a sum', () => {
  it.each([
    [1.5, '+1.500'],
    [0, '+0.000'],
    [-1.5, `${minus}1.500`],
    [Infinity, '+∞'],
    [-Infinity, `${minus}∞`],
    [2e-7, '+2e\u22127'],
  ])('shows its sign: %f', (value, text) => expect(formatSigned(value)).toBe(text));

  it('has no sign if it is NaN', () => expect(formatSigned(NaN)).toBe('NaN'));
});

describe('a share is formatted', () => {
  it.each([
    [1, '100.0%'],
    [0.57, '57.0%'], // 0.57 * 1000 is not exactly 570.
    // Depends only on the number itself: the same weight has the same text in every view.
    [0.255505, '25.6%'],
    [0.0654808, '6.5%'],
    [1 / 3, '33.3%'],
    [1 / 6, '16.7%'],
    [0.9996, '100.0%'],
    [0.0004, '< 0.1%'],
    [0, '0%'],
    [NaN, 'NaN%'],
  ])('as tenths of a percent: %f', (share, text) => {
    expect(formatProbability(share)).toBe(text);
  });

  it.each([
    [1, '100.0%'],
    [0.999875, '99.9%'],
    [0.9989, '99.9%'],
    [0.9984, '99.8%'],
    [0, '0.0%'],
  ])('of right answers %f as %s: 100.0%% are all of them', (share, text) => {
    expect(formatRight(share)).toBe(text);
  });

  it.each([
    [1, '100%'],
    [0.998, '99%'],
    [0.985, '99%'],
    [0.98, '98%'],
    [0, '0%'],
  ])('of right answers %f as %s, without decimals', (share, text) => {
    expect(formatRight(share, 0)).toBe(text);
  });

  it('with a true minus sign where a weight was made negative', () => {
    expect(formatTenths(-1500)).toBe(`${minus}150.0%`);
  });
});
