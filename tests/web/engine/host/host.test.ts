/** A host sends results and refusals as messages, and recognizes errors that break the module. */
import { expect, it, vi } from 'vitest';
import type { EngineModule } from '../../../../wasm/engine';
import { hostOf } from '../../../../web/src/engine/host/host';
import type { FromHost } from '../../../../web/src/engine/transport/protocol';

const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0).buffer;

/** The host's answer to one call of a verb. */
async function answerOf(
  verb: () => unknown,
  into?: Record<string, Float32Array>,
  name: keyof EngineModule = 'run',
) {
  const sent: FromHost[] = [];
  const handle = hostOf(async () => ({ [name]: verb }))((message) => sent.push(message));
  handle({ kind: 'start', wasmBinary: emptyModule });
  await expect.poll(() => sent).toEqual([{ kind: 'started' }]);
  handle({ kind: 'request', id: 1, verb: name, arguments: [], ...(into && { into }) });
  expect(sent).toHaveLength(2);
  return sent[1];
}

const throwing = (error: unknown) => () => {
  throw error;
};

it.each([
  ['a refusal', new Error('no')],
  ['a TypeError, as of a getter', new TypeError('no')],
  ['a RangeError, as of an array that is too long', new RangeError('no')],
  ['a DataCloneError', new DOMException('no', 'DataCloneError')],
])('%s fails only its own call', async (_, error) => {
  expect(await answerOf(throwing(error))).toEqual({
    kind: 'error',
    id: 1,
    message: 'no',
    fatal: false,
  });
});

it.each([
  ['a trap', new WebAssembly.RuntimeError('unreachable'), 'unreachable'],
  ['an exception of C++ that nobody caught', 4711, '4711'],
])('%s means that the module is broken', async (_, error, message) => {
  expect(await answerOf(throwing(error))).toEqual({ kind: 'error', id: 1, message, fatal: true });
});

it('a refusal keeps its template and pieces', async () => {
  const words = { words: 'no {}', pieces: ['a'] };
  expect(await answerOf(throwing(Object.assign(new Error('no a'), words)))).toMatchObject(words);
});

it('a module that cannot be compiled is reported and never starts', async () => {
  const sent: FromHost[] = [];
  const handle = hostOf(async () => ({}))((message) => sent.push(message));
  handle({ kind: 'start', wasmBinary: new ArrayBuffer(3) });
  expect(sent).toEqual([
    {
      kind: 'error',
      id: null,
      message: expect.stringMatching(/^expected WebAssembly .*, got 3 bytes/),
      words: expect.stringContaining('got {} bytes'),
      pieces: ['3'],
      fatal: true,
    },
  ]);
});

const outputs = () => ({ y: { shape: [2], data: Float32Array.of(1, 2) } });

it.each([
  ['by name', outputs],
  ['among others', () => ({ outputs: outputs(), trace: {} })],
])('results %s are written to the given arrays', async (_, verb) => {
  const y = new Float32Array(2);
  const answer = await answerOf(verb, { y });
  expect([...y]).toEqual([1, 2]);
  const { result } = answer as { result: ReturnType<typeof outputs> & { outputs?: never } };
  expect(((result.outputs ?? result) as ReturnType<typeof outputs>).y.data).toBe(y);
});

it.each([
  ['no result', { z: new Float32Array(2) }, 'expected "into" to name a result (y), got "z"'],
  [
    'a result of another length',
    { y: new Float32Array(3) },
    'expected "into" to hold 2 numbers for "y", got 3',
  ],
])('an array for %s is refused by name', async (_, into, message) => {
  expect(await answerOf(outputs, into as never)).toMatchObject({ message, fatal: false });
});

it.each(['prepare', 'createTokenModel', 'addToCheckpointModel', 'createHeadFinder'] as const)(
  '%s does not run with an array for results that it does not have',
  async (name) => {
    const verb = vi.fn(() => 1);
    expect(await answerOf(verb, { y: new Float32Array(2) }, name)).toMatchObject({
      message: 'expected no "into" for a call without results, got "y"',
      fatal: false,
    });
    expect(verb).not.toHaveBeenCalled();
  },
);
