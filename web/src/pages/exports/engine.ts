/** The public API of the engine: the exports of `dist/engine.js`. */
import {
  createEngine as createBareEngine,
  type Engine as BareEngine,
  type EngineOptions,
  type RecipeInfo,
  type TrainerOptions,
} from '../../engine/client/engine';
import type { TrainedModel } from '../../files/trained-model';
import type { OpenOptions, TextModel } from '../../model/language/text-model';
import type { NamedTensorInputs, NamedTensors, SafetensorsFile } from '../../files/tensor-files';

export { EngineError } from '../../engine/client/engine';
export type { SafetensorsFile } from '../../files/tensor-files';
export type { TrainedModel } from '../../files/trained-model';
export type * from '../../model/language/text-model';
export type * from '../../engine/client/engine';

export interface Engine extends BareEngine {
  /**
   * Opens a BERT, DistilBERT or RoBERTa model from the hub's config.json, tokenizer.json and model.safetensors, or its
   * shards with their index, or from the address of a folder with these files. The model holds the file's own numbers,
   * unless `weights` requests another form.
   */
  openModel(from: readonly File[] | string | URL, options?: OpenOptions): Promise<TextModel>;
}

/**
 * Resolves when the engine can compute; rejects with the reason when it cannot be started. Aborting
 * `signal` ends the start; afterwards the signal has no effect.
 */
export async function createEngine(
  options: EngineOptions & { signal?: AbortSignal | undefined } = {},
): Promise<Engine> {
  const engine = await createBareEngine(options);
  // The code that reads files and splits text is outside the engine's folder, and loads on first use.
  const openModel: Engine['openModel'] = async (from, opening = {}) => {
    const [{ TextModel }, { fetchModel }] = await Promise.all([
      import('../../model/language/text-model'),
      import('../../model/checkpoint/fetch-model'),
    ]);
    const isAddress = typeof from === 'string' || from instanceof URL;
    return TextModel.open(isAddress ? await fetchModel(from) : from, engine, opening);
  };
  return Object.assign(engine, { openModel });
}

/** Loaded at the first use, because most pages neither read nor write files. */
const files = () => import('../../files/tensor-files');

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
 * Reads a model file of the site. Returns what its recipe determines (the model's configuration, the vocabulary), its
 * parameters in the form that `engine.model` takes, and its figures. A model of digits needs the images: `{ data }`.
 */
export async function readTrainedModel(
  file: Uint8Array | Blob,
  engine: BareEngine,
  options?: Pick<TrainerOptions, 'data' | 'signal'>,
): Promise<RecipeInfo & TrainedModel> {
  return (await import('../../files/trained-model')).readTrainedModel(file, engine, options);
}
