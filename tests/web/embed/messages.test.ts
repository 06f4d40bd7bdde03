/** Messages from the host page to a frame: three kinds are accepted, all others are refused. */
import { describe, expect, test } from 'vitest';
import { fromFrame, readToFrame } from '../../../web/src/embed/messages.ts';
import { partOfState } from '../../../web/src/settings/state-object.ts';
import { defaultState } from '../../../web/src/settings/state.ts';

const ours = (message: object) => ({ source: 'attention-lab-host', v: 1, ...message });
const set = (state: unknown) => ours({ kind: 'set', state });
const setting = (name: string, value: unknown) => set({ v: 3, [name]: value });

test('a message from the frame has a source, a version and a kind', () => {
  expect(fromFrame({ kind: 'height', height: 12 })).toEqual({
    source: 'attention-lab',
    v: 1,
    kind: 'height',
    height: 12,
  });
});

test('the host page may get the state, and set a part of it', () => {
  expect(readToFrame(ours({ kind: 'get' }))).toEqual({ kind: 'get' });
  expect(readToFrame(setting('word', 3))).toEqual({ kind: 'set', state: { v: 3, word: 3 } });
  expect(readToFrame(set(defaultState))).toEqual({ kind: 'set', state: defaultState });
  expect(readToFrame(setting('head', null))).toEqual({ kind: 'set', state: { v: 3, head: null } });
  // The form of version 1.
  expect(readToFrame(set({ v: 1, query: 3, step: 'scores' }))).toEqual({
    kind: 'set',
    state: { v: 3, word: 3, matrix: 'scores' },
  });
});

test('a page may send its look, in colors only', () => {
  const message = { kind: 'look', theme: 'dark', paper: 'rgb(17, 34, 51)' };
  expect(readToFrame(ours(message))).toEqual(message);
  for (const [name, value, got] of [
    ['theme', 'blue', '“blue” and “rgb(17, 34, 51)”'],
    ['theme', undefined, 'undefined and “rgb(17, 34, 51)”'],
    ['paper', 'red; background: url(x)', '“dark” and “red; background: url(x)”'],
    ['paper', 'rgb(0, 0, 0); x', '“dark” and “rgb(0, 0, 0); x”'],
    ['paper', undefined, '“dark” and undefined'],
    ['paper', ['rgb(0, 0, 0)', 'x'], '“dark” and […]'],
  ] as const)
    expect(() => readToFrame(ours({ ...message, [name]: value }))).toThrow(
      `Expected a theme, "light" or "dark", and a paper such as "rgb(255, 255, 255)", got ${got}.`,
    );
});

test.each([
  [{ source: 'attention-lab-host', v: 2 }, 'a message with v: 1, got 2.'],
  [{ source: 'attention-lab-host' }, 'a message with v: 1, got undefined.'],
  [ours({ kind: 'SET' }), 'a message of kind "get", "set" or "look", got “SET”.'],
  [ours({ kind: ['get'] }), 'a message of kind "get", "set" or "look", got […].'],
])('%j is refused: what was expected, and what came', (data, why) =>
  expect(() => readToFrame(data)).toThrow(`Expected ${why}`),
);

test.each([
  [undefined],
  [null],
  ['height'],
  [7],
  [[]],
  [{}],
  [{ source: 'attention-lab', v: 1, kind: 'get' }],
  [{ source: ['attention-lab-host'] }],
])('%j is not meant for a lab', (data) => expect(readToFrame(data)).toBeNull());

const polluted = JSON.parse('{ "v": 1, "__proto__": { "text": "x" } }') as unknown;
const hostile: readonly unknown[] = [
  ...[ours({}), ours({ kind: 'SET' }), ours({ kind: 'eval', code: 'alert(1)' }), ours({ kind: 1 })],
  ...[{ source: 'attention-lab-host' }, { source: 'attention-lab-host', v: 2, kind: 'get' }],
  ...[{ source: 'attention-lab-host', v: '1', kind: 'get' }, ours({ kind: ['get'] })],
  ...[ours({ kind: 'set' }), set(null), set('v=1'), set([]), set(1), set({}), set({ v: 2 })],
  ...[set({ v: '1' }), set({ v: null }), set({ text: 'x' }), set(polluted), set([{ v: 1 }])],
  ...[set({ v: 1, constructor: 1 }), set({ v: 1, toString: 1 }), set({ v: 1, innerHTML: '<b>' })],
  ...[set({ v: 1, unknown: 1 }), set({ v: 1, ['x'.repeat(1e5)]: 1 }), set({ v: 1, hide: 'seed' })],
  ...[null, 1, {}, ['a'], true, undefined, 'x'.repeat(1e4)].map((value) => setting('text', value)),
  ...[-1, 0.5, NaN, Infinity, '2', null, [], {}, 17, 1e9].map((value) =>
    setting('num_heads', value),
  ),
  ...[-1, 257, '8', [8], 1e300].map((value) => setting('d_model', value)),
  ...[-1, 1e9, '1', undefined].map((value) => setting('seed', value)),
  ...['mean', 16, -1, 0.5, [0], {}].map((value) => setting('head', value)),
  ...[512, -1, null, '0'].map((value) => setting('word', value)),
  ...['all', '', null, ['causal'], { toString: () => 'causal' }].map((v) => setting('mask', v)),
  ...['rotary', 1].map((value) => setting('positions', value)),
  ...['output', 0].map((value) => setting('matrix', value)),
];

describe('a hostile message', () => {
  test('is tested in at least fifty forms', () =>
    expect(hostile.length).toBeGreaterThanOrEqual(50));

  test.each(hostile.map((data, i) => [i, data]))(
    '%i is refused with an error message',
    (_, data) => {
      let reason = '';
      try {
        readToFrame(data);
      } catch (error) {
        reason = (error as Error).message;
      }
      expect(reason).toMatch(/[Ee]xpected .+|^Use at most 8,192 characters/);
      expect(reason.length).toBeLessThan(300);
      expect(({} as Record<string, unknown>)['text']).toBeUndefined();
    },
  );
});

test.each(['constructor', 'toString', '__proto__', 'unknown'])(
  'there is no setting named %s',
  (name) => {
    const state = JSON.parse(`{ "v": 1, "${name}": 1 }`) as unknown;
    expect(() => partOfState(state)).toThrow(`, matrix, got “${name}”.`);
  },
);

test('a state that a lesson sets passes the same checks', () => {
  expect(partOfState({ v: 3 })).toEqual({ v: 3 });
  expect(() => partOfState({ v: 3, word: 512 })).toThrow('word: expected 0 … 511, got 512.');
  expect(() => partOfState({ v: 4 })).toThrow('v: expected 3 | 1, got 4.');
});
