/** A sentence without the visitor's changes, kept until another sentence or another model is read. */
import { isChanged, type ChangedText } from '../../../model/language/text-changes';
import type { DelimiterForm } from '../../../model/language/language-state';
import type { InspectedText, TextModel } from '../../../model/language/text-model';
import type { Words } from '../../../words/words';
import { CachedMaps, shownForm } from '../base/sentence-maps';

const kPlain = { off: [], names: new Map() } as const;

export class OriginalSentence {
  /** The last sentence that was read; null if nothing was changed. */
  #last: InspectedText | null = null;
  #model: TextModel | null = null;
  #key = '';
  #inspection: Promise<InspectedText> | null = null;
  readonly #maps = new CachedMaps();

  /** Reads the sentence if something is changed. `weights` refers to the sentence of the last result. */
  async read(
    model: TextModel,
    text: string,
    { rescaled, ...changes }: ChangedText & { rescaled: boolean },
  ): Promise<() => void> {
    const original = isChanged(changes) ? await this.#inspect(model, text, rescaled) : null;
    return () => (this.#last = original);
  }

  /** The weights of a head; undefined if nothing is changed. */
  weights(
    head: number,
    { heads }: TextModel,
    requested: DelimiterForm,
    words: Words,
  ): Float32Array | undefined {
    const last = this.#last;
    if (!last) return undefined;
    const options = { delimiters: shownForm(requested, last), ...kPlain };
    return this.#maps.of(last, heads, options, words).maps[head]?.weights;
  }

  #inspect(model: TextModel, text: string, rescaled: boolean): Promise<InspectedText> {
    const key = `${rescaled} ${text}`;
    if (this.#model === model && this.#key === key && this.#inspection) return this.#inspection;
    const read = model.inspect(text, { rescaled });
    [this.#model, this.#key, this.#inspection] = [model, key, read];
    read.catch(() => {
      if (this.#inspection === read) this.#inspection = null;
    });
    return read;
  }
}
