/** Parameters that come with the site: trained beforehand by the recipe of their task (`npm run train`). */
import type { NamedTensors } from '../../../../wasm/engine';
import { loaded, Refusal } from '../../words/refusal';
import type { ShownTask } from '../examples/tasks';
import { fetchFile, shippedFile } from './shipped-file';
import type { RecipeReader } from './trained-model';

export interface ShippedModel {
  readonly task: ShownTask;
  readonly seed: number;
  /** How many steps it was trained. */
  readonly steps: number;
  /** The figures measured then, by their names in the file. */
  readonly figures: Readonly<Record<string, number>>;
  /** The number of examples on which it was measured. The model was never trained on them. */
  readonly examples: number;
  readonly parameters: NamedTensors;
}

/** `folder`: the address of the folder with the files, with a slash at its end. */
export async function loadShipped(
  task: ShownTask,
  folder: string,
  engine: RecipeReader,
): Promise<ShippedModel> {
  const bytes = await fetchFile(`${folder}${shippedFile(task)}`);
  const [{ readTrainedModel }] = await loaded(
    Promise.all([
      import('./trained-model'),
      // The messages about files.
      import('../../words/add-later'),
    ]),
  );
  const { recipe, parameters, figures, examples } = await readTrainedModel(bytes, engine);
  if (recipe.task !== task)
    throw new Refusal(({ refused }) => refused.oneOf('recipe', [task], recipe.task));
  const { seed = 0, steps = 0 } = recipe;
  return { task, seed, steps, figures, examples, parameters };
}
