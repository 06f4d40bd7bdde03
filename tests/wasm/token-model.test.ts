/** Whole models in the engine, used like in an application. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  createEngine,
  EngineError,
  type GenerateOptions,
  type TokenModel,
} from '../../web/src/engine/client/engine';
import { readTrainedModel } from '../../web/src/model/trained/trained-model';
import { newCalls, wasmBinary } from './module';
import { small } from './small-model';
import { engine } from './training-engine';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

/** A model that ships with the site. */
async function trained(name: string) {
  const url = new URL(`../../web/public/models/${name}.safetensors`, import.meta.url);
  const read = await readTrainedModel(readFileSync(url), engine);
  const { config, parameters } = read;
  return { ...read, model: await engine.model({ config, parameters }) };
}

describe('a model', () => {
  it.each(['goes_with', 'induction', 'translation', 'copy_places'] as const)(
    'of %s answers like the trainer with the same parameters, bit for bit',
    async (task) => {
      const trainer = await engine.trainer({ task, batch: 2, pool: 2, seed: 5 });
      await trainer.step(5);
      const { config } = trainer;
      const model = await engine.model({ config, parameters: await trainer.parameters() });
      expect(model.config).toEqual(config);
      for (const held_out of [0, 1, 2]) {
        const expected = await trainer.inspect({ held_out }, { keep: 'trace' });
        const ids = expected.tokens.map((token) => trainer.vocabulary.indexOf(token));
        const target_ids = expected.target_tokens.map((token) =>
          trainer.target_vocabulary.indexOf(token),
        );
        const input = target_ids.length > 0 ? { ids, target_ids } : { ids };
        const got = await model.inspect(input, { keep: 'trace' });
        expect(got.trace).toEqual(expected.trace);
        expect(got.logits).toEqual(expected.trace!['logits']);
        const named = got.answers.map((row) =>
          row.map(({ id, probability }) => ({ token: trainer.answers[id]!, probability })),
        );
        expect(named).toEqual(expected.answers);
      }
    },
  );

  it('of a recipe and its seed equals the trainer at step 0', async () => {
    const recipe = { task: 'translation', seed: 9, pool: 1 } as const;
    const info = await engine.recipeInfo(recipe);
    const trainer = await engine.trainer(recipe);
    for (const key of Object.keys(info) as (keyof typeof info)[])
      expect(trainer[key], key).toEqual(info[key]);
    const model = await engine.model({ config: info.config, seed: 9 });
    const [got, expected] = [await model.parameters(), await trainer.parameters()];
    expect(Object.keys(got)).toEqual(Object.keys(expected));
    for (const name of Object.keys(got)) expect(got[name]!.data).toEqual(expected[name]!.data);
  });

  it('adds the type of each token to its embedding', async () => {
    const config = { ...small, num_types: 3, scale_embedding: false };
    const model = await engine.model({ config, seed: 4 });
    expect(model.config).toMatchObject({ num_types: 3 });
    const { embedding, types } = await model.parameters();
    expect(types!.shape).toEqual([3, 8]);
    const ids = [4, 0, 7, 7];
    const embedded = async (more: { type_ids?: number[] }) =>
      (await model.inspect({ ids, ...more }, { fields: ['embedded'] })).trace['embedded']!.data;
    const sums = (type_ids: number[]) =>
      ids.flatMap((id, i) =>
        Array.from({ length: 8 }, (_, column) =>
          Math.fround(embedding!.data[8 * id + column]! + types!.data[8 * type_ids[i]! + column]!),
        ),
      );
    expect([...(await embedded({ type_ids: [1, 0, 2, 1] }))]).toEqual(sums([1, 0, 2, 1]));
    expect([...(await embedded({}))]).toEqual(sums([0, 0, 0, 0]));
    await expect(embedded({ type_ids: [1, 0] })).rejects.toThrow(
      'expected type_ids of shape [1, 4], as the ids, got [2]',
    );
    await expect(embedded({ type_ids: [1, 0, 3, 1] })).rejects.toThrow('3');
    const untyped = await engine.model({ config: small, seed: 4 });
    await expect(untyped.inspect({ ids, type_ids: [0, 0, 0, 0] })).rejects.toThrow(
      'expected no type_ids for a model with num_types 0, got type_ids',
    );
  });

  it('of images reads patches', async () => {
    const images = { shape: [60, 28, 28], data: new Float32Array(60 * 784) };
    for (let i = 0; i < 60; i++) images.data.fill(255, 784 * i + i, 784 * i + 10 * i + 10);
    const digits = { shape: [60], data: Float32Array.from({ length: 60 }, (_, i) => i % 10) };
    const trainer = await engine.trainer(
      { task: 'digits', batch: 2 },
      { data: { images, digits } },
    );
    const { config } = trainer;
    expect(config).toMatchObject({ architecture: 'vision', class_token: true, readout: 'first' });
    const model = await engine.model({ config, parameters: await trainer.parameters() });
    const n = config.max_length! - 1;
    const patches = { shape: [n, config.d_patch!], data: new Float32Array(n * config.d_patch!) };
    const { answers, trace } = await model.inspect({ patches }, { keep: 'weights' });
    expect(answers).toHaveLength(1);
    expect(trace['layers.0.attention.weights']!.shape).toEqual([1, 4, n + 1, n + 1]);
  });

  it('accepts new values for some of its parameters, or none', async () => {
    const model = await engine.model({ config: small, seed: 1 });
    const before = await model.parameters();
    const { logits } = await model.inspect({ ids: [1, 2, 3] });
    const b_out = { shape: [11], data: new Float32Array(11).fill(2) };
    await model.setParameters({ b_out });
    expect((await model.parameters(['b_out']))['b_out']!.data).toEqual(b_out.data);
    const moved = await model.inspect({ ids: [1, 2, 3] });
    moved.logits.data.forEach((x, i) => expect(x).toBeCloseTo(logits.data[i]! + 2, 5));
    const wrong = { b_out: before['b_out']!, w_out: b_out };
    await expect(model.setParameters(wrong)).rejects.toThrow(
      'expected the parameter "w_out" of shape [8, 11], got [11]',
    );
    await expect(model.setParameters({ w: b_out })).rejects.toThrow('got "w"');
    expect((await model.inspect({ ids: [1, 2, 3] })).logits).toEqual(moved.logits);
  });
});

describe('the trained models', () => {
  it('resolve "it", and follow an intervention on a weight', async () => {
    const { model, vocabulary, answers } = await trained('goes_with');
    const text = 'the animal did not cross the street because it was too wide .';
    const ids = text.split(' ').map((word) => vocabulary.indexOf(word));
    expect(ids).not.toContain(-1);
    const it_ = ids.indexOf(vocabulary.indexOf('it'));
    const answerOf = async (options: Parameters<TokenModel['inspect']>[1]) =>
      answers[(await model.inspect({ ids }, options)).answers[it_]![0]!.id];
    expect(await answerOf({})).toBe('street');
    const row = new Float32Array(ids.length);
    row[ids.indexOf(vocabulary.indexOf('animal'))] = 1;
    const layer = 'layers.1.attention';
    const forced = { layer, field: 'weights', index: [0, 0, it_], value: row };
    expect(await answerOf({ interventions: [forced] })).toBe('animal');
    const fields = [`${layer}.weights`];
    const { trace } = await model.inspect({ ids }, { interventions: [forced], fields });
    expect(Object.keys(trace)).toEqual(fields);
    const n = ids.length;
    expect(trace[fields[0]!]!.data.slice(it_ * n, (it_ + 1) * n)).toEqual(row);
    const off = { layer, field: 'context', index: [null, 0], value: 0 };
    const { trace: without } = await model.inspect(
      { ids },
      { interventions: [off], fields: [`${layer}.context`] },
    );
    expect(without[`${layer}.context`]!.data.every((x) => x === 0)).toBe(true);
    expect(await answerOf({ interventions: [off] })).not.toBe('street');
    // Under a causal mask "it" cannot see the last word.
    const tired = ids.with(ids.indexOf(vocabulary.indexOf('wide')), vocabulary.indexOf('tired'));
    const atIt = async (of: number[]) =>
      (await model.inspect({ ids: of, mask: { causal: 'end' } })).answers[it_];
    expect(await atIt(ids)).toEqual(await atIt(tired));
    expect((await model.inspect({ ids: tired })).answers[it_]![0]!.id).toBe(
      vocabulary.indexOf('animal'),
    );
  });

  it('continue a repeated sequence', async () => {
    const { model } = await trained('induction');
    const row = [4, 17, 9, 2, 21, 13];
    const { ids, steps } = await model.generate([...row, row[0]!], { count: 5 });
    expect(ids).toEqual(row.slice(1));
    expect(steps).toHaveLength(5);
    for (const { id, probability, answers } of steps) {
      expect(answers[0]).toEqual({ id, probability });
      expect(probability).toBeGreaterThan(0.9);
    }
  });

  it('translate a sentence', async () => {
    const { model, vocabulary, target_vocabulary } = await trained('translation');
    const ids = 'the group went home'.split(' ').map((word) => vocabulary.indexOf(word));
    const target_ids = [target_vocabulary.indexOf('<s>')];
    const end_id = target_vocabulary.indexOf('</s>');
    const german = async (options: Partial<GenerateOptions>) => {
      const given = { count: 10, end_id, ...options };
      const generated = await model.generate({ ids, target_ids }, given);
      return generated.ids.map((id) => target_vocabulary[id]).join(' ');
    };
    expect(await german({})).toBe('die Gruppe ging nach Hause </s>');
    const blind = {
      layer: 'decoder.layers.0.cross_attention',
      field: 'context',
      value: 0,
    };
    expect(await german({ interventions: [blind] })).not.toMatch(/Gruppe.*Hause/);
  });
});

describe('a refusal', () => {
  it('for a configuration or parameters, by name', async () => {
    const make = (source: object) => engine.model(source as never);
    await expect(make({ config: { ...small, vocab: 3 }, seed: 1 })).rejects.toThrow('got "vocab"');
    await expect(make({ config: { d_model: 8 }, seed: 1 })).rejects.toThrow('"architecture"');
    await expect(make({ config: { ...small, heads: 3 }, seed: 1 })).rejects.toThrow(
      'expected num_heads to divide d_model',
    );
    await expect(make({ config: { ...small, heads: [1] }, seed: 1 })).rejects.toThrow('got [1]');
    await expect(make({ config: small })).rejects.toThrow('a seed or parameters');
    await expect(make({ config: small, seed: 1, task: 'sort' })).rejects.toThrow('got "task"');
    const parameters = await (await engine.model({ config: small, seed: 1 })).parameters();
    const with_ = (changed: object) =>
      make({ config: small, parameters: { ...parameters, ...changed } });
    await expect(with_({ w_out: undefined })).rejects.toThrow(
      'expected the parameter "w_out" of shape [8, 11], got none',
    );
    await expect(with_({ w_in: parameters['w_out'] })).rejects.toThrow('got "w_in"');
    await expect(with_({ w_out: parameters['embedding'] })).rejects.toThrow(
      'expected the parameter "w_out" of shape [8, 11], got [11, 8]',
    );
    const name = 'layers.1.attention.w_q';
    await expect(with_({ [name]: parameters['embedding'] })).rejects.toThrow(/w_q.*got \[11, 8\]/);
    await expect(with_({ [name]: { shape: [1], data: [1] } })).rejects.toThrow(name);
  });

  it('for an input, an intervention or a number, by name', async () => {
    const model = await engine.model({ config: small, seed: 1 });
    const ask = (input: object, options?: object) => model.inspect(input as never, options);
    await expect(ask({})).rejects.toThrow('"ids"');
    await expect(ask({ ids: [] })).rejects.toThrow('at least one id');
    await expect(ask({ ids: [11] })).rejects.toThrow('11');
    await expect(ask({ ids: [0.5] })).rejects.toThrow('ids');
    await expect(ask({ ids: [1], target_ids: [1] })).rejects.toThrow('got "target_ids"');
    await expect(ask({ ids: [1], mask: { casual: 'end' } })).rejects.toThrow('got "casual"');
    await expect(ask({ ids: [1] }, { trace: true })).rejects.toThrow('got "trace"');
    await expect(ask({ ids: [1] }, { keep: 'all' })).rejects.toThrow('keep');
    await expect(ask({ ids: [1] }, { fields: ['layers.2.output'] })).rejects.toThrow(
      'expected names of fields that the model computes, got "layers.2.output"',
    );
    const change = (intervention: object) => ask({ ids: [1] }, { interventions: [intervention] });
    await expect(change({ field: 'wieghts', value: 0 })).rejects.toThrow('wieghts');
    await expect(change({ field: 'logits', index: [0, 1], value: 0 })).rejects.toThrow('index');
    await expect(change({ field: 'logits', value: [1, 2] })).rejects.toThrow('got 2');
    const compared = model.roundingError({ ids: [1] }, { exact: model, fields: [] } as never);
    await expect(compared).rejects.toThrow('got "fields"');
    const differ = (of: unknown) => model.gradients({ ids: [1] }, { of } as never);
    await expect(differ(undefined)).rejects.toThrow('the number');
    await expect(differ({ field: 'logits' })).rejects.toThrow('index');
    await expect(differ({ field: 'logits', index: [0, 0] })).rejects.toThrow('got [0, 0]');
    await expect(differ({ field: 'loss', index: [0] })).rejects.toThrow('got "loss"');
    await expect(differ({ field: 'log_probabilities', index: [0, 0, 11] })).rejects.toThrow(
      '[0, 0, 11]',
    );
  });

  it('for options of generate', async () => {
    const model = await engine.model({ config: small, seed: 1 });
    const write = (ids: unknown, options: object) => model.generate(ids as never, options as never);
    await expect(write([1], {})).rejects.toThrow('count');
    await expect(write([1], { count: 0 })).rejects.toThrow('count');
    await expect(write([1], { count: 1, temperature: -1 })).rejects.toThrow('got -1');
    await expect(write([1], { count: 1, temprature: 1 })).rejects.toThrow('got "temprature"');
    await expect(write([1], { count: 1, seed: -1 })).rejects.toThrow('seed');
    await expect(write([1], { count: 1, end_id: 11 })).rejects.toThrow(
      'expected end_id of at least 0 and below 11',
    );
    await expect(write([], { count: 1 })).rejects.toThrow('at least one id');
    await expect(write([12], { count: 1 })).rejects.toThrow('12');
    const learned = { ...small, rotary: 0, positions: 'learned', max_length: 6 } as const;
    const short = await engine.model({ config: learned, seed: 1 });
    await expect(short.generate([1, 2], { count: 6 })).rejects.toThrow('6');
    expect((await short.generate([1, 2], { count: 5 })).ids).toHaveLength(5);
    const encoder = await engine.model({
      config: { ...small, architecture: 'encoder_only' },
      seed: 1,
    });
    await expect(encoder.generate([1], { count: 1 })).rejects.toThrow('decoder-only');
  });

  it('for parameters that are a number', async () => {
    await expect(engine.model({ config: small, parameters: 4 } as never)).rejects.toThrow(
      'expected parameters to be an object, got 4',
    );
  });

  it('for a module without models', async () => {
    const plain = await createEngine({ wasmBinary: wasmBinary(), worker: false });
    await expect(plain.model({ config: small, seed: 1 })).rejects.toThrow('training.wasm');
    await expect(plain.recipeInfo({ task: 'sort' })).rejects.toThrow('training.wasm');
    plain.close();
  });

  it('for a model that has been disposed of, or was lost with the engine', async () => {
    const disposed = await engine.model({ config: small, seed: 1 });
    const lost = await engine.model({ config: small, seed: 1 });
    disposed.dispose();
    disposed.dispose();
    await expect(disposed.inspect({ ids: [1] })).rejects.toThrow('this model has been disposed of');
    const waiting = lost.generate([1], { count: 1000 });
    const crashed = engine.request('crash' as never, [] as never);
    await expect(crashed).rejects.toThrow(EngineError);
    await expect(waiting).rejects.toThrow(EngineError);
    expect(lost.isGone).toBe(true);
    await expect(lost.parameters()).rejects.toThrow('create another');
    lost.dispose();
    const another = await engine.model({ config: lost.config, seed: 1 });
    expect((await another.inspect({ ids: [1] })).answers).toHaveLength(1);
  });

  it('for a file without a recipe', async () => {
    const { writeSafetensors } = await import('../../web/src/files/tensor-files');
    await expect(readTrainedModel(writeSafetensors({}), engine)).rejects.toThrow(
      'expected one of the recipes',
    );
  });
});

describe('the module’s models', () => {
  it('leave no memory behind', async () => {
    const { module } = await newCalls('training.wasm');
    const inputs = { ids: { shape: [3], data: Float32Array.of(1, 2, 3) } };
    const of = { field: 'logits', index: [0, 2, 1] };
    const use = () => {
      const { number } = module.createTokenModel(small, 1);
      const parameters = module.tokenModelParameters(number, undefined);
      module.inspectTokenModel(number, inputs, undefined, [], 'trace', undefined, undefined);
      module.tokenModelGradients(number, inputs, { causal: 'end' }, of, [], undefined);
      module.generateTokens(number, inputs, { count: 4 }, []);
      module.setTokenModelParameters(number, parameters);
      module.releaseTokenModel(number);
    };
    use();
    const before = module.info();
    for (let i = 0; i < 100; i++) use();
    expect(module.info().models).toBe(0);
    expect(Math.abs(module.info().used_bytes - before.used_bytes)).toBeLessThan(512);
  });

  it('are freed when their creation is aborted', async () => {
    const stop = new AbortController();
    await (await engine.model({ config: small, seed: 1 })).inspect({ ids: [1] });
    const creating = engine.model({ config: small, seed: 1 }, { signal: stop.signal });
    stop.abort();
    await expect(creating).rejects.toThrow('abort');
    await engine.info(); // answered after the model was created, which the engine then releases
    expect((await engine.info()).models).toBe(1);
  });

  it('are found only by their numbers', async () => {
    const { module } = await newCalls('training.wasm');
    const { number } = module.createTokenModel(small, 1);
    for (const other of [number + 1, 0, 1.5, NaN, '1', null])
      expect(() => module.tokenModelParameters(other as number, undefined)).toThrow('model');
    module.releaseTokenModel(number);
    expect(() => module.releaseTokenModel(number)).toThrow('released');
  });
});
