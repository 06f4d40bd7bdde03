import { describe, expect, it, vi } from 'vitest';
import { EngineError, type Model } from '../../web/src/engine/client/engine';
import { seeded } from '../support/seeded';
import { engine } from './attention-engine';
import { newCalls } from './module';
import { randomTensor } from './inputs';
import { expectNear } from './near';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

const x = randomTensor(seeded(1), 1, 5, 8);
const memory = randomTensor(seeded(2), 1, 3, 8);
const heads = { d_model: 8, num_heads: 2, causal: 'end' } as const;
const layer = { ...heads, d_ff: 16, norm_first: true } as const;
const stack = { ...layer, num_layers: 2, final_norm: true } as const;
const token = (i: number) => ({ shape: [1, 1, 8], data: x.data.slice(8 * i, 8 * (i + 1)) });

describe('a model', () => {
  it('returns what its operation returns, from parameters or from a seed', async () => {
    const parameters = await engine.randomParameters('encoder', stack, 3);
    const call = { config: stack, parameters, inputs: { x } };
    const d_outputs = { d_output: x };
    for (const source of [{ parameters }, { seed: 3 }]) {
      const model = await engine.prepare('encoder', { config: stack, ...source });
      expect(await model.run({ x })).toEqual(await engine.run('encoder', call));
      expect(await model.run({ x }, { keep: 'trace' })).toEqual(
        await engine.run('encoder', { ...call, keep: 'trace' }),
      );
      expect(await model.gradients({ x }, d_outputs)).toEqual(
        await engine.gradients('encoder', { ...call, d_outputs }),
      );
      expect(await model.parameters()).toEqual(parameters);
      const name = 'layers.1.attention.w_q';
      expect(await model.parameters([name])).toEqual({ [name]: parameters[name] });
      expect(await model.parameters([])).toEqual({});
      model.dispose();
    }
  });

  it('computes in steps what one causal pass computes', async () => {
    const models = {
      encoder: await engine.prepare('encoder', { config: stack, seed: 1 }),
      encoder_layer: await engine.prepare('encoder_layer', { config: layer, seed: 1 }),
    };
    for (const model of Object.values(models) as Model<'encoder'>[]) {
      const { outputs } = await model.run({ x });
      for (const again of [false, true]) {
        if (again) await model.restart();
        for (let i = 0; i < 5; i++) {
          const next = await model.step({ x: token(i) });
          expect(next.length).toBe(i + 1);
          const row = outputs.output.data.slice(8 * i, 8 * (i + 1));
          expectNear('output', next.outputs.output.data, row, 1e-5);
        }
      }
    }
    const attention = await engine.prepare('multi_head', { config: heads, seed: 1 });
    const { outputs } = await attention.run({ query: x });
    expectNear(
      'output',
      (await attention.step({ x })).outputs.output.data,
      outputs.output.data,
      1e-5,
    );
  });

  it('of a decoder needs the memory only at its first step', async () => {
    const model = await engine.prepare('decoder', { config: stack, seed: 1 });
    const { outputs } = await model.run({ x, memory });
    await expect(model.step({ x: token(0) })).rejects.toThrow('"memory"');
    await model.step({ x: token(0), memory });
    await expect(model.step({ x: token(1), memory })).rejects.toThrow('got "memory"');
    const { outputs: next, length } = await model.step({ x: token(1) });
    expect(length).toBe(2);
    expectNear('output', next.output.data, outputs.output.data.slice(8, 16), 1e-5);
  });

  it('continues from a cache that it returned, with the same bits', async () => {
    const encoder = () => engine.prepare('encoder', { config: stack, seed: 1 });
    const decoder = () => engine.prepare('decoder', { config: stack, seed: 1 });
    const grouped = { ...heads, num_heads: 4, num_kv_heads: 2, attention_positions: 'rotary' };
    const attention = () => engine.prepare('multi_head', { config: grouped as never, seed: 1 });
    const kinds = [
      [encoder, { x: token(0) }, 4],
      [decoder, { x: token(0), memory }, 8],
      [attention, { x: token(0) }, 2],
    ] as unknown as [() => Promise<Model<'decoder'>>, { x: typeof x }, number][];
    for (const [prepare, first, count] of kinds) {
      const [model, other] = [await prepare(), await prepare()];
      expect(await model.cache()).toEqual({});
      await model.step(first);
      await model.step({ x: token(1) });
      const cache = await model.cache();
      expect(Object.keys(cache)).toHaveLength(count);
      const expected = [await model.step({ x: token(2) }), await model.step({ x: token(3) })];
      expect(await other.setCache(cache)).toBe(2);
      expect(await other.cache()).toEqual(cache);
      expect([await other.step({ x: token(2) }), await other.step({ x: token(3) })]).toEqual(
        expected,
      );

      const [name] = Object.keys(cache) as [string];
      const long = randomTensor(seeded(3), 1, 2, 9, 4);
      for (const wrong of [
        { ...cache, w: x },
        { [name]: cache[name]! },
        { ...cache, [name]: long },
      ])
        await expect(other.setCache(wrong)).rejects.toThrow('expected');
      expect(await other.cache()).toEqual(await model.cache());
      expect(await other.setCache({})).toBe(0);
      expect(await other.cache()).toEqual({});
    }
    const linear = await engine.prepare('linear', { config: { d_in: 2, d_out: 2 }, seed: 1 });
    await expect(linear.setCache({ k: x })).rejects.toThrow('that has none');
  });

  it('learns, and returns its loss', async () => {
    const model = await engine.prepare('encoder', { config: stack, seed: 1 });
    const targets = { output: { shape: [1, 5, 8], data: x.data.map(Math.sin) } };
    const before = (await model.run({ x })).outputs.output;
    const errors: number[] = [];
    for (let i = 0; i < 20; i++) errors.push(await model.train({ x }, targets));
    const squares = before.data.map((y, i) => (y - targets.output.data[i]!) ** 2);
    expect(errors[0]).toBeCloseTo(squares.reduce((sum, square) => sum + square, 0) / 40, 5);
    expect(errors.at(-1)).toBeLessThan(0.9 * errors[0]!);
    const parameters = await model.parameters();
    const { outputs } = await engine.run('encoder', { config: stack, parameters, inputs: { x } });
    expect((await model.run({ x })).outputs).toEqual(outputs);
    await model.step({ x: token(0) });
    const slow = model.train({ x }, targets, { learning_rate: 0 });
    expect(await slow).toBeLessThan(errors.at(-1)!);
    expect(await model.parameters()).toEqual(parameters);
    expect((await model.step({ x: token(0) })).length).toBe(1);
    await expect(model.train({ x }, targets, { rate: 1 } as never)).rejects.toThrow('got "rate"');
  });

  it('computes with the parameters that were set', async () => {
    const model = await engine.prepare('encoder', { config: stack, seed: 1 });
    const parameters = await engine.randomParameters('encoder', stack, 2);
    const name = 'layers.1.attention.w_q';
    await model.setParameters({ [name]: parameters[name]! });
    expect(await model.parameters([name])).toEqual({ [name]: parameters[name] });
    await model.setParameters(parameters);
    const call = { config: stack, parameters, inputs: { x } };
    expect(await model.run({ x })).toEqual(await engine.run('encoder', call));
    await expect(model.setParameters({ w: x })).rejects.toThrow('"w"');
  });

  it('returns no weights unless they are needed', async () => {
    const config = { ...heads, need_weights: false };
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    expect(Object.keys((await model.run({ query: x })).outputs)).toEqual(['output']);
  });

  it('does not depend on earlier inputs', async () => {
    const model = await engine.prepare('encoder', { config: stack, seed: 1 });
    const parameters = await model.parameters();
    const long = randomTensor(seeded(3), 2, 7, 8);
    for (const inputs of [{ x }, { x: token(0) }, { x: long }, { x: token(1) }, { x }]) {
      const expected = await engine.run('encoder', { config: stack, parameters, inputs });
      expect(await model.run(inputs)).toEqual(expected);
    }
    const still = { learning_rate: 0 };
    const errorOf = (source: typeof x) => model.train({ x: source }, { output: source }, still);
    const first = [await errorOf(x), await errorOf(long)];
    expect([await errorOf(x), await errorOf(long)]).toEqual(first);
  });

  it('is unchanged after it refuses a call', async () => {
    const model = await engine.prepare('encoder', { config: stack, seed: 1 });
    const before = await model.run({ x });
    await model.step({ x: token(0) });
    const narrow = { shape: [1, 5, 7], data: new Float32Array(35) };
    await expect(model.run({ x: narrow })).rejects.toThrow('d_model 8');
    await expect(model.run({ y: x } as never)).rejects.toThrow('got "y"');
    await expect(model.step({ x: narrow })).rejects.toThrow('d_model 8');
    await expect(model.parameters(['w_x'])).rejects.toThrow('got "w_x"');
    expect(await model.run({ x })).toEqual(before);
    expect((await model.step({ x: token(1) })).length).toBe(2);
  });

  it('refuses whatever its operation refuses', async () => {
    const refused = (config: object, source: object, operation = 'encoder') =>
      engine.prepare(operation as 'encoder', { config, ...source } as never);
    await expect(refused({}, { seed: 1 }, 'softmax')).rejects.toThrow('can be prepared');
    await expect(refused({ ...stack, heads: 2 }, { seed: 1 })).rejects.toThrow('got "heads"');
    await expect(refused(stack, { seed: -1 })).rejects.toThrow('expected seed');
    await expect(refused(stack, { parameters: {} })).rejects.toThrow(
      'norm: expected the parameter "gamma"',
    );
    await expect(refused(stack, {})).rejects.toThrow('parameters');
  });

  it('cannot be used once it is disposed of or the engine has stopped', async () => {
    const disposed = await engine.prepare('encoder', { config: stack, seed: 1 });
    const lost = await engine.prepare('encoder', { config: stack, seed: 1 });
    disposed.dispose();
    disposed.dispose();
    await expect(disposed.run({ x })).rejects.toThrow('this model has been disposed of');
    await lost.run({ x });
    await expect(engine.request('crash' as never, [] as never)).rejects.toThrow(EngineError);
    await expect(lost.run({ x })).rejects.toThrow('prepare another');
    lost.dispose();
    const another = await engine.prepare('encoder', { config: stack, seed: 1 });
    expect((await another.run({ x })).outputs.output.shape).toEqual([1, 5, 8]);
  });
});

describe('the module’s models', () => {
  it('leave no memory behind', async () => {
    const { module } = await newCalls();
    const use = () => {
      const model = module.prepare('encoder', stack, 1);
      module.runModel(model, { x }, 'trace');
      module.stepModel(model, { x });
      module.releaseModel(model);
      return model;
    };
    use();
    const before = module.info().used_bytes;
    for (let i = 0; i < 100; i++) use();
    expect(Math.abs(module.info().used_bytes - before)).toBeLessThan(512);
  });

  it('are found only by their numbers', async () => {
    const { module } = await newCalls();
    const model = module.prepare('encoder', stack, 1);
    for (const number of [model + 1, 0, 1.5, NaN, '1', null])
      expect(() => module.runModel(number as number, { x }, 'outputs')).toThrow('model');
    module.releaseModel(model);
    expect(() => module.runModel(model, { x }, 'outputs')).toThrow('released');
    expect(() => module.releaseModel(model)).toThrow('released');
  });
});
