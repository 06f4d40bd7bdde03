/** Queries, keys and values from the user's model, which the core uses without any projection. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TensorInput } from '../../wasm/engine';
import { withFlatHeads, headsOf, type Qkv } from '../../web/src/tensors/qkv';
import { seeded } from '../support/seeded';
import { randomTensor } from './inputs';

import { expectNear } from './near';
import { newSession, type Session } from './session';

let session: Session;
beforeAll(async () => {
  session = await newSession();
});

function traced(qkv: Qkv, mask: 'none' | 'causal') {
  const heads = headsOf(qkv);
  const { q, k, v } = heads;
  const options = { causal: mask === 'causal' ? 'end' : 'none' } as const;
  const { trace } = session.module.inspect('scaled_dot_product', {}, {}, { q, k, v }, options);
  return { heads, trace: withFlatHeads(trace as never) };
}

/** softmax(q kᵀ / √d_head) v in double precision; groups of heads share a kv head. */
function reference({ q, k, v }: Qkv, causal: boolean) {
  const [heads, n_query, d_head] = q.shape.slice(-3) as [number, number, number];
  const [kvHeads, n_key] = k.shape.slice(-3) as [number, number];
  const d_v = v.shape.at(-1)!;
  const weights: number[] = [];
  const context: number[] = [];
  for (let head = 0; head < heads; head++) {
    const kvHead = Math.floor(head / (heads / kvHeads));
    const at = (tensor: TensorInput, h: number, n: number, row: number, i: number) =>
      tensor.data[(h * n + row) * tensor.shape.at(-1)! + i]!;
    for (let i = 0; i < n_query; i++) {
      const scores = Array.from({ length: n_key }, (_, j) => {
        if (causal && j > i + n_key - n_query) return -Infinity;
        let dot = 0;
        for (let d = 0; d < d_head; d++)
          dot += at(q, head, n_query, i, d) * at(k, kvHead, n_key, j, d);
        return dot / Math.sqrt(d_head);
      });
      const max = Math.max(...scores);
      const exponentials = scores.map((score) => (score === -Infinity ? 0 : Math.exp(score - max)));
      const sum = exponentials.reduce((a, b) => a + b, 0);
      const row = exponentials.map((value) => (sum === 0 ? 0 : value / sum));
      weights.push(...row);
      for (let d = 0; d < d_v; d++)
        context.push(row.reduce((a, weight, j) => a + weight * at(v, kvHead, n_key, j, d), 0));
    }
  }
  return { weights, context };
}

describe.each([
  // q, k, and v if it differs from k
  [
    [3, 5, 4],
    [3, 5, 4],
  ],
  [
    [1, 2, 7, 3],
    [1, 2, 4, 3],
  ],
  [
    [6, 4, 2],
    [2, 9, 2],
  ],
  [
    [12, 33, 64],
    [12, 33, 64],
  ],
  [
    [1, 1, 1],
    [1, 1, 1],
  ],
  [
    [6, 4, 2],
    [2, 9, 2],
    [2, 9, 5],
  ],
  [
    [1, 2, 7, 6],
    [1, 2, 4, 6],
    [1, 2, 4, 1],
  ],
])('q %j, k %j, v %j', (queries, keys, values = keys) => {
  const random = seeded(7);
  const qkv = {
    name: 'a',
    q: randomTensor(random, ...queries),
    k: randomTensor(random, ...keys),
    v: randomTensor(random, ...values),
  };

  test.each(['none', 'causal'] as const)('mask %s', (mask) => {
    const { heads, trace } = traced(qkv, mask);
    for (const field of ['q', 'k', 'v'] as const) {
      expect(trace[field].shape).toEqual(heads[field].shape);
      expect(trace[field].data).toEqual(heads[field].data);
    }
    const { weights, context } = reference(qkv, mask === 'causal');
    expectNear('weights', trace.weights.data, weights);
    expectNear('context', trace.context.data, context);
    expect(trace.output.data).toEqual(trace.concat.data);
  });
});

test('one head may come without an axis of heads', () => {
  const random = seeded(9);
  const [q, k] = [randomTensor(random, 3, 4), randomTensor(random, 5, 4)];
  const { trace } = traced({ name: 'a', q, k, v: k }, 'none');
  expect(trace.weights.shape).toEqual([1, 1, 3, 5]);
  expect(trace.q.data).toEqual(q.data);
});

describe('invalid queries, keys and values are refused with a reason', () => {
  const random = seeded(1);
  const t = (...shape: number[]) => randomTensor(random, ...shape);
  const all = (tensor: TensorInput) => ({ q: tensor, k: tensor, v: tensor });
  const broken = t(2, 2);
  broken.data[3] = NaN;
  const endless = t(2, 2);
  endless.data[0] = -Infinity;
  test.each<[string, Partial<Qkv>, RegExp]>([
    ['a vector', all(t(4)), /shape \[n, d_head\].*not \[4\]/],
    ['five axes', all(t(1, 1, 1, 2, 2)), /shape \[n, d_head\]/],
    ['a batch of two', all(t(2, 1, 2, 2)), /shape \[n, d_head\].*not \[2, 1, 2, 2\]/],
    ['no values', { q: t(2, 4), k: t(2, 4) }, /v must have the shape \[n, d_head\].*not undefined/],
    ['no rows', all(t(0, 4)), /shape \[n, d_head\]/],
    [
      'fewer numbers than the shape',
      all({ shape: [2, 3], data: new Float32Array(5) }),
      /should have 6 numbers, but has 5/,
    ],
    ['NaN', { ...all(t(2, 2)), k: broken }, /k must contain only finite numbers, not NaN/],
    [
      'infinity',
      { ...all(t(2, 2)), q: endless },
      /q must contain only finite numbers, not -Infinity/,
    ],
    [
      'keys and values that differ',
      { q: t(2, 4), k: t(3, 4), v: t(2, 4) },
      /same number of heads and of tokens; the shapes are \[1, 1, 3, 4\] and \[1, 1, 2, 4\]/,
    ],
    [
      'keys and values of other heads',
      { q: t(4, 2, 4), k: t(2, 2, 4), v: t(4, 2, 4) },
      /same number of heads and of tokens; the shapes are \[1, 2, 2, 4\] and \[1, 4, 2, 4\]/,
    ],
    ['another d_head', { q: t(2, 4), k: t(3, 5), v: t(3, 5) }, /same d_head/],
    ['heads that do not divide', { q: t(3, 2, 4), k: t(2, 3, 4), v: t(2, 3, 4) }, /same d_head/],
    ['too many tokens', all(t(513, 1)), /At most 512/],
    ['too wide', all(t(2, 1, 1025)), /At most 2048 numbers per token/],
    ['too wide values', { q: t(1, 4), k: t(1, 4), v: t(1, 2049) }, /At most 2048 .* are 2049/],
    ['too many scores', all(t(32, 512, 1)), /At most 4194304 scores/],
    [
      'other tokens than queries',
      { ...all(t(2, 2)), tokens: ['a'] },
      /tokens should have 2 tokens, but has 1/,
    ],
    [
      'other tokens than keys',
      { ...all(t(2, 2)), keyTokens: [] },
      /keyTokens should have 2 tokens, but has 0/,
    ],
  ])('%s', (_, qkv, reason) => {
    expect(() => headsOf({ name: 'a', ...qkv } as Qkv)).toThrow(reason);
  });
});
