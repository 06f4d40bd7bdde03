/** Wrong values in calls of the engine: each is refused in words that name what was expected and what came. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createEngine,
  readTrainedModel,
  writeNpz,
  writeSafetensors,
  type Engine,
  type TokenModel,
  type Trainer,
} from '../../web/src/pages/exports/engine';
import { detached } from '../support/detached';

vi.mock('../../web/src/engine/places/operation-places', () => import('./places'));

const wrong = (value: unknown) => value as never;
const config = {
  architecture: 'decoder_only',
  d_model: 8,
  heads: 2,
  layers: 1,
  d_ff: 8,
  vocab_size: 11,
  max_length: 12,
} as const;
const scores = { shape: [1, 2], data: Float32Array.of(1, 2) };

let engine: Engine;
let model: TokenModel;
beforeAll(async () => {
  engine = await createEngine({ worker: false });
  model = await engine.model({ config, seed: 1 });
});
afterAll(() => engine.close());

const softmax = (temperature: unknown) =>
  engine.run('softmax', { config: { temperature: wrong(temperature) }, inputs: { scores } });
const nested = (value: unknown, depth: number): unknown =>
  depth === 0 ? value : { a: nested(value, depth - 1) };

describe('a refusal names what came:', () => {
  it.each<[string, unknown]>([
    ['a Float64Array of 12 numbers', new Float64Array(12)],
    ['an Int8Array of 2 numbers', new Int8Array(2)],
    ['the BigInt 3n', 3n],
    ['[the BigInt 3n]', [3n]],
    ['a tensor of shape [1,2]', scores],
    ['a Map', new Map([['temperature', 2]])],
    ['an ArrayBuffer', new ArrayBuffer(4)],
  ])('%s', async (got, value) => {
    await expect(softmax(value)).rejects.toThrow(`for "temperature", got ${got}`);
    const drawn = engine.randomParameters('softmax', {}, wrong(value));
    await expect(drawn).rejects.toThrow(`9007199254740991, got ${got}`);
  });

  it.each<[string, unknown]>([
    ['a function', () => 'its code is not shown'],
    ['Symbol(q)', Symbol('q')],
  ])('%s', async (got, value) => {
    const reason = `to be data that can be copied, got an error: ${got} cannot be copied`;
    await expect(softmax(value)).rejects.toThrow(`expected "temperature" ${reason}`);
    const drawn = engine.randomParameters('softmax', {}, wrong(value));
    await expect(drawn).rejects.toThrow(`expected each argument ${reason}`);
    await expect(engine.run('softmax', wrong(value))).rejects.toThrow(`an object, got ${got}`);
  });

  it('the path of a nested value, and the two ends of a long one', async () => {
    await expect(softmax(nested(() => 1, 3))).rejects.toThrow('expected "temperature.a.a.a" to be');
    const error = await softmax(nested(() => 1, 20_000)).catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(/^expected "temperature[.a]+ \.\.\. [.a]+" to be/);
    expect((error as Error).message.length).toBeLessThan(200);
  });

  it('the path through keys with dots, quotes and backslashes, which are escaped', async () => {
    const x = { shape: [1], data: wrong(() => 1) };
    const at = (key: string) => engine.run('linear', { parameters: { [key]: x }, inputs: { x } });
    await expect(at('layers.0.w')).rejects.toThrow(String.raw`expected "layers\.0\.w.data" to be`);
    await expect(at('a "b" \\')).rejects.toThrow(String.raw`expected "a \"b\" \\.data" to be`);
    await expect(softmax('a "b" \\')).rejects.toThrow(String.raw`got "a \"b\" \\"`);
  });

  it.each<[string, unknown]>([
    ['a Float64Array of 12 numbers', new Float64Array(12)],
    ['an Int8Array of 2 numbers', new Int8Array(2)],
    ['[1,2]', [1, 2]],
    ['"1 2"', '1 2'],
  ])('%s in place of a tensor', async (got, value) => {
    const run = engine.run('softmax', { inputs: { scores: wrong(value) } });
    const message = `expected the input "scores" to be a tensor {shape, data}, got ${got}`;
    await expect(run).rejects.toThrow(message);
  });

  it('options that are no object', async () => {
    const trainer = await engine.trainer({ task: 'sort', batch: 1 });
    const linear = await engine.prepare('linear', { config: { d_in: 1, d_out: 1 }, seed: 1 });
    const x = { shape: [1, 1], data: Float32Array.of(1) };
    const others = [null, 5, [], new Map([['keep', 'trace']])];
    for (const options of [...others, detached()].map(wrong))
      for (const call of [
        trainer.evaluate(1, options),
        trainer.scores(1, options),
        engine.randomParameters('softmax', {}, 1, options),
        engine.relationSentences(1, 1, options),
        linear.run({ x }, options),
        model.parameterPart(options),
      ])
        await expect(call).rejects.toThrow(
          /^expected the call to be an object, got (null|5|\[\]|a Map|a Float32Array of 0 numbers)$/,
        );
    await expect(trainer.parameters(wrong(AbortSignal.abort()))).rejects.toThrow(
      'expected the call to be an object, got an AbortSignal',
    );
    await expect(engine.prepare('linear', { config: wrong(new Map()), seed: 1 })).rejects.toThrow(
      'expected the configuration to be an object, got a Map',
    );
    trainer.dispose();
    linear.dispose();
  });

  it.each<[string, unknown]>([
    ['a Float32Array of 0 numbers', detached()],
    ['an object', Object.create(null)],
    ['["cosine_by_layer"]', ['cosine_by_layer']],
  ])('%s in place of an operation', async (got, operation) => {
    await expect(engine.run(wrong(operation), wrong({}))).rejects.toThrow(
      got.includes('Float32Array') ? 'detached' : `expected the operation to be a text, got ${got}`,
    );
  });

  it.each<[string, unknown]>([
    ['5', 5],
    ['""', ''],
    ['[]', []],
    ['a function', () => 1],
    ['a Map', new Map([['weights', new Float32Array(2)]])],
  ])('%s for "into"', async (got, into) => {
    const run = engine.run('softmax', { inputs: { scores } }, { into: wrong(into) });
    await expect(run).rejects.toThrow(`expected into to be an object, got ${got}`);
  });

  it('data that is no object', async () => {
    await expect(engine.recipeInfo({ task: 'digits' }, { data: wrong(5) })).rejects.toThrow(
      'expected data to be an object, got 5',
    );
  });
});

describe('a signal that is none is refused', () => {
  it.each<[unknown, string]>([
    [{}, 'an object'],
    [new AbortController(), 'an AbortController'],
    ['stop', '"stop"'],
    [[], '[]'],
  ])('%j', async (value, got) => {
    const signal = wrong(value);
    const message = `expected signal to be an AbortSignal, got ${got}`;
    await expect(engine.run('softmax', { inputs: { scores } }, { signal })).rejects.toThrow(
      message,
    );
    await expect(createEngine({ worker: false, signal })).rejects.toThrow(message);
    await expect(engine.openModel([], { signal })).rejects.toThrow(message);
    const trainer: Trainer = await engine.trainer({ task: 'sort', batch: 1 });
    await expect(trainer.step(1, { signal })).rejects.toThrow(message);
    expect(trainer.step_count).toBe(0);
    trainer.dispose();
  });
});

it('a mask that is a list is refused', async () => {
  const mask = wrong([]);
  const query = { shape: [1, 1, 8], data: new Float32Array(8) };
  const call = { config: { d_model: 8, num_heads: 2 }, seed: 1, inputs: { query }, mask };
  const message = 'expected the mask to be an object, got []';
  await expect(engine.inspect('multi_head', call)).rejects.toThrow(message);
  await expect(model.inspect({ ids: [1], mask })).rejects.toThrow(message);
});

describe('generate refuses', () => {
  const lists = 'expected a list of ids, or { ids, target_ids }, got ';
  it.each<[string, unknown, string]>([
    ['null', null, `${lists}null`],
    ['a text', 'abc', `${lists}"abc"`],
    ['a tensor', scores, `${lists}a tensor of shape [1,2]`],
    ['a typed array', Float32Array.of(1), `${lists}a Float32Array of 1 numbers`],
    ['a tensor for ids', { ids: scores }, 'ids to be an array, got a tensor of shape [1,2]'],
    ['null for target_ids', { ids: [1], target_ids: null }, 'target_ids to be an array, got null'],
    [
      'several texts',
      [[1, 2]],
      'expected ids to be a whole number from 0 to 2147483647, got [1,2]',
    ],
    ['a mask', { ids: [1], mask: {} }, 'only the keys ids, target_ids in the call, got "mask"'],
  ])('%s', (_, input, message) =>
    expect(model.generate(wrong(input), { count: 1 })).rejects.toThrow(message),
  );

  it.each<[unknown]>([[5], [0], ['']])('an onToken of %j, before it computes', (onToken) =>
    expect(model.generate([1], { count: 1, onToken: wrong(onToken) })).rejects.toThrow(
      `expected onToken to be a function, got ${JSON.stringify(onToken)}`,
    ),
  );
});

it('a step whose onReport is none is refused before it is taken', async () => {
  const trainer = await engine.trainer({ task: 'sort', batch: 1 });
  await expect(trainer.step(1, { onReport: wrong(5) })).rejects.toThrow(
    'expected onReport to be a function, got 5',
  );
  expect(trainer.step_count).toBe(0);
  trainer.dispose();
});

it('null in place of interventions or type_ids is refused', async () => {
  const place = { attention: 'layers.0.attention', head: 0, query: 0, interventions: wrong(null) };
  await expect(model.row({ ids: [1] }, place)).rejects.toThrow('to be an array, got null');
  const texts = { ids: [[1]], type_ids: wrong(null) };
  await expect(model.similarities(texts)).rejects.toThrow('type_ids to be an array, got null');
  const finder = await model.headFinder();
  const sentences = { ...texts, word_of: [[0]], pairs: [[]], half: 'find' } as const;
  await expect(finder.add(sentences)).rejects.toThrow('type_ids to be an array, got null');
  finder.dispose();
});

it('createEngine refuses a worker of another kind', () =>
  expect(createEngine({ worker: wrong('Shared') })).rejects.toThrow(
    'expected worker to be true, false or "shared", got "Shared"',
  ));

describe('a list with holes is refused at once, also if it has the largest length', () => {
  const holes = wrong(new Array(2 ** 32 - 1));
  const begun = wrong(Object.assign(new Array(2 ** 32 - 1), { 0: [1] }));
  const hole = 'to be data that can be copied, got an error: the array has a hole';
  it.each<[string, () => Promise<unknown>, string]>([
    ['in a configuration', () => softmax(holes), `expected "temperature.0" ${hole}`],
    ['in a list', () => softmax([[1, 2], holes]), `expected "temperature.1.0" ${hole}`],
    [
      'as ids to continue',
      () => model.generate(holes, { count: 1 }),
      'expected ids to be a whole number from 0 to 2147483647, got undefined',
    ],
    ['as ids', () => model.inspect({ ids: holes }), 'expected ids to be a whole number'],
    ['as texts', () => model.inspect({ ids: begun }), 'expected ids to be an array, got undefined'],
    [
      'as a text',
      () => model.inspect({ ids: wrong([holes]) }),
      'expected ids to be a whole number',
    ],
    ['as files', () => engine.openModel(holes), 'expected files, or the address of a folder'],
    [
      'as a shape',
      () => writeNpz({ x: { shape: holes, data: new Float32Array() } }),
      '"x": a tensor can have at most 8 axes; this one has 4294967295.',
    ],
  ])('%s', (_, ask, message) => expect(ask()).rejects.toThrow(message));
});

it('a promise that was not awaited is refused', async () => {
  const promised = wrong(Promise.resolve({ inputs: { scores } }));
  await expect(engine.run('softmax', promised)).rejects.toThrow(
    'expected the call to be an object, got a Promise',
  );
});

it.each(['wasmUrl', 'workerUrl'])('createEngine refuses a %s that is no address', (name) =>
  expect(createEngine({ worker: false, [name]: wrong(Symbol('url')) })).rejects.toThrow(
    `expected ${name} to be an address, got Symbol(url)`,
  ),
);

it('createEngine refuses a module that is not bytes', () =>
  expect(createEngine({ worker: false, wasmBinary: wrong('abc') })).rejects.toThrow(
    'expected wasmBinary to be an ArrayBuffer, got "abc"',
  ));

describe('files of tensors', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['a Map', new Map()],
    ['[]', []],
  ])('are not written from %s', async (got, value) => {
    const message = (name: string) => `expected ${name} to be an object, got ${got}`;
    await expect(writeNpz(wrong(value))).rejects.toThrow(message('tensors'));
    await expect(writeSafetensors(wrong(value))).rejects.toThrow(message('tensors'));
    await expect(writeSafetensors({}, wrong(value))).rejects.toThrow(message('metadata'));
  });

  it('are not read with anything but an engine', () =>
    expect(readTrainedModel(new Uint8Array(), wrong(null))).rejects.toThrow(
      'expected the engine to be one of createEngine, got null',
    ));
});

it('roundingError refuses a model of another engine, and what is no model', async () => {
  const other = await createEngine({ worker: false });
  const message = 'expected the exact model to be one of the same engine, got ';
  const of = (exact: unknown) => model.roundingError({ ids: [1, 2] }, { exact: wrong(exact) });
  await expect(of(await other.model({ config, seed: 1 }))).rejects.toThrow(message);
  for (const value of [null, undefined, 5, {}])
    await expect(of(value)).rejects.toThrow(
      `${message}${value === Object(value) ? 'an object' : value}`,
    );
  expect((await of(await engine.model({ config, seed: 1 }))).largest_difference).toBe(0);
  other.close();
});
