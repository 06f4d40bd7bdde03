/** Which numbers of a matrix count as changed: those that are written differently. */
import { expect, test } from 'vitest';
import { hasChanged } from '../../../../web/src/elements/story/matrix-changes';

const matrix = {
  ...{ rows: 2, columns: 2 },
  values: Float32Array.of(1, 0.25, -Infinity, 3),
  before: Float32Array.of(1, 0.251, -Infinity, -3),
};

test('a number that rounds to the same two decimals has not changed', () => {
  const changed = [0, 1].map((row) => [0, 1].map((column) => hasChanged(matrix, row, column)));
  expect(changed).toEqual([
    [false, false],
    [false, true],
  ]);
});

test('beyond its edges, and without edits, nothing has changed', () => {
  expect(hasChanged(matrix, 1, 2)).toBe(false);
  expect(hasChanged(matrix, -1, 1)).toBe(false);
  expect(hasChanged({ ...matrix, before: undefined }, 1, 1)).toBe(false);
});
