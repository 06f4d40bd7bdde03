/** A trained model as a safetensors file of parameters, as it ships with the site or as the training page saves it. */
import type { DigitImages, NamedTensors, RecipeInfo, TrainerRecipe } from '../../../../wasm/engine';
import { readSafetensors } from '../../files/read-safetensors';

/** The part of an engine that knows the tasks and checks recipes. */
export interface RecipeReader {
  recipeInfo(
    recipe: TrainerRecipe,
    options?: { data?: DigitImages; signal?: AbortSignal | undefined },
  ): Promise<RecipeInfo>;
}

export interface TrainedModel {
  readonly parameters: NamedTensors;
  /** The recipe in the file. Settings that it lacks have the task's defaults. */
  readonly requested: TrainerRecipe;
  /** How many steps it was trained; undefined: all of its recipe. */
  readonly step: number | undefined;
  /** Figures measured after training, by name, on `examples` that were never trained on. */
  readonly figures: Readonly<Record<string, number>>;
  readonly examples: number;
}

/**
 * Reads a file of a trained model. Returns what its recipe determines (the model's configuration, the vocabulary), its
 * parameters in the form that `engine.model` takes, and its figures. `options`: those of `recipeInfo`.
 */
export async function readTrainedModel(
  file: Uint8Array | Blob,
  engine: RecipeReader,
  options?: Parameters<RecipeReader['recipeInfo']>[1],
): Promise<RecipeInfo & TrainedModel> {
  const { tensors, metadata } = await readSafetensors(file);
  const requested = recipeIn(metadata) as TrainerRecipe; // recipeInfo refuses any other value
  return {
    ...(await engine.recipeInfo(requested, options)),
    parameters: tensors,
    requested,
    step: metadata['step'] === undefined ? undefined : Number(metadata['step']),
    figures: JSON.parse(metadata['figures'] ?? '{}') as Record<string, number>,
    examples: Number(metadata['examples'] ?? 0),
  };
}

/**
 * The recipe as the file has it, not yet checked: files of the site name a task and a seed, saved runs have a recipe
 * in JSON. Throws an error if it is neither the name of a task nor JSON.
 */
export function recipeIn({ recipe = '', seed = '0' }: Readonly<Record<string, string>>): unknown {
  return recipe.startsWith('{') ? JSON.parse(recipe) : { task: recipe, seed: Number(seed) };
}
