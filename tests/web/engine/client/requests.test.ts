/** Calls through `Requests`, on this thread and in a real Node worker, with test verbs instead of a module's. */
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostOf } from '../../../../web/src/engine/host/host';
import { type CallOptions, Requests } from '../../../../web/src/engine/client/requests';
import { EngineError } from '../../../../web/src/engine/checks/refusal';
import type { HostPlaces } from '../../../../web/src/engine/transport/transport';
import { type Verbs, verbs } from '../verbs';
import { detached } from '../../../support/detached';

const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0).buffer;

let workerUrl: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../verbs-worker.ts', import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    write: false,
  });
  workerUrl = `data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`;
});

const places: HostPlaces = {
  wasm: async () => emptyModule,
  worker: () => {
    throw new Error('Node has no such worker');
  },
  thisThread: async () => hostOf(async () => verbs),
};

const tensor = (n: number) => ({ shape: [n], data: new Float32Array(n).fill(1) });

describe.each([['thread'], ['worker']] as const)('on a %s', (where) => {
  let requests: Requests<Verbs>;
  beforeEach(() => {
    requests = new Requests(places, { worker: where === 'worker', workerUrl });
  });
  afterEach(() => requests.close());

  const doubled = (x: { data: Float32Array }, options?: CallOptions) =>
    requests.request('run', [{ x } as never], options);

  it('says where it runs', async () => {
    expect((await requests.start()).runsIn).toBe(where);
  });

  it.each([[8], [4096]])('copies %d numbers when the call is made', async (n) => {
    const x = tensor(n);
    const calls = [doubled(x), doubled(x)];
    x.data.fill(7);
    for (const { y } of await Promise.all(calls)) expect(y.data).toEqual(tensor(n).data.fill(2));
    expect(x.data).toEqual(tensor(n).data.fill(7));
  });

  it.each([[8], [4096]])('transfers %d numbers on request, immediately', async (n) => {
    const [x, waiting] = [tensor(n), tensor(n)];
    const calls = [doubled(x, { transfer: true }), doubled(waiting, { transfer: true })];
    expect([x.data.length, waiting.data.length]).toEqual([0, 0]);
    for (const { y } of await Promise.all(calls)) expect(y.data).toEqual(tensor(n).data.fill(2));
  });

  it.each([[8], [4096]])('writes %d results to the given array', async (n) => {
    const y = new Float32Array(n);
    const result = await doubled(tensor(n), { into: { y } });
    expect(result.y).toEqual({ shape: [n], data: tensor(n).data.fill(2) });
    // A worker returns the buffer in another array.
    expect(where === 'thread' ? result.y.data === y : y.length === 0).toBe(true);
  });

  it('writes results to shared memory, which is not transferred', async () => {
    const y = new Float32Array(new SharedArrayBuffer(32));
    await doubled(tensor(8), { into: { y } });
    expect([...y]).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it.each([
    ['no result', { z: new Float32Array(8) }, 'expected "into" to name a result (y), got "z"'],
    [
      'another length',
      { y: new Float32Array(9) },
      'expected "into" to hold 8 numbers for "y", got 9',
    ],
    [
      'another type',
      { y: new Float64Array(8) as never },
      'expected a Float32Array in "into" for "y", and its buffer not detached',
    ],
    [
      'a detached buffer',
      { y: detached(8) },
      'expected a Float32Array in "into" for "y", and its buffer not detached',
    ],
  ])('refuses an array for %s by name, and keeps working', async (_, into, message) => {
    const error = await doubled(tensor(8), { into }).catch((error: Error) => error);
    expect(error).toMatchObject({ message, words: expect.any(String), pieces: expect.any(Array) });
    expect(error).not.toBeInstanceOf(EngineError);
    expect((await doubled(tensor(8))).y.data).toHaveLength(8);
    expect(requests.generation).toBe(1);
  });

  it.each([
    ['a detached buffer', { data: detached(8) }, '"x.data"'],
    ['a getter that throws', throwing(), '"x.data"'],
    ['a function', { data: (() => 1) as never }, '"x.data"'],
  ])('refuses %s by name, and keeps working', async (_, x, name) => {
    const calls = [doubled(tensor(2)), doubled(x), doubled(tensor(3))];
    await expect(calls[1]).rejects.toThrow(`expected ${name} to be data that can be copied`);
    await expect(calls[1]).rejects.not.toBeInstanceOf(EngineError);
    expect((await calls[0]!).y.shape).toEqual([2]);
    expect((await calls[2]!).y.shape).toEqual([3]);
    expect(requests.generation).toBe(1);
  });

  it('passes on a refusal with its template and pieces', async () => {
    const error = { message: 'no a', words: 'no {}', pieces: ['a'] };
    await expect(requests.request('refuse', [error])).rejects.toMatchObject(error);
    await expect(requests.request('refuse', [error])).rejects.not.toBeInstanceOf(EngineError);
  });

  it('stops after a trap, and restarts', async () => {
    const pending = [requests.request('crash', []), doubled(tensor(1))];
    for (const one of pending)
      await expect(one).rejects.toMatchObject({
        name: 'EngineError',
        words: 'The engine stopped: {}.',
        pieces: [expect.stringContaining('unreachable')],
      });
    expect((await doubled(tensor(1))).y.shape).toEqual([1]);
    expect(requests.generation).toBe(2);
  });
});

describe.each([['thread'], ['worker']] as const)(
  'a fetch of the module that hangs, %s',
  (where) => {
    const kinds = { worker: where === 'worker' };
    /** Rejects when the signal is aborted, as a fetch does. */
    const hang = vi.fn((signal: AbortSignal) => {
      const reason = () => signal.reason as Error;
      return new Promise<ArrayBuffer>((_, reject) => {
        signal.addEventListener('abort', () => reject(reason()));
      });
    });
    const hanging = () => new Requests<Verbs>({ ...places, wasm: hang }, { ...kinds, workerUrl });

    it('ends when the engine is closed, and rejects the start and all requests', async () => {
      const requests = hanging();
      const pending = [requests.start(), requests.request('crash', []), requests.start()];
      await new Promise((resolve) => setTimeout(resolve));
      requests.close();
      for (const one of pending) await expect(one).rejects.toThrow('The engine has been closed.');
      expect(hang.mock.lastCall![0].aborted).toBe(true);
    });

    it('does not delay the abort of a request', async () => {
      const requests = hanging();
      const controller = new AbortController();
      const request = requests.request('crash', [], { signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(request).rejects.toThrow('enough');
      requests.close();
    });
  },
);

describe('a worker of Node', () => {
  it('that ends rejects its calls, and the next call starts a new one', async () => {
    const requests = new Requests<Verbs>(places, { workerUrl });
    await expect(requests.request('exit', [5])).rejects.toThrow(
      'The engine stopped: its worker ended with code 5.',
    );
    expect((await requests.request('run', [{ x: tensor(1) }])).y.shape).toEqual([1]);
    requests.close();
  });

  it('keeps the event loop free while it computes', async () => {
    const requests = new Requests<Verbs>(places, { workerUrl });
    await requests.start();
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const waits = requests.request('wait', [shared]);
    // By then a call on this thread would have run.
    await new Promise<void>((resolve) => setImmediate(resolve));
    Atomics.store(shared, 0, 1);
    Atomics.notify(shared, 0);
    expect(await waits).toBe(true);
    requests.close();
  });
});

function throwing(): { data: Float32Array } {
  return {
    get data(): Float32Array {
      throw new Error('read');
    },
  };
}
