/** Tests the connection to a worker for every order of events from the worker and its lock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromHost } from '../../../../web/src/engine/transport/protocol';
import {
  openTransport,
  type HostPlaces,
  type Transport,
} from '../../../../web/src/engine/transport/transport';

/** A fake worker: sends what the test tells it to send, and records what it receives. */
class ScriptedWorker {
  onmessage: ((event: { data: FromHost }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly received: string[] = [];
  lock = '';

  postMessage({ kind, lock }: { kind: string; lock?: string }) {
    this.received.push(kind);
    if (lock !== undefined) this.lock = lock;
  }
  terminate() {
    this.received.push('to end');
  }
  send(data: FromHost) {
    this.onmessage?.({ data });
  }
  throw(message: string) {
    this.onerror?.({ message });
  }
}

const started = { kind: 'started' } as const;
const refused = { message: 'no a', words: 'no {}', pieces: ['a'] };
const locked = { kind: 'locked', held: true } as const;

let worker: ScriptedWorker;
let endOfWorker: () => void;
let waitsForLock: boolean;
const events = { message: vi.fn(), death: vi.fn() };

beforeEach(() => {
  worker = new ScriptedWorker();
  waitsForLock = false;
  const free = new Promise<void>((resolve) => (endOfWorker = resolve));
  const locks = {
    async request(_: string, { signal }: { signal: AbortSignal }, then: () => void) {
      waitsForLock = true;
      await free;
      if (!signal.aborted) then();
    },
  };
  vi.stubGlobal('Worker', ScriptedWorker);
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function open(openIt = openTransport, signal = new AbortController().signal): Promise<Transport> {
  const places: HostPlaces = {
    wasm: async () => new ArrayBuffer(0),
    worker: () => worker as unknown as Worker,
    thisThread: () => Promise.reject(new Error('this thread is not asked')),
  };
  return openIt(places, true, 1, events, signal);
}

/** Waits until all consequences of the last message have happened. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('a worker', () => {
  it.each([
    ['the lock first', locked, started],
    ['the start first', started, locked],
  ])(
    'receives requests only after it has started and holds its lock: %s',
    async (_, one, other) => {
      const opened = vi.fn();
      const transport = open().then(opened);
      await turn();
      worker.send(one);
      await turn();
      expect(opened).not.toHaveBeenCalled();
      worker.send(other);
      await transport;
      expect(worker.received).toEqual(['hold', 'start']);
    },
  );

  it('works without a lock where there are none', async () => {
    const transport = open();
    worker.send({ kind: 'locked', held: false });
    worker.send(started);
    await transport;
    expect(waitsForLock).toBe(false);
  });

  it('has its own lock, also if clocks stand still and other pages have workers', async () => {
    vi.stubGlobal('performance', { timeOrigin: 0, now: () => 0 });
    const locks = new Set<string>();
    for (const _ of ['one page', 'another']) {
      vi.resetModules();
      const page = await import('../../../../web/src/engine/transport/transport');
      worker = new ScriptedWorker();
      void open(page.openTransport);
      locks.add(worker.lock);
    }
    expect(locks.size).toBe(2);
  });

  it('reports its end and the reason', async () => {
    const transport = open();
    worker.send(locked);
    worker.send(started);
    await transport;
    endOfWorker();
    await turn();
    expect(events.death.mock.calls).toEqual([['its worker was terminated']]);
    expect(worker.received).toContain('to end');
  });

  it('rejects the start if it ends during it', async () => {
    const transport = open();
    worker.send(locked);
    endOfWorker();
    await expect(transport).rejects.toThrow('its worker was terminated');
    expect(events.death).not.toHaveBeenCalled();
  });

  it('rejects the start if it throws during it', async () => {
    const transport = open();
    worker.throw('thrown');
    await expect(transport).rejects.toThrow('thrown');
    expect(worker.received).toContain('to end');
  });

  it('falls back if its script is refused or missing', async () => {
    const transport = open();
    worker.throw('');
    await expect(transport).rejects.toThrow('this thread is not asked');
  });

  it('rejects the start with the pieces of the refusal if it cannot compile the module', async () => {
    const transport = open();
    worker.send({ ...refused, kind: 'error', id: null, fatal: true });
    await expect(transport).rejects.toMatchObject(refused);
    expect(worker.received).toContain('to end');
  });

  it.each([
    ['before its lock is held', []],
    ['where there are no locks', [{ kind: 'locked', held: false } as const]],
  ])('that dies silently before it has started is given up: %s', async (_, messages) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const transport = open();
    const rejected = expect(transport).rejects.toThrow('did not start within 30 seconds');
    for (const message of messages) worker.send(message);
    await vi.advanceTimersByTimeAsync(30_000);
    await rejected;
    expect(worker.received).toContain('to end');
    vi.useRealTimers();
  });

  it('has no time limit once it has started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const transport = open();
    worker.send(locked);
    await vi.advanceTimersByTimeAsync(0);
    worker.send(started);
    await transport;
    await vi.advanceTimersByTimeAsync(100_000);
    expect(events.death).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('is ended when its start is aborted', async () => {
    const controller = new AbortController();
    const transport = open(openTransport, controller.signal);
    worker.send(locked);
    controller.abort(new Error('enough'));
    await expect(transport).rejects.toThrow('enough');
    expect(worker.received).toContain('to end');
    expect(events.death).not.toHaveBeenCalled();
  });

  it('that has started continues when the signal of its start is aborted', async () => {
    const controller = new AbortController();
    const transport = open(openTransport, controller.signal);
    worker.send(locked);
    worker.send(started);
    await transport;
    controller.abort();
    expect(worker.received).not.toContain('to end');
  });

  it('reports an unreadable answer', async () => {
    const transport = open();
    worker.send(locked);
    worker.send(started);
    await transport;
    worker.onmessageerror?.();
    expect(events.death.mock.calls).toEqual([
      ['a result could not be read, perhaps because memory ran out'],
    ]);
  });

  it('reports only its first failure', async () => {
    const transport = open();
    worker.send(locked);
    worker.send(started);
    await transport;
    worker.throw('thrown');
    worker.throw('thrown again');
    worker.send({ kind: 'result', id: 1, result: null });
    endOfWorker();
    await turn();
    expect(events.death.mock.calls).toEqual([['thrown']]);
    expect(events.message).not.toHaveBeenCalled();
  });
});
