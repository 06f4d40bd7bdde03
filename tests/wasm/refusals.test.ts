import { beforeAll, describe, expect, it } from 'vitest';
import type { EngineModule } from '../../wasm/engine';
import { openModule } from '../../web/src/engine/module/module';
import { newModule } from './module';

let module: EngineModule;
beforeAll(async () => {
  module = await newModule();
});

const x = { shape: [1, 2], data: Float32Array.of(1, 2) };
const run = (
  operation: unknown,
  config: unknown,
  parameters: unknown,
  inputs: unknown,
  keep: unknown = 'outputs',
) =>
  module.run(
    operation as never,
    config as never,
    parameters as never,
    inputs as never,
    keep as never,
  );
const heads = { d_model: 2, num_heads: 1 };
const softmax = (scores: unknown) => () => run('softmax', {}, {}, { scores });

/** Expects a plain `Error`, not a subclass: that is how the client recognizes a refusal. */
function expectRefusal(ask: () => unknown, words: string): void {
  let thrown: unknown = 'nothing';
  try {
    ask();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Error);
  expect((thrown as Error).constructor.name, String(thrown)).toBe('Error');
  expect((thrown as Error).message).toContain(words);
}

describe('an invalid argument is refused by name:', () => {
  it.each<[string, () => unknown, string]>([
    [
      'an operation that is a number',
      () => run(5, {}, {}, {}),
      'the operation to be a text, got 5',
    ],
    ['no operation', () => run(undefined, {}, {}, {}), 'the operation to be a text, got undefined'],
    ['an unknown one', () => run('multihead', {}, {}, {}), 'got "multihead"'],
    [
      'a configuration that is a text',
      () => run('softmax', '{}', {}, { scores: x }),
      'expected the configuration to be an object, got "{}"',
    ],
    ['none', () => run('softmax', null, {}, { scores: x }), 'to be an object, got null'],
    ['one that is a list', () => run('softmax', [], {}, { scores: x }), 'to be an object, got []'],
    [
      'an unknown key',
      () => run('softmax', { temprature: 1 }, {}, { scores: x }),
      'expected a configuration with "temperature", got "temprature"',
    ],
    [
      'parameters of null',
      () => run('softmax', {}, null, {}),
      'expected parameters to be an object, got null',
    ],
    [
      'inputs that are text',
      () => run('softmax', {}, {}, 'abc'),
      'expected inputs to be an object, got "abc"',
    ],
    ['inputs that are absent', () => run('softmax', {}, {}, undefined), 'expected inputs'],
    [
      'a trace that is a number',
      () => run('softmax', {}, {}, { scores: x }, 1),
      'expected keep to be "outputs", "weights" or "trace", got 1',
    ],
    ['an input that it does not have', () => run('softmax', {}, {}, { scores: x, x }), 'got "x"'],
    ['a parameter that it does not have', () => run('softmax', {}, { w: x }, { scores: x }), '"w"'],
    [
      'a seed that is a fraction',
      () => module.randomParameters('softmax', {}, 0.5),
      'expected seed to be a whole number from 0 to 9007199254740991, got 0.5',
    ],
    [
      'a seed that is text',
      () => module.randomParameters('softmax', {}, '1' as never),
      'expected seed',
    ],
    ['a seed below 0', () => module.randomParameters('softmax', {}, -1), 'expected seed'],
    [
      'a module of PyTorch that is a number',
      () => run('from_pytorch', { module: 1 }, {}, {}),
      'expected "module" to be a text, got 1',
    ],
    [
      'tokens that are one text',
      () => run('sentence_embedding', { tokens: 'abc', d_model: 2 }, {}, {}),
      'expected "tokens" to be a list of texts, got "abc"',
    ],
    [
      'a token that is a number',
      () => run('sentence_embedding', { tokens: ['a', 5], d_model: 2 }, {}, {}),
      'list of numbers or of texts for "tokens", got ["a",5]',
    ],
    [
      'what to inspect, of no head that there is',
      () => module.inspect('multi_head', heads, 1, { query: x }, { head: 2 }),
      'expected head of at least 0 and below 1, got 2',
    ],
    [
      'what to inspect that is unknown',
      () => module.inspect('multi_head', heads, 1, { query: x }, { row: 2 } as never),
      'got "row"',
    ],
    [
      'what to inspect that is a text',
      () => module.inspect('multi_head', heads, 1, { query: x }, 'row' as never),
      'expected what to inspect to be an object, got "row"',
    ],
    [
      'an operation that cannot be inspected',
      () => module.inspect('softmax', {}, {}, { scores: x }, {}),
      'expected an operation that can be inspected, "scaled_dot_product", "multi_head", got "softmax"',
    ],
    [
      'gradients that are text',
      () => module.gradients('softmax', {}, {}, { scores: x }, { d_weights: 'a' as never }),
      'd_weights',
    ],
    [
      'gradients without any',
      () => module.gradients('softmax', {}, {}, { scores: x }, {}),
      'd_weights',
    ],
    [
      'gradients of what has none',
      () => module.gradients('row_entropy', {}, {}, { weights: x }, {}),
      'gradients',
    ],
  ])('%s', (_, ask, words) => expectRefusal(ask, words));
});

describe('an invalid tensor is refused by name:', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'expected the input "scores" to be a tensor {shape, data}, got null'],
    ['a list', [1, 2], 'expected the input "scores" to be a tensor {shape, data}, got [1,2]'],
    ['no data', { shape: [1, 2] }, 'the input "scores".data to be a Float32Array, got undefined'],
    ['data of an array', { shape: [1, 2], data: [1, 2] }, '.data to be a Float32Array, got [1,2]'],
    ['doubles', { shape: [2], data: new Float64Array(2) }, '.data to be a Float32Array'],
    ['a shape of text', { shape: '12', data: x.data }, 'with an array for its shape, got "12"'],
    [
      'an extent of text',
      { shape: ['2'], data: x.data },
      'the extents of the input "scores" to be whole numbers',
    ],
    ['a negative extent', { shape: [-1, 2], data: x.data }, 'whole numbers, got [-1,2]'],
    ['NaN for an extent', { shape: [NaN], data: x.data }, 'whole numbers, got [NaN]'],
    [
      'a billion axes',
      { shape: new Array(1e9), data: x.data },
      'expected the input "scores" with at most 8 axes, got 1000000000',
    ],
    ['too few numbers', { shape: [3], data: x.data }, 'the input "scores": expected 3 elements'],
    ['too many', { shape: [1], data: x.data }, 'expected 1 elements'],
    [
      'more than 31 bits',
      { shape: [65536, 65536], data: x.data },
      'expected at most 2147483647 elements',
    ],
    [
      'axes that are a text',
      { ...x, axes: 'ab' },
      'the axes of the input "scores" to be 2 texts, got "ab"',
    ],
    ['too few axes', { ...x, axes: ['a'] }, 'to be 2 texts, got ["a"]'],
    [
      'axes that are numbers',
      { ...x, axes: [1, 2] },
      'the axes of the input "scores" to be texts, got 1',
    ],
  ])('%s', (_, scores, words) => expectRefusal(softmax(scores), words));

  it('and no memory is left behind', () => {
    const ask = () => {
      expectRefusal(softmax({ shape: [3], data: x.data }), 'expected 3 elements');
      expectRefusal(softmax({ shape: [1, 2], data: [1] }), 'to be a Float32Array, got [1]');
      expectRefusal(() => run('softmax', { a: 1 }, {}, { scores: x }), 'got "a"');
    };
    ask();
    const before = module.info();
    for (let i = 0; i < 300; i++) ask();
    expect(module.info().used_bytes - before.used_bytes).toBeLessThan(1000);
    expect(module.info().heap_bytes).toBe(before.heap_bytes);
  });
});

describe('an invalid value in a configuration is refused by its key:', () => {
  const kinds =
    'to have a number, a word, true, false or a list of numbers or of texts for "temperature", got ';
  it.each<[string, unknown]>([
    ['an object', {}],
    ['null', null],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['the BigInt 10n', 10n],
    ['a function', () => 1],
    ['[1,"two"]', [1, 'two']],
    ['[a list]', [[1]]],
    ['[an object]', [{ toString: 1 }]],
    [`[${[...Array(30).keys()]},...]`, [...Array(99).keys(), null]],
  ])('%s', (actual, temperature) =>
    expectRefusal(
      () => run('softmax', { temperature }, {}, { scores: x }),
      `expected the configuration ${kinds}${actual}`,
    ),
  );

  it('so are more keys than any operation has', () => {
    const keys = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`key ${i}`, i]));
    expectRefusal(() => run('softmax', keys, {}, { scores: x }), 'at most 1000 keys, got 1001');
  });

  it('so are invalid options of training', () => {
    const model = module.prepare('multi_head', { d_model: 2, num_heads: 1 }, 1);
    const train = (options: unknown) => () =>
      module.trainModel(model, { query: x }, { output: x }, options as never);
    expectRefusal(train('{}'), 'expected the options to be an object, got "{}"');
    expectRefusal(train({ beta_1: {} }), 'expected the options to have a number');
    expectRefusal(train({ beta: 1 }), 'got "beta"');
    module.releaseModel(model);
  });

  it('but undefined counts as absent', () => {
    const { outputs } = run('softmax', { temperature: undefined }, {}, { scores: x });
    expect(outputs).toEqual(run('softmax', {}, {}, { scores: x }).outputs);
  });

  it('and the message shows the value as it was passed', () => {
    const withTemperature = (temperature: unknown) => () =>
      run('softmax', { temperature }, {}, { scores: x });
    expectRefusal(
      withTemperature('hot'),
      'expected "temperature" to be a number that float32 can hold, got "hot"',
    );
    expectRefusal(withTemperature(true), 'got true');
    expectRefusal(withTemperature([1, 2]), 'got [1,2]');
    expectRefusal(withTemperature(1e39), 'got 1e+39');
  });
});

it('a module that cannot start rejects the promise', async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await expect(openModule(empty.buffer)).rejects.toThrow(TypeError);
  await expect(openModule(empty.slice(1).buffer)).rejects.toThrow('magic');
});

it('150,000 refusals do not move the stack pointer', () => {
  // The C++ code refuses a number that no model has.
  const ask = () => module.releaseModel(2 ** 30);
  for (let i = 0; i < 150_000; i++) {
    try {
      ask();
    } catch (error) {
      if (!(error as Error).message.startsWith('expected the number of a model')) throw error;
    }
  }
  expectRefusal(ask, 'expected the number of a model that has not been released');
});

it('a refusal has its template and its pieces', () => {
  let thrown: unknown;
  try {
    run('multi_head', { d_model: 8, num_heads: 3 }, {}, { query: x });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    message: 'expected num_heads to divide d_model 8, got 3',
    words: 'expected num_heads to divide d_model {}, got {}',
    pieces: ['8', '3'],
  });
});

it('running out of memory is a refusal, and the module goes on', () => {
  const config = { n: 2 ** 20, d_model: 2 ** 10 };
  expectRefusal(() => run('sinusoidal_positions', config, {}, {}), 'not enough memory');
  expect([...run('softmax', {}, {}, { scores: x }).outputs['weights']!.shape]).toEqual([1, 2]);
});
