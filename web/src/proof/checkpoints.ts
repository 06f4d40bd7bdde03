/**
 * Compares whole models from files of the Hugging Face hub with results of PyTorch and transformers for the same files.
 */
import type { NamedTensors, Tensor, TokenGuess } from '../../../wasm/engine';
import { forwardTolerance, type Tolerance } from './difference';
import { comparisonOf, type Comparison } from './verify';

/** The part of a model that the proof uses. */
export interface ProvenModel {
  readonly config: { readonly layers?: number };
  inspect(
    input: { ids: readonly number[] },
    options: { fields: readonly string[] },
  ): Promise<{ trace: NamedTensors }>;
  similarities(input: { ids: readonly (readonly number[])[] }): Promise<Tensor>;
  maskedWords(
    input: { ids: readonly number[] },
    options: { places: readonly number[]; max_words: number },
  ): Promise<TokenGuess[][]>;
  poolerOutput(input: { ids: readonly number[] }, options: object): Promise<Tensor>;
}

/** One sentence: its ids, and the reference's tensors under the names of our fields. */
export interface ReferenceSentence {
  readonly ids: readonly number[];
  readonly hidden: NamedTensors;
  readonly weights: NamedTensors;
}

/** One sentence with masks, and the results of PyTorch's heads on top of the last layer. */
interface MaskedSentence {
  readonly ids: readonly number[];
  /** The places of the masks. */
  readonly places: readonly number[];
  /** [place, vocab_size] */
  readonly probabilities: Tensor;
  /** [1, d_model]; absent for a model without a pooler. */
  readonly pooler: Tensor | undefined;
}

export interface Checkpoint {
  /** "MiniLM" */
  readonly name: string;
  /** The source of the expected numbers: "transformers.BertModel" */
  readonly source: string;
  readonly sentences: readonly ReferenceSentence[];
  /** [sentence, sentence], of vectors of length 1; absent where there is none. */
  readonly similarity?: Tensor | undefined;
  readonly masked?: readonly MaskedSentence[];
  readonly tolerance: Tolerance;
}

/** Larger than the core's own rounding errors, because transformers also computed in float32. */
export const miniLmTolerance: Tolerance = { rtol: 1e-4, atol: 1e-5 };
const kSimilarityTolerance: Tolerance = { rtol: 0, atol: 1e-5 };
/** An error of 2e-5 in a logit is a relative error of 2e-5 in the probability. */
const kProbabilityTolerance: Tolerance = { rtol: 2e-5, atol: 1e-8 };

const hiddenField = (layer: number, layers: number) =>
  layer === 0 ? 'embedded' : layer === layers ? 'output' : `layers.${layer - 1}.output`;
export const weightsField = (layer: number) => `layers.${layer}.attention.weights`;

/** Each sentence has its own tensors: `ids.0`, `hidden.0.LAYER`, `attention.0.LAYER`. */
export function sentencesAlone(tensors: NamedTensors, layers: number): ReferenceSentence[] {
  const sentences: ReferenceSentence[] = [];
  for (let i = 0; tensors[`ids.${i}`]; ++i)
    sentences.push({
      ids: [...tensors[`ids.${i}`]!.data],
      hidden: hiddenOf(layers, (layer) => tensors[`hidden.${i}.${layer}`]!),
      weights: weightsOf(layers, (layer) => tensors[`attention.${i}.${layer}`]!),
    });
  return sentences;
}

/** All in one batch with padding at the end: `ids`, `attention_mask`, `hidden.LAYER`, `attention.LAYER`. */
export function sentencesOfBatch(tensors: NamedTensors, layers: number): ReferenceSentence[] {
  return idsOfBatch(tensors).map((ids, item) => {
    const n = ids.length;
    return {
      ids,
      hidden: hiddenOf(layers, (layer) => cropped(tensors[`hidden.${layer}`]!, item, n)),
      weights: weightsOf(layers, (layer) => cropped(tensors[`attention.${layer}`]!, item, n)),
    };
  });
}

/** A batch as above with `places` [place, sentence and token], `probabilities` and, of some, `pooler_output`. */
export function maskedSentences(tensors: NamedTensors): MaskedSentence[] {
  const { data: places } = tensors['places']!;
  const { pooler_output: pooled } = tensors;
  return idsOfBatch(tensors).map((ids, item) => {
    const itemPlaces = upTo(places.length / 2).filter((place) => places[2 * place] === item);
    return {
      ids,
      places: itemPlaces.map((place) => places[2 * place + 1]!),
      probabilities: rowsOf(tensors['probabilities']!, itemPlaces),
      pooler: pooled && rowsOf(pooled, [item]),
    };
  });
}

/** The ids of each sentence, without padding. */
function idsOfBatch({ ids, attention_mask }: NamedTensors): number[][] {
  const [batch, width] = ids!.shape as [number, number];
  return upTo(batch).map((item) => {
    const from = item * width;
    const mask = attention_mask!.data.subarray(from, from + width);
    return [...ids!.data.subarray(from, from + mask.reduce((sum, each) => sum + each, 0))];
  });
}

function rowsOf({ axes, shape, data }: Tensor, rows: readonly number[]): Tensor {
  const columns = shape[1]!;
  const numbers = rows.flatMap((row) => [...data.subarray(row * columns, (row + 1) * columns)]);
  return { axes, shape: [rows.length, columns], data: Float32Array.from(numbers) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The input of the first layer and the output of each layer, under the names of our fields. */
const hiddenOf = (layers: number, tensorOf: (layer: number) => Tensor): NamedTensors =>
  Object.fromEntries(upTo(layers + 1).map((i) => [hiddenField(i, layers), tensorOf(i)]));

const weightsOf = (layers: number, tensorOf: (layer: number) => Tensor): NamedTensors =>
  Object.fromEntries(upTo(layers).map((i) => [weightsField(i), tensorOf(i)]));

/** The first n rows of one batch item; of weights [batch, head, query, key] also only the first n columns. */
function cropped({ axes, shape, data }: Tensor, item: number, n: number): Tensor {
  const [, ...extents] = shape;
  const rows = extents.at(-2)!;
  const columns = extents.at(-1)!;
  const columnCount = extents.length === 3 ? n : columns;
  const heads = extents.length === 3 ? extents[0]! : 1;
  const numbers = new Float32Array(heads * n * columnCount);
  for (let head = 0; head < heads; ++head)
    for (let row = 0; row < n; ++row) {
      const from = ((item * heads + head) * rows + row) * columns;
      numbers.set(data.subarray(from, from + columnCount), (head * n + row) * columnCount);
    }
  const cut = extents.length === 3 ? [1, heads, n, n] : [1, n, columns];
  return { axes, shape: cut, data: numbers };
}

/** [place, vocab_size], from the words in order of probability. */
function probabilitiesOf(words: readonly (readonly TokenGuess[])[], size: number): Tensor {
  const data = new Float32Array(words.length * size).fill(NaN);
  for (const [place, guesses] of words.entries())
    for (const { id, probability } of guesses) data[place * size + id] = probability;
  return { axes: ['place', 'vocab_size'], shape: [words.length, size], data };
}

/** The comparisons of a checkpoint, one after the other, named as the reference names its tensors. */
export async function* comparisonsOf(
  { name, source, sentences, similarity, masked = [], tolerance }: Checkpoint,
  model: ProvenModel,
): AsyncGenerator<Comparison> {
  const layers = { source, header: 'models/token_model.h', direction: 'forward' } as const;
  const heads = {
    source: 'PyTorch',
    header: 'models/encoder_heads.h',
    direction: 'forward',
  } as const;
  const compared = (
    what: string,
    part: string,
    actual: NamedTensors,
    expected: NamedTensors,
    allowed = tolerance,
    about: typeof layers | typeof heads = layers,
  ): Comparison => {
    const described = { ...about, name: `${name}/${part}`, operation: `${name}: ${what}` };
    return comparisonOf({ ...described, tolerance: allowed }, actual, expected);
  };
  for (const [i, { ids, hidden, weights }] of sentences.entries()) {
    const fields = [...Object.keys(hidden), ...Object.keys(weights)];
    const { trace } = await model.inspect({ ids }, { fields });
    yield compared('hidden', `ids.${i}`, trace, hidden);
    yield compared('attention', `ids.${i}`, trace, weights);
  }
  if (similarity) {
    const actual = await model.similarities({ ids: sentences.map(({ ids }) => ids) });
    yield compared(
      'similarity',
      'similarity',
      { similarity: actual },
      { similarity },
      kSimilarityTolerance,
    );
  }
  for (const [i, { ids, places, probabilities, pooler }] of masked.entries()) {
    const size = probabilities.shape[1]!;
    const words = await model.maskedWords({ ids }, { places, max_words: size });
    yield compared(
      'masked words',
      `ids.${i}`,
      { probabilities: probabilitiesOf(words, size) },
      { probabilities },
      kProbabilityTolerance,
      heads,
    );
    if (!pooler) continue;
    const actual = { pooler_output: await model.poolerOutput({ ids }, {}) };
    const expected = { pooler_output: pooler };
    yield compared('pooler', `ids.${i}`, actual, expected, forwardTolerance, heads);
  }
}
