/** The connection to a worker, for every order of events from the worker and its lock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromHost } from '../../../web/src/engine/protocol';
import { openTransport, type HostPlaces, type Transport } from '../../../web/src/engine/transport';

/** A fake worker: sends what the test tells it to send, and records what it receives. */
class ScriptedWorker {
  onmessage: ((event: { data: FromHost }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly asked: string[] = [];
  lock = '';

  postMessage({ kind, lock }: { kind: string; lock?: string }) {
    this.asked.push(kind);
    if (lock !== undefined) this.lock = lock;
  }
  terminate() {
    this.asked.push('to end');
  }
  say(data: FromHost) {
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

function open(openIt = openTransport): Promise<Transport> {
  const places: HostPlaces = {
    wasm: async () => new ArrayBuffer(0),
    worker: () => worker as unknown as Worker,
    thisThread: () => Promise.reject(new Error('this thread is not asked')),
  };
  return openIt(places, true, 1, events);
}

/** Waits until all consequences of the last message have happened. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('a worker', () => {
  it.each([
    ['the lock first', locked, started],
    ['the start first', started, locked],
  ])('is asked for something once it has started and holds its lock: %s', async (_, one, other) => {
    const opened = vi.fn();
    const transport = open().then(opened);
    await turn();
    worker.say(one);
    await turn();
    expect(opened).not.toHaveBeenCalled();
    worker.say(other);
    await transport;
    expect(worker.asked).toEqual(['hold', 'start']);
  });

  it('that can have no lock is used without one', async () => {
    const transport = open();
    worker.say({ kind: 'locked', held: false });
    worker.say(started);
    await transport;
    expect(waitsForLock).toBe(false);
  });

  it('has a lock of its own, also where clocks stand still and other pages have workers', async () => {
    vi.stubGlobal('performance', { timeOrigin: 0, now: () => 0 });
    const locks = new Set<string>();
    for (const _ of ['one page', 'another']) {
      vi.resetModules();
      const page = await import('../../../web/src/engine/transport');
      worker = new ScriptedWorker();
      void open(page.openTransport);
      locks.add(worker.lock);
    }
    expect(locks.size).toBe(2);
  });

  it('that ends is told of, with what ended it', async () => {
    const transport = open();
    worker.say(locked);
    worker.say(started);
    await transport;
    endOfWorker();
    await turn();
    expect(events.death.mock.calls).toEqual([['its worker was ended']]);
    expect(worker.asked).toContain('to end');
  });

  it('that ends while it starts is told of by a rejection', async () => {
    const transport = open();
    worker.say(locked);
    endOfWorker();
    await expect(transport).rejects.toThrow('its worker was ended');
    expect(events.death).not.toHaveBeenCalled();
  });

  it('that throws before it has started rejects the call', async () => {
    const transport = open();
    worker.throw('thrown');
    await expect(transport).rejects.toThrow('thrown');
    expect(worker.asked).toContain('to end');
  });

  it('whose script is refused or not found, of which no reason is given, is done without', async () => {
    const transport = open();
    worker.throw('');
    await expect(transport).rejects.toThrow('this thread is not asked');
  });

  it('that cannot compile the module is told of by a rejection with the refusal’s pieces', async () => {
    const transport = open();
    worker.say({ ...refused, kind: 'error', id: null, fatal: true });
    await expect(transport).rejects.toMatchObject(refused);
    expect(worker.asked).toContain('to end');
  });

  it.each([
    ['before its lock is held', []],
    ['where there are no locks', [{ kind: 'locked', held: false } as const]],
  ])('that ends in silence before it has started is given up: %s', async (_, said) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const transport = open();
    const rejected = expect(transport).rejects.toThrow('did not start within 30 seconds');
    for (const message of said) worker.say(message);
    await vi.advanceTimersByTimeAsync(30_000);
    await rejected;
    expect(worker.asked).toContain('to end');
    vi.useRealTimers();
  });

  it('that has started is given all the time that it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const transport = open();
    worker.say(locked);
    await vi.advanceTimersByTimeAsync(0);
    worker.say(started);
    await transport;
    await vi.advanceTimersByTimeAsync(100_000);
    expect(events.death).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('whose answer cannot be read is told of, since nobody else would answer', async () => {
    const transport = open();
    worker.say(locked);
    worker.say(started);
    await transport;
    worker.onmessageerror?.();
    expect(events.death.mock.calls).toEqual([
      ['an answer could not be read, perhaps for want of memory'],
    ]);
  });

  it('that has failed is told of once, whatever more is heard from it', async () => {
    const transport = open();
    worker.say(locked);
    worker.say(started);
    await transport;
    worker.throw('thrown');
    worker.throw('thrown again');
    worker.say({ kind: 'result', id: 1, result: null });
    endOfWorker();
    await turn();
    expect(events.death.mock.calls).toEqual([['thrown']]);
    expect(events.message).not.toHaveBeenCalled();
  });
});
