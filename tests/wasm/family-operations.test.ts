import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors } from '../../wasm/family';
import type { Tensor, TensorInput } from '../../wasm/engine';
import { seeded } from '../web/seeded';
import { examples } from './family-examples';
import { newFamily, type FamilyOf } from './family-module';
import {
  eachRow,
  referenceActivations,
  referenceContext,
  referenceLayerNorm,
  referenceLinear,
  referenceRmsNorm,
  referenceSoftmax,
} from './family-reference';
import { randomParameters, randomTensor } from './inputs';
import { expectNear } from './near';
import { referenceAttention, referencePositions } from './reference';

let family: FamilyOf;
beforeAll(async () => {
  family = await newFamily();
});

const random = seeded(30);
const tensor = (...shape: number[]) => randomTensor(random, ...shape);
const ids = (...data: number[]) => ({ shape: [data.length], data: Float32Array.from(data) });
const causal = (i: number, j: number) => j <= i;
const heads = { q: tensor(2, 4, 6, 3), k: tensor(2, 2, 6, 3), v: tensor(2, 2, 6, 5) };
const added = (a: TensorInput, b: TensorInput) => a.data.map((value, i) => value + b.data[i]!);
const partOf = (all: NamedTensors, prefix: string) =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, one]) => [name.slice(prefix.length), one]),
  );

describe('attention', () => {
  it('scaled_dot_product is the formula, under each mask and with a bias', () => {
    const { context } = family.run('scaled_dot_product', { inputs: heads });
    expectNear('context', context.data, referenceContext(heads));
    const bias = tensor(6, 6);
    const masked = family.run('scaled_dot_product', {
      config: { causal: 'end', window: 2, scale: 0.7, temperature: 2 },
      inputs: { ...heads, score_bias: bias },
    });
    const expected = referenceContext(heads, {
      allowed: (i, j) => causal(i, j) && i - j <= 2,
      scale: 0.35,
      bias: (i, j) => bias.data[i * 6 + j]! / 2,
    });
    expectNear('masked', masked.context.data, expected);
  });

  it('multi_head is that of the other module’s reference, with every head’s weights', () => {
    const parameters = randomParameters(4, 12, true);
    const [query, key] = [tensor(2, 5, 12), tensor(2, 7, 12)];
    const inputs = { query, key };
    const { outputs, trace } = family.traced('multi_head', {
      config: { d_model: 12, num_heads: 3, causal: 'end' },
      parameters: { ...parameters },
      inputs,
    });
    const items = referenceAttention({
      num_heads: 3,
      parameters,
      query,
      key,
      value: key,
      mask: 'causal',
    });
    expectNear(
      'output',
      outputs.output.data,
      items.flatMap(({ output }) => output.flat()),
    );
    expectNear(
      'weights',
      outputs.weights.data,
      items.flatMap((item) => item.heads.flatMap((head) => head.weights.flat())),
    );
    expectNear(
      'masked_scores',
      trace['masked_scores']!.data,
      items.flatMap((item) => item.heads.flatMap((head) => head.masked_scores.flat())),
    );
  });

  it('multi_head without any head on gives its bias', () => {
    const config = { d_model: 8, num_heads: 2, heads_off: [0, 1] };
    const parameters = { ...randomParameters(5, 8, true) };
    const { output } = family.run('multi_head', {
      config,
      parameters,
      inputs: { query: tensor(3, 8) },
    });
    expectNear(
      'output',
      output.data,
      [1, 2, 3].flatMap(() => [...parameters.b_o!.data]),
    );
  });

  it('multi_head_step, token by token, is multi_head under a causal mask', () => {
    const config = {
      d_model: 8,
      num_heads: 4,
      num_kv_heads: 2,
      attention_positions: 'rotary',
    } as const;
    const parameters = family.parameters('multi_head', { config, inputs: { query: tensor(1, 8) } });
    const x = tensor(1, 6, 8);
    const all = family.run('multi_head', {
      config: { ...config, causal: 'end' },
      parameters,
      inputs: { query: x },
    });
    let cache: { cache_k?: Tensor; cache_v?: Tensor } = {};
    const steps: number[] = [];
    for (let i = 0; i < 6; i++) {
      const own = { shape: [1, 1, 8], data: x.data.slice(8 * i, 8 * (i + 1)) };
      const inputs = { x: own, ...cache };
      const { output, ...next } = family.run('multi_head_step', { config, parameters, inputs });
      steps.push(...output.data);
      cache = next;
    }
    expectNear('output', steps, all.output.data);
    expect(cache.cache_k!.shape).toEqual([1, 2, 6, 2]);
  });
});

describe('rows', () => {
  it('linear is x w + b', () => {
    const [x, w, b] = [tensor(2, 3, 4), tensor(4, 5), tensor(5)];
    const { y } = family.run('linear', { parameters: { w, b }, inputs: { x } });
    expectNear('y', y.data, referenceLinear(x, w, b));
    expect(y.shape).toEqual([2, 3, 5]);
  });

  it('softmax, layer_norm and rms_norm are theirs', () => {
    const x = tensor(3, 7);
    const [gamma, beta] = [tensor(7), tensor(7)];
    const { weights } = family.run('softmax', { inputs: { scores: x } });
    expectNear('weights', weights.data, eachRow(x, referenceSoftmax));
    const layer = family.run('layer_norm', { parameters: { gamma, beta }, inputs: { x } });
    const scaled = (row: readonly number[]) => row.map((value, i) => value * gamma.data[i]!);
    expectNear(
      'layer_norm',
      layer.y.data,
      eachRow(x, (row) => scaled(referenceLayerNorm(row)).map((value, i) => value + beta.data[i]!)),
    );
    const rms = family.run('rms_norm', {
      config: { epsilon: 0.1 },
      parameters: { gamma },
      inputs: { x },
    });
    expectNear(
      'rms_norm',
      rms.y.data,
      eachRow(x, (row) => scaled(referenceRmsNorm(row, 0.1))),
    );
  });

  it('embedding takes rows of its table', () => {
    const table = tensor(5, 2);
    const { y } = family.run('embedding', { parameters: { table }, inputs: { ids: ids(4, 0, 4) } });
    const row = (id: number) => [...table.data.subarray(2 * id, 2 * id + 2)];
    expect([...y.data]).toEqual([...row(4), ...row(0), ...row(4)]);
  });

  it.each(['relu', 'gelu', 'gelu_tanh', 'silu'] as const)('activation knows %s', (kind) => {
    const x = tensor(4, 5);
    const { y } = family.run('activation', { config: { kind }, inputs: { x } });
    expectNear(kind, y.data, [...x.data].map(referenceActivations[kind]));
  });

  it('feed_forward is two linear maps around its activation, and a gate', () => {
    const x = tensor(3, 4);
    const [w_1, b_1, w_2, b_2, w_gate] = [
      tensor(4, 6),
      tensor(6),
      tensor(6, 4),
      tensor(4),
      tensor(4, 6),
    ];
    const activated = referenceLinear(x, w_1, b_1).map(referenceActivations.relu);
    const { y } = family.run('feed_forward', {
      config: { d_model: 4, d_ff: 6 },
      parameters: { w_1, b_1, w_2, b_2 },
      inputs: { x },
    });
    const between = { shape: [3, 6], data: Float32Array.from(activated) };
    expectNear('relu', y.data, referenceLinear(between, w_2, b_2));

    const gated = family.traced('feed_forward', {
      config: { d_model: 4, d_ff: 6, activation: 'silu', gated: true, bias: false },
      parameters: { w_1, w_2, w_gate },
      inputs: { x },
    });
    const gate = referenceLinear(x, w_gate).map(referenceActivations.silu);
    const product = referenceLinear(x, w_1).map((value, i) => value * gate[i]!);
    expectNear('product', gated.trace['product']!.data, product);
  });
});

describe('positions', () => {
  it('sinusoidal_positions are sines and cosines', () => {
    const { positions } = family.run('sinusoidal_positions', { config: { n: 9, d_model: 6 } });
    expectNear('positions', positions.data, referencePositions(9, 6).flat());
  });

  it('rotary keeps lengths, and products that depend on the distance only', () => {
    const row = tensor(1, 4).data;
    const x = { shape: [8, 4], data: Float32Array.from({ length: 32 }, (_, i) => row[i % 4]!) };
    const { y } = family.run('rotary', { config: { rotary_base: 10 }, inputs: { x } });
    const at = (i: number) => [...y.data.subarray(4 * i, 4 * i + 4)];
    const dot = (i: number, j: number) =>
      at(i).reduce((sum, value, d) => sum + value * at(j)[d]!, 0);
    expect(at(0)).toEqual([...row]);
    expectNear('products', [dot(5, 5), dot(3, 5), dot(4, 7)], [dot(0, 0), dot(0, 2), dot(1, 4)]);
    expect(Math.abs(dot(0, 2) - dot(0, 3))).toBeGreaterThan(1e-3);
  });

  it('alibi falls by the head’s slope with each step away', () => {
    const { bias } = family.run('alibi', { config: { num_heads: 4, n_query: 3, n_key: 3 } });
    const slope = [1, 2, 3, 4].map((head) => 2 ** (-2 * head));
    const expected = slope.flatMap((s) =>
      [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => -s * Math.abs(i - j))),
    );
    for (const [i, value] of expected.entries())
      if (i % 9 === 3 || i % 9 === 6 || i % 9 === 7 || i % 4 === 0)
        expect(bias.data[i]! || 0, `${i}`).toBeCloseTo(value || 0, 6);
  });

  it('relative_buckets gives each distance its own learned number', () => {
    const relative_bias = tensor(32, 2);
    const { bias } = family.run('relative_buckets', {
      config: { n_query: 4, n_key: 4 },
      parameters: { relative_bias },
    });
    const at = (head: number, i: number, j: number) => bias.data[(head * 4 + i) * 4 + j]!;
    expect([at(0, 2, 2), at(1, 2, 2)]).toEqual([...relative_bias.data.subarray(0, 2)]);
    expect(at(0, 1, 0)).toBe(at(0, 3, 2));
    expect(at(0, 1, 0)).not.toBe(at(0, 0, 1));
  });
});

describe('layers', () => {
  const config = { d_model: 8, num_heads: 2, d_ff: 12 };
  const [x, memory] = [tensor(2, 5, 8), tensor(2, 3, 8)];
  const { d_ff, ...attention } = config;
  const normed = (data: Float32Array, norm: NamedTensors) =>
    family.run('layer_norm', { parameters: norm, inputs: { x: { shape: x.shape, data } } }).y;
  const fed = (given: TensorInput, parameters: NamedTensors) =>
    family.run('feed_forward', { config: { d_model: 8, d_ff }, parameters, inputs: { x: given } })
      .y;

  it('encoder_layer is attention and feed-forward, each added and normed', () => {
    const p = family.parameters('encoder_layer', { config, inputs: { x } });
    const attended = family.run('multi_head', {
      config: attention,
      parameters: partOf(p, 'attention.'),
      inputs: { query: x },
    });
    const first = normed(added(x, attended.output), partOf(p, 'norm_1.'));
    const expected = normed(
      added(first, fed(first, partOf(p, 'feed_forward.'))),
      partOf(p, 'norm_2.'),
    );
    const { output } = family.run('encoder_layer', { config, parameters: p, inputs: { x } });
    expectNear('output', output.data, expected.data);
  });

  it('decoder_layer attends to itself, then to the memory', () => {
    const masked = { ...config, causal: 'end' } as const;
    const p = family.parameters('decoder_layer', { config: masked, inputs: { x, memory } });
    const own = family.run('multi_head', {
      config: { ...attention, causal: 'end' },
      parameters: partOf(p, 'self_attention.'),
      inputs: { query: x },
    });
    const first = normed(added(x, own.output), partOf(p, 'norm_1.'));
    const cross = family.run('multi_head', {
      config: attention,
      parameters: partOf(p, 'cross_attention.'),
      inputs: { query: first, key: memory },
    });
    const second = normed(added(first, cross.output), partOf(p, 'norm_2.'));
    const expected = normed(
      added(second, fed(second, partOf(p, 'feed_forward.'))),
      partOf(p, 'norm_3.'),
    );
    const { output } = family.run('decoder_layer', {
      config: masked,
      parameters: p,
      inputs: { x, memory },
    });
    expectNear('output', output.data, expected.data);
  });

  it('encoder and decoder are their layers, one after the other', () => {
    const stack = { ...config, num_layers: 2, final_norm: true };
    const p = family.parameters('encoder', { config: stack, inputs: { x } });
    let between: TensorInput = x;
    for (const i of [0, 1])
      between = family.run('encoder_layer', {
        config,
        parameters: partOf(p, `layers.${i}.`),
        inputs: { x: between },
      }).output;
    const encoded = family.run('encoder', { config: stack, parameters: p, inputs: { x } });
    expectNear('encoder', encoded.output.data, normed(between.data, partOf(p, 'norm.')).data);

    const d = family.parameters('decoder', { config: stack, inputs: { x, memory } });
    between = x;
    for (const i of [0, 1])
      between = family.run('decoder_layer', {
        config,
        parameters: partOf(d, `layers.${i}.`),
        inputs: { x: between, memory },
      }).output;
    const decoded = family.run('decoder', { config: stack, parameters: d, inputs: { x, memory } });
    expectNear('decoder', decoded.output.data, normed(between.data, partOf(d, 'norm.')).data);
  });

  it('transformer is both, encoder_decoder puts embeddings before and logits behind', () => {
    const { config: whole } = examples.transformer;
    const p = family.parameters('transformer', examples.transformer);
    const { num_encoder_layers, num_decoder_layers, causal: _, ...layer } = whole;
    const encoded = family.run('encoder', {
      config: { ...layer, num_layers: num_encoder_layers, final_norm: true },
      parameters: partOf(p, 'encoder.'),
      inputs: { x: memory },
    });
    const decoded = family.run('decoder', {
      config: { ...layer, num_layers: num_decoder_layers, final_norm: true, causal: 'end' },
      parameters: partOf(p, 'decoder.'),
      inputs: { x, memory: encoded.output },
    });
    const inputs = { source: memory, target: x };
    const { output } = family.run('transformer', { config: whole, parameters: p, inputs });
    expectNear('output', output.data, decoded.output.data);

    const { config: model } = examples.encoder_decoder;
    const m = family.parameters('encoder_decoder', examples.encoder_decoder);
    const embedded = (table: Tensor, given: TensorInput) => {
      const { y } = family.run('embedding', { parameters: { table }, inputs: { ids: given } });
      const positions = referencePositions(given.data.length, 8).flat();
      const data = y.data.map((value, i) => value * Math.sqrt(8) + positions[i]!);
      return { shape: [given.data.length, 8], data };
    };
    const [source_ids, target_ids] = [ids(3, 1, 10), ids(0, 4)];
    const bare = Object.fromEntries(
      Object.entries(m).filter(([name]) => /^(en|de)coder\./.test(name)),
    );
    const between = family.run('transformer', {
      config: whole,
      parameters: bare,
      inputs: {
        source: embedded(m['source_embedding']!, source_ids),
        target: embedded(m['target_embedding']!, target_ids),
      },
    });
    const { logits } = family.run('encoder_decoder', {
      config: model,
      parameters: m,
      inputs: { source_ids, target_ids },
    });
    expectNear('logits', logits.data, referenceLinear(between.output, m['w_out']!, m['b_out']));
  });

  it('greedy_decode takes the likeliest token each time', () => {
    const {
      config: { start_id, end_id, max_new, ...model },
      inputs,
    } = examples.greedy_decode;
    const m = family.parameters('greedy_decode', { ...examples.greedy_decode, seed: 3 });
    const expected: number[] = [];
    const { source_ids } = inputs;
    while (expected.length < max_new && expected.at(-1) !== end_id) {
      const target_ids = ids(start_id, ...expected);
      const { logits } = family.run('encoder_decoder', {
        config: model,
        parameters: m,
        inputs: { source_ids, target_ids },
      });
      const last = logits.data.slice(-9);
      expected.push(last.indexOf(Math.max(...last)));
    }
    const given = { ...examples.greedy_decode, parameters: m };
    const { ids: made, lengths } = family.run('greedy_decode', given);
    const without = (list: number[]) => list.filter((id) => id !== start_id && id !== end_id);
    expect(lengths.data[0]).toBe(made.data.length);
    expect(without([...made.data])).toEqual(without(expected));
  });
});

describe('efficient variants', () => {
  const exact = referenceContext(heads);
  const causally = referenceContext(heads, { allowed: causal });

  it('flash and chunked are exact', () => {
    for (const variant of ['flash', 'chunked'] as const) {
      const all = family.run(variant, { config: { block: 4 }, inputs: heads });
      expectNear(variant, all.context.data, exact);
      const masked = family.run(variant, { config: { block: 4, causal: 'end' }, inputs: heads });
      expectNear(`${variant}, causal`, masked.context.data, causally);
    }
  });

  it('sliding_window is exact where it reaches, and what its mask says elsewhere', () => {
    const all = family.run('sliding_window', { config: { window: 6 }, inputs: heads });
    expectNear('all', all.context.data, exact);
    const near = family.run('sliding_window', {
      config: { window: 1, causal: true },
      inputs: heads,
    });
    const allowed = (i: number, j: number) => causal(i, j) && i - j <= 1;
    expectNear('near', near.context.data, referenceContext(heads, { allowed }));
  });

  it('longformer adds global tokens to a window', () => {
    const config = { window: 1, global_tokens: [2] };
    const { context } = family.run('longformer', { config, inputs: heads });
    const allowed = (i: number, j: number) => Math.abs(i - j) <= 1 || i === 2 || j === 2;
    expectNear('context', context.data, referenceContext(heads, { allowed }));
  });

  it('big_bird without random blocks is a window of blocks and global ones', () => {
    const config = { block: 2, window: 0, num_global: 1, num_random: 0 };
    const { context } = family.run('big_bird', { config, inputs: heads });
    const block = (i: number) => Math.floor(i / 2);
    const allowed = (i: number, j: number) =>
      block(i) === block(j) || block(i) === 0 || block(j) === 0;
    expectNear('context', context.data, referenceContext(heads, { allowed }));
  });

  it('strided with a stride of 1 sees everything', () => {
    const { context } = family.run('strided', {
      config: { stride: 1, causal: true },
      inputs: heads,
    });
    expectNear('context', context.data, causally);
  });

  it('linformer with identities is exact', () => {
    const identity = {
      shape: [6, 6],
      data: Float32Array.from({ length: 36 }, (_, i) => +(i % 7 === 0)),
    };
    const parameters = { e: identity, f: identity };
    const { context } = family.run('linformer', { parameters, inputs: heads });
    expectNear('context', context.data, exact);
  });

  it('performer comes closer with more features', () => {
    const smaller = ({ shape, data }: TensorInput) => ({ shape, data: data.map((x) => x / 2) });
    const inputs = { ...heads, q: smaller(heads.q), k: smaller(heads.k) };
    const wanted = referenceContext(inputs);
    const errorOf = (num_features: number) =>
      [1, 2, 3, 4].reduce((total, seed) => {
        const { context } = family.run('performer', { config: { num_features, seed }, inputs });
        return total + context.data.reduce((sum, value, i) => sum + (value - wanted[i]!) ** 2, 0);
      }, 0);
    // 256 times the features, about 1/256 of the squares.
    expect(errorOf(4096)).toBeLessThan(errorOf(16) / 32);
  });

  it('reformer with one bucket is exact', () => {
    const inputs = { ...heads, k: tensor(2, 4, 6, 3), v: tensor(2, 4, 6, 5) };
    const config = { num_buckets: 1, num_rounds: 1 };
    const { context } = family.run('reformer', { config, inputs });
    const full = family.run('scaled_dot_product', { inputs });
    expect(context.shape).toEqual(full.context.shape);
    expectNear('context', context.data, referenceContext(inputs));
  });

  it('hierarchical with chunks of one, or of all, is exact', () => {
    for (const chunk of [1, 6]) {
      const { context } = family.run('hierarchical', { config: { chunk }, inputs: heads });
      expectNear(`chunk ${chunk}`, context.data, exact);
    }
  });

  it('cost grows with n as the variant says', () => {
    const flops = (config: { variant: 'flash' } | { variant: 'sliding_window'; window: number }) =>
      [2048, 4096].map((n) => family.run('cost', { config: { ...config, n, d_head: 64 } }).flops);
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

  it('row_entropy is ln n where all weights are equal, 0 where one has it all', () => {
    const even = family.run('row_entropy', { inputs: { weights: uniform } });
    expectNear('entropy', even.entropy.data, Array(4).fill(Math.log(4)));
    expectNear('effective_tokens', even.effective_tokens.data, Array(4).fill(4));
    const one = family.run('row_entropy', { inputs: { weights: identity } });
    expectNear('entropy', one.entropy.data, Array(4).fill(0));
    expectNear('effective_tokens', one.effective_tokens.data, Array(4).fill(1));
  });

  it('attention_distance is the mean of |i - j|', () => {
    const { distance } = family.run('attention_distance', { inputs: { weights: uniform } });
    expectNear('distance', distance.data, [20 / 16]);
    const none = family.run('attention_distance', { inputs: { weights: identity } });
    expectNear('distance', none.distance.data, [0]);
  });

  it('attention_rollout multiplies the layers, each mixed with the identity', () => {
    const two = {
      shape: [2, 1, 1, 4, 4],
      data: Float32Array.of(...uniform.data, ...identity.data),
    };
    const { rollout } = family.run('attention_rollout', {
      config: { residual: true },
      inputs: { weights: two },
    });
    const expected = [0, 1, 2, 3].flatMap((i) =>
      [0, 1, 2, 3].map((j) => 0.5 * 0.25 + (i === j ? 0.5 : 0)),
    );
    expectNear('rollout', rollout.data, expected);
  });

  it('head_patterns finds the head that looks at the token before', () => {
    const previous = Float32Array.from({ length: 16 }, (_, at) => {
      const [i, j] = [Math.floor(at / 4), at % 4];
      return +(j === Math.max(0, i - 1));
    });
    const weights = { shape: [1, 2, 4, 4], data: Float32Array.of(...previous, ...uniform.data) };
    const found = family.run('head_patterns', { inputs: { weights, ids: ids(5, 6, 7, 8) } });
    expect(found.previous_token.data[0]).toBeCloseTo(1, 6);
    expect(found.previous_token.data[1]).toBeCloseTo(0.25, 6);
    expect(found.first_token.data[1]).toBeCloseTo(0.25, 6);
  });
});
