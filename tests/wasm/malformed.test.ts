import { beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../wasm/engine';
import { newSession } from './module';

let session: Session;
let layer: number;
beforeAll(async () => {
  session = await newSession();
  layer = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
});

const x = { shape: [1, 8], data: new Float32Array(8) };
const embed = (tokens: unknown) => () =>
  session.embed({ tokens, d_model: 8, seed: 1, positions: 'none' } as never);
const forward = (query: unknown) => () =>
  session.forward(layer, { query, key: x, value: x, mask: 'none' } as never);

// Not of the types of engine.d.ts at all, as from plain JavaScript. Anything but a plain `Error` is
// taken by the client for a broken module, which it then throws away with all its layers.
describe('what has another type than engine.d.ts says is refused with the name of what is wrong:', () => {
  it.each<[string, () => unknown, string]>([
    ['no tokens', embed(undefined), 'expected tokens'],
    ['tokens that are null', embed(null), 'expected tokens'],
    ['tokens that are a number', embed(5), 'expected tokens'],
    ['tokens that are one text', embed('abc'), 'expected tokens'],
    ['a token that is a number', embed(['a', 5]), 'expected tokens'],
    ['a token that is null', embed([null]), 'expected tokens'],
    ['no request', () => session.embed(undefined as never), 'expected'],
    ['a request of null', () => session.createMultiHead(null as never), 'expected'],
    [
      'parameters of null',
      () => session.createMultiHead({ d_model: 8, num_heads: 2, parameters: null } as never),
      'expected parameters',
    ],
    ['data of null', forward({ shape: [1, 8], data: null }), 'expected query'],
    ['data of text', forward({ shape: [1, 8], data: 'abcdefgh' }), 'expected query'],
    ['data of an array', forward({ shape: [1, 2], data: [1, {}] }), 'expected query.data'],
    ['a shape of null', forward({ shape: null, data: [1] }), 'expected query'],
    ['a shape that is a number', forward({ shape: 8, data: [1] }), 'expected query'],
    ['a shape of a billion axes', forward({ shape: { length: 1e9 }, data: [1] }), 'expected query'],
    ['no inputs', () => session.forward(layer, undefined as never), 'expected'],
    ['a field that is a number', () => session.average(layer, 5 as never), 'expected a field'],
  ])('%s', (_, ask, words) => {
    let thrown: unknown = 'nothing';
    try {
      ask();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    const { constructor, message } = thrown as Error;
    expect(constructor.name, message).toBe('Error');
    expect(message).toContain(words);
  });

  it('and leaves nothing behind', () => {
    const ask = () => {
      expect(embed(['a', 5])).toThrow();
      expect(forward({ shape: [1, 8], data: null })).toThrow();
    };
    ask();
    const before = session.memory().used_bytes;
    for (let i = 0; i < 1000; i++) ask();
    expect(session.memory().used_bytes - before).toBeLessThan(1000);
  });
});
