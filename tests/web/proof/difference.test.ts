import { describe, expect, it } from 'vitest';
import { differenceOf, holds, type Difference } from '../../../web/src/proof/difference';

const tensor = (...numbers: number[]) => ({
  axes: ['axis_0'],
  shape: [numbers.length],
  data: Float32Array.from(numbers),
});
const tolerance = { rtol: 0.25, atol: 0.5 };
const difference = (got: number[], expected: number[]) =>
  differenceOf({ y: tensor(...got) }, { y: tensor(...expected) }, tolerance);

describe('the difference of tensors', () => {
  it('is given for the number that uses most of its tolerance, not for the largest', () => {
    // Tolerated are 0.5 + 0.25 |expected|: 0.5, 1.5, 25.5.
    expect(difference([0.25, 4.5, 102], [0, 4, 100])).toEqual({
      tensors: 1,
      numbers: 3,
      problem: null,
      worst: { tensor: 'y', at: 0, got: 0.25, expected: 0, difference: 0.25, share: 0.5 },
    });
  });

  it('is measured by the size of what is expected, whatever its sign', () => {
    expect(difference([-3], [-4]).worst!.share).toBe(1 / 1.5);
    expect(difference([-4], [-3]).worst!.share).toBe(1 / 1.25);
  });

  it('holds at the tolerance, and not beyond it', () => {
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
    ['a result that is not a number', [1, NaN, 1], [1, 1, 1]],
    ['an expected one that is not', [1, 1], [NaN, 1]],
    ['both', [NaN], [NaN]],
    ['NaN before a larger difference', [NaN, 100], [1, 1]],
    ['NaN after one', [100, NaN], [1, 1]],
    ['an infinity for a number', [Infinity], [1]],
    ['a number for an infinity', [1], [-Infinity]],
    ['the other infinity', [Infinity], [-Infinity]],
  ])('does not hold for %s', (_, got, expected) => {
    expect(holds(difference(got, expected))).toBe(false);
  });

  it('is none between equal infinities', () => {
    expect(difference([-Infinity, Infinity], [-Infinity, Infinity]).worst!.share).toBe(0);
  });
});

describe('tensors that cannot be compared', () => {
  const y = tensor(1, 2);
  const problemOf = (found: Difference) => (holds(found) ? 'it holds' : found.problem);

  it('for want of a result', () => {
    expect(problemOf(differenceOf({ x: y }, { y }, tolerance))).toBe(
      'expected a result y, got none',
    );
  });

  it('because of their shapes, though they have as many numbers', () => {
    const row = { ...y, shape: [1, 2] };
    expect(problemOf(differenceOf({ y: row }, { y }, tolerance))).toBe(
      'expected y of shape [2], got [1, 2]',
    );
  });

  it('for there being none', () => {
    expect(problemOf(differenceOf({ y }, {}, tolerance))).toBe('there was nothing to compare');
    const empty = { axes: ['n'], shape: [0], data: new Float32Array() };
    expect(problemOf(differenceOf({ y: empty }, { y: empty }, tolerance))).toBe(
      'there was nothing to compare',
    );
  });

  it('do not hide behind others that are equal', () => {
    const found = differenceOf({ y }, { x: y, y }, tolerance);
    expect(holds(found)).toBe(false);
    expect(found).toMatchObject({ tensors: 2, numbers: 2 });
  });

  it('leave what is not expected alone', () => {
    expect(holds(differenceOf({ y, more: tensor(NaN) }, { y }, tolerance))).toBe(true);
  });
});
