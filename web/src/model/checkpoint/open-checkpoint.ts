/** Opens a checkpoint of the BERT family in an engine of whole models. */
import type {
  Attributions,
  FoundHeads,
  HeadInspection,
  Intervention,
  ModelInspection,
  NumberGradients,
  NumberPlace,
  OperationCall,
  ParameterForm,
  RelationSentence,
  RoundingError,
  RowPlace,
  SimilarityChange,
  Tensor,
  TensorInput,
  TokenGuess,
  TokenModelConfig,
  ValueWeighted,
  VectorOperations,
  WordKind,
  WordPair,
} from '../../../../wasm/engine';
import type { StoredTensor } from '../../files/read-safetensors';
import type { ModelFiles } from './model-files';

export interface Finder {
  add(sentences: {
    ids: readonly (readonly number[])[];
    word_of: readonly (readonly number[])[];
    pairs: readonly (readonly WordPair[])[];
    kinds: readonly (readonly WordKind[])[];
    half: 'find' | 'report';
  }): Promise<void>;
  found(): Promise<FoundHeads>;
  dispose(): void;
}

interface GradientOptions {
  fields: readonly string[];
  interventions: readonly Intervention[];
}

export interface OpenModel {
  readonly config: TokenModelConfig;
  readonly predicts_words: boolean;
  readonly has_pooler: boolean;
  inspect(
    input: { ids: readonly number[] },
    options: {
      fields: readonly string[];
      row?: RowPlace | undefined;
      interventions?: readonly Intervention[];
      signal?: AbortSignal | undefined;
    },
  ): Promise<ModelInspection>;
  similarities(
    input: { ids: readonly (readonly number[])[] },
    options?: { interventions?: readonly Intervention[] },
  ): Promise<Tensor>;
  textVectors(
    input: { ids: readonly (readonly number[])[] },
    options?: { interventions?: readonly Intervention[] },
  ): Promise<Tensor>;
  similarityChange(
    input: { ids: readonly (readonly number[])[] },
    options: { interventions: readonly Intervention[] },
  ): Promise<SimilarityChange>;
  similaritiesWithoutHeads(
    input: { ids: readonly (readonly number[])[] },
    options: { layer: number; interventions?: readonly Intervention[] },
  ): Promise<Tensor>;
  attributions(
    input: { ids: readonly (readonly number[])[] },
    options: { of: NumberPlace; interventions?: readonly Intervention[] },
  ): Promise<Attributions>;
  wordVectors(
    input: { ids: readonly number[] },
    options: { words: readonly (readonly number[])[]; interventions?: readonly Intervention[] },
  ): Promise<Tensor>;
  heads(
    input: { ids: readonly number[] },
    options: {
      attentions: readonly string[];
      tokens: readonly number[];
      rescaled: boolean;
      fields: readonly string[];
      row?: RowPlace | undefined;
      interventions?: readonly Intervention[];
    },
  ): Promise<HeadInspection>;
  valueWeighted(
    input: { ids: readonly number[] },
    options: {
      attention: string;
      tokens: readonly number[];
      interventions?: readonly Intervention[];
    },
  ): Promise<ValueWeighted>;
  roundingError(
    input: { ids: readonly (readonly number[])[] },
    options: { exact: OpenModel },
  ): Promise<RoundingError>;
  maskedWords(
    input: { ids: readonly number[] },
    options: {
      places: readonly number[];
      max_words: number;
      interventions?: readonly Intervention[];
    },
  ): Promise<TokenGuess[][]>;
  /** The gradients of the fields with these names, like those below. */
  gradients(
    input: { ids: readonly number[] },
    options: { of: NumberPlace } & GradientOptions,
  ): Promise<NumberGradients>;
  similarityGradients(
    input: { ids: readonly number[] },
    options: { other: TensorInput } & GradientOptions,
  ): Promise<NumberGradients>;
  maskedWordGradients(
    input: { ids: readonly number[] },
    options: { place: number; word: number } & GradientOptions,
  ): Promise<NumberGradients>;
  parameterPart(options: {
    name: string;
    from: readonly number[];
    to: readonly number[];
  }): Promise<Tensor>;
  poolerOutput(
    input: { ids: readonly number[] },
    options: { interventions?: readonly Intervention[] },
  ): Promise<Tensor>;
  headFinder(): Promise<Finder>;
  dispose(): void;
}

/** The number of heads of each layer. */
export function headsPerLayer({ config: { heads = 1 } }: OpenModel): number {
  return typeof heads === 'number' ? heads : heads[0]!;
}

interface Shape {
  readonly dtype: string;
  readonly shape: readonly number[];
}

interface SlicedTensor extends Shape {
  bytes(begin: number, end: number): Promise<Uint8Array>;
}

/** The part of an engine of language.wasm that runs such models. */
export interface TextEngine {
  readCheckpoint(
    config: object,
    tensors: Record<string, Shape>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<{ tensors: readonly string[] }>;
  checkpointModel(
    checkpoint: {
      config: object;
      tensors: Record<string, SlicedTensor>;
      weights: ParameterForm;
    },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<OpenModel>;
  relationSentences(seed: number, count: number): Promise<RelationSentence[]>;
  run<O extends keyof VectorOperations>(
    operation: O,
    call: OperationCall<O>,
  ): Promise<{ outputs: VectorOperations[O]['outputs'] }>;
}

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
