import { describe, expect, it } from 'vitest';
import { differenceOf, holds, type Difference } from '../../../web/src/proof/difference';
import { vectorOf } from '../../support/tensor-of';

const tolerance = { rtol: 0.25, atol: 0.5 };
const difference = (got: number[], expected: number[]) =>
  differenceOf({ y: vectorOf(...got) }, { y: vectorOf(...expected) }, tolerance);

describe('the difference between tensors', () => {
  it('reports the element with the largest share of its tolerance', () => {
    // The tolerances are 0.5 + 0.25 |expected|: 0.5, 1.5, 25.5.
    expect(difference([0.25, 4.5, 102], [0, 4, 100])).toEqual({
      tensors: 1,
      numbers: 3,
      problem: null,
      worst: { tensor: 'y', index: 0, actual: 0.25, expected: 0, difference: 0.25, share: 0.5 },
    });
  });

  it('scales the tolerance with the magnitude of the expected value', () => {
    expect(difference([-3], [-4]).worst!.share).toBe(1 / 1.5);
    expect(difference([-4], [-3]).worst!.share).toBe(1 / 1.25);
  });

  it('holds up to exactly the tolerance', () => {
    expect(holds(difference([0.5], [0]))).toBe(true);
    expect(holds(difference([0.5000001], [0]))).toBe(false);
    expect(holds(difference([-0.5000001], [0]))).toBe(false);
  });

  it('is computed in double precision', () => {
    const [got, expected] = [1 + 2 ** -23, 1];
    const { worst } = difference([got], [expected]);
    expect(worst!.difference).toBe(2 ** -23);
    expect(worst!.share).toBe(2 ** -23 / 0.75);
  });

  it.each<[string, number[], number[]]>([
    ['a NaN result', [1, NaN, 1], [1, 1, 1]],
    ['an expected NaN', [1, 1], [NaN, 1]],
    ['NaN in both', [NaN], [NaN]],
    ['NaN before a larger difference', [NaN, 100], [1, 1]],
    ['NaN after a larger difference', [100, NaN], [1, 1]],
    ['infinity instead of a number', [Infinity], [1]],
    ['a number instead of infinity', [1], [-Infinity]],
    ['infinity of the wrong sign', [Infinity], [-Infinity]],
  ])('does not hold for %s', (_, got, expected) => {
    expect(holds(difference(got, expected))).toBe(false);
  });

  it('is 0 between equal infinities', () => {
    expect(difference([-Infinity, Infinity], [-Infinity, Infinity]).worst!.share).toBe(0);
  });
});

describe('tensors that cannot be compared', () => {
  const y = vectorOf(1, 2);
  const problemOf = (found: Difference) => (holds(found) ? 'it holds' : found.problem!.message);

  it('because a result is missing', () => {
    expect(problemOf(differenceOf({ x: y }, { y }, tolerance))).toBe(
      'expected a result y, got none',
    );
  });

  it('because of different shapes with equally many elements', () => {
    const row = { ...y, shape: [1, 2] };
    expect(problemOf(differenceOf({ y: row }, { y }, tolerance))).toBe(
      'expected y of shape [2], got [1, 2]',
    );
    expect(differenceOf({ y: row }, { y }, tolerance).problem).toMatchObject({
      reason: { is: 'otherShape', tensor: 'y', expected: '[2]', actual: '[1, 2]' },
    });
  });

  it('because nothing is expected', () => {
    expect(problemOf(differenceOf({ y }, {}, tolerance))).toBe('there was nothing to compare');
    const empty = { axes: ['n'], shape: [0], data: new Float32Array() };
    expect(problemOf(differenceOf({ y: empty }, { y: empty }, tolerance))).toBe(
      'there was nothing to compare',
    );
  });

  it('fail the comparison even if other tensors are equal', () => {
    const found = differenceOf({ y }, { x: y, y }, tolerance);
    expect(holds(found)).toBe(false);
    expect(found).toMatchObject({ tensors: 2, numbers: 2 });
  });

  it('do not include additional results', () => {
    expect(holds(differenceOf({ y, more: vectorOf(NaN) }, { y }, tolerance))).toBe(true);
  });
});
