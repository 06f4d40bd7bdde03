import { beforeEach, describe, expect, it } from 'vitest';
import type { AttentionInputs, Session, TensorInput } from '../../wasm/engine';
import { Rooms } from '../../web/src/engine/rooms';
import { verbsOf } from '../../web/src/engine/session-host';
import { plainAttention } from '../bench/playground/plain_attention';
import { seeded } from '../web/seeded';
import { randomParameters, randomTensor } from './inputs';
import { newSession } from './module';
import { expectNear } from './near';
import { referenceAttention } from './reference';

const config = { d_model: 8, num_heads: 2 };
const self = (x: TensorInput, mask: 'none' | 'causal' = 'none'): AttentionInputs => ({
  query: x,
  key: x,
  value: x,
  mask,
});

let session: Session;
let rooms: Rooms;
let layer: number;
beforeEach(async () => {
  session = await newSession();
  rooms = new Rooms(session);
  layer = session.createMultiHead({ ...config, parameters: randomParameters(1, 8, true) });
});

describe('a room', () => {
  const random = seeded(2);
  const x = randomTensor(random, 6, 8);
  const [query, key, value] = [
    randomTensor(random, 2, 3, 8),
    randomTensor(random, 2, 5, 8),
    randomTensor(random, 2, 5, 8),
  ];
  const calls: [string, AttentionInputs][] = [
    ['self-attention', self(x)],
    ['causal self-attention', self(x, 'causal')],
    ['cross-attention in a batch', { query, key, value, mask: 'none' }],
    ['a value of its own', { query: x, key: x, value: randomTensor(random, 6, 8), mask: 'causal' }],
    ['equal tensors that are not the same', { ...self(x), key: structuredClone(x) }],
    ['one token', self(randomTensor(random, 1, 8))],
  ];

  it.each(calls)('gives what tensors passed one by one give: %s', (_, inputs) => {
    // Twice, since the second call finds the room open.
    for (let call = 0; call < 2; call++) {
      expect(rooms.output(layer, inputs)).toEqual(session.forward(layer, inputs));
      expect(rooms.weights(layer, inputs)).toEqual(session.weights(layer, inputs));
      expect(rooms.trace(layer, inputs)).toEqual(session.trace(layer, inputs));
    }
  });

  it('agrees with double precision, and so do the plain loops that it is measured against', () => {
    const parameters = session.parameters(layer);
    const [item] = referenceAttention({ ...self(x), num_heads: 2, parameters });
    const weights = item!.heads.flatMap((head) => head.weights.flat());
    const ours = rooms.weights(layer, self(x))!;
    expectNear('weights', ours.weights.data, weights);
    expectNear('output', ours.output.data, item!.output.flat());
    const plain = plainAttention(parameters, 6, 8, 2)(x.data);
    expectNear('plain weights', plain.weights, weights);
    expectNear('plain output', plain.output, item!.output.flat());
  });

  it('gives results that later calls leave alone, all in one buffer', () => {
    const first = rooms.trace(layer, self(x))!;
    const copy = structuredClone(first);
    rooms.trace(layer, self(randomTensor(seeded(9), 6, 8)));
    expect(first).toEqual(copy);
    const buffers = new Set(Object.values(first).map(({ data }) => data.buffer));
    expect(buffers.size).toBe(1);
    const [buffer] = buffers;
    const count = Object.values(first).reduce((sum, { data }) => sum + data.length, 0);
    expect(buffer!.byteLength).toBe(4 * count);
  });

  it('follows the shapes, the mask and the layer from call to call', () => {
    const other = session.createMultiHead({ ...config, seed: 5 });
    const all = calls.map(([, inputs]) => inputs);
    for (const inputs of [...all, ...all.reverse()]) {
      for (const each of [layer, other]) {
        const got = rooms.weights(each, inputs);
        expect(got).toEqual(session.weights(each, inputs));
      }
    }
  });

  it('outlives that the memory grows, as do its results', () => {
    const before = rooms.trace(layer, self(x))!;
    const copy = structuredClone(before);
    const heap = session.memory().heap_bytes;
    const large = randomTensor(seeded(4), 1024, 8);
    session.trace(session.createMultiHead({ ...config, seed: 1 }), self(large));
    expect(session.memory().heap_bytes).toBeGreaterThan(heap);
    expect(before).toEqual(copy);
    expect(rooms.trace(layer, self(x))).toEqual(copy);
    const y = randomTensor(seeded(5), 6, 8);
    expect(rooms.trace(layer, self(y))).toEqual(session.trace(layer, self(y)));
  });

  it('keeps a whole trace for the questions that follow, and only a whole one', () => {
    const request = { batch: 0, head: 1, query: 2, most: 3 };
    expect(() => session.rowDetail(layer, request)).toThrow('has no trace yet');
    rooms.weights(layer, self(x));
    expect(() => session.rowDetail(layer, request)).toThrow('has no trace yet');
    const { weights } = rooms.trace(layer, self(x))!;
    rooms.weights(layer, self(randomTensor(seeded(6), 6, 8)));
    expect(session.rowDetail(layer, request).weights.data).toEqual(
      weights.data.slice((6 + 2) * 6, (6 + 3) * 6),
    );
  });

  it('leaves large calls to the session', () => {
    expect(rooms.trace(layer, self(randomTensor(seeded(7), 65, 8)))).toBeUndefined();
  });

  it('takes no memory call by call', () => {
    const run = () => {
      for (const [, inputs] of calls) rooms.trace(layer, inputs);
    };
    run();
    const used = session.memory().used_bytes;
    for (let i = 0; i < 50; i++) run();
    // An allocator's own few bytes; the smallest leak would be 16 for each of 300 calls.
    expect(session.memory().used_bytes).toBeLessThan(used + 1024);
  });
});

describe('the session’s host', () => {
  const whole = { shape: [2, 8], data: new Float32Array(16) };
  const malformed: [string, unknown][] = [
    ['no inputs', undefined],
    ['null', null],
    ['no query', { key: whole, value: whole, mask: 'none' }],
    ['another mask', { query: whole, key: whole, value: whole, mask: 'both' }],
    ['too few numbers', self({ shape: [3, 8], data: whole.data })],
    ['another width', self({ shape: [4, 4], data: whole.data })],
    ['one axis', self({ shape: [16], data: whole.data })],
    ['four axes', self({ shape: [1, 1, 2, 8], data: whole.data })],
    ['a broken extent', self({ shape: [1.5, 8], data: whole.data })],
    ['numbers that are an array', self({ shape: [2, 8], data: [...whole.data] as never })],
    ['a key of another width', { ...self(whole), key: { shape: [4, 4], data: whole.data } }],
    [
      'a value of another length',
      { ...self(whole), value: { shape: [1, 8], data: new Float32Array(8) } },
    ],
  ];

  it.each(malformed)('refuses in the words of the session: %s', (_, inputs) => {
    const verbs = verbsOf(session);
    const words = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        expect((error as Error).constructor).toBe(Error);
        return (error as Error).message;
      }
      throw new Error('expected a refusal, got none');
    };
    for (const verb of ['forward', 'weights', 'trace'] as const) {
      const said = words(() => session[verb](layer, inputs as AttentionInputs));
      verbs[verb](layer, self(whole));
      expect(words(() => verbs[verb](layer, inputs as AttentionInputs))).toBe(said);
      expect(verbs[verb](layer, self(whole))).toEqual(session[verb](layer, self(whole)));
    }
  });

  it('refuses a layer that is not there, or not any more', () => {
    const verbs = verbsOf(session);
    verbs.trace(layer, self(whole));
    verbs.release(layer);
    for (const number of [layer, 99, 0.5])
      expect(() => verbs.trace(number, self(whole))).toThrow(`there is no layer ${number}`);
  });

  it('has rooms that say what is missing', () => {
    expect(() => session.compute(layer, 0)).toThrow(`layer ${layer} has no room: open one first`);
    session.openRoom(layer, { ...self(whole), is_self: true });
    expect(() => session.compute(layer, 3 as never)).toThrow('expected parts from 0 to 2, got 3');
  });
});
