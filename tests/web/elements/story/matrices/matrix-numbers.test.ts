/** A number of a matrix counts as changed if it is displayed differently. */
import { expect, test } from 'vitest';
import { isChangedNumber } from '../../../../../web/src/elements/story/matrices/matrix-numbers';

const matrix = {
  ...{ rows: 2, columns: 2 },
  values: Float32Array.of(1, 0.25, -Infinity, 3),
  before: Float32Array.of(1, 0.251, -Infinity, -3),
};

test('a number that rounds to the same two decimals counts as unchanged', () => {
  const changed = [0, 1].map((row) => [0, 1].map((column) => isChangedNumber(matrix, row, column)));
  expect(changed).toEqual([
    [false, false],
    [false, true],
  ]);
});

test('if all numbers are small, one with a different e-notation counts as changed', () => {
  const small = {
    ...{ rows: 1, columns: 2 },
    values: Float32Array.of(1e-5, 3e-5),
    before: Float32Array.of(2e-5, 3.01e-5),
  };
  expect([0, 1].map((column) => isChangedNumber(small, 0, column))).toEqual([true, false]);
});

test('outside the matrix, and without edits, nothing counts as changed', () => {
  expect(isChangedNumber(matrix, 1, 2)).toBe(false);
  expect(isChangedNumber(matrix, -1, 1)).toBe(false);
  expect(isChangedNumber({ ...matrix, before: undefined }, 1, 1)).toBe(false);
});
