import { beforeAll, describe, expect, it } from 'vitest';
import type { Tensor } from '../../wasm/engine';
import { newCalls, type Calls } from './module';
import {
  eachRow,
  referenceActivations,
  referenceContext,
  referenceLayerNorm,
  referenceLinear,
  referenceRmsNorm,
  referenceSoftmax,
} from './operation-reference';
import { groupedHeads, numbers, randomParameters, tensorsFrom } from './inputs';
import { expectNear } from './near';
import { referenceAttention, referencePositions } from '../support/multi-head-reference';

let engine: Calls;
beforeAll(async () => {
  engine = await newCalls();
});

const tensor = tensorsFrom(30);
const causal = (i: number, j: number) => j <= i;
const heads = groupedHeads(tensor);

describe('attention', () => {
  it('scaled_dot_product matches the formula, under each mask and with a bias', () => {
    const { context } = engine.run('scaled_dot_product', { inputs: heads });
    expectNear('context', context.data, referenceContext(heads));
    const bias = tensor(6, 6);
    const masked = engine.run('scaled_dot_product', {
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

  it('multi_head matches the reference, with every head’s weights', () => {
    const parameters = randomParameters(4, 12, true);
    const [query, key] = [tensor(2, 5, 12), tensor(2, 7, 12)];
    const inputs = { query, key };
    const { outputs, trace } = engine.traced('multi_head', {
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
      outputs.weights!.data,
      items.flatMap((item) => item.heads.flatMap((head) => head.weights.flat())),
    );
    expectNear(
      'masked_scores',
      trace['masked_scores']!.data,
      items.flatMap((item) => item.heads.flatMap((head) => head.masked_scores.flat())),
    );
  });

  it('multi_head with all heads off returns its bias', () => {
    const config = { d_model: 8, num_heads: 2, heads_off: [0, 1] };
    const parameters = { ...randomParameters(5, 8, true) };
    const { output } = engine.run('multi_head', {
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

  it('multi_head_step, token by token, matches multi_head under a causal mask', () => {
    const config = {
      d_model: 8,
      num_heads: 4,
      num_kv_heads: 2,
      attention_positions: 'rotary',
    } as const;
    const parameters = engine.parameters('multi_head', { config, inputs: { query: tensor(1, 8) } });
    const x = tensor(1, 6, 8);
    const all = engine.run('multi_head', {
      config: { ...config, causal: 'end' },
      parameters,
      inputs: { query: x },
    });
    let cache: { cache_k?: Tensor; cache_v?: Tensor } = {};
    const steps: number[] = [];
    for (let i = 0; i < 6; i++) {
      const own = { shape: [1, 1, 8], data: x.data.slice(8 * i, 8 * (i + 1)) };
      const inputs = { x: own, ...cache };
      const { output, ...next } = engine.run('multi_head_step', { config, parameters, inputs });
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
    const { y } = engine.run('linear', { parameters: { w, b }, inputs: { x } });
    expectNear('y', y.data, referenceLinear(x, w, b));
    expect(y.shape).toEqual([2, 3, 5]);
  });

  it('softmax, layer_norm and rms_norm match their formulas', () => {
    const x = tensor(3, 7);
    const [gamma, beta] = [tensor(7), tensor(7)];
    const { weights } = engine.run('softmax', { inputs: { scores: x } });
    expectNear('weights', weights.data, eachRow(x, referenceSoftmax));
    const layer = engine.run('layer_norm', { parameters: { gamma, beta }, inputs: { x } });
    const scaled = (row: readonly number[]) => row.map((value, i) => value * gamma.data[i]!);
    expectNear(
      'layer_norm',
      layer.y.data,
      eachRow(x, (row) => scaled(referenceLayerNorm(row)).map((value, i) => value + beta.data[i]!)),
    );
    const rms = engine.run('rms_norm', {
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

  it('embedding returns rows of its table', () => {
    const table = tensor(5, 2);
    const { y } = engine.run('embedding', {
      parameters: { table },
      inputs: { ids: numbers(4, 0, 4) },
    });
    const row = (id: number) => [...table.data.subarray(2 * id, 2 * id + 2)];
    expect([...y.data]).toEqual([...row(4), ...row(0), ...row(4)]);
  });

  it.each(['relu', 'gelu', 'gelu_tanh', 'silu'] as const)('activation supports %s', (kind) => {
    const x = tensor(4, 5);
    const { y } = engine.run('activation', { config: { kind }, inputs: { x } });
    expectNear(kind, y.data, [...x.data].map(referenceActivations[kind]));
  });

  it('feed_forward is two linear maps around an activation, with or without a gate', () => {
    const x = tensor(3, 4);
    const [w_1, b_1, w_2, b_2, w_gate] = [
      tensor(4, 6),
      tensor(6),
      tensor(6, 4),
      tensor(4),
      tensor(4, 6),
    ];
    const activated = referenceLinear(x, w_1, b_1).map(referenceActivations.relu);
    const { y } = engine.run('feed_forward', {
      config: { d_model: 4, d_ff: 6 },
      parameters: { w_1, b_1, w_2, b_2 },
      inputs: { x },
    });
    const between = { shape: [3, 6], data: Float32Array.from(activated) };
    expectNear('relu', y.data, referenceLinear(between, w_2, b_2));

    const gated = engine.traced('feed_forward', {
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
    const { positions } = engine.run('sinusoidal_positions', { config: { n: 9, d_model: 6 } });
    expectNear('positions', positions.data, referencePositions(9, 6).flat());
  });

  it('rotary keeps lengths, and its dot products depend on the distance only', () => {
    const row = tensor(1, 4).data;
    const x = { shape: [8, 4], data: Float32Array.from({ length: 32 }, (_, i) => row[i % 4]!) };
    const { y } = engine.run('rotary', { config: { rotary_base: 10 }, inputs: { x } });
    const at = (i: number) => [...y.data.subarray(4 * i, 4 * i + 4)];
    const dot = (i: number, j: number) =>
      at(i).reduce((sum, value, d) => sum + value * at(j)[d]!, 0);
    expect(at(0)).toEqual([...row]);
    expectNear('products', [dot(5, 5), dot(3, 5), dot(4, 7)], [dot(0, 0), dot(0, 2), dot(1, 4)]);
    expect(Math.abs(dot(0, 2) - dot(0, 3))).toBeGreaterThan(1e-3);
  });

  it('alibi decreases by the head’s slope with each step of distance', () => {
    const { bias } = engine.run('alibi', { config: { num_heads: 4, n_query: 3, n_key: 3 } });
    const expected = [1 / 4, 1 / 16, 1 / 64, 1 / 256].flatMap((slope) =>
      [0, 1, 2, 1, 0, 1, 2, 1, 0].map((distance) => -slope * distance),
    );
    expectNear('bias', bias.data, expected);
  });

  it('relative_buckets returns the learned number of each distance', () => {
    const relative_bias = tensor(32, 2);
    const { bias } = engine.run('relative_buckets', {
      config: { n_query: 4, n_key: 4 },
      parameters: { relative_bias },
    });
    // Small distances have a bucket each; the second half is for keys after the query.
    const buckets = [0, 17, 18, 19, 1, 0, 17, 18, 2, 1, 0, 17, 3, 2, 1, 0];
    const expected = [0, 1].flatMap((head) =>
      buckets.map((bucket) => relative_bias.data[2 * bucket + head]!),
    );
    expect([...bias.data]).toEqual(expected);
  });
});
