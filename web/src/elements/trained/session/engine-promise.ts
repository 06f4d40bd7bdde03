/** The engine of an element: the page's own, or the one that the element's script provides. */
import type { ModelEngine } from '../../../model/trained/inspected-model';
import { provision } from '../../base/provision';
import { providedTrainingEngine } from '../../training/training-engine';

type Given = ModelEngine | Promise<ModelEngine>;

export class EnginePromise {
  #engine: Given | undefined;
  readonly #given = provision<void>();

  give(engine: Given): void {
    this.#engine = engine;
    this.#given.provide();
  }

  /** Waits until the page sets an engine, or the script provides one. */
  async get(): Promise<ModelEngine> {
    if (!this.#engine) await Promise.race([this.#given.provided, providedTrainingEngine()]);
    return this.#engine ?? (providedTrainingEngine() as Promise<unknown> as Promise<ModelEngine>);
  }
}
