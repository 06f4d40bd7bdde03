/** A trained model as the site ships it: a safetensors file of parameters, with its recipe, seed and figures. */
import { readSafetensors, type NamedTensors } from './read-safetensors';

/** The engine's `recipeInfo`, which knows the tasks. */
interface Recipes<Info> {
  recipeInfo(recipe: never): Promise<Info>;
}

export interface TrainedModel {
  readonly parameters: NamedTensors;
  /** What was measured after training, by name, on `examples` that were never trained on. */
  readonly figures: Readonly<Record<string, number>>;
  readonly examples: number;
}

/**
 * Reads a file of a trained model: what its recipe decides (the model's configuration, the vocabulary),
 * its parameters, as `engine.model` takes them, and its figures.
 */
export async function readTrainedModel<Info>(
  file: Uint8Array | Blob,
  engine: Recipes<Info>,
): Promise<Info & TrainedModel> {
  const { tensors, metadata } = await readSafetensors(file);
  const recipe = { task: metadata['recipe'], seed: Number(metadata['seed'] ?? 0) };
  return {
    ...(await engine.recipeInfo(recipe as never)),
    parameters: tensors,
    figures: JSON.parse(metadata['figures'] ?? '{}') as Record<string, number>,
    examples: Number(metadata['examples'] ?? 0),
  };
}
