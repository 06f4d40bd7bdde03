import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { wasmBinary } from './module';

const tensor = (shape: number[]) => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.sin(i)),
});
const config = { d_model: 4, num_heads: 2 };
const x = tensor([3, 4]);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary(), worker: false });
});
afterAll(() => engine.close());

/** The engine for calls that TypeScript would refuse. */
const untyped = () => engine as unknown as Record<string, (...call: unknown[]) => Promise<unknown>>;

describe('an invalid call is refused with a message:', () => {
  it.each<[string, string, unknown[], string]>([
    ['no call', 'run', ['softmax'], 'expected the call to be an object, got undefined'],
    [
      'an unknown key',
      'run',
      ['softmax', { inputs: { scores: x }, keeps: 'trace' }],
      'expected only the keys config, parameters, inputs, keep in the call, got "keeps"',
    ],
    [
      'an unknown key of inspect',
      'inspect',
      ['multi_head', { config, seed: 1, inputs: { query: x }, heads: 1 }],
      'got "heads"',
    ],
    [
      'no gradients',
      'gradients',
      ['softmax', { inputs: { scores: x } }],
      'expected d_outputs, the gradients of the outputs, got none',
    ],
    [
      'a seed of text',
      'prepare',
      ['multi_head', { config, seed: '1' }],
      'expected seed to be a whole number from 0 to 9007199254740991, got "1"',
    ],
    [
      'seed and parameters',
      'prepare',
      ['multi_head', { config, seed: 1, parameters: {} }],
      'expected either a seed or parameters, got both',
    ],
    [
      'neither',
      'prepare',
      ['multi_head', { config }],
      'expected a seed or parameters, got neither',
    ],
    [
      'a name of a million letters',
      'run',
      ['softmax', { inputs: { ['n'.repeat(1e6)]: null } }],
      `expected the input "${'n'.repeat(80)}..." to be a tensor {shape, data}, got null`,
    ],
    [
      'a seed as parameters',
      'prepare',
      ['multi_head', { config, parameters: 7 }],
      'expected parameters to be an object, got 7',
    ],
    [
      'a seed as parameters of inspect',
      'inspect',
      ['multi_head', { config, parameters: 7, inputs: { query: x } }],
      'expected parameters to be an object, got 7',
    ],
    ...[true, 5].map((mask): [string, string, unknown[], string] => [
      `the mask ${mask} of inspect`,
      'inspect',
      ['multi_head', { config, seed: 1, inputs: { query: x }, mask }],
      `expected the mask to be an object, got ${mask}`,
    ]),
    [
      'a mask of inspect with a key of inspect',
      'inspect',
      ['multi_head', { config, seed: 1, inputs: { query: x }, mask: { query: 2 } }],
      'expected only the keys causal, window, prefix, block in the call, got "query"',
    ],
    [
      'an unknown option',
      'run',
      ['softmax', { inputs: { scores: x } }, { sginal: undefined }],
      'expected only the keys signal, transfer, into in the call, got "sginal"',
    ],
    [
      'options of null',
      'run',
      ['softmax', { inputs: { scores: x } }, null],
      'expected the call to be an object, got null',
    ],
  ])('%s', async (_, method, call, message) => {
    const error = (await untyped()[method]!(...call).catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain(message);
    expect(error).toHaveProperty('words');
  });
});

it('a prepared model refuses an option that its call does not have', async () => {
  const model = await engine.prepare('multi_head', { config, seed: 1 });
  await expect(model.run({ query: x }, { kep: 'trace' } as never)).rejects.toThrow(
    'in the call, got "kep"',
  );
  model.dispose();
});

it('an input or a seed that is undefined counts as absent', async () => {
  const parameters = await engine.randomParameters('multi_head', config, 1);
  const seedless = { config, seed: undefined, parameters } as unknown as {
    config: typeof config;
    seed: number;
  };
  const model = await engine.prepare('multi_head', seedless);
  const inputs = { query: x, key: undefined } as unknown as { query: typeof x };
  const { outputs } = await model.run(inputs);
  const { outputs: expected } = await model.run({ query: x });
  expect(outputs.output.data).toEqual(expected.output.data);
  model.dispose();
});

it('the mask of inspect replaces the whole mask, even if its causal is undefined', async () => {
  const causal = { ...config, causal: 'end' as const };
  const mask = { causal: undefined, window: 0 } as unknown as { window: number };
  const request = { config: causal, seed: 1, inputs: { query: x }, mask };
  const { trace } = await engine.inspect('multi_head', request);
  // With a window of 0, every token sees only itself.
  expect(Array.from(trace.weights.data)).toEqual([
    1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1,
  ]);
});
