/** The unchanged inspections of the last loaded model, by the examples' texts. */
import type { Inspected } from '../../../model/trained/inspected-model';
import type { LoadedModel } from '../../../model/trained/loaded-model';
import type { ModelExample } from '../../../model/trained/model-example';
import { kUnchanged } from './shown-model';

/** Of more originals, those not requested for the longest time are dropped. */
const kOriginals = 50;

export class Originals {
  /** The one requested last is at the end. The pinned examples, requested with each text, are thus always kept. */
  readonly #known = new Map<string, Inspected>();
  #of: LoadedModel | null = null;

  /** An error if the model cannot read the example. Throws if the model is gone. */
  async inspect(loaded: LoadedModel, read: ModelExample): Promise<Inspected | Error> {
    const { text } = read;
    if (this.#of !== loaded) this.#known.clear();
    this.#of = loaded;
    try {
      const original = this.#known.get(text) ?? (await loaded.inspect(read, kUnchanged, []));
      this.#known.delete(text);
      this.#known.set(text, original);
      const [oldest] = this.#known.keys();
      if (this.#known.size > kOriginals) this.#known.delete(oldest!);
      return original;
    } catch (problem) {
      if (loaded.isGone) throw problem;
      return problem as Error;
    }
  }
}
