/** The texts about the measured examples. */
import { expect, it } from 'vitest';
import type { FoundHeads } from '../../../../web/src/model/heads/found-heads';
import { measureExample, turnOf } from '../../../../web/src/model/language/measured-examples';
import type { TextModel } from '../../../../web/src/model/language/text-model';

it.each([
  ['leans', 0.4, 0.6, 0.2],
  ['flips', 0.2, 0.6, 0.4],
  ['flips', 0.3, 0.2, 0.4],
  ['stays', 0.6, 0.4, 0.2],
  ['stays', 0.4, 0.4, 0.2],
] as const)('it %s: %d, before %d, the rival %d', (said, weight, before, rival) => {
  expect(turnOf(weight, before, rival)).toBe(said);
});

it('gives no result for a layer that the model does not have', async () => {
  const example = { text: 'a b', word: 0, from: 'a', same: 'a c', other: 'a d', layers: 3 };
  const cosines = {
    axes: ['layer', 'word', 'other'],
    shape: [3, 3, 3],
    data: Float32Array.from({ length: 27 }, (_, i) => i),
  };
  const model = (layers: number) =>
    ({ layers, vectors: { wordCosines: async () => cosines } }) as unknown as TextModel;
  const foundHeads = {} as FoundHeads;
  expect(await measureExample(example, model(2), foundHeads)).toBeNull();
  expect(await measureExample({ ...example, layers: 2 }, model(2), foundHeads)).toEqual({
    of: 'cosine',
    same: 19,
    other: 20,
  });
});
