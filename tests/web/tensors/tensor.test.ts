import { describe, expect, it } from 'vitest';
import {
  cellAt,
  headsSideBySide,
  matrixOf,
  rangeOf,
  matrixRow,
  scalarOf,
  type Tensor,
} from '../../../web/src/tensors/tensor';

/** Counts up from `first`, so that each value identifies its position. */
function counting(shape: number[], axes: string[], first = 0): Tensor {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { axes, shape, data: Float32Array.from({ length: size }, (_, i) => first + i) };
}

describe('matrixOf', () => {
  const weights = counting([2, 3, 2, 4], ['batch', 'head', 'query', 'key']);

  it('flattens batch and head, with batch as the slower axis', () => {
    const matrix = matrixOf(weights, 1 * 3 + 2); // the second item's third head
    expect([matrix.rows, matrix.columns]).toEqual([2, 4]);
    expect([...matrix.data]).toEqual([40, 41, 42, 43, 44, 45, 46, 47]);
  });

  it('returns the first matrix by default', () => {
    expect([...matrixOf(weights).data]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('returns a view without copying', () => {
    expect(matrixOf(weights, 5).data.buffer).toBe(weights.data.buffer);
  });

  it('gives rows and single values', () => {
    const matrix = matrixOf(weights, 4);
    expect([...matrixRow(matrix, 1)]).toEqual([36, 37, 38, 39]);
    expect(cellAt(matrix, 1, 2)).toBe(38);
    expect(cellAt(matrix, 0, 3)).toBe(35);
  });

  it('of no rows is empty', () => {
    const matrix = matrixOf(counting([0, 5], ['query', 'd_model']));
    expect([matrix.rows, matrix.columns, matrix.data.length]).toEqual([0, 5, 0]);
  });
});

describe('headsSideBySide', () => {
  it('puts head h into columns h d_head to (h + 1) d_head, as concat does', () => {
    const context = counting([1, 2, 3, 2], ['batch', 'head', 'query', 'd_head']);
    const matrix = headsSideBySide(context);
    expect([matrix.rows, matrix.columns]).toEqual([3, 4]);
    expect([...matrixRow(matrix, 0)]).toEqual([0, 1, 6, 7]);
    expect([...matrixRow(matrix, 1)]).toEqual([2, 3, 8, 9]);
    expect([...matrixRow(matrix, 2)]).toEqual([4, 5, 10, 11]);
  });

  it('of one head is that head', () => {
    const context = counting([1, 1, 2, 3], ['batch', 'head', 'query', 'd_head'], 10);
    expect([...headsSideBySide(context).data]).toEqual([10, 11, 12, 13, 14, 15]);
  });
});

describe('scalarOf', () => {
  it('is the value of a tensor without axes', () => {
    expect(scalarOf({ axes: [], shape: [], data: Float32Array.of(2.5) })).toBe(2.5);
  });
});

describe('rangeOf', () => {
  it.each([
    ['numbers of both signs', [3, -7, 0], { min: -7, max: 3 }],
    ['masked scores, which are ignored', [-Infinity, 2, -Infinity, 5], { min: 2, max: 5 }],
    ['NaN and infinity, which are ignored', [NaN, Infinity, 1], { min: 1, max: 1 }],
    ['only negative numbers', [-3, -2], { min: -3, max: -2 }],
    ['nothing finite', [NaN, -Infinity], { min: 0, max: 0 }],
    ['no numbers', [], { min: 0, max: 0 }],
  ])('spans %s', (_, data, range) => {
    expect(rangeOf(Float32Array.from(data))).toEqual(range);
  });
});
