import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AttentionInputs, EmbedRequest, Session, TensorInput } from '../../wasm/engine';
import { newSession } from './module';

const tensor = (...shape: number[]): TensorInput => ({
  shape,
  data: new Float32Array(shape.reduce((size, extent) => size * extent, 1)),
});
const x = { shape: [2, 8], data: Float32Array.from({ length: 16 }, (_, i) => Math.sin(i)) };
const inputs: AttentionInputs = { query: x, key: x, value: x, mask: 'causal' };

let session: Session;
let layer: number;
let output: Float32Array;
beforeAll(async () => {
  session = await newSession();
  layer = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
  output = session.forward(layer, inputs).data;
});

afterEach(() => {
  // Whatever was refused, the session goes on as if it had not been asked.
  expect(session.forward(layer, inputs).data).toEqual(output);
});

/** A plain `Error`, not one of its kinds: the client tells by that what is only a refusal. */
function expectRefusal(ask: () => unknown, ...words: string[]): void {
  let thrown: unknown = 'nothing';
  try {
    ask();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Error);
  const { constructor, message } = thrown as Error;
  for (const word of words) expect(message).toContain(word);
  expect(constructor.name, message).toBe('Error');
}

const wholeNumber = (name: string, least: string, most: string, came: string) =>
  `expected ${name} to be a whole number from ${least} to ${most}, got ${came}`;
const odd: [unknown, string][] = [
  [NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [-1, '-1'],
  [1.5, '1.5'],
  [1e300, '1e+300'],
  ['8', '"8"'],
  ['eight', '"eight"'],
  ['', '""'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [[8], '[8]'],
  [{}, 'an object'],
];

describe('a number that is none', () => {
  it.each([...odd, [0, '0'], [1e9, '1000000000']])('is refused as d_model: %j', (d_model, came) => {
    const words = wholeNumber('d_model', '1', '1048576', came as string);
    const given = { d_model: d_model as number, num_heads: 2, seed: 1 };
    expectRefusal(() => session.createMultiHead(given), words);
    const request = { ...given, tokens: ['a'], positions: 'none' as const };
    expectRefusal(() => session.embed(request), words);
  });

  it.each([...odd, [0, '0'], [1e9, '1000000000']])('is refused as num_heads: %j', (came, shown) => {
    const given = { d_model: 8, num_heads: came as number, seed: 1 };
    const words = wholeNumber('num_heads', '1', '1048576', shown as string);
    expectRefusal(() => session.createMultiHead(given), words);
  });

  it.each([...odd, [2 ** 53, '9007199254740992']])('is refused as a seed: %j', (seed, came) => {
    const words = wholeNumber('seed', '0', '9007199254740991', came as string);
    const given = { d_model: 8, num_heads: 2, seed: seed as number };
    expectRefusal(() => session.createMultiHead(given), words);
    const request = { ...given, tokens: ['a'], positions: 'none' as const };
    expectRefusal(() => session.embed(request), words);
  });

  it.each(['batch', 'query', 'most'])('is refused as %s of a row', (name) => {
    session.trace(layer, inputs);
    for (const [value, came] of odd) {
      const request = { batch: 0, head: 0, query: 0, most: 1, [name]: value };
      const words = wholeNumber(name, '0', '1048576', came);
      expectRefusal(() => session.rowDetail(layer, request), words);
    }
  });
});

describe('a layer is refused', () => {
  it('when its heads do not divide d_model, naming both', () => {
    expectRefusal(
      () => session.createMultiHead({ d_model: 8, num_heads: 3, seed: 1 }),
      'd_model 8 is not divisible by num_heads 3',
    );
    expectRefusal(
      () => session.createMultiHead({ d_model: 8, num_heads: 16, seed: 1 }),
      'd_model 8 is not divisible by num_heads 16',
    );
  });

  it('when it would not fit 31 bits, before anything is allocated', () => {
    const before = session.memory();
    for (let i = 0; i < 100; i++)
      expectRefusal(
        () => session.createMultiHead({ d_model: 2 ** 20, num_heads: 1, seed: 1 }),
        'expected at most 2147483647 elements, got the shape [1048576, 1, 1048576]',
      );
    const after = session.memory();
    expect(after.heap_bytes).toBe(before.heap_bytes);
    // A few bytes that the allocator aligns the message with, once.
    expect(Math.abs(after.used_bytes - before.used_bytes)).toBeLessThan(64);
  });

  const square = tensor(8, 8);
  const complete = { w_q: square, w_k: square, w_v: square, w_o: square };
  const bias = tensor(8);
  it.each<[string, unknown, ...string[]]>([
    ['lacks one', { ...complete, w_o: undefined }, 'expected w_o to be a tensor', 'got undefined'],
    ['has one of text', { ...complete, w_k: 'abc' }, 'expected w_k to be a tensor', 'got "abc"'],
    [
      'has one of another shape',
      { ...complete, w_v: tensor(8, 6) },
      'expected w_v of shape [8, 8], got [8, 6]',
    ],
    [
      'has one with too few axes',
      { ...complete, w_q: tensor(8) },
      'expected w_q with 2 axes, got [d_out 8]',
    ],
    [
      'has one with too many',
      { ...complete, w_q: tensor(1, 8, 8) },
      'expected w_q with 1 to 2 axes, got 3',
    ],
    [
      'lacks some biases',
      { ...complete, b_q: bias },
      'expected b_k to be a tensor',
      'got undefined',
    ],
    [
      'has a bias of another length',
      { ...complete, b_q: bias, b_k: bias, b_v: tensor(7), b_o: bias },
      'expected b_v of shape [8]',
      'got [7]',
    ],
    [
      'has a bias with two axes',
      { ...complete, b_q: bias, b_k: bias, b_v: bias, b_o: tensor(1, 8) },
      'expected b_o with 1 axis, got [d_in 1, d_out 8]',
    ],
  ])('when what is given for its parameters %s', (_, parameters, ...words) => {
    const config = { d_model: 8, num_heads: 2, parameters: parameters as never };
    expectRefusal(() => session.createMultiHead(config), ...words);
  });
});

describe('inputs are refused', () => {
  const ask = (change: object) => session.forward(layer, { ...inputs, ...change });
  it.each<[string, object, ...string[]]>([
    ['of another d_model', { query: tensor(2, 6) }, 'd_model 8', 'got [query 2, d_model 6]'],
    ['of one axis', { query: tensor(8) }, 'expected query of shape', 'got [d_model 8]'],
    ['of four axes', { query: tensor(1, 1, 2, 8) }, 'expected query with 1 to 3 axes, got 4'],
    [
      'without a batch item',
      { query: tensor(0, 2, 8) },
      'at least one batch item',
      '[batch 0, query 2, d_model 8]',
    ],
    [
      'whose key is batched and query not',
      { key: tensor(1, 2, 8) },
      'expected key of shape [key, d_model]',
      'query [query 2, d_model 8]',
      'got [batch 1, key 2, d_model 8]',
    ],
    [
      'whose value is longer than key',
      { value: tensor(3, 8) },
      'expected value of the shape of key [key 2, d_model 8], got [key 3, d_model 8]',
    ],
    [
      'with too few numbers',
      { query: { shape: [2, 8], data: new Float32Array(15) } },
      'expected 16 elements for the shape [query 2, d_model 8], got 15',
    ],
    [
      'with too many numbers',
      { query: { shape: [2, 8], data: new Float32Array(17) } },
      'expected 16 elements',
      'got 17',
    ],
    [
      'with a negative extent',
      { query: { shape: [-2, 8], data: new Float32Array() } },
      'expected the extents of query to be whole numbers, got [-2,8]',
    ],
    [
      'with a broken extent',
      { query: { shape: [2.5, 8], data: new Float32Array() } },
      'expected the extents of query to be whole numbers, got [2.5,8]',
    ],
    [
      'with an extent that is none',
      { query: { shape: [NaN, 8], data: new Float32Array() } },
      'expected the extents of query to be whole numbers, got [NaN,8]',
    ],
    [
      'with an enormous extent',
      { query: { shape: [2147483647, 8], data: new Float32Array() } },
      'expected at most 2147483647 elements',
      '2147483647, 8',
    ],
    [
      'that are missing',
      { query: undefined },
      'expected query to be a tensor {shape, data}, got undefined',
    ],
    ['that are null', { key: null }, 'expected key to be a tensor {shape, data}, got null'],
    ['that are a number', { value: 5 }, 'expected value to be a tensor {shape, data}, got 5'],
    ['without a shape', { query: { data: x.data } }, 'expected query to be a tensor {shape, data}'],
    [
      'under an unknown mask',
      { mask: 'diagonal' },
      'expected mask to be "none" or "causal", got "diagonal"',
    ],
    [
      'under no mask at all',
      { mask: undefined },
      'expected mask to be "none" or "causal", got undefined',
    ],
    [
      'under a mask of another type',
      { mask: true },
      'expected mask to be "none" or "causal", got true',
    ],
  ])('%s', (_, change, ...words) => {
    expectRefusal(() => ask(change), ...words);
    expectRefusal(
      () => session.trace(layer, { ...inputs, ...change } as AttentionInputs),
      ...words,
    );
  });

  it('of another d_model in a batch whose size differs, naming both', () => {
    expectRefusal(
      () => ask({ query: tensor(2, 2, 8), key: tensor(3, 2, 8), value: tensor(3, 2, 8) }),
      'expected key of shape [batch, key, d_model] to go with query [batch 2, query 2, d_model 8]',
      'got [batch 3, key 2, d_model 8]',
    );
  });

  it('and the trace from before is kept', () => {
    session.trace(layer, inputs);
    const request = { batch: 0, head: 1, query: 1, most: 2 };
    const before = session.rowDetail(layer, request);
    expectRefusal(() => session.trace(layer, { ...inputs, value: tensor(3, 8) }), 'value');
    expect(session.rowDetail(layer, request)).toEqual(before);
  });
});

describe('what does not exist is refused:', () => {
  it.each([99, 0, -1, 1.5, NaN, 1e12])('layer %d', (number) => {
    const words = `there is no layer ${number}`;
    expectRefusal(() => session.parameters(number), words);
    expectRefusal(() => session.forward(number, inputs), words);
    expectRefusal(() => session.trace(number, inputs), words);
    expectRefusal(() => session.rowDetail(number, { batch: 0, head: 0, query: 0, most: 1 }), words);
    expectRefusal(() => session.average(number, 'weights'), words);
  });

  it('a layer that has been released, whose number is not given again', () => {
    const gone = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
    session.release(gone);
    session.release(gone); // once more does no harm
    const next = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
    expect(next).not.toBe(gone);
    expectRefusal(() => session.forward(gone, inputs), `there is no layer ${gone}`);
    session.release(next);
  });

  it('the trace of a layer that has only been run', () => {
    const fresh = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
    session.forward(fresh, inputs);
    const words = `layer ${fresh} has no trace yet: ask for one first`;
    const request = { batch: 0, head: 0, query: 0, most: 1 };
    expectRefusal(() => session.rowDetail(fresh, request), words);
    expectRefusal(() => session.average(fresh, 'weights'), words);
    session.release(fresh);
  });

  it.each([
    [{ head: 2 }, 'expected head of at least 0 and below 2, got 2'],
    [{ query: 2 }, 'expected query of at least 0 and below 2, got 2'],
    [{ batch: 1 }, 'expected batch of at least 0 and below 1, got 1'],
    [{ head: null, query: 7 }, 'expected query of at least 0 and below 2, got 7'],
    [{ head: null, batch: 7 }, 'expected batch of at least 0 and below 1, got 7'],
    [{ head: -1 }, wholeNumber('head', '0', '1048576', '-1')],
    [{ head: undefined }, wholeNumber('head', '0', '1048576', 'undefined')],
    [{ head: 'mean' }, wholeNumber('head', '0', '1048576', '"mean"')],
  ])('a row of %j', (change, words) => {
    session.trace(layer, inputs);
    const request = { batch: 0, head: 0, query: 0, most: 1, ...change } as never;
    expectRefusal(() => session.rowDetail(layer, request), words);
  });

  it.each(['output', 'concat', 'row_status', 'nothing', ''])(
    'the mean over heads of %j',
    (name) => {
      session.trace(layer, inputs);
      expectRefusal(
        () => session.average(layer, name as 'q'),
        `expected a field of the trace that has heads, got "${name}"`,
      );
    },
  );

  it.each([['rotary'], [undefined], [null], [1]])('a kind of positions: %j', (positions) => {
    const request = { tokens: ['a'], d_model: 8, seed: 1, positions } as EmbedRequest;
    expectRefusal(() => session.embed(request), 'expected positions to be "none" or "sinusoidal"');
  });
});

it('150,000 refusals leave the stack where it was', () => {
  const ask = () => session.parameters(-1);
  expect(ask).toThrow('there is no layer -1');
  for (let i = 0; i < 150_000; i++) {
    try {
      ask();
    } catch (error) {
      if (!(error as Error).message.startsWith('there is no layer')) throw error;
    }
  }
  expect(session.forward(layer, inputs).data).toEqual(output);
});
