/** A multi-head attention layer inside the engine. Survives a restart of the engine: it is made anew. */
import type {
  AttentionInputs,
  AttentionTrace,
  AttentionWeights,
  HeadField,
  MaskKind,
  MultiHeadConfig,
  MultiHeadParameters,
  RowDetail,
  RowDetailRequest,
  Tensor,
  TensorInput,
} from '../../../wasm/engine';
import type { Engine } from './client';

/** Self-attention needs `query` alone; cross-attention takes `key` (and `value`, if it differs). */
export interface LayerInputs {
  query: TensorInput;
  key?: TensorInput;
  value?: TensorInput;
  mask?: MaskKind;
}

export class MultiHeadLayer {
  #layer = 0;
  #generation = -1;
  #traced: AttentionInputs | null = null;
  #renewal: Promise<void> | null = null;
  #released = false;
  /** Whether the engine may keep another trace than the last one that was given out. */
  #doubtful = false;

  constructor(
    private readonly engine: Engine,
    private readonly config: MultiHeadConfig,
  ) {}

  async create(): Promise<void> {
    this.#layer = await this.engine.request('createMultiHead', [this.config]);
    this.#generation = this.engine.generation;
  }

  async parameters(): Promise<MultiHeadParameters> {
    return this.engine.request('parameters', [await this.#number()]);
  }

  /** The output alone, shaped as `query`. */
  async forward(inputs: LayerInputs, signal?: AbortSignal): Promise<Tensor> {
    return this.engine.request('forward', [await this.#number(), complete(inputs)], signal);
  }

  /** Output and weights, both with a batch axis. No trace is kept. */
  async weights(inputs: LayerInputs, signal?: AbortSignal): Promise<AttentionWeights> {
    return this.engine.request('weights', [await this.#number(), complete(inputs)], signal);
  }

  /** Every intermediate. The engine keeps it until the next one, for `rowDetail` and `average`. */
  async trace(inputs: LayerInputs, signal?: AbortSignal): Promise<AttentionTrace> {
    const given = complete(inputs);
    const layer = await this.#number();
    try {
      const trace = await this.engine.request('trace', [layer, given], signal);
      this.#traced = given;
      this.#doubtful = false;
      return trace;
    } catch (error) {
      // It may have been computed all the same.
      if (signal?.aborted) this.#doubtful = true;
      throw error;
    }
  }

  /** The arithmetic of one query's row in the last trace. */
  async rowDetail(
    request: Omit<RowDetailRequest, 'batch'> & { batch?: number },
    signal?: AbortSignal,
  ): Promise<RowDetail> {
    const layer = await this.#tracedNumber();
    return this.engine.request('rowDetail', [layer, { batch: 0, ...request }], signal);
  }

  /** One field of the last trace, averaged over its heads. */
  async average(field: HeadField, signal?: AbortSignal): Promise<Tensor> {
    return this.engine.request('average', [await this.#tracedNumber(), field], signal);
  }

  /** For good: what is asked of it afterwards is rejected. */
  release(): void {
    if (!this.#released && this.#generation === this.engine.generation)
      void this.engine.request('release', [this.#layer]).catch(() => {});
    this.#released = true;
  }

  /** The layer's number in the running engine: after a restart it is made anew, once for all who ask. */
  async #number(): Promise<number> {
    await this.engine.start();
    if (this.#released) throw new Error('this layer has been released');
    if (this.#renewal || this.#generation !== this.engine.generation)
      await (this.#renewal ??= this.#renew().finally(() => (this.#renewal = null)));
    return this.#layer;
  }

  /** The same, once the engine is sure to keep the trace that was given out last. */
  async #tracedNumber(): Promise<number> {
    const layer = await this.#number();
    if (!this.#doubtful) return layer;
    if (!this.#traced) throw new Error('this layer has no trace yet: ask for one first');
    await this.engine.request('trace', [layer, this.#traced]);
    this.#doubtful = false;
    return layer;
  }

  /** The same configuration and inputs give the same bits again. */
  async #renew(): Promise<void> {
    await this.create();
    if (this.#released) {
      void this.engine.request('release', [this.#layer]).catch(() => {});
      throw new Error('this layer has been released');
    }
    if (this.#traced) await this.engine.request('trace', [this.#layer, this.#traced]);
  }
}

function complete({
  query,
  key = query,
  value = key,
  mask = 'none',
}: LayerInputs): AttentionInputs {
  return { query, key, value, mask };
}
