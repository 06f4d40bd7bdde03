/**
 * The WebAssembly module: what Embind exposes (wasm/modules/bindings.cpp), and the verbs that are called through it (wasm/verbs/verbs.h;
 * web/src/engine/module/module.ts says which module has which). Written by hand; a test compares the members with the built
 * modules'. Applications use `createEngine()` of web/src/engine/client/engine.ts.
 */
import type { MemoryMaskInputs } from './types/configurations';
import type { InspectOptions, Inspected, Keep } from './types/inspect';
import type { LanguageVerbs } from './types/language';
import type { RunName } from './types/operations';
import type { NamedTensorInputs, NamedTensors, Tensor, TensorInput } from './types/tensors';
import type {
  CreatedTokenModel,
  FoundHeads,
  GeneratedToken,
  Intervention,
  ModelInspection,
  NumberGradients,
  NumberPlace,
  ParameterForm,
  RelationSentence,
  RowPlace,
  StoredShape,
  TensorSlice,
  TokenModelConfig,
  WordKind,
  WordPair,
} from './types/models';
import type {
  Evaluation,
  ExampleInput,
  ExampleInspection,
  RecipeInfo,
  SnapshotOptions,
  StepReport,
  TrainerInfo,
  TrainerState,
  TrainerStateInput,
} from './types/training';

export type { Masked } from './types/configurations';
export type { InspectOptions, Inspected, Keep, PyTorchModule } from './types/inspect';
export type * from './types/models';
export type {
  OperationCall,
  OperationName,
  Operations,
  RunName,
  RunOperations,
} from './types/operations';
export type * from './types/tensors';
export type * from './types/training';
export type { VectorOperations } from './types/vectors';

export interface OperationInfo {
  name: RunName;
  /** The header that declares it, relative to core/. */
  header: string;
  /** The names of its inputs, optional ones too; "*" stands for any name. */
  inputs: string[];
  /** Whether it has parameters, which `randomParameters` can draw. */
  has_parameters: boolean;
  /** Whether `gradients` takes it. */
  has_gradients: boolean;
  /** Whether `prepare` takes it. */
  can_be_prepared: boolean;
  /** Whether `inspect` takes it. */
  can_be_inspected: boolean;
}

/** The operations that can be prepared. */
export type PreparedName =
  | 'multi_head'
  | 'linear'
  | 'embedding'
  | 'layer_norm'
  | 'rms_norm'
  | 'feed_forward'
  | 'encoder_layer'
  | 'encoder'
  | 'decoder_layer'
  | 'decoder'
  | 'transformer'
  | 'encoder_decoder';

/** The operations that can be inspected. */
export type InspectedName = 'scaled_dot_product' | 'multi_head';

/**
 * New tokens, [batch, query, d_model] or [query, d_model]. A decoder's first step takes memory, which it keeps; masks of the
 * memory hold for one step, so pass them with each.
 */
export type StepInputs<O extends PreparedName> = { x: TensorInput } & (O extends
  'decoder_layer' | 'decoder'
  ? { memory?: TensorInput } & MemoryMaskInputs
  : unknown);

export interface AdamOptions {
  learning_rate?: number; // 0.001
  beta_1?: number; // 0.9
  beta_2?: number; // 0.999
  epsilon?: number; // 1e-8
}

export interface ModuleInfo {
  /** The file of the module: operations, those of a lab, trainers with whole models, or language models. */
  module: 'attention.wasm' | 'lab.wasm' | 'training.wasm' | 'language.wasm';
  /** The instructions that the module was compiled for. */
  simd: 'SIMD' | 'relaxed SIMD';
  /** The size of the module's memory, and the part of it in use. */
  heap_bytes: number;
  used_bytes: number;
  /** The number of this module's models, prepared or whole, that are not released. */
  models: number;
}

export interface ModuleResult {
  outputs: NamedTensors;
  trace?: NamedTensors;
}

/** The verbs. If the core refuses, each throws an `Error` with `words` and `pieces`. */
export interface EngineModule extends LanguageVerbs {
  operations(): OperationInfo[];
  randomParameters(operation: string, config: object, seed: number): NamedTensors;
  run(
    operation: string,
    config: object,
    parameters: NamedTensorInputs,
    inputs: NamedTensorInputs,
    keep: Keep,
  ): ModuleResult;
  gradients(
    operation: string,
    config: object,
    parameters: NamedTensorInputs,
    inputs: NamedTensorInputs,
    d_outputs: NamedTensorInputs,
  ): NamedTensors;
  /** `parameters` may be a seed that draws them. */
  inspect(
    operation: string,
    config: object,
    parameters: NamedTensorInputs | number,
    inputs: NamedTensorInputs,
    options: InspectOptions,
  ): Inspected;
  /** Returns the model's number. The model keeps its parameters, which a seed draws at random. */
  prepare(operation: string, config: object, parameters: NamedTensorInputs | number): number;
  runModel(model: number, inputs: NamedTensorInputs, keep: Keep): ModuleResult;
  inspectModel(model: number, inputs: NamedTensorInputs, options: InspectOptions): Inspected;
  modelGradients(
    model: number,
    inputs: NamedTensorInputs,
    d_outputs: NamedTensorInputs,
  ): NamedTensors;
  /** `length`: the number of tokens so far, which the model keeps until it is restarted. */
  stepModel(model: number, inputs: NamedTensorInputs): { outputs: NamedTensors; length: number };
  /** One step of Adam; returns the mean squared error before the step. */
  trainModel(
    model: number,
    inputs: NamedTensorInputs,
    targets: NamedTensorInputs,
    adam: AdamOptions,
  ): number;
  restartModel(model: number): void;
  /** The keys and values of each layer, named as in the trace; none before the first step. */
  modelCache(model: number): NamedTensors;
  /** Replaces them; without tensors, restarts. Returns the number of tokens. */
  setModelCache(model: number, cache: NamedTensorInputs): number;
  modelParameters(model: number, names: readonly string[] | undefined): NamedTensors;
  /** Replaces these parameters; the others stay. */
  setModelParameters(model: number, parameters: NamedTensorInputs): void;
  releaseModel(model: number): void;
  createTokenModel(config: object, parameters: NamedTensorInputs | number): CreatedTokenModel;
  /** `settings`: the object in config.json. Returns the names of the tensors that the model reads. */
  readCheckpoint(
    settings: object,
    tensors: Readonly<Record<string, StoredShape>>,
  ): { config: TokenModelConfig; tensors: string[] };
  /**
   * Returns the number of a model that is being read, and the slices of tensors that it takes, in this order. With
   * `form` it is a model for inference, whose large matrices are in this format.
   */
  beginCheckpointModel(
    settings: object,
    tensors: Readonly<Record<string, StoredShape>>,
    form: ParameterForm | undefined,
  ): { slices: TensorSlice[]; number: number };
  /** `bytes`: those of the next slice. */
  addToCheckpointModel(model: number, bytes: Uint8Array): void;
  /** Returns the model, once all slices have been added. */
  finishCheckpointModel(model: number): CreatedTokenModel;
  /** Frees a model that is not finished. */
  releaseCheckpointModel(model: number): void;
  /**
   * `names`: the fields to return, instead of those that `keep` selects. `row`: the row of attention weights whose
   * arithmetic to return.
   */
  inspectTokenModel(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
    keep: Keep,
    names: readonly string[] | undefined,
    row: RowPlace | undefined,
  ): ModelInspection;
  /** `names`: the fields and parameters whose gradients to return. */
  tokenModelGradients(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    of: NumberPlace,
    interventions: readonly Intervention[],
    names: readonly string[] | undefined,
  ): NumberGradients;
  /** `options`: count, temperature, seed, end_id, and the length of a pass with interventions. */
  generateTokens(
    model: number,
    inputs: NamedTensorInputs,
    options: object,
    interventions: readonly Intervention[],
  ): GeneratedToken[];
  tokenModelParameters(model: number, names: readonly string[] | undefined): NamedTensors;
  setTokenModelParameters(model: number, parameters: NamedTensorInputs): void;
  releaseTokenModel(model: number): void;
  /** What a recipe decides, without a trainer. `data`: the images of the task digits. */
  recipeInfo(recipe: object, data: NamedTensorInputs): RecipeInfo;
  /** Returns the trainer's number with what its recipe decides. */
  createTrainer(
    recipe: object,
    data: NamedTensorInputs,
    snapshots: SnapshotOptions,
    from: TrainerStateInput | undefined,
  ): TrainerInfo & { number: number };
  trainerProgress(trainer: number): { step: number; snapshots: number[] };
  /**
   * Reports every `every`-th step of the run (0: none), and if `last` is set also the last of these steps. With each
   * report, evaluates on `held_out` examples (0: does not evaluate) and inspects `examples`. If a step is refused, the
   * steps before it stay taken (`trainerProgress`), but their reports are lost.
   */
  stepTrainer(
    trainer: number,
    count: number,
    every: number,
    last: boolean,
    held_out: number,
    examples: readonly ExampleInput[],
  ): { step: number; reports: StepReport[] };
  /** Goes to a step: takes steps from the nearest state before it, the current one or a snapshot. */
  seekTrainer(trainer: number, step: number): void;
  /** On held-out examples of the trainer's task, or of another with the same vocabulary. */
  evaluateTrainer(trainer: number, count: number, task: object): Evaluation;
  inspectTrainer(
    trainer: number,
    example: ExampleInput,
    interventions: readonly Intervention[],
    keep: Keep,
  ): ExampleInspection;
  trainerParameters(trainer: number): NamedTensors;
  trainerState(trainer: number): TrainerState;
  /** The batches of the next `count` steps, at most 4,194,304 examples. Takes no step. */
  trainerBatches(trainer: number, count: number): NamedTensors;
  releaseTrainer(trainer: number): void;
  /** Sentences in which it is known which word each word should look at; at most 65,536. */
  relationSentences(seed: number, count: number): RelationSentence[];
  /** Returns the number of a finder of what this whole model's heads look at. */
  createHeadFinder(model: number): number;
  /**
   *   inputs   ids and type_ids [sentence, token], padded
   *   word_of  the word of each token, by sentence, without padding
   *   pairs    for each sentence, its pairs of words: one that should look, and the one it should look at
   *   kinds    the kind of each word, by sentence
   */
  addToHeadFinder(
    finder: number,
    inputs: NamedTensorInputs,
    word_of: readonly (readonly number[])[],
    pairs: readonly (readonly WordPair[])[],
    half: 'find' | 'report',
    kinds?: readonly (readonly WordKind[])[],
  ): void;
  foundHeads(finder: number): FoundHeads;
  releaseHeadFinder(finder: number): void;
  info(): ModuleInfo;
}

/** A call is written into memory as words, and its result is read from memory (wasm/messages). */
export interface BoundModule {
  /** A view of the module's memory, valid until it grows. */
  memory(): Uint8Array<ArrayBuffer>;
  /** The address for a call of this many 32-bit words; 0 when there is not enough memory. */
  message(words: number): number;
  /** The address for the floats of the call's next tensor; 0 when there is not enough memory. */
  reserve(floats: number): number;
  /** Runs the call; returns the address of its result, which may be a refusal. */
  call(): number;
  /** Frees the call's memory and the result. */
  release(): void;
}

export default function createAttentionModule(options: {
  wasmBinary: ArrayBuffer;
}): Promise<BoundModule>;
