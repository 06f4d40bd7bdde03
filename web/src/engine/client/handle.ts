/** An object that the module holds by number, until it is disposed of or the engine stops. */
import type { EngineModule } from '../../../../wasm/engine';
import { EngineError, refusal } from '../checks/refusal';
import type { Verb } from '../transport/protocol';
import type { Requests } from './requests';

/** The verbs that free an object. */
export type Release = Extract<Verb<EngineModule>, `release${string}`>;

/** A new object's number. */
export interface HeldObject {
  readonly number: number;
  /** The generation of the engine that created it; by default the current one. */
  readonly generation?: number;
}

export abstract class Handle {
  readonly #generation: number;
  readonly #number: number;
  #disposed = false;

  /** `lost`: the message for an object that was lost with its engine. */
  protected constructor(
    protected readonly engine: Requests<EngineModule>,
    { number, generation = engine.generation }: HeldObject,
    private readonly names: { what: string; release: Release; lost: string },
  ) {
    this.#generation = generation;
    this.#number = number;
  }

  /** Whether the engine has stopped since, and this object with it. */
  get isGone(): boolean {
    return this.#generation !== this.engine.generation;
  }

  /** Frees it. Later calls are rejected. */
  dispose(): void {
    if (!this.#disposed && !this.isGone)
      void this.engine.request(this.names.release, [this.#number]).catch(() => {});
    this.#disposed = true;
  }

  /** Its number. Throws if the object no longer exists. */
  protected number(): number {
    if (this.#disposed) throw refusal('this {} has been disposed of', [this.names.what]);
    if (this.isGone) throw new EngineError(this.names.lost);
    return this.#number;
  }
}
