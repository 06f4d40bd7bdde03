import { describe, expect, it } from 'vitest';
import { reachOfWeights } from '../../../../web/src/draw/matrix/reach';

const square = (n: number, value: (i: number) => number) => ({
  rows: n,
  columns: n,
  data: Float32Array.from({ length: n * n }, (_, i) => value(i)),
});

describe('the scale of weights', () => {
  it('is the max weight for few cells', () => {
    expect(
      reachOfWeights(
        square(24, (i) => (i === 7 ? 1 : 0.01)),
        1,
      ),
    ).toBe(1);
  });

  it('ignores a single peak among many cells', () => {
    const reach = reachOfWeights(
      square(64, (i) => (i === 7 ? 1 : 0.01)),
      1,
    );
    expect(reach).toBeGreaterThanOrEqual(0.01);
    expect(reach).toBeLessThan(0.011);
  });

  it('covers at least 99 % of the positive weights', () => {
    const matrix = square(64, (i) => (i % 3 === 0 ? 0 : ((i * 7919) % 4096) / 4096));
    const reach = reachOfWeights(matrix, 1);
    const weights = Array.from(matrix.data).filter((value) => value > 0);
    const within = weights.filter((value) => value <= reach).length / weights.length;
    expect(within).toBeGreaterThanOrEqual(0.99);
    expect(within).toBeLessThan(0.995);
  });

  it('is the max if no weight is positive, or all are NaN', () => {
    expect(
      reachOfWeights(
        square(64, () => 0),
        0,
      ),
    ).toBe(0);
    expect(
      reachOfWeights(
        square(64, () => NaN),
        0,
      ),
    ).toBe(0);
  });
});
