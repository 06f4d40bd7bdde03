/**
 * The engine's JavaScript API: `createEngine()`, then operations by name with a configuration and tensors by name. The
 * same in a page and in Node. Never touches the DOM.
 */
import type {
  EngineModule,
  InspectedName,
  Keep,
  ModuleInfo,
  NamedTensorInputs,
  NamedTensors,
  OperationCall,
  OperationInfo,
  OperationName,
  Operations,
  PreparedName,
  RecipeInfo,
  RelationSentence,
  RunName,
  RunOperations,
  StoredShape,
  TokenModelConfig,
  TrainerRecipe,
  VectorOperations,
} from '../../../../wasm/engine';
import { checkCall, expectGradients, seedOrParameters } from '../checks/check-call';
import type { CheckpointModelCall } from './checkpoint-model';
import {
  type Inspection,
  type InspectionRequest,
  inspectionOf,
  inspectKeys,
  type KeptTrace,
  optionsOf,
} from './inspection';
import type { Model, Preparation } from './prepared-model';
import { places } from '../places/operation-places';
import type { Release } from './handle';
import {
  abortError,
  type CallOptions,
  type EngineOptions,
  Requests,
  type Stoppable,
} from './requests';
import type { TokenModel } from './token-model';
import type { Trainer, TrainerOptions } from './trainer';
import type { HostPlaces, RunsIn, WholeModelModule } from '../transport/transport';

export type * from '../../../../wasm/engine';
export type { Inspection, InspectionRequest } from './inspection';
export type { Model, Preparation } from './prepared-model';
export type { HeadFinder, TokenizedSentences } from './head-finder';
export type { CheckpointModelCall, CheckpointTensor } from './checkpoint-model';
export type { Ids, ModelInput, Texts } from './model-input';
export { EngineError } from '../checks/refusal';
export type { CallOptions, EngineOptions } from './requests';
export type * from './token-model';
export type {
  EvaluateOptions,
  InspectExampleOptions,
  StepOptions,
  Trainer,
  TrainerOptions,
} from './trainer';

/**
 * Resolves when the engine can compute; rejects with the reason when it cannot be started. Aborting
 * `signal` ends the start; afterwards the signal has no effect.
 */
export function createEngine(options?: StartOptions): Promise<Engine> {
  return startEngine(places, options);
}

export type StartOptions = EngineOptions & Stoppable;

export async function startEngine(
  at: HostPlaces,
  { signal, ...options }: StartOptions = {},
): Promise<Engine> {
  if (signal?.aborted) throw abortError(signal);
  const engine = new Engine(at, options);
  const close = () => engine.close();
  signal?.addEventListener('abort', close);
  try {
    await engine.start();
    return engine;
  } catch (error) {
    throw signal?.aborted ? abortError(signal) : error;
  } finally {
    signal?.removeEventListener('abort', close);
  }
}

export type OperationResult<O extends RunName, K extends Keep = 'outputs'> = {
  outputs: RunOperations[O]['outputs'];
} & KeptTrace<K>;

export interface EngineInfo extends ModuleInfo {
  runs_in: RunsIn;
}

/** The operations that only language.wasm has. */
const kVectorOperations = new Set<unknown>([
  'cosine_by_layer',
  'mean_cosines',
  'turned_vectors',
  'word_paths',
  'head_effects',
] satisfies (keyof VectorOperations)[]);

/** For each verb that creates an object: the verb that frees it. */
const kReleases: Record<string, Release> = {
  prepare: 'releaseModel',
  createTokenModel: 'releaseTokenModel',
  beginCheckpointModel: 'releaseCheckpointModel',
  finishCheckpointModel: 'releaseTokenModel',
  createTrainer: 'releaseTrainer',
};

export class Engine extends Requests<EngineModule> {
  readonly #wholeModels: Partial<Record<WholeModelModule, Engine>> = {};

  override close(): void {
    super.close();
    for (const engine of Object.values(this.#wholeModels)) engine.close();
  }

  /**
   * The engine with this module: this one if the caller chose its module, otherwise another one with its own worker,
   * which starts at its first call.
   */
  #engineWith(module: WholeModelModule): Engine {
    const { wholeModels, sharedWorker: _, ...others } = this.places;
    if (!wholeModels || this.isClosed) return this;
    return (this.#wholeModels[module] ??= new Engine(
      { ...others, wasm: wholeModels[module] },
      { worker: this.worker !== false },
    ));
  }

  /** Frees a model or trainer that has been created but whose caller gets nothing: nobody else knows its number. */
  protected override discard(verb: string, result: unknown): void {
    const release = kReleases[verb];
    if (!release) return;
    // `prepare` answers with the number alone.
    const { number } =
      typeof result === 'number' ? { number: result } : (result as { number: number });
    void this.request(release, [number]).catch(() => {});
  }

  /**
   * Waits for what a request creates and for the script with its class. Notes the engine's generation when the answer
   * arrives, because the engine may stop while the script loads. If the script cannot be loaded, the object is freed.
   */
  async #held<Result, Script>(
    verb: string,
    request: Promise<Result>,
    script: Promise<Script>,
  ): Promise<[Result & { generation: number }, Script]> {
    const discard = (result: Result) => this.discard(verb, result);
    script.catch(() => request.then(discard, () => {}));
    const held = request.then((result) => ({ ...result, generation: this.generation }));
    return Promise.all([held, script]);
  }

  /** The build of the engine's own module that runs, where it runs, and how much memory it holds. */
  async info(): Promise<EngineInfo> {
    const info = await this.request('info', []);
    return { runs_in: (await this.start()).runsIn, ...info };
  }

  /** The operations of the engine's own module, in the order of wasm/types/operations.d.ts. */
  operations(): Promise<OperationInfo[]> {
    return this.request('operations', []);
  }

  /** Draws untrained parameters with the shapes of the configuration. The same seed gives the same bits. */
  randomParameters<O extends OperationName>(
    operation: O,
    config: Operations[O]['config'],
    seed: number,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.request('randomParameters', [operation, config ?? {}, seed], { signal });
  }

  /** The outputs by name, and the intermediates that `keep` selects. */
  async run<O extends RunName, K extends Keep = 'outputs'>(
    operation: O,
    call: OperationCall<O> & { keep?: K },
    options?: CallOptions,
  ): Promise<OperationResult<O, K>> {
    const args = argumentsOf(call, ['keep']);
    const engine = kVectorOperations.has(operation) ? this.#engineWith('language') : this;
    const result = await engine.request(
      'run',
      [operation, ...args, call.keep ?? 'outputs'],
      options,
    );
    return result as unknown as OperationResult<O, K>;
  }

  /**
   * The gradient of each parameter and each input, named "d_" + name, from the gradients of the outputs
   * (`d_outputs: { d_output }`).
   */
  async gradients<O extends OperationName>(
    operation: O,
    call: OperationCall<O> & { d_outputs: NamedTensorInputs },
    options?: CallOptions,
  ): Promise<NamedTensors> {
    const args = argumentsOf(call, ['d_outputs']);
    expectGradients(call.d_outputs);
    return this.request('gradients', [operation, ...args, call.d_outputs], options);
  }

  /** Runs one attention layer: its outputs, its trace, the arithmetic of one row and the mean of heads. */
  async inspect<
    O extends InspectedName,
    K extends Keep = 'trace',
    M extends number | readonly number[] = number,
  >(
    operation: O,
    call: OperationCall<O> & { seed?: number } & InspectionRequest<O, K, M>,
    options?: CallOptions,
  ): Promise<Inspection<O, K, M>> {
    const [config, , inputs] = argumentsOf(call, ['seed', ...inspectKeys]);
    const needsSource = call.seed !== undefined || operation === 'multi_head';
    const source = needsSource
      ? seedOrParameters(call.seed, call.parameters)
      : (call.parameters ?? {});
    const inspected = await this.request(
      'inspect',
      [operation, config, source, inputs, optionsOf(call)],
      options,
    );
    return inspectionOf(inspected, call.max_keys);
  }

  /** Prepares a model for many calls with the same parameters. Call its `dispose` when you no longer need it. */
  async prepare<O extends PreparedName>(
    operation: O,
    preparation: Preparation<O>,
    options?: Omit<CallOptions, 'into'>,
  ): Promise<Model<O>> {
    checkCall(preparation, ['config', 'seed', 'parameters']);
    const { seed, parameters } = preparation as { seed?: number; parameters?: NamedTensorInputs };
    const source = seedOrParameters(seed, parameters);
    const verb = 'prepare';
    const request = this.request(verb, [operation, preparation.config ?? {}, source], options);
    const [prepared, { Model }] = await this.#held(
      verb,
      request.then((number) => ({ number })),
      import('./prepared-model'),
    );
    return new Model(this, prepared);
  }

  /**
   * Creates a whole model from a configuration with the keys of a recipe's model, and from its parameters by name, or
   * from a seed that draws them. Call its `dispose` when you no longer need it.
   */
  async model(
    source: { config: TokenModelConfig } & ({ parameters: NamedTensorInputs } | { seed: number }),
    options?: Omit<CallOptions, 'into'>,
  ): Promise<TokenModel> {
    checkCall(source, ['config', 'seed', 'parameters']);
    const { seed, parameters } = source as { seed?: number; parameters?: NamedTensorInputs };
    const origin = seedOrParameters(seed, parameters);
    const engine = this.#engineWith('language');
    const verb = 'createTokenModel';
    const [created, { TokenModel }] = await engine.#held(
      verb,
      engine.request(verb, [source.config ?? {}, origin], options),
      import('./token-model'),
    );
    return new TokenModel(engine, created);
  }

  /**
   * English sentences in which it is known which word each word should look at, for `model.headFinder()`. The same seed
   * gives the same sentences. `count` is at most 65,536.
   */
  relationSentences(
    seed: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<RelationSentence[]> {
    return this.#engineWith('language').request('relationSentences', [seed, count], { signal });
  }

  /**
   * Reads a checkpoint of the Hugging Face hub: returns the model's configuration, and which of the file's tensors the
   * model uses. `config` is the object in its config.json. Throws for another architecture, and for a tensor that is
   * missing or has another shape or type.
   */
  readCheckpoint(
    config: object,
    tensors: Readonly<Record<string, StoredShape>>,
    options?: Omit<CallOptions, 'into'>,
  ): Promise<{ config: TokenModelConfig; tensors: string[] }> {
    return this.#engineWith('language').request('readCheckpoint', [config, tensors], options);
  }

  /**
   * The model of such a checkpoint, from the bytes of its tensors, which are read slice by slice. Only the
   * tensors that `readCheckpoint` names are needed. `weights`: the format in which it holds its matrices, for inference
   * only: no parameters, and gradients of fields alone. Without it the model has all parameters, in float32.
   */
  async checkpointModel(checkpoint: CheckpointModelCall, options?: Stoppable): Promise<TokenModel> {
    checkCall(checkpoint, ['config', 'tensors', 'weights']);
    const { checkpointModel } = await import('./checkpoint-model');
    return checkpointModel(this.#engineWith('language'), checkpoint, options);
  }

  /**
   * Returns what a recipe determines, without creating a trainer: the model's configuration, the vocabulary, and so on.
   */
  async recipeInfo(
    recipe: TrainerRecipe,
    options: Pick<TrainerOptions, 'data' | 'signal'> = {},
  ): Promise<RecipeInfo> {
    checkCall(options, ['data', 'signal']);
    const { data = {}, signal } = options;
    return this.#engineWith('training').request('recipeInfo', [recipe, data as NamedTensorInputs], {
      signal,
    });
  }

  /**
   * Creates a trainer at its first step, or at a given state. Settings that the recipe lacks are those of the task's
   * named recipe. Call its `dispose` when you no longer need it.
   */
  async trainer(recipe: TrainerRecipe, options: TrainerOptions = {}): Promise<Trainer> {
    checkCall(options, ['snapshots', 'data', 'from', 'signal']);
    const { snapshots = {}, data = {}, from, signal } = options;
    const engine = this.#engineWith('training');
    const verb = 'createTrainer';
    const [created, { Trainer }] = await engine.#held(
      verb,
      engine.request(verb, [recipe, data as NamedTensorInputs, snapshots, from], { signal }),
      import('./trainer'),
    );
    return new Trainer(engine, created);
  }
}

interface AnyCall {
  config?: object;
  parameters?: NamedTensorInputs;
  inputs?: object;
}

/** Configuration, parameters and inputs in the form that the module takes; missing ones become empty. */
function argumentsOf(call: AnyCall, otherKeys: readonly string[]) {
  checkCall(call, ['config', 'parameters', 'inputs', ...otherKeys]);
  const { config = {}, parameters = {}, inputs = {} } = call;
  return [config, parameters, inputs as NamedTensorInputs] as const;
}
