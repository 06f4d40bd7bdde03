import { beforeAll, describe, expect, it } from 'vitest';
import type { AttentionTrace, Tensor } from '../../wasm/engine';
import { matrixOf, matrixRow } from '../../web/src/tensors/tensor';
import { seeded } from '../support/seeded';
import { randomTensor } from './inputs';

import { expectNear } from './near';
import {
  referenceAttention,
  type ItemReference,
  type MaskKind,
} from '../support/multi-head-reference';
import { newSession, type AttentionInputs, type Session } from './session';

const num_heads = 3;
const [batch, n_query, n_key, d_model] = [2, 6, 9, 12];

let session: Session;
let layer: number;
beforeAll(async () => {
  session = await newSession();
  layer = session.createMultiHead({ d_model, num_heads, seed: 4, bias: true });
});

function traced(mask: MaskKind): { trace: AttentionTrace; items: ItemReference[] } {
  const random = seeded(5);
  const query = randomTensor(random, batch, n_query, d_model);
  const key = randomTensor(random, batch, n_key, d_model);
  const inputs: AttentionInputs = { query, key, value: key, mask };
  const parameters = session.parameters(layer);
  return {
    trace: session.trace(layer, inputs),
    items: referenceAttention({ ...inputs, num_heads, parameters }),
  };
}

/** Key indices by descending weight, ties in the order of the sentence. */
const rankingOf = (weights: ArrayLike<number>) =>
  Array.from(weights, (_, j) => j).sort((a, b) => weights[b]! - weights[a]! || a - b);

function everyRow(visit: (b: number, head: number, query: number) => void): void {
  for (let b = 0; b < batch; b++)
    for (let head = 0; head < num_heads; head++)
      for (let query = 0; query < n_query; query++) visit(b, head, query);
}

describe.each(['none', 'causal'] as const)('the arithmetic of a row (mask %s)', (mask) => {
  it('equals the trace bit for bit where both have the number', () => {
    const { trace } = traced(mask);
    everyRow((b, head, query) => {
      const detail = session.rowDetail(layer, { batch: b, head, query, max_keys: 3 });
      for (const field of ['scores', 'masked_scores', 'weights', 'context'] as const)
        expect(detail[field]!.data, field).toEqual(
          matrixRow(matrixOf(trace[field], b * num_heads + head), query),
        );
    });
  });

  it('matches the reference in dot products, exponentials and sum', () => {
    const { items } = traced(mask);
    everyRow((b, head, query) => {
      const expected = items[b]!.heads[head]!;
      const detail = session.rowDetail(layer, { batch: b, head, query, max_keys: 3 });
      expectNear('dots', detail.dots!.data, expected.dots[query]!);
      const q = expected.q[query]!;
      const products = expected.k.flatMap((k) => k.map((x, i) => q[i]! * x));
      expectNear('products', detail.products!.data, products);
      expectNear('row_max', detail.row_max!.data, [expected.row_max[query]!]);
      expectNear('exponentials', detail.exponentials!.data, expected.exponentials[query]!);
      expectNear('exponential_sum', detail.exponential_sum!.data, [
        expected.exponential_sum[query]!,
      ]);
    });
  });

  it('follows from line to line: scale, exp and quotient', () => {
    traced(mask);
    everyRow((b, head, query) => {
      const detail = session.rowDetail(layer, { batch: b, head, query, max_keys: 3 });
      const scaled = detail.dots!.data.map((dot) => dot / Math.fround(Math.sqrt(4)));
      expect(detail.scores!.data).toEqual(scaled);
      const sum = detail.exponential_sum!.data[0]!;
      expect(detail.weights.data).toEqual(detail.exponentials!.data.map((e) => e / sum));
    });
  });

  it('splits the context into the shares of the keys', () => {
    const { items } = traced(mask);
    everyRow((b, head, query) => {
      const { weights, v } = items[b]!.heads[head]!;
      const { contributions } = session.rowDetail(layer, { batch: b, head, query, max_keys: 3 });
      const expected = v.flatMap((row, j) => row.map((value) => weights[query]![j]! * value));
      expectNear('contributions', contributions.data, expected);
    });
  });

  it.each([0, 1, 3, n_key, 1000])('ranks %i keys and sums up the rest', (max_keys) => {
    const { trace, items } = traced(mask);
    everyRow((b, head, query) => {
      const detail = session.rowDetail(layer, { batch: b, head, query, max_keys });
      const weights = matrixRow(matrixOf(trace.weights, b * num_heads + head), query);
      const ranking = rankingOf(weights);
      expect([...detail.ranking.data]).toEqual(ranking.slice(0, max_keys));
      const rest = ranking.slice(max_keys);
      const exact = items[b]!.heads[head]!;
      const sumOver = (value: (key: number) => number) =>
        rest.reduce((total, key) => total + value(key), 0);
      expectNear('rest_weight', detail.rest_weight.data, [
        sumOver((j) => exact.weights[query]![j]!),
      ]);
      expectNear(
        'rest_contributions',
        detail.rest_contributions.data,
        [0, 1, 2, 3].map((d) => sumOver((j) => exact.weights[query]![j]! * exact.v[j]![d]!)),
      );
    });
  });

  it('has mean weights, and values side by side, for the mean of heads', () => {
    const { trace, items } = traced(mask);
    for (let b = 0; b < batch; b++)
      for (let query = 0; query < n_query; query++) {
        const detail = session.rowDetail(layer, { batch: b, head: null, query, max_keys: 4 });
        const { heads, concat } = items[b]!;
        const mean = heads[0]!.weights[query]!.map(
          (_, j) => heads.reduce((sum, head) => sum + head.weights[query]![j]!, 0) / num_heads,
        );
        expectNear('weights', detail.weights.data, mean);
        expectNear('context', detail.context.data, concat[query]!);
        expect(detail.context.data).toEqual(matrixRow(matrixOf(trace.concat, b), query));
        const shares = mean.flatMap((_, j) =>
          heads.flatMap(({ weights, v }) => v[j]!.map((value) => weights[query]![j]! * value)),
        );
        expectNear('contributions', detail.contributions.data, shares);
        expect([...detail.ranking.data]).toEqual(rankingOf(detail.weights.data).slice(0, 4));
      }
  });

  it('averages over heads every field that has them, and keeps masked scores masked', () => {
    const { items } = traced(mask);
    for (const field of ['q', 'k', 'v', 'scores', 'masked_scores', 'weights', 'context'] as const) {
      const mean: Tensor = session.average(layer, field);
      for (const [b, { heads }] of items.entries()) {
        const all = heads.map((head) => head[field].flat());
        const expected = all[0]!.map(
          (_, i) => all.reduce((sum, one) => sum + one[i]!, 0) / num_heads,
        );
        expectNear(`mean of ${field}`, matrixOf(mean, b).data, expected);
      }
    }
  });
});

describe('the ranking', () => {
  it('keeps equal weights in the order of the sentence', () => {
    const { x } = session.embed({
      tokens: ['b', 'a', 'b', 'a', 'b', 'a'],
      d_model,
      seed: 2,
      positions: 'none',
    });
    session.trace(layer, { query: x, key: x, value: x, mask: 'none' });
    const detail = session.rowDetail(layer, { batch: 0, head: 0, query: 0, max_keys: 6 });
    const [b, a] = detail.weights.data;
    expect([...detail.weights.data]).toEqual([b, a, b, a, b, a]);
    expect(a).not.toBe(b);
    expect([...detail.ranking.data]).toEqual(b! > a! ? [0, 2, 4, 1, 3, 5] : [1, 3, 5, 0, 2, 4]);
    const some = session.rowDetail(layer, { batch: 0, head: 0, query: 0, max_keys: 2 });
    expect([...some.ranking.data]).toEqual([...detail.ranking.data].slice(0, 2));
  });

  it('of a query that may attend to no key lists every key, with weight 0', () => {
    const query = randomTensor(seeded(6), 3, d_model);
    const key = randomTensor(seeded(7), 2, d_model);
    session.trace(layer, { query, key, value: key, mask: 'causal' });
    const detail = session.rowDetail(layer, { batch: 0, head: 1, query: 0, max_keys: 5 });
    expect([...detail.ranking.data]).toEqual([0, 1]);
    expect([...detail.weights.data]).toEqual([0, 0]);
    expect([...detail.exponential_sum!.data]).toEqual([0]);
    expect([...detail.contributions.data].every((share) => share === 0)).toBe(true);
  });
});
