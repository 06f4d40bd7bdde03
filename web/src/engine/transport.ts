/** A running host and the line to it: in a worker, or on this thread where workers are refused. */
import type { CreateHost, HostMessage } from './host';
import type { FromHost, ToHost } from './protocol';

/** Where a module is, and the two places where its host can run, each fetched only where needed. */
export interface HostPlaces {
  wasm(): Promise<ArrayBuffer>;
  worker(): Worker;
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
  allowWorker: boolean,
  events: TransportEvents,
): Promise<Transport> {
  const wasm = places.wasm();
  if (allowWorker && typeof Worker === 'function') {
    const transport = await openWorker(places, wasm, events);
    if (transport) return transport;
  }
  return openOnThisThread(...(await Promise.all([places.thisThread(), wasm])), events);
}

/** Resolves to null where the page's policy or the browser refuses the worker itself. */
function openWorker(
  places: HostPlaces,
  wasm: Promise<ArrayBuffer>,
  events: TransportEvents,
): Promise<Transport | null> {
  return new Promise((resolve, reject) => {
    let worker: Worker;
    try {
      worker = places.worker();
    } catch {
      return resolve(null);
    }
    const lock = `attention-engine-${lockNumber++}-${performance.timeOrigin}-${performance.now()}`;
    const stopWaiting = new AbortController();
    const close = () => {
      stopWaiting.abort();
      worker.terminate();
    };
    let started = false;
    worker.onerror = (event) => {
      close();
      if (started) events.death(event.message || 'its worker failed');
      else resolve(null);
    };
    worker.onmessage = ({ data }: MessageEvent<FromHost>) => {
      if (data.kind === 'locked') {
        whenFree(lock, stopWaiting.signal, () => {
          close();
          if (started) events.death('its worker was ended');
          else reject(new Error('its worker was ended'));
        });
      } else if (data.kind === 'started') {
        started = true;
        resolve({ post, close });
      } else if (data.kind === 'error' && data.id === null) {
        close();
        reject(new Error(data.message));
      } else {
        events.message(data);
      }
    };
    const post = (message: ToHost) => worker.postMessage(message);
    post({ kind: 'hold', lock });
    wasm
      .then((wasmBinary) => post({ kind: 'start', wasmBinary }))
      .catch((error: Error) => {
        close();
        reject(error);
      });
  });
}

let lockNumber = 0;

function whenFree(lock: string, signal: AbortSignal, then: () => void): void {
  navigator.locks.request(lock, { signal }, then).catch(() => {});
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
