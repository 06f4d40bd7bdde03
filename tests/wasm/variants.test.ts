import { beforeAll, describe, expect, it } from 'vitest';
import type { TensorInput } from '../../wasm/engine';
import { newCalls, type Calls } from './module';
import { referenceContext } from './operation-reference';
import { groupedHeads, numbers, tensorsFrom } from './inputs';
import { expectNear } from './near';

let engine: Calls;
beforeAll(async () => {
  engine = await newCalls();
});

const tensor = tensorsFrom(30);
const causal = (i: number, j: number) => j <= i;
const heads = groupedHeads(tensor);

describe('efficient variants', () => {
  const exact = referenceContext(heads);
  const causally = referenceContext(heads, { allowed: causal });

  it('flash and chunked are exact', () => {
    for (const variant of ['flash', 'chunked'] as const) {
      const all = engine.run(variant, { config: { block: 4 }, inputs: heads });
      expectNear(variant, all.context.data, exact);
      const masked = engine.run(variant, { config: { block: 4, causal: 'end' }, inputs: heads });
      expectNear(`${variant}, causal`, masked.context.data, causally);
    }
  });

  it('sliding_window is exact if the window covers all keys, and otherwise matches its mask', () => {
    const all = engine.run('sliding_window', { config: { window: 6 }, inputs: heads });
    expectNear('all', all.context.data, exact);
    const near = engine.run('sliding_window', {
      config: { window: 1, causal: true },
      inputs: heads,
    });
    const allowed = (i: number, j: number) => causal(i, j) && i - j <= 1;
    expectNear('near', near.context.data, referenceContext(heads, { allowed }));
  });

  it('longformer adds global tokens to a window', () => {
    const config = { window: 1, global_tokens: [2] };
    const { context } = engine.run('longformer', { config, inputs: heads });
    const allowed = (i: number, j: number) => Math.abs(i - j) <= 1 || i === 2 || j === 2;
    expectNear('context', context.data, referenceContext(heads, { allowed }));
  });

  it('big_bird without random blocks is a window of blocks and global ones', () => {
    const config = { block: 2, window: 0, num_global: 1, num_random: 0 };
    const { context } = engine.run('big_bird', { config, inputs: heads });
    const block = (i: number) => Math.floor(i / 2);
    const allowed = (i: number, j: number) =>
      block(i) === block(j) || block(i) === 0 || block(j) === 0;
    expectNear('context', context.data, referenceContext(heads, { allowed }));
  });

  it('strided with a stride of 1 is exact', () => {
    const { context } = engine.run('strided', {
      config: { stride: 1, causal: true },
      inputs: heads,
    });
    expectNear('context', context.data, causally);
  });

  it('linformer with identity projections is exact', () => {
    const identity = {
      shape: [6, 6],
      data: Float32Array.from({ length: 36 }, (_, i) => +(i % 7 === 0)),
    };
    const parameters = { e: identity, f: identity };
    const { context } = engine.run('linformer', { parameters, inputs: heads });
    expectNear('context', context.data, exact);
  });

  it("performer's error falls with more features", () => {
    const smaller = ({ shape, data }: TensorInput) => ({ shape, data: data.map((x) => x / 2) });
    const inputs = { ...heads, q: smaller(heads.q), k: smaller(heads.k) };
    const wanted = referenceContext(inputs);
    const errorOf = (num_features: number) =>
      [1, 2, 3, 4].reduce((total, seed) => {
        const { context } = engine.run('performer', { config: { num_features, seed }, inputs });
        return total + context.data.reduce((sum, value, i) => sum + (value - wanted[i]!) ** 2, 0);
      }, 0);
    // 256 times as many features should give about 1/256 of the squared error.
    expect(errorOf(4096)).toBeLessThan(errorOf(16) / 32);
  });

  it('reformer with one bucket is exact', () => {
    const inputs = { ...heads, k: tensor(2, 4, 6, 3), v: tensor(2, 4, 6, 5) };
    const config = { num_buckets: 1, num_rounds: 1 };
    const { context } = engine.run('reformer', { config, inputs });
    const full = engine.run('scaled_dot_product', { inputs });
    expect(context.shape).toEqual(full.context.shape);
    expectNear('context', context.data, referenceContext(inputs));
  });

  it('hierarchical with chunks of one key, or one chunk of all keys, is exact', () => {
    for (const chunk of [1, 6]) {
      const { context } = engine.run('hierarchical', { config: { chunk }, inputs: heads });
      expectNear(`chunk ${chunk}`, context.data, exact);
    }
  });

  it('cost grows with n as stated for each variant', () => {
    const flops = (config: { variant: 'flash' } | { variant: 'sliding_window'; window: number }) =>
      [2048, 4096].map((n) => engine.run('cost', { config: { ...config, n, d_head: 64 } }).flops);
    const [flash, flashTwice] = flops({ variant: 'flash' });
    expect(flashTwice!.data[0]! / flash!.data[0]!).toBeCloseTo(4, 1);
    expect(flash!.axes).toEqual(['n²']);
    const [near, nearTwice] = flops({ variant: 'sliding_window', window: 16 });
    expect(nearTwice!.data[0]! / near!.data[0]!).toBeCloseTo(2, 1);
  });
});

describe('analysis', () => {
  const uniform = { shape: [1, 1, 4, 4], data: new Float32Array(16).fill(0.25) };
  const identity = {
    shape: [1, 1, 4, 4],
    data: Float32Array.from({ length: 16 }, (_, i) => +(i % 5 === 0)),
  };

  it('row_entropy is ln n for equal weights, 0 for a single weight of 1', () => {
    const even = engine.run('row_entropy', { inputs: { weights: uniform } });
    expectNear('entropy', even.entropy.data, Array(4).fill(Math.log(4)));
    expectNear('effective_tokens', even.effective_tokens.data, Array(4).fill(4));
    const one = engine.run('row_entropy', { inputs: { weights: identity } });
    expectNear('entropy', one.entropy.data, Array(4).fill(0));
    expectNear('effective_tokens', one.effective_tokens.data, Array(4).fill(1));
  });

  it('attention_distance is the mean of |i - j|', () => {
    const { distance } = engine.run('attention_distance', { inputs: { weights: uniform } });
    expectNear('distance', distance.data, [20 / 16]);
    const none = engine.run('attention_distance', { inputs: { weights: identity } });
    expectNear('distance', none.distance.data, [0]);
  });

  it('attention_rollout multiplies the layers, each averaged with the identity', () => {
    const two = {
      shape: [2, 1, 1, 4, 4],
      data: Float32Array.of(...uniform.data, ...identity.data),
    };
    const { rollout } = engine.run('attention_rollout', {
      config: { residual: true },
      inputs: { weights: two },
    });
    const expected = [0, 1, 2, 3].flatMap((i) =>
      [0, 1, 2, 3].map((j) => 0.5 * 0.25 + (i === j ? 0.5 : 0)),
    );
    expectNear('rollout', rollout.data, expected);
  });

  it('head_patterns finds the head that attends to the previous token', () => {
    const previous = Float32Array.from({ length: 16 }, (_, at) => {
      const [i, j] = [Math.floor(at / 4), at % 4];
      return +(j === Math.max(0, i - 1));
    });
    const weights = { shape: [1, 2, 4, 4], data: Float32Array.of(...previous, ...uniform.data) };
    const found = engine.run('head_patterns', { inputs: { weights, ids: numbers(5, 6, 7, 8) } });
    expect(found.previous_token.data[0]).toBeCloseTo(1, 6);
    expect(found.previous_token.data[1]).toBeCloseTo(0.25, 6);
    expect(found.first_token.data[1]).toBeCloseTo(0.25, 6);
  });
});
