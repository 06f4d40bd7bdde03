/** A running host and the connection to it: in a worker, or on this thread where workers are refused. */
import type { CreateHost, HostMessage } from './host';
import type { OpenLine } from './line';
import { nodeWorkerLine } from './node-worker-line';
import type { FromHost } from './protocol';
import { refusal, type Refusal } from './refusal';
import { hostOnThisThread } from './this-thread';
import { canShareWorker, ownWorkerLine, sharedWorkerLine } from './worker-line';

/** Where to find the module and each place where its host can run. Each is fetched only if needed. */
export interface HostPlaces {
  wasm(): Promise<ArrayBuffer>;
  worker(): Worker;
  /** The URL of the worker's script, for Node, which runs only file: and data: URLs. */
  workerUrl?: string;
  /** One worker for all pages and frames of this origin; each generation replaces one that has ended. */
  sharedWorker?(generation: number): SharedWorker;
  thisThread(): Promise<CreateHost>;
}

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
 * are fetched while the worker starts.
 */
export async function openTransport(
  places: HostPlaces,
  worker: boolean | 'shared',
  generation: number,
  events: TransportEvents,
): Promise<Transport> {
  // Deferred, so that the worker, which takes longer, is started first.
  const wasm = Promise.resolve().then(() => places.wasm());
  for (const [runsIn, open] of worker ? linesTo(places, worker, generation) : []) {
    const transport = await openWorker(runsIn, open, wasm, events);
    if (transport) return transport;
  }
  return openOnThisThread(...(await Promise.all([places.thisThread(), wasm])), events);
}

/** The workers to try, in this order. */
function linesTo(
  places: HostPlaces,
  worker: true | 'shared',
  generation: number,
): [RunsIn, OpenLine][] {
  const lines: [RunsIn, OpenLine][] = [];
  const { sharedWorker } = places;
  if (worker === 'shared' && sharedWorker && canShareWorker())
    lines.push(['shared worker', sharedWorkerLine(() => sharedWorker(generation))]);
  const inNode = nodeWorkerLine(places.workerUrl);
  if (typeof Worker === 'function') lines.push(['worker', ownWorkerLine(() => places.worker())]);
  else if (inNode) lines.push(['worker', inNode]);
  return lines;
}

/** Resolves to null if the page's policy or the browser refuses the worker itself. */
function openWorker(
  runsIn: RunsIn,
  open: OpenLine,
  wasm: Promise<ArrayBuffer>,
  events: TransportEvents,
): Promise<Transport | null> {
  return new Promise((resolve, reject) => {
    let isStarting = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = () =>
      giveUp(refusal('its worker did not start within {} seconds', [`${kMaxStart / 1000}`]));
    const giveUp = (reason: Error) => {
      isStarting = false;
      clearTimeout(timer);
      line.close();
      reject(reason);
    };
    const message = (said: FromHost) => {
      if (said.kind === 'started') {
        isStarting = false;
        clearTimeout(timer);
        resolve({ runsIn, ...line });
      } else if (said.kind === 'error' && said.id === null) giveUp(errorOf(said));
      else events.message(said);
    };
    const end = (reason: string | null) => {
      clearTimeout(timer);
      if (!isStarting) return events.death(reason ?? 'its worker failed');
      isStarting = false;
      if (reason === null) resolve(null);
      else reject(new Error(reason));
    };
    let line: ReturnType<OpenLine>;
    try {
      line = open({ message, end });
    } catch {
      return resolve(null);
    }
    wasm
      .then((wasmBinary) => {
        if (!isStarting) return;
        line.post({ kind: 'start', wasmBinary }, []);
        // A worker that ends before it holds its lock, or without locks, ends silently.
        timer = setTimeout(silent, kMaxStart);
      })
      .catch(giveUp);
  });
}

function openOnThisThread(
  createHost: CreateHost,
  wasmBinary: ArrayBuffer,
  events: TransportEvents,
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const host = hostOnThisThread(createHost, (message) => {
      if (message.kind === 'started') resolve({ runsIn: 'thread', ...host });
      else if (message.kind === 'error' && message.id === null) reject(errorOf(message));
      else events.message(message);
    });
    host.post({ kind: 'start', wasmBinary });
  });
}

/** Restores the Error that the host sent. */
export function errorOf(said: Pick<Refusal, 'message'> & Partial<Refusal>): Error {
  const { message, words, pieces } = said;
  return Object.assign(new Error(message), words !== undefined && { words, pieces });
}
