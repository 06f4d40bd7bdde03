/** Compares an int8 model with transformers' results for the exact weights, with tolerances for the rounding. */
import type { NamedTensors, Tensor } from '../../../wasm/engine';
import { weightsField, type ProvenModel, type ReferenceSentence } from './checkpoints';
import { comparisonOf, type Comparison } from './verify';

export interface RoundedCheckpoint {
  /** "MiniLM int8" */
  readonly name: string;
  readonly source: string;
  readonly sentences: readonly ReferenceSentence[];
  /** [sentence, d_model], of length 1. */
  readonly embeddings: Tensor;
}

const kWorstWeight = { rtol: 0, atol: 0.06 };
/** The maximum share of rows whose largest weight is on another key. */
const kOtherLargestKeys = { rtol: 0, atol: 0.012 };
/** A cosine of at least 0.9985. */
const kCosine = { rtol: 0, atol: 0.0015 };

export async function* roundedComparisons(
  { name, source, sentences, embeddings }: RoundedCheckpoint,
  model: ProvenModel,
): AsyncGenerator<Comparison> {
  const about = { source, header: 'models/token_model.h', direction: 'forward' } as const;
  let [others, rows] = [0, 0];
  const cosines: number[] = [];
  const width = embeddings.shape[1]!;
  for (const [i, { ids, weights }] of sentences.entries()) {
    const { trace } = await model.inspect({ ids }, { fields: [...Object.keys(weights), 'pooled'] });
    yield comparisonOf(
      {
        ...about,
        name: `${name}/ids.${i}`,
        operation: `${name}: attention`,
        tolerance: kWorstWeight,
      },
      trace,
      weights,
    );
    for (let layer = 0; weights[weightsField(layer)]; ++layer) {
      const field = weightsField(layer);
      const [actual, exact] = [trace[field]!, weights[field]!].map(largestKeys);
      rows += exact!.length;
      others += exact!.filter((key, row) => key !== actual![row]).length;
    }
    const exact = embeddings.data.subarray(i * width, (i + 1) * width);
    cosines.push(cosine(trace['pooled']!.data, exact));
  }
  yield comparisonOf(
    {
      ...about,
      name: `${name}/all`,
      operation: `${name}: other largest key`,
      tolerance: kOtherLargestKeys,
    },
    numbers({ share_of_rows: [others / rows] }),
    numbers({ share_of_rows: [0] }),
  );
  yield comparisonOf(
    { ...about, name: `${name}/all`, operation: `${name}: cosine`, tolerance: kCosine },
    numbers({ cosine: cosines }),
    numbers({ cosine: cosines.map(() => 1) }),
  );
}

/** The key with the largest weight in each row. */
function largestKeys({ shape, data }: Tensor): number[] {
  const n = shape.at(-1)!;
  return Array.from({ length: data.length / n }, (_, i) => {
    const row = data.subarray(i * n, (i + 1) * n);
    return row.indexOf(Math.max(...row));
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, each, i) => sum + each * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const numbers = (named: Record<string, readonly number[]>): NamedTensors =>
  Object.fromEntries(
    Object.entries(named).map(([name, each]) => [
      name,
      { axes: ['sentence'], shape: [each.length], data: Float32Array.from(each) },
    ]),
  );
