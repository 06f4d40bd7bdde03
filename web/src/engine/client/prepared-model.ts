/** A prepared model: its parameters are set and packed once, and then it is run, stepped and trained. */
import type {
  AdamOptions,
  EngineModule,
  InspectedName,
  Keep,
  NamedTensorInputs,
  NamedTensors,
  Operations,
  PreparedName,
  StepInputs,
} from '../../../../wasm/engine';
import { checkCall, expectGradients } from '../checks/check-call';
import { expectObject } from '../checks/expect';
import { Handle, type HeldObject } from './handle';
import {
  type Inspection,
  type InspectionRequest,
  inspectionOf,
  inspectKeys,
  type KeptTrace,
  optionsOf,
} from './inspection';
import type { CallOptions, Requests } from './requests';

/** The configuration, and the parameters by name or a seed that draws them at random. */
export type Preparation<O extends PreparedName> = { config: Operations[O]['config'] } & (
  { parameters: NamedTensorInputs } | { seed: number }
);

export interface ModelResult<O extends PreparedName> {
  outputs: Operations[O]['outputs'];
}

/** Lost when the engine stops, trained parameters included. Then prepare a new one. */
export class Model<O extends PreparedName> extends Handle {
  /** Use the engine's `prepare` instead. */
  constructor(engine: Requests<EngineModule>, held: HeldObject) {
    super(engine, held, {
      what: 'model',
      release: 'releaseModel',
      lost: 'this model was lost when the engine stopped: prepare another',
    });
  }

  /** Like `engine.run` with the operation. */
  async run<K extends Keep = 'outputs'>(
    inputs: Operations[O]['inputs'],
    options: { keep?: K } & CallOptions = {},
  ): Promise<ModelResult<O> & KeptTrace<K>> {
    const { keep, ...others } = expectObject('the call', options) as typeof options;
    const result = await this.engine.request(
      'runModel',
      [this.number(), inputs as unknown as NamedTensorInputs, keep ?? 'outputs'],
      others,
    );
    return result as unknown as ModelResult<O> & KeptTrace<K>;
  }

  /** Like `engine.inspect`, for a model of one attention layer. */
  async inspect<K extends Keep = 'trace', M extends number | readonly number[] = number>(
    request: InspectionRequest<O & InspectedName, K, M>,
    options?: CallOptions,
  ): Promise<Inspection<O & InspectedName, K, M>> {
    checkCall(request, ['inputs', ...inspectKeys]);
    const inspected = await this.engine.request(
      'inspectModel',
      [this.number(), request.inputs as unknown as NamedTensorInputs, optionsOf(request)],
      options,
    );
    return inspectionOf(inspected, request.max_keys);
  }

  /** The gradient of each parameter and each input, as `engine.gradients`. */
  async gradients(
    inputs: Operations[O]['inputs'],
    d_outputs: NamedTensorInputs,
    options?: CallOptions,
  ): Promise<NamedTensors> {
    expectGradients(d_outputs);
    return this.engine.request(
      'modelGradients',
      [this.number(), inputs as unknown as NamedTensorInputs, d_outputs],
      options,
    );
  }

  /**
   * Processes the next tokens of a causal sequence, which follow those of earlier steps. A step that is aborted during
   * its computation still adds its tokens; call `restart` then. A decoder's masks of the memory, such as
   * `memory_key_padding`, hold for one step: pass them with each.
   */
  async step(
    inputs: StepInputs<O>,
    options?: CallOptions,
  ): Promise<ModelResult<O> & { length: number }> {
    const result = await this.engine.request(
      'stepModel',
      [this.number(), inputs as unknown as NamedTensorInputs],
      options,
    );
    return result as unknown as ModelResult<O> & { length: number };
  }

  /**
   * Takes one step of Adam on the mean squared error. Returns the error before the step. The model keeps the moments,
   * and drops the tokens of earlier steps.
   */
  async train(
    inputs: Operations[O]['inputs'],
    targets: NamedTensorInputs,
    adam: AdamOptions = {},
    options?: Omit<CallOptions, 'into'>,
  ): Promise<number> {
    return this.engine.request(
      'trainModel',
      [this.number(), inputs as unknown as NamedTensorInputs, targets, adam],
      options,
    );
  }

  /** Forgets the tokens: the next step begins another sequence. */
  async restart(): Promise<void> {
    return this.engine.request('restartModel', [this.number()]);
  }

  /**
   * A copy of the cache: the keys and values of each layer, named as in the trace
   * (`'layers.0.attention.k'` [batch, kv_head, key, d_head]). A decoder's holds those of the memory too
   * (`'layers.0.cross_attention.k'`), but no masks. Empty before the first step.
   */
  async cache(options?: CallOptions): Promise<NamedTensors> {
    return this.engine.request('modelCache', [this.number()], options);
  }

  /**
   * Replaces the cache, for example by that of a saved prefix. The next step continues after its tokens,
   * whose number is returned. The same parameters must have computed it. An empty object restarts.
   */
  async setCache(cache: NamedTensorInputs, options?: Omit<CallOptions, 'into'>): Promise<number> {
    return this.engine.request('setModelCache', [this.number(), cache], options);
  }

  /** The parameters of these names, or all of them. */
  async parameters(names?: readonly string[], options?: CallOptions): Promise<NamedTensors> {
    return this.engine.request('modelParameters', [this.number(), names], options);
  }

  /** Replaces these parameters. Resets Adam's moments and forgets the tokens of earlier steps. */
  async setParameters(
    parameters: NamedTensorInputs,
    options?: Omit<CallOptions, 'into'>,
  ): Promise<void> {
    return this.engine.request('setModelParameters', [this.number(), parameters], options);
  }
}
