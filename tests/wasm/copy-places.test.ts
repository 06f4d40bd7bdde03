/**
 * Plain copying needs one head. Copying from k positions at once needs more, and then each position has its own head.
 */
import { describe, expect, it } from 'vitest';
import { engine } from './training-engine';

/** Trains one layer of width 64, with heads of equal size, by the recipe of the task. */
async function trained(heads: number, places: number) {
  const size = 64 / heads;
  const recipe = { task: 'copy_places', seed: 1, places, heads, d_head: size, d_v: size } as const;
  const trainer = await engine.trainer(recipe, { snapshots: { every: 0 } });
  await trainer.step(trainer.recipe.steps!, { every: 1000 });
  const { accuracy, heads: scores } = await trainer.evaluate(500);
  const best = trainer.relations.map((place) => {
    const weights = scores.map(({ relations }) => relations[place]!);
    const weight = Math.max(...weights);
    return { head: weights.indexOf(weight), weight };
  });
  trainer.dispose();
  return { accuracy, best };
}

it('from one position, one head is always right', async () => {
  const { accuracy, best } = await trained(1, 1);
  expect(accuracy).toBe(1);
  expect(best[0]!.weight).toBeGreaterThan(0.99);
});

describe.each([
  { places: 2, atMost: 0.65 },
  { places: 6, atMost: 0.4 },
])('from $places positions', ({ places, atMost }) => {
  it('one head is often wrong', async () => {
    expect((await trained(1, places)).accuracy).toBeLessThan(atMost);
  });

  it('eight heads are right, and each position has its own head', async () => {
    const { accuracy, best } = await trained(8, places);
    expect(accuracy).toBeGreaterThanOrEqual(0.99);
    expect(best).toHaveLength(places);
    expect(new Set(best.map(({ head }) => head)).size).toBe(places);
    for (const { weight } of best) expect(weight).toBeGreaterThan(0.7);
  });
});
