import { beforeAll, describe, expect, it } from 'vitest';
import type { TensorInput } from '../../wasm/engine';
import { matrixOf } from '../../web/src/tensors/tensor';
import { seeded } from '../support/seeded';
import { randomParameters, randomTensor } from './inputs';

import { expectNear } from './near';
import { referenceAttention, type MaskKind } from '../support/multi-head-reference';
import { newSession, type AttentionInputs, type Session } from './session';

let session: Session;
beforeAll(async () => {
  session = await newSession();
});

const headFields = ['q', 'k', 'v', 'scores', 'masked_scores', 'weights', 'context'] as const;

/** Compares the whole trace number by number, and the output of a call without a trace. */
function expectTraceOfReference(num_heads: number, layer: number, inputs: AttentionInputs): void {
  const parameters = session.parameters(layer);
  const items = referenceAttention({ ...inputs, num_heads, parameters });
  const trace = session.trace(layer, inputs);
  for (const [b, item] of items.entries()) {
    for (const [h, head] of item.heads.entries())
      for (const field of headFields) {
        const matrix = matrixOf(trace[field], b * num_heads + h);
        expectNear(`${field} of item ${b}, head ${h}`, matrix.data, head[field].flat());
      }
    expectNear(`concat of item ${b}`, matrixOf(trace.concat, b).data, item.concat.flat());
    expectNear(`output of item ${b}`, matrixOf(trace.output, b).data, item.output.flat());
  }
  expect(session.forward(layer, inputs).data).toEqual(trace.output.data);
  session.release(layer);
}

const selfAttention = (x: TensorInput, mask: MaskKind) => ({ query: x, key: x, value: x, mask });

describe('a layer drawn from a seed', () => {
  it.each([
    // n, d_model, num_heads
    [6, 8, 2],
    [1, 1, 1],
    [1, 8, 4],
    [2, 6, 6],
    [3, 15, 5],
    [5, 7, 1],
    [7, 9, 3],
    [13, 21, 7],
    [17, 33, 11],
    [31, 34, 17],
    [33, 66, 2],
    [64, 64, 8],
  ])('computes the reference for %i tokens, d_model %i, %i heads', (n, d_model, num_heads) => {
    const x = randomTensor(seeded(n), n, d_model);
    for (const mask of ['none', 'causal'] as const)
      for (const bias of [true, false]) {
        const layer = session.createMultiHead({ d_model, num_heads, seed: n, bias });
        expectTraceOfReference(num_heads, layer, selfAttention(x, mask));
      }
  });
});

describe('a layer with given parameters', () => {
  it('returns them bit for bit', () => {
    const parameters = randomParameters(3, 10, true);
    const layer = session.createMultiHead({ d_model: 10, num_heads: 5, parameters });
    const kept = session.parameters(layer);
    for (const name of Object.keys(parameters) as (keyof typeof parameters)[])
      expect(kept[name]!.data, name).toEqual(parameters[name]!.data);
    session.release(layer);
  });

  it.each([
    // n_query, n_key, d_model, num_heads, bias
    [4, 9, 8, 2, true],
    [9, 4, 8, 2, false],
    [1, 12, 10, 5, true],
    [12, 1, 10, 5, true],
    [5, 5, 9, 3, false],
    [3, 17, 35, 7, true],
  ])(
    'attends %i queries to %i other keys (d_model %i, %i heads)',
    (n_query, n_key, d_model, num_heads, bias) => {
      const random = seeded(n_query * 100 + n_key);
      const query = randomTensor(random, n_query, d_model);
      const key = randomTensor(random, n_key, d_model);
      const value = randomTensor(random, n_key, d_model);
      for (const mask of ['none', 'causal'] as const) {
        const parameters = randomParameters(n_key, d_model, bias);
        const layer = session.createMultiHead({ d_model, num_heads, parameters });
        expectTraceOfReference(num_heads, layer, { query, key, value, mask });
      }
    },
  );

  it.each(['none', 'causal'] as const)('takes several items at a time (mask %s)', (mask) => {
    const random = seeded(8);
    const query = randomTensor(random, 3, 5, 12);
    const key = randomTensor(random, 3, 7, 12);
    const parameters = randomParameters(5, 12, true);
    const layer = session.createMultiHead({ d_model: 12, num_heads: 4, parameters });
    expectTraceOfReference(4, layer, { query, key, value: key, mask });
  });

  it('gives each batch item the same bits as without a batch', () => {
    const parameters = randomParameters(6, 12, true);
    const layer = session.createMultiHead({ d_model: 12, num_heads: 4, parameters });
    const x = randomTensor(seeded(9), 3, 5, 12);
    const together = session.forward(layer, selfAttention(x, 'causal'));
    for (let b = 0; b < 3; b++) {
      const item = { shape: [5, 12], data: x.data.slice(b * 60, (b + 1) * 60) };
      const alone = session.forward(layer, selfAttention(item, 'causal'));
      expect(together.data.slice(b * 60, (b + 1) * 60)).toEqual(alone.data);
    }
    session.release(layer);
  });
});

describe('worked by hand', () => {
  const identity = { shape: [2, 2], data: Float32Array.of(1, 0, 0, 1) };
  const untouched = { w_q: identity, w_k: identity, w_v: identity, w_o: identity };

  it('scores of 0, ln 2 and ln 3 give a sixth, a third and a half', () => {
    const layer = session.createMultiHead({ d_model: 2, num_heads: 2, parameters: untouched });
    const query = { shape: [1, 2], data: Float32Array.of(1, 0) };
    const logs = [0, Math.log(2), Math.log(3)];
    const key = { shape: [3, 2], data: Float32Array.from(logs.flatMap((log) => [log, 0])) };
    const value = { shape: [3, 2], data: Float32Array.of(6, 0, 12, 0, 18, 0) };
    const trace = session.trace(layer, { query, key, value, mask: 'none' });
    expectNear('weights', trace.weights.data.slice(0, 3), [1 / 6, 1 / 3, 1 / 2], 1e-6);
    expectNear('output', trace.output.data, [1 + 4 + 9, 0], 1e-6);
    session.release(layer);
  });

  it('queries before the first key attend to nothing, are 0 and flagged', () => {
    const layer = session.createMultiHead({ d_model: 2, num_heads: 1, parameters: untouched });
    const query = { shape: [5, 2], data: Float32Array.from({ length: 10 }, (_, i) => i) };
    const key = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
    const trace = session.trace(layer, { query, key, value: key, mask: 'causal' });
    expect([...trace.row_status.data]).toEqual([1, 1, 1, 0, 0]);
    expect([...trace.weights.data.slice(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect([...trace.output.data.slice(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    session.release(layer);
  });

  it('a NaN query is flagged, and the other rows are unchanged', () => {
    const layer = session.createMultiHead({ d_model: 2, num_heads: 1, parameters: untouched });
    const key = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
    const query = { shape: [2, 2], data: Float32Array.of(1, 1, NaN, 1) };
    const whole = { shape: [2, 2], data: Float32Array.of(1, 1, 1, 1) };
    const trace = session.trace(layer, { query, key, value: key, mask: 'none' });
    expect([...trace.row_status.data]).toEqual([0, 2]);
    expect(trace.weights.data.slice(2).every(Number.isNaN)).toBe(true);
    const without = session.trace(layer, { query: whole, key, value: key, mask: 'none' });
    expect(trace.output.data.slice(0, 2)).toEqual(without.output.data.slice(0, 2));
    session.release(layer);
  });
});
