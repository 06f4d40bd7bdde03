/** Says, in the language of the page or frame, what of its link could not be read. */
import { Latest } from '../../elements/base/latest';
import { Refusal, type TranslatedMessage } from '../../words/refusal';
import { paragraph } from '../../words/forms/paragraph';
import type { PageLanguage } from './page-language';

export class LinkNotice {
  readonly #element = document.querySelector<HTMLElement>('#notice')!;
  #refusal: Refusal | null = null;
  readonly #translations = new Latest();

  constructor(private readonly language: Pick<PageLanguage, 'loaded'>) {}

  /** `null` hides the notice. */
  show(refusal: Refusal | null): void {
    this.#refusal = refusal;
    this.#element.hidden = refusal === null;
    void this.translate();
  }

  /** Adds settings that the model does not have, which are known only once it is open. */
  add(absent: TranslatedMessage): void {
    const before = this.#refusal;
    this.show(
      new Refusal((words) => {
        const also = words.refused.linkPart(absent(words));
        return paragraph([before?.translate(words), also]);
      }),
    );
  }

  /** Writes the notice again, after another language was chosen. */
  async translate(): Promise<void> {
    const isLatest = this.#translations.begin();
    const { words, lang } = await this.language.loaded();
    if (!isLatest()) return;
    this.#element.lang = lang;
    this.#element.textContent = this.#refusal && this.#refusal.translate(words);
  }
}
