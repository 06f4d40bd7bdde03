/** A trained model as a safetensors file of parameters, as it ships with the site or as the training page saves it. */
import { readSafetensors, type NamedTensors } from './read-safetensors';

/** The engine's `recipeInfo`, which knows the tasks. */
interface Recipes<Info, Options> {
  recipeInfo(recipe: never, options?: Options): Promise<Info>;
}

export interface TrainedModel {
  readonly parameters: NamedTensors;
  /** The recipe in the file. Settings that it lacks have the task's defaults. */
  readonly requested: FileRecipe;
  /** How many steps it was trained; undefined: all of its recipe. */
  readonly step: number | undefined;
  /** Figures measured after training, by name, on `examples` that were never trained on. */
  readonly figures: Readonly<Record<string, number>>;
  readonly examples: number;
}

/** The recipe in a file. Files of the site have only these settings, saved runs have all of them. */
export interface FileRecipe {
  readonly task: string;
  readonly seed?: number;
}

/**
 * Reads a file of a trained model. Returns what its recipe determines (the model's configuration, the vocabulary), its
 * parameters in the form that `engine.model` takes, and its figures. `options`: those of `recipeInfo`.
 */
export async function readTrainedModel<Info, Options>(
  file: Uint8Array | Blob,
  engine: Recipes<Info, Options>,
  options?: Options,
): Promise<Info & TrainedModel> {
  const { tensors, metadata } = await readSafetensors(file);
  const requested = recipeIn(metadata);
  return {
    ...(await engine.recipeInfo(requested as never, options)),
    parameters: tensors,
    requested,
    step: metadata['step'] === undefined ? undefined : Number(metadata['step']),
    figures: JSON.parse(metadata['figures'] ?? '{}') as Record<string, number>,
    examples: Number(metadata['examples'] ?? 0),
  };
}

/** Throws an error if it is neither the name of a task nor JSON. */
export function recipeIn(metadata: Readonly<Record<string, string>>): FileRecipe {
  const { recipe = '', seed = '0' } = metadata;
  return recipe.startsWith('{')
    ? (JSON.parse(recipe) as FileRecipe)
    : { task: recipe, seed: Number(seed) };
}
