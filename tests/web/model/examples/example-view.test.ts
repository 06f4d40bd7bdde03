/** The parts of an example that are shown. */
import { describe, expect, it } from 'vitest';
import { changedPlaces, squareOf } from '../../../../web/src/model/examples/example-view';

describe('an example', () => {
  const tokens = ['x', 'y'];
  const target_tokens = ['<s>', 'p', 'q'];
  const inspection = {
    tokens,
    target_tokens,
    labels: [],
    relations: [],
    answers: [],
    weights: {},
  };

  it('has all attentions in one square', () => {
    // [head 2, query 3, key 2]
    const data = Float32Array.from({ length: 12 }, (_, i) => i + 1);
    const cross = { axes: [], shape: [2, 3, 2], data };
    const square = squareOf(inspection, cross, 1, 'decoder.layers.0.cross_attention');
    expect(Array.from({ length: 5 }, (_, i) => [...square.slice(5 * i, 5 * i + 5)])).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
      [7, 8, 0, 0, 0],
      [9, 10, 0, 0, 0],
      [11, 12, 0, 0, 0],
    ]);
    const self = {
      axes: [],
      shape: [1, 3, 3],
      data: Float32Array.from([1, 0, 0, 2, 3, 0, 4, 5, 6]),
    };
    const own = squareOf(inspection, self, 0, 'decoder.layers.0.attention');
    expect([...own.slice(20)]).toEqual([0, 0, 4, 5, 6]);
    const encoder = { axes: [], shape: [1, 2, 2], data: Float32Array.from([1, 2, 3, 4]) };
    expect([...squareOf(inspection, encoder, 0, 'layers.0.attention').slice(5, 7)]).toEqual([3, 4]);
  });

  it('of one sentence has the weights of a head in its square', () => {
    const weights = { axes: [], shape: [2, 2, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
    const one = { ...inspection, target_tokens: [] };
    expect([...squareOf(one, weights, 1, 'layers.0.attention')]).toEqual([5, 6, 7, 8]);
  });

  it('differs from another of the same length in some places', () => {
    expect(changedPlaces(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([1]);
    expect(changedPlaces(['a'], ['a', 'b'])).toEqual([]);
  });
});
