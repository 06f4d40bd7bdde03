import { expect, it } from 'vitest';
import { weightsField, type ProvenModel } from '../../../web/src/proof/checkpoints';
import { roundedComparisons } from '../../../web/src/proof/rounded-checkpoint';
import { tensorOfShape } from '../../support/tensor-of';

const field = weightsField(0);
/** One layer with one head, over two tokens. */
const weights = (...data: number[]) => ({ [field]: tensorOfShape([1, 1, 2, 2], data) });
const exact = [weights(0.9, 0.1, 0.48, 0.52), weights(0.6, 0.4, 0.3, 0.7)];
const sentences = exact.map((each, i) => ({ ids: [i], hidden: {}, weights: each }));
const embeddings = tensorOfShape([2, 2], [1, 0, 0.6, 0.8]);

async function compared(rounded: readonly Record<string, ReturnType<typeof tensorOfShape>>[]) {
  const model = {
    inspect: async ({ ids }: { ids: readonly number[] }) => ({ trace: rounded[ids[0]!]! }),
  };
  const found = [];
  const checkpoint = { name: 'M', source: 'S', sentences, embeddings };
  for await (const comparison of roundedComparisons(checkpoint, model as unknown as ProvenModel))
    found.push(comparison);
  return found;
}

it('passes where weights, largest keys and sentence vectors are near', async () => {
  // Vectors of any length.
  const pooled = [tensorOfShape([1, 2], [5, 0.1]), tensorOfShape([1, 2], [6, 8])];
  const found = await compared([
    { ...weights(0.85, 0.15, 0.49, 0.51), pooled: pooled[0]! },
    { ...exact[1]!, pooled: pooled[1]! },
  ]);
  expect(found.map(({ operation, holds }) => [operation, holds])).toEqual([
    ['M: attention', true],
    ['M: attention', true],
    ['M: other largest key', true],
    ['M: cosine', true],
  ]);
  expect(found[0]!.worst!.difference).toBeCloseTo(0.05, 6);
  expect(found[2]!.worst!.actual).toBe(0);
  expect(found[3]!.worst!.actual).toBeCloseTo(5 / Math.hypot(5, 0.1), 6);
});

it('fails on a weight, a row with another largest key, and a vector that is off', async () => {
  const found = await compared([
    { ...weights(0.83, 0.17, 0.51, 0.49), pooled: tensorOfShape([1, 2], [1, 0.06]) },
    { ...exact[1]!, pooled: tensorOfShape([1, 2], [0.6, 0.8]) },
  ]);
  expect(found.map(({ holds }) => holds)).toEqual([false, true, false, false]);
  expect(found[2]!.worst!.actual).toBe(0.25);
  expect(found[3]!.worst!.actual).toBeCloseTo(1 / Math.hypot(1, 0.06), 6);
});
