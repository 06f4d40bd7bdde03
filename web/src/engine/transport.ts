/** A running host and the line to it: in a worker, or on this thread where workers are refused. */
import type { CreateHost, HostMessage } from './host';
import type { FromHost, ToHost } from './protocol';

/** Where a module is, and the places where its host can run, each fetched only where needed. */
export interface HostPlaces {
  wasm(): Promise<ArrayBuffer>;
  worker(): Worker;
  /** One for all pages and frames of this origin; its successor when it has ended. */
  sharedWorker?(generation: number): SharedWorker;
  thisThread(): Promise<CreateHost>;
}

export interface Transport {
  post(message: HostMessage): void;
  close(): void;
}

export interface TransportEvents {
  message(message: FromHost): void;
  /** The host is gone and will answer nothing more. */
  death(reason: string): void;
}

/**
 * Resolves when the host has started; rejects with the reason when it cannot. The module's bytes may
 * be on their way while the worker starts.
 */
export async function openTransport(
  places: HostPlaces,
  worker: boolean | 'shared',
  generation: number,
  events: TransportEvents,
): Promise<Transport> {
  // After the worker, which takes longer.
  const wasm = Promise.resolve().then(() => places.wasm());
  if (worker === 'shared' && places.sharedWorker && canShare()) {
    const transport = await openWorker(
      () => sharedLine(places.sharedWorker!(generation)),
      wasm,
      events,
    );
    if (transport) return transport;
  }
  if (worker && typeof Worker === 'function') {
    const transport = await openWorker(() => ownLine(places.worker()), wasm, events);
    if (transport) return transport;
  }
  return openOnThisThread(...(await Promise.all([places.thisThread(), wasm])), events);
}

/** Without locks, as on pages that are not secure, nobody would hear of it when the worker has ended. */
function canShare(): boolean {
  return typeof SharedWorker === 'function' && navigator.locks !== undefined;
}

/** To a worker, whichever it is. */
interface Line {
  /** Whose errors end it. */
  readonly worker: Worker | SharedWorker;
  readonly port: Worker | MessagePort;
  close(): void;
}

function ownLine(worker: Worker): Line {
  return { worker, port: worker, close: () => worker.terminate() };
}

/** The worker goes on for the others; by a lock that is free again it knows that this one left. */
function sharedLine(worker: SharedWorker): Line {
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
  return { worker, port, close };
}

/** Resolves to null where the page's policy or the browser refuses the worker itself. */
function openWorker(
  lineTo: () => Line,
  wasm: Promise<ArrayBuffer>,
  events: TransportEvents,
): Promise<Transport | null> {
  return new Promise((resolve, reject) => {
    let line: Line;
    try {
      line = lineTo();
    } catch {
      return resolve(null);
    }
    const { worker, port } = line;
    const lock = lockName();
    const stopWaiting = new AbortController();
    const close = () => {
      stopWaiting.abort();
      // What it said before and nobody has heard yet would be taken for its successor's.
      worker.onerror = port.onmessage = null;
      line.close();
    };
    // One that ended before its lock was held would be waited for as long as the page is open.
    const awaited = new Set(['locked', 'started']);
    const isOpen = () => awaited.size === 0;
    worker.onerror = (event: Event | ErrorEvent) => {
      close();
      if (isOpen()) events.death((event as ErrorEvent).message || 'its worker failed');
      else resolve(null);
    };
    port.onmessage = ({ data }: MessageEvent<FromHost>) => {
      if (data.kind === 'locked' || data.kind === 'started') {
        if (data.kind === 'locked' && data.held)
          whenFree(lock, stopWaiting.signal, () => {
            close();
            if (isOpen()) events.death('its worker was ended');
            else reject(new Error('its worker was ended'));
          });
        awaited.delete(data.kind);
        if (isOpen()) resolve({ post, close });
      } else if (data.kind === 'error' && data.id === null) {
        close();
        reject(new Error(data.message));
      } else {
        events.message(data);
      }
    };
    const post = (message: ToHost) => port.postMessage(message);
    post({ kind: 'hold', lock });
    wasm
      .then((wasmBinary) => post({ kind: 'start', wasmBinary }))
      .catch((error: Error) => {
        close();
        reject(error);
      });
  });
}

/** Of one worker alone: two that wanted the same would wait for each other's end. Clocks may be coarse. */
function lockName(): string {
  return `attention-engine-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

function whenFree(lock: string, signal: AbortSignal, then: () => void): void {
  navigator.locks?.request(lock, { signal }, then).catch(() => {});
}

function openOnThisThread(
  createHost: CreateHost,
  wasmBinary: ArrayBuffer,
  events: TransportEvents,
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    let open = true;
    const handle = createHost((message) => {
      if (message.kind === 'started') {
        // A turn of the event loop between requests, so that the page can breathe.
        const post = (request: HostMessage) => void setTimeout(() => open && handle(request));
        resolve({ post, close: () => void (open = false) });
      } else if (message.kind === 'error' && message.id === null) {
        reject(new Error(message.message));
      } else if (open) {
        events.message(message);
      }
    });
    handle({ kind: 'start', wasmBinary });
  });
}
