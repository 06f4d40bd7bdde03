/** Two recipes that differ in one setting, for runs from one seed. */
import type { TrainerRecipe } from '../../../wasm/engine';
import type { RecipeChange } from '../settings/recipe';
import type { ShownTask } from '../model/examples/tasks';

export interface RecipePair {
  readonly task: ShownTask;
  readonly first: RecipeChange;
  readonly second: RecipeChange;
}

/** This many heads of equal size in one layer of width 64. */
const equalHeads = (heads: number): RecipeChange => ({
  heads,
  d_head: 64 / heads,
  d_v: 64 / heads,
});

export const comparisonNames = [
  'heads',
  'positions',
  'bottleneck',
  'penalty',
  'decay',
  'embedding',
] as const;
export type ComparisonName = (typeof comparisonNames)[number];

/** `places`: how many tokens are copied at each place, where heads are compared. */
export function recipePair(name: ComparisonName, places: number): RecipePair {
  const english = { task: 'goes_with' } as const;
  switch (name) {
    case 'heads':
      return {
        task: 'copy_places',
        first: { ...equalHeads(1), places },
        second: { ...equalHeads(8), places },
      };
    case 'positions':
      return { ...english, first: { rotary: 1 }, second: { rotary: 0 } };
    case 'bottleneck':
      return { ...english, first: { d_v: [1, 64] }, second: { d_v: [8, 64] } };
    case 'penalty':
      return { ...english, first: { entropy: 0.2 }, second: { entropy: 0 } };
    case 'decay':
      return { ...english, first: { weight_decay: 0.5 }, second: { weight_decay: 0 } };
    case 'embedding':
      return {
        task: 'induction',
        first: { embedding_std: 1.3 },
        second: { embedding_std: 0.177 },
      };
  }
}

/** The setting that names a run: the first in which the two differ. */
export function differingSetting({ first, second }: RecipePair): keyof RecipeChange {
  const names = Object.keys(first) as (keyof RecipeChange)[];
  return names.find((name) => String(first[name]) !== String(second[name]))!;
}

export function recipeOf(task: ShownTask, seed: number, change: RecipeChange): TrainerRecipe {
  return { ...change, task, seed };
}
