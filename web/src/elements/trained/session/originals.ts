/** The unchanged inspections of the last loaded model, by the examples' texts. */
import type { Inspected } from '../../../model/trained/inspected-model';
import type { LoadedModel } from '../../../model/trained/loaded-model';
import type { ModelExample } from '../../../model/trained/model-example';
import { kUnchanged } from './shown-model';

/** At about this many kept originals, all are dropped. */
const kOriginals = 50;

export class Originals {
  readonly #known = new Map<string, Inspected>();
  #of: LoadedModel | null = null;

  /** An error if the model cannot read the example. Throws if the model is gone. */
  async inspect(loaded: LoadedModel, read: ModelExample): Promise<Inspected | Error> {
    const { text } = read;
    if (this.#of !== loaded) this.#known.clear();
    this.#of = loaded;
    const known = this.#known.get(text);
    if (known) return known;
    try {
      const original = await loaded.inspect(read, kUnchanged, []);
      if (this.#known.size > kOriginals) this.#known.clear();
      this.#known.set(text, original);
      return original;
    } catch (problem) {
      if (loaded.isGone) throw problem;
      return problem as Error;
    }
  }
}
