/** Mean cosines of words in groups, and the figures that heads are sorted by, worked by hand. */
import { expect, it } from 'vitest';
import { engine } from './language-engine';
import { expectNear } from './near';

it('gives the mean cosines within groups and across', async () => {
  // Two layers: the same four words, then all alike.
  const one = [1, 0.5, 0, -0.5, 0.5, 1, 0.25, 0.75, 0, 0.25, 1, 0.5, -0.5, 0.75, 0.5, 1];
  const cosines = { shape: [2, 4, 4], data: Float32Array.from([...one, ...one.map(() => 1)]) };
  const { within, across } = await engine.groupCosines(cosines, [0, 0, 1, 1]);
  expect([within.axes, within.shape]).toEqual([
    ['group', 'layer'],
    [2, 2],
  ]);
  expectNear('within', within.data, [0.5, 1, 0.5, 1], 1e-6);
  expectNear('across', across.data, [(0 - 0.5 + 0.25 + 0.75) / 4, 1], 1e-6);
  await expect(engine.groupCosines(cosines, [0, 0, 1])).rejects.toThrow('the groups of 4 words');
  await expect(engine.groupCosines(cosines, [0, 0, 1, 'a' as never])).rejects.toThrow('groups');
});

it('gives the mean entropy and distance of heads', async () => {
  // Two rows: half of each key, then the last key only, which is its own place.
  const weights = { shape: [1, 1, 2, 2], data: Float32Array.of(0.5, 0.5, 0, 1) };
  const { entropy, distance } = await engine.headFigures(weights);
  expect(entropy.shape).toEqual([1, 1]);
  expectNear('entropy', entropy.data, [Math.LN2 / 2], 1e-6);
  expectNear('distance', distance.data, [0.25], 1e-6);
});
