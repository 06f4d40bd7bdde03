/** Connections to browser workers: one owned by the page, or one that all pages of an origin share. */
import type { Connection, ConnectionEvents, OpenConnection } from './connection';
import type { FromHost, ToHost } from './protocol';

export function toOwnWorker(create: () => Worker): OpenConnection {
  return (events) => {
    const worker = create();
    return watched(worker, worker, () => worker.terminate(), events);
  };
}

/** Requires locks, which insecure pages lack: without them nobody would notice the worker's end. */
export function canShareWorker(): boolean {
  return typeof SharedWorker === 'function' && navigator.locks !== undefined;
}

/** When this page leaves, its lock is released, and the worker continues for the other pages. */
export function toSharedWorker(create: () => SharedWorker): OpenConnection {
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

/** Browsers do not report that a worker has ended, so the worker holds a lock as long as it lives. */
function watched(
  worker: Worker | SharedWorker,
  port: Worker | MessagePort,
  closePort: () => void,
  events: ConnectionEvents,
): Connection {
  const lock = lockName();
  const stopWaiting = new AbortController();
  /** Withheld until the worker holds its lock, because an earlier end would never be noticed. */
  let started: FromHost | null = null;
  let isLocked = false;
  const close = () => {
    stopWaiting.abort();
    // Messages still on their way would be taken for messages of the next worker.
    worker.onerror = port.onmessage = port.onmessageerror = null;
    closePort();
  };
  const end = (reason: string | null) => {
    close();
    events.end(reason);
  };
  // A script that cannot be loaded fails without a message.
  worker.onerror = (event: Event | ErrorEvent) => end((event as ErrorEvent).message || null);
  port.onmessageerror = () => end('a result could not be read, perhaps because memory ran out');
  port.onmessage = ({ data }: MessageEvent<FromHost>) => {
    if (data.kind === 'locked') {
      if (data.held) whenFree(lock, stopWaiting.signal, () => end('its worker was terminated'));
      isLocked = true;
      if (started) events.message(started);
    } else if (data.kind === 'started' && !isLocked) started = data;
    else events.message(data);
  };
  port.postMessage({ kind: 'hold', lock } satisfies ToHost);
  return { post: (message, transfer) => port.postMessage(message, transfer), close };
}

/** A unique name: two workers with the same lock would wait for each other. Random, because clocks may be coarse. */
function lockName(): string {
  return `attention-engine-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

function whenFree(lock: string, signal: AbortSignal, then: () => void): void {
  navigator.locks?.request(lock, { signal }, then).catch(() => {});
}
