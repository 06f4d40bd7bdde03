/** The parts of an engine of language.wasm that open and run a language model: `createEngine()` has them. */
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
  StoredShape,
  Tensor,
  TensorInput,
  TokenGuess,
  TokenModelConfig,
  ValueWeighted,
  VectorOperations,
  WordKind,
  WordPair,
} from '../../../../wasm/engine';

/** One text, in tokens. */
interface OneText {
  ids: readonly number[];
}

interface SeveralTexts {
  ids: readonly (readonly number[])[];
}

interface Changed {
  interventions?: readonly Intervention[];
}

interface Stoppable {
  signal?: AbortSignal | undefined;
}

interface GradientOptions extends Changed {
  /** The names of the fields whose gradients to return. */
  fields: readonly string[];
}

interface Finder {
  add(
    sentences: SeveralTexts & {
      word_of: readonly (readonly number[])[];
      pairs: readonly (readonly WordPair[])[];
      kinds: readonly (readonly WordKind[])[];
      half: 'find' | 'report';
    },
  ): Promise<void>;
  found(): Promise<FoundHeads>;
  dispose(): void;
}

export interface OpenModel {
  readonly config: TokenModelConfig;
  readonly predicts_words: boolean;
  readonly has_pooler: boolean;
  inspect(
    input: OneText,
    options: { fields: readonly string[]; row?: RowPlace | undefined } & Changed & Stoppable,
  ): Promise<ModelInspection>;
  similarities(input: SeveralTexts, options?: Changed): Promise<Tensor>;
  textVectors(input: SeveralTexts, options?: Changed): Promise<Tensor>;
  similarityChange(input: SeveralTexts, options: Changed): Promise<SimilarityChange>;
  similaritiesWithoutHeads(
    input: SeveralTexts,
    options: { layer: number } & Changed,
  ): Promise<Tensor>;
  attributions(input: SeveralTexts, options: { of: NumberPlace } & Changed): Promise<Attributions>;
  wordVectors(
    input: OneText,
    options: { words: readonly (readonly number[])[] } & Changed,
  ): Promise<Tensor>;
  heads(
    input: OneText,
    options: {
      attentions: readonly string[];
      tokens: readonly number[];
      rescaled: boolean;
      fields: readonly string[];
      row?: RowPlace | undefined;
    } & Changed,
  ): Promise<HeadInspection>;
  valueWeighted(
    input: OneText,
    options: { attention: string; tokens: readonly number[] } & Changed,
  ): Promise<ValueWeighted>;
  roundingError(input: SeveralTexts, options: { exact: OpenModel }): Promise<RoundingError>;
  maskedWords(
    input: OneText,
    options: { places: readonly number[]; max_words: number } & Changed,
  ): Promise<TokenGuess[][]>;
  gradients(
    input: OneText,
    options: { of: NumberPlace } & GradientOptions,
  ): Promise<NumberGradients>;
  similarityGradients(
    input: OneText,
    options: { other: TensorInput } & GradientOptions,
  ): Promise<NumberGradients>;
  maskedWordGradients(
    input: OneText,
    options: { place: number; word: number } & GradientOptions,
  ): Promise<NumberGradients>;
  parameterPart(options: {
    name: string;
    from: readonly number[];
    to: readonly number[];
  }): Promise<Tensor>;
  poolerOutput(input: OneText, options: Changed): Promise<Tensor>;
  headFinder(): Promise<Finder>;
  dispose(): void;
}

interface SlicedTensor extends StoredShape {
  bytes(begin: number, end: number): Promise<Uint8Array>;
}

export interface TextEngine {
  readCheckpoint(
    config: object,
    tensors: Record<string, StoredShape>,
    options?: Stoppable,
  ): Promise<{ tensors: readonly string[] }>;
  checkpointModel(
    checkpoint: {
      config: object;
      tensors: Record<string, SlicedTensor>;
      weights: ParameterForm;
    },
    options?: Stoppable,
  ): Promise<OpenModel>;
  relationSentences(seed: number, count: number): Promise<RelationSentence[]>;
  run<O extends keyof VectorOperations>(
    operation: O,
    call: OperationCall<O>,
  ): Promise<{ outputs: VectorOperations[O]['outputs'] }>;
}

/** The number of heads of each layer. */
export function headsPerLayer({ config: { heads = 1 } }: OpenModel): number {
  return typeof heads === 'number' ? heads : heads[0]!;
}
