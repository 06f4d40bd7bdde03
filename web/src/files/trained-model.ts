/** A trained model as the site ships it: a safetensors file of parameters, with its recipe and seed. */
import type { Tensor } from '../tensor';
import { readSafetensors } from './tensor-files';

/** The engine's `recipeInfo`, which knows the tasks. */
interface Recipes<Info> {
  recipeInfo(recipe: never): Promise<Info>;
}

/**
 * Reads a file of a trained model: what its recipe decides (the model's configuration, the vocabulary),
 * and its parameters, as `engine.model` takes them.
 */
export async function readTrainedModel<Info>(
  file: Uint8Array | Blob,
  engine: Recipes<Info>,
): Promise<Info & { parameters: Record<string, Tensor> }> {
  const { tensors, metadata } = await readSafetensors(file);
  const recipe = { task: metadata['recipe'], seed: Number(metadata['seed'] ?? 0) };
  return { ...(await engine.recipeInfo(recipe as never)), parameters: tensors };
}
