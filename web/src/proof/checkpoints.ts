/** Whole models from files of the Hugging Face hub, beside what transformers computes from the same files. */
import type { NamedTensors, Tensor } from '../../../wasm/tensors';
import { differenceOf, holds, type Tolerance } from './difference';
import type { Comparison } from './verify';

/** The part of a model that the proof uses. */
export interface ProvenModel {
  readonly config: { readonly layers?: number };
  inspect(
    input: { ids: readonly number[] },
    options: { fields: readonly string[] },
  ): Promise<{ trace: NamedTensors }>;
  similarities(input: { ids: readonly (readonly number[])[] }): Promise<Tensor>;
}

/** One sentence: its ids, and the reference's tensors by the names of our fields. */
interface Sentence {
  readonly ids: readonly number[];
  readonly hidden: NamedTensors;
  readonly weights: NamedTensors;
}

export interface Checkpoint {
  /** "MiniLM" */
  readonly name: string;
  /** Of transformers: "BertModel". */
  readonly source: string;
  readonly sentences: readonly Sentence[];
  /** [sentence, sentence], of vectors of length 1; absent where there is none. */
  readonly similarity?: Tensor | undefined;
  readonly tolerance: Tolerance;
}

/** transformers computed in float32 too: two correct results may differ by more than the core's own rounding. */
export const smallTolerance: Tolerance = { rtol: 1e-5, atol: 2e-6 };
export const miniLmTolerance: Tolerance = { rtol: 1e-4, atol: 1e-5 };
const kSimilarityTolerance: Tolerance = { rtol: 0, atol: 1e-5 };

const hiddenField = (layer: number, layers: number) =>
  layer === 0 ? 'embedded' : layer === layers ? 'output' : `layers.${layer - 1}.output`;
const weightsField = (layer: number) => `layers.${layer}.attention.weights`;

/** Each sentence in tensors of its own: `ids.0`, `hidden.0.LAYER`, `attention.0.LAYER`. */
export function sentencesAlone(tensors: NamedTensors, layers: number): Sentence[] {
  const sentences: Sentence[] = [];
  for (let i = 0; tensors[`ids.${i}`]; ++i)
    sentences.push({
      ids: [...tensors[`ids.${i}`]!.data],
      hidden: hiddenOf(layers, (layer) => tensors[`hidden.${i}.${layer}`]!),
      weights: weightsOf(layers, (layer) => tensors[`attention.${i}.${layer}`]!),
    });
  return sentences;
}

/** All in one batch with padding at the end: `ids`, `attention_mask`, `hidden.LAYER`, `attention.LAYER`. */
export function sentencesOfBatch(tensors: NamedTensors, layers: number): Sentence[] {
  const { shape, data: ids } = tensors['ids']!;
  const [batch, width] = shape as [number, number];
  return Array.from({ length: batch }, (_, item) => {
    const mask = tensors['attention_mask']!.data.subarray(item * width, (item + 1) * width);
    const n = mask.reduce((sum, each) => sum + each, 0);
    return {
      ids: [...ids.subarray(item * width, item * width + n)],
      hidden: hiddenOf(layers, (layer) => cropped(tensors[`hidden.${layer}`]!, item, n)),
      weights: weightsOf(layers, (layer) => cropped(tensors[`attention.${layer}`]!, item, n)),
    };
  });
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** By the names of our fields: what enters the first layer, and what leaves each. */
const hiddenOf = (layers: number, tensorOf: (layer: number) => Tensor): NamedTensors =>
  Object.fromEntries(upTo(layers + 1).map((i) => [hiddenField(i, layers), tensorOf(i)]));

const weightsOf = (layers: number, tensorOf: (layer: number) => Tensor): NamedTensors =>
  Object.fromEntries(upTo(layers).map((i) => [weightsField(i), tensorOf(i)]));

/** Of an item of a batch the first n rows, and of weights [batch, head, query, key] the first n columns. */
function cropped({ axes, shape, data }: Tensor, item: number, n: number): Tensor {
  const [, ...own] = shape;
  const rows = own.at(-2)!;
  const columns = own.at(-1)!;
  const kept = own.length === 3 ? n : columns;
  const heads = own.length === 3 ? own[0]! : 1;
  const numbers = new Float32Array(heads * n * kept);
  for (let head = 0; head < heads; ++head)
    for (let row = 0; row < n; ++row) {
      const from = ((item * heads + head) * rows + row) * columns;
      numbers.set(data.subarray(from, from + kept), (head * n + row) * kept);
    }
  const cut = own.length === 3 ? [1, heads, n, n] : [1, n, columns];
  return { axes, shape: cut, data: numbers };
}

/** The comparisons of a checkpoint, one after the other, named as the reference names its tensors. */
export async function* comparisonsOf(
  { name, source, sentences, similarity, tolerance }: Checkpoint,
  model: ProvenModel,
): AsyncGenerator<Comparison> {
  const about = { source, header: 'models/token_model.h', direction: 'forward' } as const;
  const compared = (
    what: string,
    part: string,
    got: NamedTensors,
    expected: NamedTensors,
    allowed = tolerance,
  ): Comparison => {
    const difference = differenceOf(got, expected, allowed);
    const described = { ...about, name: `${name}/${part}`, operation: `${name}: ${what}` };
    return { ...described, tolerance: allowed, ...difference, holds: holds(difference) };
  };
  for (const [i, { ids, hidden, weights }] of sentences.entries()) {
    const fields = [...Object.keys(hidden), ...Object.keys(weights)];
    const { trace } = await model.inspect({ ids }, { fields });
    yield compared('hidden', `ids.${i}`, trace, hidden);
    yield compared('attention', `ids.${i}`, trace, weights);
  }
  if (!similarity) return;
  const got = await model.similarities({ ids: sentences.map(({ ids }) => ids) });
  yield compared('similarity', 'similarity', { got }, { got: similarity }, kSimilarityTolerance);
}
