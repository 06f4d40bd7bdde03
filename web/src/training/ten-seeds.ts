/** Trains a recipe from several seeds, and counts the models with right answers and those with a named head. */
import type { TrainerRecipe } from '../../../wasm/engine';
import { headName, type NamedBy } from '../model/heads/head-name';
import type { MakeTrainer } from '../model/trained/trainer';

/** A model whose answers are right at least this often is right. */
const kRight = 0.95;
const kHeldOutPerSeed = 200;
/** Steps per call: few, so that the training can be stopped and the page's other runs get their turn. */
const kChunk = 20;

export interface SeedCount {
  readonly seeds: number;
  readonly right: number;
  /** Models with a head that has earned a name. */
  readonly named: number;
}

/** Yields the counts after each seed, until the caller stops. */
export async function* countSeeds(
  make: MakeTrainer,
  recipe: TrainerRecipe,
  namedBy: NamedBy,
  seeds: number,
  isWanted: () => boolean,
): AsyncGenerator<SeedCount> {
  let [right, named] = [0, 0];
  for (let i = 0; i < seeds; i++) {
    const trainer = await make(
      { ...recipe, seed: (recipe.seed ?? 1) + i },
      { snapshots: { every: 1_000_000, count: 1 } },
    );
    try {
      const steps = trainer.recipe.steps!;
      for (let remaining = steps; remaining > 0; remaining -= kChunk) {
        if (!isWanted()) return;
        await trainer.step(Math.min(remaining, kChunk));
      }
      const { accuracy, heads } = await trainer.evaluate(kHeldOutPerSeed);
      right += Number(accuracy >= kRight);
      named += Number(heads.some((scores) => headName(scores, namedBy).isNamed));
    } finally {
      trainer.dispose();
    }
    yield { seeds: i + 1, right, named };
  }
}
