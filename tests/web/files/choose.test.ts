/** Finds queries, keys, values and weights by the names that models use. */
import { describe, expect, test } from 'vitest';
import { canBeWeights, readingOf, weightsAmong } from '../../../web/src/files/choose';
import { headsIn, itemOf, matricesIn, matrixIn } from '../../../web/src/files/item';
import type { OpenedTensor } from '../../../web/src/files/source';

const opened = (name: string, ...shape: number[]): OpenedTensor => ({
  name,
  shape,
  read: () => Promise.reject(new Error('not asked for')),
});
const trio = (names: readonly string[], ...shape: number[]) =>
  names.map((name) => opened(name, ...shape));

describe('queries, keys and values', () => {
  test.each([
    [['q', 'k', 'v']],
    [['Q', 'K', 'V']],
    [['query', 'key', 'value']],
    [['queries', 'keys', 'values']],
    [['model.layers.0.attn.q', 'model.layers.0.attn.k', 'model.layers.0.attn.v']],
    [['query_states', 'key_states', 'value_states']],
    [['layer/query_layer', 'layer/key_layer', 'layer/value_layer']],
    [['q_3', 'k_3', 'v_3']],
    [['block0_q', 'block0_k', 'block0_v']],
    [['bert_v2.query', 'bert_v2.key', 'bert_v2.value']],
    [['k-bert.query_3', 'k-bert.key_3', 'k-bert.value_3']],
  ])('%j, in this order and the reverse', (names) => {
    const [q, k, v] = names;
    for (const ordered of [names, names.toReversed()])
      expect(
        readingOf([opened('bias', 4), ...trio(ordered, 2, 5, 4), opened('output', 5, 8)]),
      ).toMatchObject({
        kind: 'qkv',
        sure: true,
        trio: { q: { name: q }, k: { name: k }, v: { name: v } },
      });
  });

  test('of several layers or batch items leave the choice to the visitor', () => {
    const layers = ['0', '1'].flatMap((layer) =>
      trio([`${layer}.q`, `${layer}.k`, `${layer}.v`], 5, 4),
    );
    const reading = readingOf(layers);
    expect(reading).toMatchObject({ kind: 'qkv', sure: false, trio: { q: { name: '0.q' } } });
    expect(readingOf(trio(['q', 'k', 'v'], 3, 2, 5, 4))).toMatchObject({
      kind: 'qkv',
      sure: false,
    });
    expect(readingOf(trio(['q', 'k', 'v'], 1, 2, 5, 4))).toMatchObject({
      kind: 'qkv',
      sure: true,
    });
  });

  test.each([
    [['w_q', 'w_k', 'w_v']],
    [['q_proj.weight', 'k_proj.weight', 'v_proj.weight']],
    [['quality', 'kind', 'view']],
    [['a.q', 'b.k', 'c.v']],
    [['q', 'k']],
  ])('are not recognized in %j', (names) => {
    expect(readingOf(trio(names, 8, 8)).kind).toBe('matrix');
  });

  test('cannot be vectors or empty tensors', () => {
    expect(readingOf(trio(['q', 'k', 'v'], 8)).kind).toBe('matrix');
    expect(readingOf(trio(['q', 'k', 'v'], 0, 8)).kind).toBe('matrix');
    expect(readingOf(trio(['q', 'k', 'v'], 1, 1, 1, 8, 8)).kind).toBe('matrix');
  });
});

describe('weights', () => {
  const layers = [1, 0].map((layer) => opened(`attentions.${layer}`, 1, 2, 5, 5));

  test('of several layers: the first in the file is shown, and all can be chosen', () => {
    const tensors = [opened('hidden', 5, 8), ...layers, opened('attentions', 6)];
    expect(readingOf(tensors)).toEqual({ kind: 'weights', tensor: layers[0] });
    expect(weightsAmong(tensors)).toEqual(layers);
  });

  test.each([
    [[2, 3], true],
    [[1, 1], true],
    [[12, 1, 12, 40, 40], true],
    [[512, 512], true],
    [[3, 16, 512, 512], true],
    [[512, 513], false],
    [[17, 512, 512], false],
    [[2, 0, 3], false],
    [[4], false],
    [[1, 1, 1, 1, 2, 2], false],
  ])('can be %j: %s', (shape, expected) => {
    expect(canBeWeights({ shape })).toBe(expected);
    expect(readingOf([opened('attn', ...shape)]).kind).toBe(expected ? 'weights' : 'matrix');
  });
});

describe('a matrix', () => {
  test.each(['weights', 'attn_weights', 'layer.0.attention', 'attentions.3', 'x/probs'])(
    'called %s is taken as weights',
    (name) => {
      const tensors = [opened('hidden', 5, 8), opened(name, 1, 2, 5, 5)];
      expect(readingOf(tensors)).toMatchObject({ kind: 'weights', tensor: { name } });
    },
  );

  test('is left to the visitor if no tensor is named as weights', () => {
    const none = [opened('scalar'), opened('w_q', 8, 8), opened('w_k', 8, 8)];
    expect(readingOf(none)).toMatchObject({ kind: 'matrix', tensor: { name: 'w_q' }, sure: false });
    expect(readingOf([opened('anything', 7)])).toMatchObject({ kind: 'matrix', sure: true });
  });
});

describe('a part of a tensor', () => {
  const tensor = {
    axes: [],
    shape: [2, 3, 1, 2],
    data: Float32Array.from({ length: 12 }, (_, i) => i),
  };

  test('a batch item is one item of the first of four axes, or all of fewer axes', () => {
    expect(itemOf(tensor, 1)).toEqual({ shape: [1, 3, 1, 2], data: tensor.data.subarray(6) });
    expect(itemOf({ ...tensor, shape: [3, 2, 2] }, 1).shape).toEqual([3, 2, 2]);
  });

  test('the heads of a layer and batch item keep the last axes, and fewer axes are left as they are', () => {
    const layers = { ...tensor, shape: [3, 2, 1, 2, 1] };
    expect(headsIn(layers, 4)).toEqual({ shape: [1, 1, 2, 1], data: tensor.data.subarray(8, 10) });
    expect(headsIn({ ...tensor, shape: [3, 2, 2] }, 0).shape).toEqual([3, 2, 2]);
    expect(headsIn({ ...tensor, shape: [6, 2] }, 0).shape).toEqual([6, 2]);
  });

  test('a matrix is the last two axes at one place of the others, and a vector is one row', () => {
    expect(matricesIn(tensor.shape)).toBe(6);
    expect(matrixIn(tensor, 4)).toMatchObject({ shape: [1, 2], data: new Float32Array([8, 9]) });
    expect(matrixIn({ axes: [], shape: [3], data: tensor.data.subarray(0, 3) }, 0).shape).toEqual([
      1, 3,
    ]);
    expect(matrixIn({ axes: [], shape: [], data: tensor.data.subarray(0, 1) }, 0).shape).toEqual([
      1, 1,
    ]);
  });
});
