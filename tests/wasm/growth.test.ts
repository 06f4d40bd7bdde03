import { describe, expect, it } from 'vitest';
import type { Session } from '../../wasm/engine';
import { matrixOf } from '../../web/src/tensor';
import { seeded } from '../web/seeded';
import { randomTensor } from './inputs';
import { newSession } from './module';
import { expectNear } from './near';
import { referenceAttention } from './reference';

const copyOf = <T>(value: T): T => structuredClone(value);

/** 3 x 2 x 1024 x 1024 floats of scores and weights, 25 MB: the heap has 16 at first. */
function growMemory(session: Session) {
  const layer = session.createMultiHead({ d_model: 16, num_heads: 2, seed: 3 });
  const x = randomTensor(seeded(4), 1024, 16);
  const inputs = { query: x, key: x, value: x, mask: 'causal' as const };
  const before = session.memory().heap_bytes;
  const trace = session.trace(layer, inputs);
  expect(session.memory().heap_bytes).toBeGreaterThan(before);
  return { layer, inputs, trace };
}

describe('when the memory grows during a request', () => {
  // TEST-CASES 47
  it('what came before stays as it was', async () => {
    const session = await newSession();
    const layer = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
    const { x } = session.embed({ tokens: ['a', 'b'], d_model: 8, seed: 1, positions: 'none' });
    const inputs = { query: x, key: x, value: x, mask: 'none' as const };
    const request = { batch: 0, head: 1, query: 1, most: 2 };
    const results = () => ({
      x,
      trace: session.trace(layer, inputs),
      detail: session.rowDetail(layer, request),
      parameters: session.parameters(layer),
    });
    const earlier = results();
    const copies = copyOf(earlier);
    growMemory(session);
    expect(earlier).toEqual(copies);
    expect(earlier.trace.weights.data).toHaveLength(2 * 2 * 2);
    // Inside, too: the layer and the trace that it keeps.
    expect(session.rowDetail(layer, request)).toEqual(copies.detail);
    expect(results()).toEqual(copies);
  });

  it('its own result is right', async () => {
    const session = await newSession();
    const { layer, inputs, trace } = growMemory(session);
    const parameters = session.parameters(layer);
    const [item] = referenceAttention({ ...inputs, num_heads: 2, parameters });
    expectNear('output', trace.output.data, item!.output.flat());
    expectNear(
      'weights of head 2',
      matrixOf(trace.weights, 1).data,
      item!.heads[1]!.weights.flat(),
    );
  });

  it('and there is not enough of it, the request is refused and the session goes on', async () => {
    const session = await newSession();
    const config = { d_model: 8, num_heads: 2, seed: 1 };
    const layer = session.createMultiHead(config);
    const parameters = session.parameters(layer);
    const used = session.memory().used_bytes;
    for (let i = 0; i < 100; i++)
      expect(() => session.createMultiHead({ ...config, d_model: 30_000 })).toThrow(
        'not enough memory for this request',
      );
    // But for a few bytes, once, that the allocator aligns the message with.
    expect(Math.abs(session.memory().used_bytes - used)).toBeLessThan(64);
    expect(session.parameters(layer)).toEqual(parameters);
  });
});
