import { expect, test } from 'vitest';
import { paysFrom } from './pays-from.ts';

test.each([
  [[1.3, 1.4, 1.5], 16],
  [[1.0, 1.1, 1.5], 32],
  [[1.5, 1.0, 1.2], 64],
  [[1.2, NaN, 1.2], 64],
  [[1.5, 1.5, 1.09], null],
  [[], null],
])('speedups of two workers of %j pay off from n = %j on', (times, from) => {
  const measured = times.map((two, i) => ({ n: 16 << i, one: 10 * two, two: 10 }));
  expect(paysFrom(measured)).toBe(from);
});
