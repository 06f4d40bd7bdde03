/**
 * Mean cosines of words in groups, and turned vectors, computed by hand; figures of heads, compared with plain loops.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TensorInput } from '../../wasm/engine';
import type { TokenModel } from '../../web/src/engine/client/engine';
import { engine } from './language-engine';
import { expectNear } from './near';

it('returns the mean cosines within and across groups', async () => {
  // In the first layer four words as below, in the second all equal.
  const one = [1, 0.5, 0, -0.5, 0.5, 1, 0.25, 0.75, 0, 0.25, 1, 0.5, -0.5, 0.75, 0.5, 1];
  const cosines = { shape: [2, 4, 4], data: Float32Array.from([...one, ...one.map(() => 1)]) };
  const means = async (groups: number[]) =>
    (await engine.run('mean_cosines', { config: { groups }, inputs: { cosines } })).outputs;
  const { within, across } = await means([0, 0, 1, 1]);
  expect([within.axes, within.shape]).toEqual([
    ['group', 'layer'],
    [2, 2],
  ]);
  expectNear('within', within.data, [0.5, 1, 0.5, 1], 1e-6);
  expectNear('across', across.data, [(0 - 0.5 + 0.25 + 0.75) / 4, 1], 1e-6);
  await expect(means([0, 0, 1])).rejects.toThrow('a group for each of 4 words');
  await expect(means([0, 0, 1, 'a' as never])).rejects.toThrow('groups');
});

it('returns how far each vector turns', async () => {
  const shape = [1, 2, 2];
  const before = { shape, data: Float32Array.of(1, 0, 3, 4) };
  const after = { shape, data: Float32Array.of(2, 0, 4, -3) };
  const turned = async (before: TensorInput, after: TensorInput) =>
    (await engine.run('turned_vectors', { inputs: { before, after } })).outputs.turned;
  const { axes, shape: found, data } = await turned(before, after);
  expect([axes, found]).toEqual([
    ['token', 'layer'],
    [1, 2],
  ]);
  expectNear('turned', data, [0, 1], 1e-6);
  const flat = { shape: [2, 2], data: new Float32Array(4) };
  await expect(turned(flat, after)).rejects.toThrow('[token, layer, d_model]');
  await expect(turned(before, flat)).rejects.toThrow('before and after');
});

describe('the figures of heads in a sentence', () => {
  const config = {
    architecture: 'encoder_only',
    d_model: 8,
    layers: 2,
    heads: 2,
    d_ff: 8,
    vocab_size: 10,
    max_length: 8,
  } as const;
  let model: TokenModel;
  beforeEach(async () => {
    model = await engine.model({ config, seed: 1 });
  });
  const ids = [1, 2, 3, 4, 5];
  const n = ids.length;
  const attentions = ['layers.0.attention', 'layers.1.attention'];
  const off = {
    layer: 'layers.1.attention',
    field: 'scores',
    index: [0, 0, 1],
    value: [9, 0, 0, 0, 0],
  };
  const asked = { attentions, tokens: [0, n - 1], interventions: [off] };

  it('equals plain loops over the weights', async () => {
    const { heads, trace } = await model.heads({ ids }, { ...asked, rescaled: true });
    const fields = attentions.map((name) => `${name}.weights`);
    const inspected = await model.inspect({ ids }, { fields, interventions: [off] });
    expect(trace).toEqual(inspected.trace);
    for (const [layer, name] of fields.entries()) {
      const { data } = trace[name]!;
      const rows = Array.from({ length: 2 * n }, (_, i) => [...data.slice(i * n, (i + 1) * n)]);
      const ends = rows.map((row) => row[0]! + row[n - 1]!);
      const entropies = rows.map((row) => -row.reduce((sum, w) => sum + w * Math.log(w), 0));
      const distances = rows.map((row, i) =>
        row.reduce((sum, w, j) => sum + w * Math.abs((i % n) - j), 0),
      );
      const mean = (values: number[]) =>
        values.reduce((sum, each) => sum + each, 0) / values.length;
      const perHead = (values: number[]) => [mean(values.slice(0, n)), mean(values.slice(n))];
      const inner = rows
        .filter((_, i) => i % n !== 0 && i % n !== n - 1)
        .flatMap((row) => {
          const words = row.slice(1, -1);
          const sum = words.reduce((total, each) => total + each, 0);
          return words.map((each) => each / sum);
        });
      const found = heads[layer]!;
      expect(found.row_shares.shape).toEqual([2, n]);
      expectNear('row_shares', found.row_shares.data, ends, 1e-6);
      expectNear('shares', found.shares.data, perHead(ends), 1e-6);
      expect(found.layer_share).toBeCloseTo(mean(ends), 6);
      expectNear('entropy', found.entropy.data, perHead(entropies), 1e-5);
      expectNear('distance', found.distance.data, perHead(distances), 1e-5);
      expect(found.rescaled!.shape).toEqual([2, n - 2, n - 2]);
      expectNear('rescaled', found.rescaled!.data, inner, 1e-6);
    }
  });

  it('returns further fields, and no rescaled rows unless asked', async () => {
    const { heads, trace } = await model.heads(
      { ids },
      { ...asked, fields: ['layers.0.attention.q'] },
    );
    expect(heads.map(({ rescaled }) => rescaled)).toEqual([undefined, undefined]);
    expect(Object.keys(trace)).toContain('layers.0.attention.q');
  });

  it('refuses anything but one sentence, its attentions and its tokens', async () => {
    const ask = (changed: object) => model.heads({ ids }, { ...asked, ...changed } as never);
    await expect(ask({ tokens: [n] })).rejects.toThrow('position of at least 0 and below 5, got 5');
    await expect(ask({ attentions: ['layers.2.attention'] })).rejects.toThrow('layers.2.attention');
    await expect(ask({ attentions: 'layers.0.attention' })).rejects.toThrow('an array of texts');
    await expect(ask({ rescaled: 1 })).rejects.toThrow('rescaled to be true or false');
    await expect(ask({ at: 1 })).rejects.toThrow('"at"');
    const two = { ids: [ids, ids] };
    await expect(model.heads(two, { attentions, tokens: [0] })).rejects.toThrow(
      'one sentence, got 2',
    );
    const pooling = await engine.model({ config: { ...config, readout: 'mean' }, seed: 1 });
    await expect(
      pooling.heads(two, { attentions: [], tokens: [], fields: ['pooled'] }),
    ).rejects.toThrow('one sentence, got 2');
  });
});
