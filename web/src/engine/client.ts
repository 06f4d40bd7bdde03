/**
 * The engine as JavaScript sees it: `createEngine()`, layers, tensors in and traces out. The same in
 * a page and in Node. Never touches the DOM.
 */
import type {
  Embedded,
  EmbedRequest,
  Memory,
  MultiHeadConfig,
  Tensor,
  TensorInput,
} from '../../../wasm/engine';
import { MultiHeadLayer } from './layer';
import { places } from './places';
import { type EngineOptions, Requests } from './requests';
import type { SessionVerbs } from './session-host';

export type * from '../../../wasm/engine';
export type { MultiHeadLayer } from './layer';
export { EngineError, type EngineOptions } from './requests';

/** Resolves when the engine can compute; rejects with the reason when it cannot be started. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const engine = new Engine(places, options);
  await engine.start();
  return engine;
}

export class Engine extends Requests<SessionVerbs> {
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

  /** a - b, number by number, of two tensors of one shape. */
  difference(a: TensorInput, b: TensorInput, signal?: AbortSignal): Promise<Tensor> {
    return this.request('difference', [{ a, b }], signal);
  }

  memory(): Promise<Memory> {
    return this.request('memory', []);
  }
}
