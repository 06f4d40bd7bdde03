/** The parameters that come with the site, one file per task, loaded on request. */
import { loadShipped, type ShippedModel } from '../../model/trained/shipped-parameters';
import type { ShownTask } from '../../model/examples/tasks';
import type { RecipeReader } from '../../model/trained/trained-model';
import '../../words/add-training-page';
import { Refusal } from '../../words/refusal';

export class ShippedParameters {
  /** The address of the folder with the files, with a slash at its end. Without one, nothing is shipped. */
  folder = '';
  isLoading = false;
  /** Why the last file could not be loaded. */
  problem: Error | null = null;
  readonly #loaded = new Map<ShownTask, ShippedModel>();
  /** The last call. */
  #turn = 0;

  constructor(private readonly changed: () => void) {}

  of(task: ShownTask): ShippedModel | undefined {
    return this.#loaded.get(task);
  }

  /**
   * Returns null if it failed, or if something else was requested meanwhile. `ready`: waits until the folder is known.
   */
  async load(task: ShownTask, ready: Promise<RecipeReader>): Promise<ShippedModel | null> {
    this.forget();
    const turn = this.#turn;
    this.isLoading = true;
    this.changed();
    try {
      const engine = await ready;
      if (turn !== this.#turn) return null;
      if (!this.folder) throw new Refusal(({ training }) => training.shipped.noFolder('models'));
      const model = this.of(task) ?? (await loadShipped(task, this.folder, engine));
      if (turn !== this.#turn) return null;
      this.#loaded.set(task, model);
      return model;
    } catch (problem) {
      if (turn === this.#turn) this.problem = problem as Error;
      return null;
    } finally {
      if (turn === this.#turn) this.isLoading = false;
      this.changed();
    }
  }

  /** Drops the model that is being loaded. */
  forget(): void {
    this.#turn++;
    this.isLoading = false;
    this.problem = null;
  }
}
