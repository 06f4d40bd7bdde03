/**
 * Measures the time from an engine that is not loaded to a trained model: the whole recipe with the seed of the shipped
 * model, which then reaches its figures (core/training/figures.h).
 */
import { createEngine, type EngineOptions } from '../../../../web/src/engine/client/engine.ts';

/** The targets, in seconds. */
export const kSeconds = { goes_with: 2.5, induction: 0.8, translation: 1.5, sort: 1 } as const;
export type FromNothing = keyof typeof kSeconds;

/** The seeds of scripts/train/train_models.cpp. */
const kSeeds = { goes_with: 3, induction: 26, translation: 3, sort: 1 } as const;

export async function fromNothing(
  task: FromNothing,
  options: EngineOptions,
  clock = () => performance.now(),
): Promise<number> {
  const start = clock();
  const engine = await createEngine(options);
  const trainer = await engine.trainer({ task, seed: kSeeds[task] });
  await trainer.step(trainer.recipe.steps!, { every: 10 });
  const milliseconds = clock() - start;
  engine.close();
  return milliseconds;
}
