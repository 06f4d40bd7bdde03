/** Opens a checkpoint of the BERT family in an engine of whole models. */
import type { ParameterForm } from '../../../../wasm/engine';
import type { StoredTensor } from '../../files/read-safetensors';
import type { ModelFiles } from './model-files';
import type { OpenModel, TextEngine } from './open-model';

const forms: Readonly<Record<string, ParameterForm>> = {
  F16: 'float16',
  BF16: 'bfloat16',
  I8: 'int8',
};

/** The tensors that the model uses. Throws the engine's refusals, for instance of another architecture. */
export async function neededTensors(
  { config, tensors }: Pick<ModelFiles, 'config' | 'tensors'>,
  engine: TextEngine,
  signal?: AbortSignal,
): Promise<readonly StoredTensor[]> {
  const shapes = Object.fromEntries(
    tensors.map(({ name, dtype, shape }) => [name, { dtype, shape }]),
  );
  const used = new Set((await engine.readCheckpoint(config, shapes, { signal })).tensors);
  return tensors.filter(({ name }) => used.has(name));
}

/**
 * Reads the tensors that the model uses, slice by slice. `requested`: the form in which large matrices are held; by
 * default that of the largest one in the file. Throws the engine's refusals.
 */
export async function openCheckpoint(
  { config, tensors }: Pick<ModelFiles, 'config' | 'tensors'>,
  engine: TextEngine,
  requested?: ParameterForm,
  signal?: AbortSignal,
): Promise<{ model: OpenModel; weights: ParameterForm }> {
  const needed = await neededTensors({ config, tensors }, engine, signal);
  const largest = needed.toSorted((a, b) => b.byteLength - a.byteLength)[0];
  const weights = requested ?? forms[largest?.dtype ?? ''] ?? 'float32';
  const sources = needed.map(
    ({ name, dtype, shape, readBytes }) => [name, { dtype, shape, bytes: readBytes }] as const,
  );
  const stored = Object.fromEntries(sources);
  const checkpoint = { config, tensors: stored, weights };
  return { model: await engine.checkpointModel(checkpoint, { signal }), weights };
}
