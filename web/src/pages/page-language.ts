/** The language of a page's elements: `lang=de` in its address, chosen from a list on it. */
import {
  languageOf,
  loadWords,
  translations,
  wordsIn,
  type Language,
  type Words,
} from '../words/words';

export class PageLanguage {
  #language: Language = 'en';

  /** Called when a person has chosen another. */
  onchoice = () => {};

  constructor(
    private readonly list: HTMLSelectElement,
    private readonly spoken: HTMLElement,
  ) {
    for (const [lang, { name }] of Object.entries(translations)) {
      const option = new Option(name, lang);
      option.lang = lang;
      list.add(option);
    }
    list.addEventListener('change', () => {
      this.#set(languageOf(list.value));
      this.onchoice();
    });
  }

  /** Takes the language out of an address's hash, and returns the rest of it. */
  readFrom(hash: string): string {
    const parameters = new URLSearchParams(hash);
    const lang = parameters.get('lang');
    this.#set(languageOf(lang));
    if (lang === null) return hash;
    parameters.delete('lang');
    return parameters.toString();
  }

  /** English is left out, as all defaults are. */
  writeTo(hash: string): string {
    return this.#language === 'en' ? hash : `${hash}&lang=${this.#language}`;
  }

  /** The words, and the language that they are in: English ones where others cannot be had. */
  async loaded(): Promise<{ words: Words; lang: Language }> {
    const asked = this.#language;
    const words = await loadWords(asked);
    return { words, lang: words === wordsIn('en') ? 'en' : asked };
  }

  #set(language: Language): void {
    this.#language = language;
    this.list.value = language;
    this.spoken.lang = language;
  }
}
