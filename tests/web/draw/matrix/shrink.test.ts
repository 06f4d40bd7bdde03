import { describe, expect, it } from 'vitest';
import { shrink } from '../../../../web/src/draw/matrix/shrink';

const matrix = (rows: number, columns: number, values: number[]) => ({
  rows,
  columns,
  data: Float32Array.from(values),
});

describe('shrink', () => {
  it('returns a small matrix unchanged', () => {
    const small = matrix(2, 2, [1, 2, 3, 4]);
    expect(shrink(small, 2)).toBe(small);
  });

  it('averages each block (worked by hand)', () => {
    const large = matrix(4, 4, [1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 13, 14, 11, 12, 15, 16]);
    expect(shrink(large, 2)).toEqual(matrix(2, 2, [2.5, 6.5, 10.5, 14.5]));
  });

  it('shrinks only the dimension that is too large', () => {
    expect(shrink(matrix(1, 4, [1, 3, 5, 7]), 2)).toEqual(matrix(1, 2, [2, 6]));
  });

  it('masks a block only if all its cells are masked', () => {
    const masks = matrix(2, 4, [0, -Infinity, -Infinity, -Infinity, 0, 0, -Infinity, -Infinity]);
    expect(shrink(masks, 2)).toEqual({ ...masks, columns: 2, data: expect.anything() });
    expect(Array.from(shrink(masks, 2).data)).toEqual([0, -Infinity, 0, -Infinity]);
  });

  it('assigns every cell to exactly one block, for any size', () => {
    for (const [n, maxSize] of [
      [113, 112],
      [512, 112],
      [7, 3],
    ] as const) {
      const ones = matrix(n, n, Array(n * n).fill(1));
      expect(shrink(ones, maxSize).data).toEqual(new Float32Array(maxSize * maxSize).fill(1));
    }
  });
});
