/**
 * The engine as JavaScript sees it: `createEngine()`, layers, tensors in and traces out. The same in
 * a page and in Node. Never touches the DOM.
 */
import wasmUrl from '#wasm/attention.wasm?url';
import type { Embedded, EmbedRequest, Memory, MultiHeadConfig } from '../../../wasm/engine';
import { MultiHeadLayer } from './layer';
import type { Arguments, FromHost, Result, Verb, WasmSource } from './protocol';
import { openTransport, type Transport } from './transport';

export type * from '../../../wasm/engine';
export type { MultiHeadLayer } from './layer';

export interface EngineOptions {
  /** Where the .wasm is, when not beside this script. */
  wasmUrl?: string;
  /** The .wasm itself, when there is nothing to fetch it from. */
  wasmBinary?: ArrayBuffer;
  /** false: compute on this thread even where a worker could be had. */
  worker?: boolean;
}

/** Resolves when the engine can compute; rejects with the reason when it cannot be started. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const wasm = options.wasmBinary
    ? { binary: options.wasmBinary }
    : { url: options.wasmUrl ?? wasmUrl };
  const engine = new Engine(wasm, options.worker ?? true);
  await engine.start();
  return engine;
}

/** The engine itself failed, not the request: it did not start, stopped, or was closed. */
export class EngineError extends Error {
  override name = 'EngineError';
}

interface Pending {
  id: number;
  verb: Verb;
  arguments: unknown[];
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

export class Engine {
  #opening: Promise<Transport> | null = null;
  #transport: Transport | null = null;
  #waiting: Pending[] = [];
  #active: Pending | null = null;
  #lastId = 0;
  #closed = false;

  /** Counts the hosts that there have been: layers of an earlier one are gone. */
  generation = 1;

  constructor(
    private readonly wasm: WasmSource,
    private readonly allowWorker: boolean,
  ) {}

  start(): Promise<Transport> {
    if (this.#closed) return Promise.reject(new EngineError('The engine has been closed.'));
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Tokens to vectors: `[query, d_model]` each. Equal tokens have equal embeddings. */
  embed(request: EmbedRequest, signal?: AbortSignal): Promise<Embedded> {
    return this.request('embed', [request], signal);
  }

  /** A layer with the given parameters, or with random ones drawn from a seed. */
  async multiHead(config: MultiHeadConfig): Promise<MultiHeadLayer> {
    const layer = new MultiHeadLayer(this, config);
    await layer.create();
    return layer;
  }

  memory(): Promise<Memory> {
    return this.request('memory', []);
  }

  /** Ends the host; whatever is pending is rejected. */
  close(): void {
    this.#closed = true;
    this.#end('The engine has been closed.');
  }

  /** One at a time, so that what is aborted while it waits is never computed. */
  request<V extends Verb>(verb: V, given: Arguments<V>, signal?: AbortSignal): Promise<Result<V>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal));
      const abort = () => this.#abort(pending);
      const settled = () => signal?.removeEventListener('abort', abort);
      const pending: Pending = {
        id: ++this.#lastId,
        verb,
        arguments: given,
        signal,
        resolve(result) {
          settled();
          resolve(result as Result<V>);
        },
        reject(reason) {
          settled();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', abort);
      this.#waiting.push(pending);
      void this.#next();
    });
  }

  async #open(): Promise<Transport> {
    try {
      this.#transport = await openTransport(this.wasm, this.allowWorker, {
        message: (message) => this.#receive(message),
        death: (reason) => this.#end(`The engine stopped: ${reason}.`),
      });
    } catch (error) {
      this.#opening = null;
      throw new EngineError(`The engine could not start: ${(error as Error).message}.`);
    }
    if (this.#closed) this.#transport.close();
    return this.#transport;
  }

  async #next(): Promise<void> {
    if (this.#active || this.#waiting.length === 0) return;
    const pending = (this.#active = this.#waiting.shift()!);
    try {
      const transport = this.#transport ?? (await this.start());
      const { id, verb, arguments: given } = pending;
      if (this.#active === pending) transport.post({ kind: 'request', id, verb, arguments: given });
    } catch (error) {
      if (this.#active === pending) this.#active = null;
      pending.reject(error as Error);
      void this.#next();
    }
  }

  #receive(message: FromHost): void {
    if (message.kind !== 'result' && message.kind !== 'error') return;
    const pending = this.#active;
    if (!pending || pending.id !== message.id) return;
    this.#active = null;
    if (message.kind === 'result') pending.resolve(message.result);
    else if (!message.fatal) pending.reject(new Error(message.message));
    else {
      const reason = `The engine stopped: ${message.message}.`;
      pending.reject(new EngineError(reason));
      this.#end(reason);
    }
    void this.#next();
  }

  /** What waits is dropped; what is being computed runs out, and its result is not looked at. */
  #abort(pending: Pending): void {
    this.#waiting = this.#waiting.filter((other) => other !== pending);
    pending.reject(abortError(pending.signal!));
  }

  #end(reason: string): void {
    this.generation++;
    this.#transport?.close();
    this.#transport = null;
    this.#opening = null;
    const lost = [...(this.#active ? [this.#active] : []), ...this.#waiting];
    this.#active = null;
    this.#waiting = [];
    for (const pending of lost) pending.reject(new EngineError(reason));
  }
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new DOMException('The request was cancelled.', 'AbortError');
}
