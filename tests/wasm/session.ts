/** The playground's calls of the module in short form: sentences, layers, traces and their rows. */
import type {
  AttentionTrace,
  Embedded,
  EngineModule,
  InspectOptions,
  MultiHeadParameters,
  NamedTensorInputs,
  RowDetail,
  Tensor,
  TensorInput,
} from '../../wasm/engine';
import type { Operations } from '../../wasm/engine';
import { newModule } from './module';
import type { MaskKind } from '../support/multi-head-reference';

export type EmbedRequest = Operations['sentence_embedding']['config'];
export interface AttentionInputs {
  query: TensorInput;
  key: TensorInput;
  value: TensorInput;
  mask: MaskKind;
}
interface LayerConfig {
  d_model: number;
  num_heads: number;
  bias?: boolean;
  seed?: number;
  parameters?: MultiHeadParameters<TensorInput>;
}

export class Session {
  /** The inputs of each layer's last trace. */
  readonly #traced = new Map<number, AttentionInputs>();

  constructor(readonly module: EngineModule) {}

  embed(config: EmbedRequest): Embedded {
    return this.module.run('sentence_embedding', config, {}, {}, 'outputs').outputs as never;
  }

  createMultiHead({ seed = 0, parameters, ...config }: LayerConfig): number {
    const ownParameters = parameters as NamedTensorInputs | undefined;
    const bias = ownParameters ? 'b_q' in ownParameters : (config.bias ?? true);
    const whole = { ...config, bias, need_weights: false };
    return this.module.prepare('multi_head', whole, ownParameters ?? seed);
  }

  parameters(layer: number): MultiHeadParameters {
    return this.module.modelParameters(layer, undefined) as never;
  }

  release(layer: number): void {
    this.module.releaseModel(layer);
  }

  /** Uses only the prepared model, which has no mask of its own. */
  forward(layer: number, inputs: AttentionInputs): Tensor {
    return this.inspect(layer, inputs, { keep: 'outputs' }).outputs['output']!;
  }

  trace(layer: number, inputs: AttentionInputs): AttentionTrace {
    this.#traced.set(layer, inputs);
    return this.inspect(layer, inputs, {}).trace as never;
  }

  /** The row detail for the inputs of the last trace. */
  rowDetail(
    layer: number,
    request: { batch: number; head: number | null; query: number; max_keys: number },
  ): RowDetail {
    const { head, max_keys, ...place } = request;
    const options = { ...place, max_keys: [max_keys], ...(head !== null && { head }) };
    return this.inspect(layer, this.#traced.get(layer)!, options).rows[0] as never;
  }

  average(layer: number, field: keyof AttentionTrace): Tensor {
    const x = this.inspect(layer, this.#traced.get(layer)!, {}).trace[field]!;
    return this.module.run('mean_of_heads', {}, {}, { x }, 'outputs').outputs['mean']!;
  }

  inspect(layer: number, { mask, ...inputs }: AttentionInputs, options: InspectOptions) {
    const causal = mask === 'causal' ? 'end' : 'none';
    return this.module.inspectModel(layer, inputs, { causal, ...options });
  }
}

export async function newSession(): Promise<Session> {
  return new Session(await newModule());
}
