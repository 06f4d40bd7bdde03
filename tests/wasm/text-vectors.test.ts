/** Compares the vectors of texts, and similarities with heads off, with plain loops over the trace. */
import { describe, expect, it } from 'vitest';
import type { TensorInput } from '../../wasm/engine';
import { engine } from './language-engine';
import { newCalls } from './module';
import { expectNear } from './near';
import { cosine, encoder, model, texts } from './small-encoder';
import { stirred } from './small-model';

const pooledOf = async (ids: readonly number[]) =>
  (await model.inspect({ ids }, { fields: ['pooled'] })).trace['pooled']!.data;

describe('the vectors of texts', () => {
  it('are the normalized outputs of the model', async () => {
    const { shape, axes, data } = await model.textVectors({ ids: texts });
    expect({ shape, axes }).toEqual({ shape: [3, 8], axes: ['text', 'd_model'] });
    const vectors = await Promise.all(texts.map((ids) => pooledOf(ids)));
    const expected = vectors.flatMap((x) => [...x].map((each) => each / Math.hypot(...x)));
    expectNear('vectors', data, expected, 1e-6);
  });

  it('have similarities that follow interventions, and the absence of each head', async () => {
    const off = (layer: number, head: number) => ({
      layer: `layers.${layer}.attention`,
      field: 'context',
      index: [null, head],
      value: 0,
    });
    const at = async (interventions: readonly ReturnType<typeof off>[]) => {
      const options = { fields: ['pooled'], interventions };
      const vectors = texts.map((ids) => model.inspect({ ids }, options));
      const [x, y] = (await Promise.all(vectors)).map(({ trace }) => trace['pooled']!.data);
      return cosine(x!, y!);
    };
    const [plain, changed] = [await at([]), await at([off(0, 1)])];
    const found = await model.similarityChange({ ids: texts }, { interventions: [off(0, 1)] });
    const [before, after, change] = [found.before, found.after, found.change];
    for (const tensor of [before, after, change]) expect(tensor.shape).toEqual([3, 3]);
    expectNear('before', before.data.slice(1, 2), [plain], 1e-6);
    expectNear('after', after.data.slice(1, 2), [changed], 1e-6);
    expectNear('change', change.data.slice(1, 2), [changed - plain], 2e-6);
    const without = await model.similaritiesWithoutHeads({ ids: texts }, { layer: 1 });
    expect(without.axes).toEqual(['head']);
    expectNear('without', without.data, [await at([off(1, 0)]), await at([off(1, 1)])], 1e-6);
    const rows = { shape: [1, 2], data: without.data };
    const effectsOf = async (config: object, without: TensorInput) =>
      (await engine.run('head_effects', { config, inputs: { without } })).outputs;
    const effects = await effectsOf({ before: plain }, rows);
    expectNear(
      'changes',
      effects.changes.data,
      [...without.data].map((x) => x - plain),
      1e-6,
    );
    const [one, other] = effects.changes.data;
    expect(effects.named_mean.data[0]).toBeNaN();
    const named = await effectsOf({ named: [1] }, effects.changes);
    expect(named).toMatchObject({ changes: effects.changes, order: effects.order });
    expect([...named.unnamed_mean.data, ...named.named_mean.data]).toEqual(
      [one!, other!].map(Math.abs),
    );
    expect([...effects.order.data]).toEqual(Math.abs(one!) >= Math.abs(other!) ? [0, 1] : [1, 0]);
  });

  it('need a model with one vector per input, and two texts', async () => {
    const plain = await stirred(engine, { ...encoder, readout: 'every_place' });
    const ids = texts[0]!;
    await expect(plain.textVectors({ ids })).rejects.toThrow('one vector per input');
    await expect(plain.similarityChange({ ids }, {})).rejects.toThrow('one vector per input');
    const without = (layer: unknown, of = texts) =>
      model.similaritiesWithoutHeads({ ids: of }, { layer } as never);
    await expect(without(2)).rejects.toThrow('layer of at least 0 and below 2, got 2');
    await expect(without('one')).rejects.toThrow('layer');
    await expect(without(0, [texts[0]!])).rejects.toThrow('at least two texts, got 1');
    const flat = { shape: [2], data: new Float32Array(2) };
    const effects = (config: object, rows: object) =>
      engine.run('head_effects', { config, inputs: { without: rows as never } });
    await expect(effects({}, flat)).rejects.toThrow('[layer, head]');
    await expect(effects({ before: 'all' }, flat)).rejects.toThrow('"before" to be a number');
    const square = { shape: [1, 2], data: new Float32Array(2) };
    await expect(effects({ named: [2] }, square)).rejects.toThrow('below 2, got 2');
  });
});

it('many calls leave no memory behind', async () => {
  const { module } = await newCalls('language.wasm');
  const { number } = module.createTokenModel(encoder, 1);
  const inputs = { ids: { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) } };
  const use = () => {
    module.tokenModelTextVectors(number, inputs, undefined, []);
    module.tokenModelSimilarityChange(number, inputs, undefined, []);
    const without = module.tokenModelSimilaritiesWithoutHeads(number, inputs, undefined, 0, []);
    const rows = { shape: [1, 2], data: without.data };
    module.run('head_effects', { before: 0.5, named: [1] }, {}, { without: rows }, 'outputs');
  };
  use();
  const before = module.info().used_bytes;
  for (let i = 0; i < 100; i++) use();
  expect(Math.abs(module.info().used_bytes - before)).toBeLessThan(512);
});
