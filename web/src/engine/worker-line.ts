/** Lines to a browser's workers: one of this page's own, and one that pages of an origin share. */
import type { Line, LineEvents, OpenLine } from './line';
import type { FromHost, ToHost } from './protocol';

export function ownWorkerLine(create: () => Worker): OpenLine {
  return (events) => {
    const worker = create();
    return watched(worker, worker, () => worker.terminate(), events);
  };
}

/** Without locks, as on pages that are not secure, nobody would hear of it when the worker has ended. */
export function canShareWorker(): boolean {
  return typeof SharedWorker === 'function' && navigator.locks !== undefined;
}

/** The worker goes on for the others; by a lock that is free again it knows that this one left. */
export function sharedWorkerLine(create: () => SharedWorker): OpenLine {
  return (events) => {
    const worker = create();
    const { port } = worker;
    const lock = lockName();
    let leave = () => {};
    navigator.locks
      .request(lock, () => {
        port.postMessage({ kind: 'client', lock } satisfies ToHost);
        return new Promise<void>((resolve) => (leave = resolve));
      })
      .catch(() => {});
    const close = () => {
      leave();
      port.close();
    };
    return watched(worker, port, close, events);
  };
}

/** Browsers do not say that a worker has ended, so the worker holds a lock as long as it lives. */
function watched(
  worker: Worker | SharedWorker,
  port: Worker | MessagePort,
  closePort: () => void,
  events: LineEvents,
): Line {
  const lock = lockName();
  const stopWaiting = new AbortController();
  /** Kept back until the lock is held: the end of one that ended before would never be noticed. */
  let started: FromHost | null = null;
  let isLocked = false;
  const close = () => {
    stopWaiting.abort();
    // What it said before and nobody has heard yet would be taken for its successor's.
    worker.onerror = port.onmessage = port.onmessageerror = null;
    closePort();
  };
  const end = (reason: string | null) => {
    close();
    events.end(reason);
  };
  // A script that cannot be loaded fails without a message.
  worker.onerror = (event: Event | ErrorEvent) => end((event as ErrorEvent).message || null);
  port.onmessageerror = () => end('an answer could not be read, perhaps for want of memory');
  port.onmessage = ({ data }: MessageEvent<FromHost>) => {
    if (data.kind === 'locked') {
      if (data.held) whenFree(lock, stopWaiting.signal, () => end('its worker was ended'));
      isLocked = true;
      if (started) events.message(started);
    } else if (data.kind === 'started' && !isLocked) started = data;
    else events.message(data);
  };
  port.postMessage({ kind: 'hold', lock } satisfies ToHost);
  return { post: (message, transfer) => port.postMessage(message, transfer), close };
}

/** Of one worker alone: two that wanted the same would wait for each other's end. Clocks may be coarse. */
function lockName(): string {
  return `attention-engine-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

function whenFree(lock: string, signal: AbortSignal, then: () => void): void {
  navigator.locks?.request(lock, { signal }, then).catch(() => {});
}
