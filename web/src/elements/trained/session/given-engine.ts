/** The engine of an element: the page's own, or the one that the element's script provides. */
import type { ModelEngine } from '../../../model/trained/inspected-model';
import { providedTrainingEngine } from '../../training/training-engine';

type Given = ModelEngine | Promise<ModelEngine>;

export class GivenEngine {
  #engine: Given | undefined;
  #give = (_?: unknown) => {};
  readonly #given = new Promise((resolve) => (this.#give = resolve));

  give(engine: Given): void {
    this.#engine = engine;
    this.#give();
  }

  /** Waits until the page sets an engine, or the script provides one. */
  async get(): Promise<ModelEngine> {
    if (!this.#engine) await Promise.race([this.#given, providedTrainingEngine()]);
    return this.#engine ?? (providedTrainingEngine() as Promise<unknown> as Promise<ModelEngine>);
  }
}
