/** A model inside the engine: parameters set and packed once, then run, stepped and trained. */
import type {
  AdamOptions,
  Given,
  NamedTensorInputs,
  NamedTensors,
  Operations,
  PreparedName,
  StepInputs,
} from '../../../wasm/family';
import type { Family } from './family-client';
import { EngineError } from './requests';

/** The configuration, and the parameters by name or a seed that draws them at random. */
export type Preparation<O extends PreparedName> = { config: Operations[O]['config'] } & (
  { parameters: NamedTensorInputs } | { seed: number }
);

export interface ModelResult<O extends PreparedName> {
  outputs: Operations[O]['outputs'];
}

/** Gone, with what it has learnt, when the engine stops: whoever needs it prepares another. */
export class Model<O extends PreparedName> {
  readonly #generation: number;
  #disposed = false;

  /** `prepare` of a family makes them. */
  constructor(
    private readonly family: Family,
    private readonly number: number,
  ) {
    this.#generation = family.generation;
  }

  /** As the operation of that name. */
  run(
    inputs: Operations[O]['inputs'],
    options: { trace: true },
    signal?: AbortSignal,
  ): Promise<ModelResult<O> & { trace: NamedTensors }>;
  run(
    inputs: Operations[O]['inputs'],
    options?: { trace?: boolean },
    signal?: AbortSignal,
  ): Promise<ModelResult<O>>;
  async run(
    inputs: Operations[O]['inputs'],
    { trace = false }: { trace?: boolean } = {},
    signal?: AbortSignal,
  ): Promise<ModelResult<O>> {
    const given = inputs as unknown as NamedTensorInputs;
    const result = await this.family.request('runModel', [this.#own(), given, trace], signal);
    return result as unknown as ModelResult<O>;
  }

  /** The gradient of each parameter and each input, as `family.gradients`. */
  async gradients(
    inputs: Operations[O]['inputs'],
    d_outputs: NamedTensorInputs,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    const given = inputs as unknown as NamedTensorInputs;
    return this.family.request('modelGradients', [this.#own(), given, d_outputs], signal);
  }

  /**
   * The next tokens of a causal sequence, after those of the steps before. What is aborted once it
   * is being computed has been taken in all the same: `restart` then.
   */
  async step(
    inputs: StepInputs<O>,
    signal?: AbortSignal,
  ): Promise<ModelResult<O> & { length: number }> {
    const given = inputs as unknown as NamedTensorInputs;
    const result = await this.family.request('stepModel', [this.#own(), given], signal);
    return result as unknown as ModelResult<O> & { length: number };
  }

  /**
   * One step of Adam down the gradient of the mean squared error, which is returned as it was before.
   * The moments stay in the model; the tokens of earlier steps are forgotten.
   */
  async train(
    inputs: Operations[O]['inputs'],
    targets: { output: Given },
    adam: AdamOptions = {},
    signal?: AbortSignal,
  ): Promise<number> {
    const given = inputs as unknown as NamedTensorInputs;
    const options = structuredClone(adam);
    return this.family.request('trainModel', [this.#own(), given, targets, options], signal);
  }

  /** Forgets the tokens: the next step begins another sequence. */
  async restart(): Promise<void> {
    return this.family.request('restartModel', [this.#own()]);
  }

  /** Those of these names, or all. */
  async parameters(names?: readonly string[], signal?: AbortSignal): Promise<NamedTensors> {
    return this.family.request('modelParameters', [this.#own(), names], signal);
  }

  /** For good: what is asked of it afterwards is rejected. */
  dispose(): void {
    if (!this.#disposed && this.#generation === this.family.generation)
      void this.family.request('releaseModel', [this.number]).catch(() => {});
    this.#disposed = true;
  }

  #own(): number {
    if (this.#disposed) throw new Error('this model has been disposed of');
    if (this.#generation !== this.family.generation)
      throw new EngineError('this model is gone, for the engine stopped: prepare another');
    return this.number;
  }
}
