/** The public API of the engine: the exports of `dist/engine.js`. */
import {
  createEngine as createBareEngine,
  type CallOptions,
  type Engine as BareEngine,
  type EngineOptions,
  type OperationName,
  type Operations,
  type RecipeInfo,
  type RelationSentence,
  type TrainerOptions,
} from '../../engine/client/engine';
import { checkCall } from '../../engine/checks/check-call';
import { expectObject, refuseValue } from '../../engine/checks/expect';
import { refusal } from '../../engine/checks/refusal';
import type { TrainedModel } from '../../model/trained/trained-model';
import type { OpenOptions, TextModel } from '../../model/language/text-model';
import type { NamedTensorInputs, NamedTensors, SafetensorsFile } from '../../files/tensor-files';

export { EngineError } from '../../engine/client/engine';
export type { SafetensorsFile } from '../../files/tensor-files';
export type { TrainedModel } from '../../model/trained/trained-model';
export type * from '../../model/language/text-model';
export type * from '../../engine/client/engine';

export interface Engine extends BareEngine {
  /**
   * Opens a BERT, DistilBERT or RoBERTa model from the hub's config.json, tokenizer.json and model.safetensors, or its
   * shards with their index, or from the address of a folder with these files. The model holds the file's own numbers,
   * unless `weights` requests another form.
   */
  openModel(from: Iterable<File> | string | URL, options?: OpenOptions): Promise<TextModel>;
  /** Draws untrained parameters with the shapes of the configuration. The same seed gives the same bits. */
  randomParameters<O extends OperationName>(
    operation: O,
    config: Operations[O]['config'],
    seed: number,
    options?: Stoppable | AbortSignal,
  ): Promise<NamedTensors>;
  /**
   * English sentences in which it is known which word each word should look at, for `model.headFinder()`. The same seed
   * gives the same sentences. `count` is at most 65,536.
   */
  relationSentences(
    seed: number,
    count: number,
    options?: Stoppable | AbortSignal,
  ): Promise<RelationSentence[]>;
}

/** The addresses may also be given as a `URL`. */
type StartOptions = Omit<EngineOptions, 'wasmUrl' | 'workerUrl'> &
  Partial<Record<'wasmUrl' | 'workerUrl', string | URL>> &
  Stoppable;

type Stoppable = Pick<CallOptions, 'signal'>;

/** The signal of a call that takes it alone, or in an object as other calls do. */
function signalIn(options: Stoppable | AbortSignal | undefined): AbortSignal | undefined {
  if (options === undefined || 'aborted' in Object(options)) return options as AbortSignal;
  checkCall(options, ['signal']);
  return (options as Stoppable).signal;
}

/**
 * Resolves when the engine can compute; rejects with the reason when it cannot be started. Aborting
 * `signal` ends the start; afterwards the signal has no effect.
 */
export async function createEngine(options: StartOptions = {}): Promise<Engine> {
  checkCall(options, ['wasmUrl', 'wasmBinary', 'workerUrl', 'worker', 'signal']);
  const { wasmUrl, workerUrl, ...others } = options;
  const { wasmBinary } = options;
  if (
    wasmBinary !== undefined &&
    !(wasmBinary instanceof ArrayBuffer || ArrayBuffer.isView(wasmBinary))
  )
    refuseValue('wasmBinary to be an ArrayBuffer', [], wasmBinary);
  for (const [name, url] of Object.entries({ wasmUrl, workerUrl }))
    if (url !== undefined && typeof url !== 'string' && !(url instanceof URL))
      refuseValue('{} to be an address', [name], url);
  if (![undefined, true, false, 'shared'].includes(others.worker))
    refuseValue('worker to be true, false or "shared"', [], others.worker);
  const engine = await createBareEngine({
    ...others,
    ...(wasmUrl !== undefined && { wasmUrl: `${wasmUrl}` }),
    ...(workerUrl !== undefined && { workerUrl: `${workerUrl}` }),
  });
  // The code that reads files and splits text is outside the engine's folder, and loads on first use.
  const openModel: Engine['openModel'] = async (from, opening) =>
    (await import('./open-text-model')).openTextModel(engine, from, opening);
  const [parameters, sentences] = [engine.randomParameters, engine.relationSentences];
  const randomParameters: Engine['randomParameters'] = async (operation, config, seed, options) =>
    parameters.call(engine, operation, config, seed, signalIn(options));
  const relationSentences: Engine['relationSentences'] = async (seed, count, options) =>
    sentences.call(engine, seed, count, signalIn(options));
  return Object.assign(engine, { openModel, randomParameters, relationSentences });
}

/** Loaded at the first use, because most pages neither read nor write files. */
const files = () => import('../../files/tensor-files');

function checkedFile(file: unknown): Uint8Array | Blob {
  if (file instanceof Uint8Array || file instanceof Blob) return file;
  const kind = Object.prototype.toString.call(file).slice(8, -1);
  throw refusal('expected a file as a Uint8Array or a Blob, got {}', [kind]);
}

/**
 * Reads an .npz file (`numpy.savez`, `numpy.savez_compressed`): its arrays of numbers by name. Arrays of texts are left
 * out.
 */
export async function readNpz(file: Uint8Array | Blob): Promise<NamedTensors> {
  return (await files()).readNpz(checkedFile(file));
}

/** Writes an .npz file for `numpy.load`. */
export async function writeNpz(tensors: NamedTensorInputs): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).writeNpz(expectObject('tensors', tensors) as NamedTensorInputs);
}

/** Reads a .safetensors file: its tensors by name, and its metadata. */
export async function readSafetensors(file: Uint8Array | Blob): Promise<SafetensorsFile> {
  return (await files()).readSafetensors(checkedFile(file));
}

/** Writes a .safetensors file. */
export async function writeSafetensors(
  tensors: NamedTensorInputs,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  expectObject('tensors', tensors);
  expectObject('metadata', metadata);
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
  if (typeof engine?.recipeInfo !== 'function')
    refuseValue('the engine to be one of createEngine', [], engine);
  const { readTrainedModel } = await import('../../model/trained/trained-model');
  return readTrainedModel(checkedFile(file), engine, options);
}
