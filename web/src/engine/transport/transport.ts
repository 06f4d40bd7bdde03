/** A running host and the connection to it: in a worker, or on this thread where workers are refused. */
import type { OpenConnection } from './connection';
import type { CreateHost, FromHost, HostMessage } from './protocol';
import { refusal, type RefusalError } from '../checks/refusal';
import type { ThreadHost } from './this-thread';
import { canShareWorker, toOwnWorker, toSharedWorker } from './browser-worker';

/** How to get the module, and how to start each kind of host. Each is called only if needed. */
export interface HostPlaces {
  wasm(signal: AbortSignal): Promise<ArrayBuffer>;
  worker(): Worker;
  /** The URL of the worker's script, for Node, which runs only file: and data: URLs. */
  workerUrl?: string;
  /** One worker for all pages and frames of this origin; each generation replaces one that has ended. */
  sharedWorker?(generation: number): SharedWorker;
  thisThread(): Promise<CreateHost>;
  /** The modules with whole models. Absent: `wasm` is the only module. */
  wholeModels?: Readonly<Record<WholeModelModule, HostPlaces['wasm']>>;
}

/** `training`: with trainers too. `language`: with checkpoints, the vectors of words and the head finder. */
export type WholeModelModule = 'training' | 'language';

export type RunsIn = 'worker' | 'shared worker' | 'thread';

export interface Transport {
  readonly runsIn: RunsIn;
  /** A worker takes over the buffers; a host on this thread leaves them alone. */
  post(message: HostMessage, transfer: Transferable[]): void;
  close(): void;
}

export interface TransportEvents {
  message(message: FromHost): void;
  /** The host has ended and will not answer. */
  death(reason: string): void;
}

/** The time from the module's bytes to a started host, in ms; enough for a slow machine. */
const kMaxStart = 30_000;

/**
 * Resolves when the host has started; rejects with the reason if it cannot start. The module's bytes
 * are fetched while the worker starts. Abort `signal` to end the start: it rejects at once, but on this thread only
 * until the module has been fetched.
 */
export async function openTransport(
  places: HostPlaces,
  worker: boolean | 'shared',
  generation: number,
  events: TransportEvents,
  signal: AbortSignal,
): Promise<Transport> {
  const connections = worker ? connectionsTo(places, worker, generation) : [];
  if (worker && typeof Worker !== 'function') {
    const inNode = (await import('./node-worker')).toNodeWorker(places.workerUrl);
    if (inNode) connections.push(['worker', inNode]);
    signal.throwIfAborted();
  }
  // Started later than the worker, which takes longer.
  const wasm = Promise.resolve().then(() => places.wasm(signal));
  for (const [runsIn, open] of connections) {
    const transport = await openWorker(runsIn, open, wasm, events, signal);
    if (transport) return transport;
  }
  const [{ hostOnThisThread }, createHost, wasmBinary] = await Promise.all([
    import('./this-thread'),
    places.thisThread(),
    wasm,
  ]);
  const open = (receive: (message: FromHost) => void) => hostOnThisThread(createHost, receive);
  return openOnThisThread(open, wasmBinary, events, signal);
}

/** The browser's workers to try, in this order. */
function connectionsTo(
  places: HostPlaces,
  worker: true | 'shared',
  generation: number,
): [RunsIn, OpenConnection][] {
  const connections: [RunsIn, OpenConnection][] = [];
  const { sharedWorker } = places;
  if (worker === 'shared' && sharedWorker && canShareWorker())
    connections.push(['shared worker', toSharedWorker(() => sharedWorker(generation))]);
  if (typeof Worker === 'function')
    connections.push(['worker', toOwnWorker(() => places.worker())]);
  return connections;
}

/** Resolves to null if the page's policy or the browser refuses the worker itself. */
function openWorker(
  runsIn: RunsIn,
  open: OpenConnection,
  wasm: Promise<ArrayBuffer>,
  events: TransportEvents,
  signal: AbortSignal,
): Promise<Transport | null> {
  return new Promise((resolve, reject) => {
    let isStarting = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = () =>
      giveUp(refusal('its worker did not start within {} seconds', [`${kMaxStart / 1000}`]));
    const abort = () => giveUp(signal.reason as Error);
    const startEnds = () => {
      isStarting = false;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const giveUp = (reason: Error) => {
      startEnds();
      connection.close();
      reject(reason);
    };
    const message = (answer: FromHost) => {
      if (answer.kind === 'started') {
        startEnds();
        resolve({ runsIn, ...connection });
      } else if (answer.kind === 'error' && answer.id === null) giveUp(errorOf(answer));
      else events.message(answer);
    };
    const end = (reason: string | null) => {
      if (!isStarting) return events.death(reason ?? 'its worker failed');
      startEnds();
      if (reason === null) resolve(null);
      else reject(new Error(reason));
    };
    let connection: ReturnType<OpenConnection>;
    try {
      connection = open({ message, end });
    } catch {
      return resolve(null);
    }
    signal.addEventListener('abort', abort);
    wasm
      .then((wasmBinary) => {
        if (!isStarting) return;
        connection.post({ kind: 'start', wasmBinary }, []);
        // A worker that ends before it holds its lock, or without locks, ends silently.
        timer = setTimeout(silent, kMaxStart);
      })
      .catch(giveUp);
  });
}

function openOnThisThread(
  open: (receive: (message: FromHost) => void) => ThreadHost,
  wasmBinary: ArrayBuffer,
  events: TransportEvents,
  signal: AbortSignal,
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const host = open((message) => {
      if (message.kind === 'started') resolve({ runsIn: 'thread', ...host });
      else if (message.kind === 'error' && message.id === null) reject(errorOf(message));
      else events.message(message);
    });
    host.post({ kind: 'start', wasmBinary });
  });
}

/** Restores the Error that the host sent. */
export function errorOf({
  message,
  words,
  pieces,
}: Pick<RefusalError, 'message'> & Partial<RefusalError>): Error {
  return Object.assign(new Error(message), words !== undefined && { words, pieces });
}
