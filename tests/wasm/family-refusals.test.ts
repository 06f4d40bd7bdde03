import createFamilyModule from '#wasm/family.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FamilyModule } from '../../wasm/family';
import type { FilesModule } from '../../wasm/files';
import { newFamilyModule, newFilesModule } from './family-module';

let module: FamilyModule;
let files: FilesModule;
beforeAll(async () => {
  module = await newFamilyModule();
  files = await newFilesModule();
});

const x = { shape: [1, 2], data: Float32Array.of(1, 2) };
const run = (
  operation: unknown,
  config: unknown,
  parameters: unknown,
  inputs: unknown,
  trace: unknown = false,
) =>
  module.run(
    operation as never,
    config as never,
    parameters as never,
    inputs as never,
    trace as never,
  );
const softmax = (scores: unknown) => () => run('softmax', {}, {}, { scores });

/** A plain `Error`, not one of its kinds: the client tells by that what is only a refusal. */
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

describe('what is no call is refused by name:', () => {
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
      'trace to be true or false, got 1',
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
      'a file that is an array',
      () => files.readSafetensors([1, 2] as never),
      'expected the file to be a Uint8Array, got [1,2]',
    ],
    [
      'a file that is a buffer',
      () => files.readNpz(new ArrayBuffer(8) as never),
      'expected the file to be a Uint8Array',
    ],
    ['a file that is absent', () => files.readNpz(undefined as never), 'expected the file'],
    [
      'metadata that are numbers',
      () => files.writeSafetensors({}, { a: 1 as never }),
      'expected the metadata "a" to be a text, got 1',
    ],
    ['metadata of null', () => files.writeSafetensors({}, null as never), 'expected the metadata'],
    [
      'a module that is a number',
      () => files.toPyTorch(1 as never, {}),
      'the module to be a text, got 1',
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

describe('what is no tensor is refused by name:', () => {
  it.each<[string, unknown, string]>([
    [
      'nothing',
      undefined,
      'expected the input "scores" to be a tensor {shape, data}, got undefined',
    ],
    ['null', null, 'expected the input "scores" to be a tensor {shape, data}, got null'],
    ['a list', [1, 2], 'with an array for its shape, got undefined'],
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
    [
      'too few numbers',
      { shape: [3], data: x.data },
      'expected the input "scores" to be whole: expected 3 elements',
    ],
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

  it('and leaves nothing behind', () => {
    const ask = () => {
      expect(softmax({ shape: [3], data: x.data })).toThrow();
      expect(softmax({ shape: [1, 2], data: [1] })).toThrow();
      expect(() => run('softmax', { a: 1 }, {}, { scores: x })).toThrow();
      expect(() => files.readSafetensors(new Uint8Array(9))).toThrow();
    };
    ask();
    const before = module.memory();
    for (let i = 0; i < 300; i++) ask();
    expect(module.memory().used_bytes - before.used_bytes).toBeLessThan(1000);
    expect(module.memory().heap_bytes).toBe(before.heap_bytes);
  });
});

describe('what no configuration holds is refused by its key:', () => {
  const kinds =
    'to have a number, a word, true, false or a list of numbers for "temperature", got ';
  it.each<[string, unknown]>([
    ['an object', {}],
    ['null', null],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['10', 10n],
    ['a function', () => 1],
    ['[1,"two"]', [1, 'two']],
    ['[a list]', [[1]]],
    ['[an object]', [{ toString: 1 }]],
    [`[${[...Array(17).keys()]},...]`, [...Array(99).keys(), null]],
  ])('%s', (came, temperature) =>
    expectRefusal(
      () => run('softmax', { temperature }, {}, { scores: x }),
      `expected the configuration ${kinds}${came}`,
    ),
  );

  it('nor more keys than any operation has', () => {
    const keys = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`key ${i}`, i]));
    expectRefusal(() => run('softmax', keys, {}, { scores: x }), 'at most 1000 keys, got 1001');
  });

  it('nor do the options of training', () => {
    const model = module.prepare('multi_head', { d_model: 2, num_heads: 1 }, 1);
    const train = (options: unknown) => () =>
      module.trainModel(model, { query: x }, { output: x }, options as never);
    expectRefusal(train('{}'), 'expected the options to be an object, got "{}"');
    expectRefusal(train({ beta_1: {} }), 'expected the options to have a number');
    expectRefusal(train({ beta: 1 }), 'got "beta"');
    module.releaseModel(model);
  });

  it('but for undefined, which counts as not written', () => {
    const { outputs } = run('softmax', { temperature: undefined }, {}, { scores: x });
    expect(outputs).toEqual(run('softmax', {}, {}, { scores: x }).outputs);
  });

  it('and what it holds is shown as it came', () => {
    const given = (temperature: unknown) => () =>
      run('softmax', { temperature }, {}, { scores: x });
    expectRefusal(
      given('hot'),
      'expected "temperature" to be a number that float32 can hold, got "hot"',
    );
    expectRefusal(given(true), 'got true');
    expectRefusal(given([1, 2]), 'got [1,2]');
    expectRefusal(given(1e39), 'got 1e+39');
  });
});

it('what cannot be started is told by the promise', async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await expect(createFamilyModule({ wasm: empty.buffer })).rejects.toThrow();
  await expect(createFamilyModule({ wasm: empty.slice(1).buffer })).rejects.toThrow('magic');
});

it('150,000 refusals leave the stack where it was', () => {
  const ask = () => module.releaseModel(-1);
  for (let i = 0; i < 150_000; i++) {
    try {
      ask();
    } catch (error) {
      if (!(error as Error).message.startsWith('expected the model')) throw error;
    }
  }
  expectRefusal(ask, 'expected the model to be a whole number');
});

it('a memory that does not suffice is a refusal, and the module goes on', () => {
  const huge = { d_in: 2 ** 15, d_out: 2 ** 15 };
  expectRefusal(() => module.randomParameters('linear', huge, 1), 'not enough memory');
  expect([...run('softmax', {}, {}, { scores: x }).outputs['weights']!.shape]).toEqual([1, 2]);
});
