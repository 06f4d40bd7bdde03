/** The arguments of a call are copied when the call is made. */
import { describe, expect, it, vi } from 'vitest';
import { snapshotOf } from '../../../../web/src/engine/client/snapshot';
import { detached } from '../../../support/detached';

const tensor = (n: number) => ({ shape: [n], data: new Float32Array(n).fill(0.5) });

/** The message that refuses a call with this input. */
function refusalOf(x: unknown, transfer = false): string {
  try {
    snapshotOf(['softmax', {}, { x }], transfer);
  } catch (error) {
    const { words, pieces, message } = error as Error & { words: string; pieces: string[] };
    expect(words.split('{}')).toHaveLength(pieces.length + 1);
    return message;
  }
  throw new Error('expected a refusal');
}

describe('a snapshot', () => {
  it('holds the values at the time of the call', () => {
    const x = tensor(2);
    const values = ['run', 7, null, undefined, { x, y: x, list: ['a', [1, 2]], none: undefined }];
    const before = structuredClone(values);
    const snapshot = snapshotOf(values);
    expect(snapshot.values).toEqual(before);
    x.data.fill(9);
    x.shape.push(1);
    expect(snapshot.values).toEqual(before);
  });

  it('of a subarray holds only its own numbers', () => {
    const data = new Float32Array(1000).subarray(10, 12);
    const [copy] = snapshotOf([data]).values;
    expect(copy!.buffer.byteLength).toBe(8);
  });

  it('keeps shared references shared, and handles cycles', () => {
    const x = tensor(2);
    const self: Record<string, unknown> = { query: x, key: x };
    self['self'] = self;
    const [copy] = snapshotOf([self]).values;
    expect(copy!['self']).toBe(copy);
    expect(copy!['key']).toBe(copy!['query']);
    expect(copy!['query']).not.toBe(x);
  });

  it('lists large buffers for transfer, and leaves small ones to be cloned', () => {
    const { buffers, values } = snapshotOf([{ x: tensor(1 << 16), y: tensor(8) }]);
    expect(buffers).toEqual([values[0]!.x.data.buffer]);
  });

  it('treats a field called __proto__ like any other', () => {
    const named = Object.fromEntries([['__proto__', tensor(1)]]);
    const [copy] = snapshotOf([named]).values;
    expect(Object.keys(copy!)).toEqual(['__proto__']);
  });
});

describe('a transferring snapshot', () => {
  it('moves the buffers: several arrays on one buffer arrive as before', () => {
    const buffer = Float32Array.of(1, 2, 3, 4).buffer;
    const [a, b] = [new Float32Array(buffer, 4, 1), new Float32Array(buffer, 8, 2)];
    const { values, buffers } = snapshotOf([{ a: { data: a }, b: { data: b } }], true);
    expect(buffer.byteLength).toBe(0);
    expect([...values[0]!.a.data, ...values[0]!.b.data]).toEqual([2, 3, 4]);
    expect(buffers).toEqual([values[0]!.b.data.buffer]);
  });

  it('refuses a buffer that cannot be transferred, and names its arrays', () => {
    // Like browsers, which refuse the memory of a wasm module. Node would copy it.
    vi.stubGlobal('structuredClone', () => {
      throw new DOMException('not detachable', 'DataCloneError');
    });
    expect(refusalOf(tensor(2), true)).toBe(
      'expected "x.data" to be data that can be transferred, got an error: not detachable',
    );
    vi.unstubAllGlobals();
  });
});

describe('values that cannot be copied are refused by name', () => {
  it.each([[false], [true]])('a detached buffer, transferred: %s', (transfer) => {
    expect(refusalOf({ shape: [4], data: detached() }, transfer)).toMatch(
      /^expected "x\.data" to be data that can be copied, got an error: .*detached/,
    );
  });

  it.each([
    [new Error('a getter threw'), 'a getter threw'],
    ['a text', 'a text'],
  ])('a getter that throws %s', (thrown, reason) => {
    const x = {
      get shape(): number[] {
        throw thrown;
      },
    };
    expect(refusalOf(x)).toBe(
      `expected "x.shape" to be data that can be copied, got an error: ${reason}`,
    );
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve()],
    ['a proxy that was revoked', revokedProxy()],
  ])('%s', (_, x) => {
    expect(refusalOf(x)).toMatch(/^expected "x" to be data that can be copied, got an error: ./);
  });
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
