import { describe, expect, it } from 'vitest';
import { heldAgainst } from './difference.ts';

const product = { id: 'product-2x2x2', kind: 'product' } as const;
const training = { id: 'training-1', kind: 'training' } as const;
const results = (...values: number[]) => [Float32Array.from(values)];

describe('the difference between the results of a rival and ours', () => {
  it('is the largest of all, relative for values above 1', () => {
    expect(heldAgainst(product, results(1, 1024, -0.5), results(1, 1024, -0.5))).toBe(0);
    expect(heldAgainst(product, results(1024, 0.5), results(1024.5, 0.5))).toBe(0.5 / 1024);
    expect(heldAgainst(product, results(0, 0), results(2 ** -11, -(2 ** -10)))).toBe(2 ** -10);
  });

  it.each([
    [
      product,
      [0.5, 0],
      [0.5, 2 ** -9],
      'product-2x2x2: differs from us by 0.001953125, more than 0.001',
    ],
    [
      training,
      [0.5],
      [0.5 + 2 ** -13],
      'training-1: differs from us by 0.0001220703125, more than 0.0001',
    ],
    [product, [1, 2], [1, NaN], 'product-2x2x2: differs from us by Infinity, more than 0.001'],
    [product, [1, 2], [1], 'product-2x2x2: differs from us by Infinity, more than 0.001'],
  ])('throws if it exceeds the tolerance: %j %j %j', (workload, ours, theirs, message) => {
    expect(() => heldAgainst(workload, results(...ours), results(...theirs))).toThrow(message);
  });

  it('throws for fewer results than ours', () => {
    expect(() => heldAgainst(product, [...results(1), ...results(2)], results(1))).toThrow(
      /differs from us by Infinity/,
    );
  });
});
