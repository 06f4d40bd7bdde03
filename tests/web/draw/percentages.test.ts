import { describe, expect, it } from 'vitest';
import { formatTenths } from '../../../web/src/draw/format';
import { formatPercentages, tenthsOfPercent } from '../../../web/src/draw/percentages';
import { seeded, type Seeded } from '../seeded';

/** Softmax of random scores, rounded to float32 as the engine's weights are. */
function randomWeights(random: Seeded, n: number, spread: number): Float32Array {
  const exponentials = Array.from({ length: n }, () => Math.exp(random.normal() * spread));
  const sum = exponentials.reduce((total, value) => total + value, 0);
  return Float32Array.from(exponentials, (value) => value / sum);
}

describe('the percentages of a row', () => {
  it('always sum to 100.0, each within a tenth of its weight, in the order of the weights', () => {
    const random = seeded(100);
    for (let round = 0; round < 3000; round++) {
      const n = random.pick([1, 2, 3, 6, 7, 13, 24, 25, 100, 512]);
      const weights = randomWeights(random, n, random.pick([0, 0.01, 1, 5, 40]));
      const tenths = tenthsOfPercent(weights);
      expect(tenths.reduce((sum, value) => sum + value, 0)).toBe(1000);
      const worst = tenths.reduce(
        (max, value, i) => Math.max(max, Math.abs(value / 10 - weights[i]! * 100)),
        0,
      );
      expect(worst).toBeLessThan(0.1);
      const byWeight = [...tenths.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b);
      const inOrder = byWeight.every(
        (j, rank) => !rank || tenths[j]! <= tenths[byWeight[rank - 1]!]!,
      );
      expect(inOrder).toBe(true);
    }
  });

  it.each([
    [[1], ['100.0%']],
    [
      [0.5, 0.5],
      ['50.0%', '50.0%'],
    ],
    [
      [1 / 3, 1 / 3, 1 / 3],
      ['33.4%', '33.3%', '33.3%'],
    ],
    [
      [1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6],
      ['16.7%', '16.7%', '16.7%', '16.7%', '16.6%', '16.6%'],
    ],
    [
      [0.9996, 0.0004, 0],
      ['100.0%', '< 0.1%', '0%'],
    ],
    [
      [0.57, 0.43], // 0.57 * 1000 is not exactly 570
      ['57.0%', '43.0%'],
    ],
  ])('of %j are %j', (weights, percentages) => {
    expect(formatPercentages(weights)).toEqual(percentages);
  });

  it('are 0 for a fully masked query', () => {
    expect(formatPercentages([0, 0, 0])).toEqual(['0%', '0%', '0%']);
  });

  it('are NaN for NaN weights', () => {
    expect(formatPercentages([NaN, NaN])).toEqual(['NaN%', 'NaN%']);
  });

  it('have true minus signs where a weight was made negative', () => {
    expect(formatTenths(-1500)).toBe('−150.0%');
  });

  it('are empty for no weights', () => expect(formatPercentages([])).toEqual([]));
});
