/** The public API of the engine: the exports of `dist/engine.js`. */
import type { Engine, RecipeInfo } from '../engine/client';
import type { TrainedModel } from '../files/trained-model';
import type { OpenOptions, TextModel } from '../model/text-model';
import type { NamedTensorInputs, NamedTensors, SafetensorsFile } from '../files/tensor-files';

export { createEngine, EngineError } from '../engine/client';
export type { SafetensorsFile } from '../files/tensor-files';
export type { TrainedModel } from '../files/trained-model';
export type * from '../model/text-model';
export type * from '../engine/client';

/** Loaded at the first use, because most pages neither read nor write files. */
const files = () => import('../files/tensor-files');

/** Reads an .npz file (`numpy.savez`, `numpy.savez_compressed`): its arrays by name. */
export async function readNpz(file: Uint8Array | Blob): Promise<NamedTensors> {
  return (await files()).readNpz(file);
}

/** Writes an .npz file for `numpy.load`. */
export async function writeNpz(tensors: NamedTensorInputs): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).writeNpz(tensors);
}

/** Reads a .safetensors file: its tensors by name, and its metadata. */
export async function readSafetensors(file: Uint8Array | Blob): Promise<SafetensorsFile> {
  return (await files()).readSafetensors(file);
}

/** Writes a .safetensors file. */
export async function writeSafetensors(
  tensors: NamedTensorInputs,
  metadata?: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).writeSafetensors(tensors, metadata);
}

/**
 * Reads a model file of the site: what its recipe decides (the model's configuration, the vocabulary),
 * its parameters, as `engine.model` takes them, and its figures.
 */
export async function readTrainedModel(
  file: Uint8Array | Blob,
  engine: Engine,
): Promise<RecipeInfo & TrainedModel> {
  return (await import('../files/trained-model')).readTrainedModel(file, engine);
}

/**
 * Opens a BERT, DistilBERT or RoBERTa model: the hub's config.json, model.safetensors and tokenizer.json, or the address
 * of a folder that has them. The engine must be one of language.wasm. A model of the file's own numbers, unless `weights`
 * asks for another form.
 */
export async function openModel(
  from: readonly File[] | string | URL,
  engine: Engine,
  options: OpenOptions = {},
): Promise<TextModel> {
  const [{ TextModel }, { fetchModel }] = await Promise.all([
    import('../model/text-model'),
    import('../model/fetch-model'),
  ]);
  const files = Array.isArray(from) ? (from as File[]) : await fetchModel(from as string | URL);
  return TextModel.open(files, engine, options);
}
