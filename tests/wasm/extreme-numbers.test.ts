/** Numbers that are very large, infinite or NaN, and the calls that must say so. */
import { expect, it } from 'vitest';
import type { Tensor } from '../../wasm/engine';
import { createEngine } from '../../web/src/engine/client/engine';
import { wasmBinary } from './module';
import { engine } from './training-engine';

const config = {
  architecture: 'decoder_only',
  d_model: 8,
  layers: 1,
  heads: 2,
  vocab_size: 5,
} as const;
const tensor = (shape: number[], data: number[]): Tensor =>
  ({ axes: shape.map(String), shape, data: Float32Array.from(data) }) as Tensor;

it('have exact log-probabilities, or NaN where the probabilities are', async () => {
  const model = await engine.model({ config, seed: 1 });
  const { logits } = await model.inspect({ ids: [1, 2, 3] });
  const rest = [...logits.data.subarray(11, 15)];
  const rest_sum = Math.log(rest.reduce((sum, x) => sum + Math.exp(x), 0));
  const log_probability = async (value: number, answer: number) =>
    (
      await model.gradients(
        { ids: [1, 2, 3] },
        {
          of: { field: 'log_probabilities', index: [0, 2, answer] },
          interventions: [{ field: 'logits', index: [0, 2, 0], value }],
        },
      )
    ).number;
  for (const value of [-500, -2000])
    expect(await log_probability(value, 0)).toBeCloseTo(value - rest_sum, 2);
  expect(await log_probability(2000, 1)).toBeCloseTo(rest[0]! - 2000, 2);
  for (const answer of [0, 1]) {
    expect(await log_probability(NaN, answer)).toBeNaN();
    expect(await log_probability(Infinity, answer)).toBeNaN();
  }
});

it('leave a prepared model that a step would spoil as it was', async () => {
  const parameters = { w: tensor([2, 2], [1, 2, 3, 4]), b: tensor([2], [0, 0]) };
  const layers = await createEngine({ wasmBinary: wasmBinary(), worker: false });
  const layer = await layers.prepare('linear', { config: {}, parameters });
  const x = tensor([1, 2], [1, 1]);
  const train = (y: number, learning_rate: number) =>
    layer.train({ x }, { y: tensor([1, 2], [y, y]) }, { learning_rate });
  const refused = 'expected a step that leaves parameters and moments finite';
  await expect(train(1e20, 0.1)).rejects.toThrow(refused);
  await expect(train(0, 1e38)).rejects.toThrow(refused);
  expect([...(await layer.parameters())['w']!.data]).toEqual([1, 2, 3, 4]);
  expect(await train(0, 0.1)).toBe(26);
  expect(await train(0, 0.1)).toBeLessThan(24);
  layers.close();
});

it('of the parameters stop a trainer before its moments overflow', async () => {
  const sizes = { batch: 2, d_model: 8, heads: 1, layers: 1, length: 3, symbols: 4 };
  const constant = { warm_up: 0, schedule: 'constant', optimizer: 'adam', clip: 0 } as const;
  const recipe = { task: 'copy', seed: 1, ...sizes, ...constant } as const;
  const first = await engine.trainer(recipe);
  const { w_out, ...others } = await first.parameters();
  const steep = { ...w_out!, data: w_out!.data.map((x) => x * 1e21) };
  const trainer = await engine.trainer(recipe, {
    from: { step: 0, tensors: { ...others, w_out: steep } },
  });
  await expect(trainer.step(1)).rejects.toThrow(/^second_moment\.\S+ has a NaN or an infinity/);
  const again = await engine.trainer(recipe, { from: await trainer.snapshot() });
  expect(await again.parameters()).toEqual(await trainer.parameters());
});

it('of a padded sentence go with a class token in every mask', async () => {
  const model = await engine.model({
    config: { ...config, architecture: 'encoder_only', class_token: true },
    seed: 1,
  });
  const key_padding = tensor([1, 4], [1, 1, 0, 1]);
  const logitsOf = async (hidden: number, options: { mask?: object } = {}) =>
    (await model.inspect({ ids: [1, 2, hidden, 4], key_padding, ...options })).logits;
  const plain = await logitsOf(3);
  expect(await logitsOf(3, { mask: {} })).toEqual(plain);
  const windowed = await logitsOf(3, { mask: { window: 1 } });
  expect(windowed).not.toEqual(plain);
  // With either mask no other token sees the padding, which comes fourth, after the class token.
  const ofOthers = ({ data }: Tensor) =>
    [...data].filter((_, i) => Math.floor(i / config.vocab_size) !== 3);
  expect(ofOthers(plain)).toHaveLength(4 * config.vocab_size);
  expect(ofOthers(await logitsOf(0))).toEqual(ofOthers(plain));
  expect(ofOthers(await logitsOf(0, { mask: { window: 1 } }))).toEqual(ofOthers(windowed));
});
