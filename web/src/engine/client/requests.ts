/**
 * Requests to the host of a wasm module. They run one after another, and each can be aborted. When the
 * host dies, all pending requests are rejected, and the next request starts a new host.
 */
import { fetchWasm } from '../transport/wasm-file';
import type { Arguments, FromHost, Into, Result, Verb } from '../transport/protocol';
import { checkCall } from '../checks/check-call';
import { expectObject } from '../checks/expect';
import { EngineError, refusal } from '../checks/refusal';
import { snapshotOf } from './snapshot';
import { errorOf, type HostPlaces, openTransport, type Transport } from '../transport/transport';

export interface EngineOptions {
  /** The URL of the .wasm file, by default beside this script. */
  wasmUrl?: string;
  /** The contents of the .wasm file, if it cannot be fetched. */
  wasmBinary?: ArrayBuffer;
  /** The URL of the worker's script, by default beside this script. If the browser refuses it, this thread computes. */
  workerUrl?: string;
  /**
   * false: compute on this thread even if workers are available. 'shared': in one worker for all pages
   * and frames of this origin, if the browser and the build support it (the site does) and neither
   * `wasmUrl` nor `wasmBinary` names another module.
   */
  worker?: boolean | 'shared';
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /**
   * Moves the buffers of the call's arrays to the engine instead of copying them. They are detached
   * afterwards, as are other arrays on the same buffers.
   */
  transfer?: boolean | undefined;
  /**
   * Arrays to write the results of these names to, each as long as its result. A worker takes their buffers and sends
   * them back: the result's `data` is then a new array on the same buffer, and your array is detached. If the call
   * fails, the buffer is lost.
   */
  into?: Into | undefined;
}

/** The part of the options that every call takes. */
export type Stoppable = Pick<CallOptions, 'signal'>;

interface Pending {
  id: number;
  verb: string;
  arguments: unknown[];
  /** The arguments' buffers that a worker takes over. */
  buffers: ArrayBuffer[];
  into: Into | undefined;
  signal: AbortSignal | undefined;
  /** Listens to the signal. */
  abort: (() => void) | undefined;
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

/** `Module` is the object that runs the requests; its methods are the verbs. */
export class Requests<Module> {
  #opening: Promise<Transport> | null = null;
  #transport: Transport | null = null;
  #waiting: Pending[] = [];
  #active: Pending | null = null;
  #lastId = 0;
  /** Aborted when this engine is closed. */
  readonly #closing = new AbortController();

  /** The number of hosts so far. Models of an earlier host are gone. */
  generation = 1;

  protected readonly places: HostPlaces;
  protected readonly worker: boolean | 'shared';

  constructor(
    places: HostPlaces,
    { wasmUrl, wasmBinary, workerUrl, worker = true }: EngineOptions,
  ) {
    this.places = { ...places };
    if (wasmUrl !== undefined) this.places.wasm = (signal) => fetchWasm(wasmUrl, signal);
    if (wasmBinary) this.places.wasm = async () => wasmBinary;
    if (wasmUrl !== undefined || wasmBinary) {
      // The shared worker has one module, for all its clients.
      delete this.places.sharedWorker;
      delete this.places.wholeModels;
    }
    if (workerUrl !== undefined) {
      this.places.worker = () => new Worker(workerUrl, { type: 'module' });
      this.places.workerUrl = workerUrl;
    }
    this.worker = worker;
  }

  start(): Promise<Transport> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  protected get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Ends the host, also while it starts, and rejects all pending requests. */
  close(): void {
    const error = new EngineError('The engine has been closed.');
    this.#closing.abort(error);
    this.#end(error);
  }

  /**
   * Sends one request at a time, so that a request aborted while it waits is never computed. The
   * arguments are copied now, so the caller may change them afterwards.
   */
  request<V extends Verb<Module>>(
    verb: V,
    args: Arguments<Module, V>,
    options: CallOptions = {},
  ): Promise<Result<Module, V>> {
    return new Promise((resolve, reject) => {
      checkCall(options, ['signal', 'transfer', 'into']);
      const { signal, transfer, into } = options;
      if (signal?.aborted) return reject(abortError(signal));
      const { values, buffers } = snapshotOf(args as unknown[], transfer);
      const pending: Pending = {
        id: ++this.#lastId,
        verb,
        arguments: values,
        buffers,
        into,
        signal,
        abort: signal && (() => this.#abort(pending)),
        resolve: resolve as Pending['resolve'],
        reject,
      };
      if (pending.abort) signal!.addEventListener('abort', pending.abort);
      this.#waiting.push(pending);
      this.#next();
    });
  }

  async #open(): Promise<Transport> {
    const { signal } = this.#closing;
    try {
      signal.throwIfAborted();
      const events = {
        message: (message: FromHost) => this.#receive(message),
        death: (reason: string) => this.#end(stopped(reason)),
      };
      const opened = openTransport(this.places, this.worker, this.generation, events, signal);
      const transport = await opened;
      if (signal.aborted) transport.close();
      signal.throwIfAborted();
      this.#transport = transport;
      return transport;
    } catch (thrown) {
      this.#opening = null;
      signal.throwIfAborted();
      const error = thrown as Error;
      throw new EngineError('The engine could not start: {}.', [error.message], error);
    }
  }

  /** Called with the result of a request that was aborted while it was computed. */
  protected discard(_verb: string, _result: unknown): void {}

  #next(): void {
    if (this.#active || this.#waiting.length === 0) return;
    const pending = (this.#active = this.#waiting.shift()!);
    if (this.#transport) return this.#post(this.#transport, pending);
    this.start().then(
      (transport) => this.#post(transport, pending),
      (error: Error) => this.#fail(pending, error),
    );
  }

  #post(transport: Transport, pending: Pending): void {
    if (this.#active !== pending) return;
    try {
      // Aborted while the engine started: do not compute it.
      if (pending.signal?.aborted) throw abortError(pending.signal);
      post(transport, pending);
    } catch (error) {
      this.#fail(pending, error as Error);
    }
  }

  #fail(pending: Pending, error: Error): void {
    if (this.#active === pending) this.#active = null;
    reject(pending, error);
    this.#next();
  }

  #receive(message: FromHost): void {
    if (message.kind !== 'result' && message.kind !== 'error') return;
    const pending = this.#active;
    if (!pending || pending.id !== message.id) return;
    this.#active = null;
    if (message.kind === 'result') {
      if (pending.signal?.aborted) this.discard(pending.verb, message.result);
      stopListening(pending);
      pending.resolve(message.result);
    } else if (!message.fatal) reject(pending, errorOf(message));
    else {
      const error = stopped(message.message);
      reject(pending, error);
      this.#end(error);
    }
    this.#next();
  }

  /** Drops a request that waits. If it is already being computed, it continues, and its result is ignored. */
  #abort(pending: Pending): void {
    this.#waiting = this.#waiting.filter((other) => other !== pending);
    reject(pending, abortError(pending.signal!));
  }

  #end(error: EngineError): void {
    this.generation++;
    this.#transport?.close();
    this.#transport = null;
    this.#opening = null;
    const lost = [...(this.#active ? [this.#active] : []), ...this.#waiting];
    this.#active = null;
    this.#waiting = [];
    for (const pending of lost) reject(pending, error);
  }
}

function reject(pending: Pending, reason: Error): void {
  stopListening(pending);
  pending.reject(reason);
}

function stopListening({ signal, abort }: Pending): void {
  if (abort) signal!.removeEventListener('abort', abort);
}

function post(transport: Transport, { id, verb, arguments: args, buffers, into }: Pending): void {
  if (into === undefined || into === null)
    return transport.post({ kind: 'request', id, verb, arguments: args }, buffers);
  const transferred = new Set<Transferable>(buffers);
  for (const [name, array] of Object.entries(expectObject('into', into))) {
    if (!(array instanceof Float32Array) || isDetached(array))
      throw refusal('expected a Float32Array in "into" for "{}", and its buffer not detached', [
        name,
      ]);
    if (array.buffer instanceof ArrayBuffer) transferred.add(array.buffer);
  }
  transport.post({ kind: 'request', id, verb, arguments: args, into }, [...transferred]);
}

/** An array without elements need not be detached. */
function isDetached(array: Float32Array): boolean {
  try {
    array.slice(0, 0);
    return false;
  } catch {
    return true;
  }
}

function stopped(reason: string): EngineError {
  return new EngineError('The engine stopped: {}.', [reason]);
}

export function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new DOMException('The request was canceled.', 'AbortError');
}
