/** The language of the page's elements: `lang=de` in the address, chosen from the page's list, or the browser's. */
import {
  languageOf,
  loadWords,
  translations,
  wordsIn,
  type Language,
  type Words,
} from '../words/words';

const browsers = languageOf(navigator.language);

export class PageLanguage {
  #language: Language = 'en';

  /** Called when the user chooses a language. */
  onchoice = () => {};

  constructor(
    private readonly list: HTMLSelectElement,
    private readonly element: HTMLElement,
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

  /** Reads the language from a hash and returns the hash without it. */
  readFrom(hash: string): string {
    const parameters = new URLSearchParams(hash);
    const lang = parameters.get('lang');
    this.#set(lang === null ? browsers : languageOf(lang));
    if (lang === null) return hash;
    parameters.delete('lang');
    return parameters.toString();
  }

  /** The browser's language is the default and is left out. */
  writeTo(hash: string): string {
    return this.#language === browsers ? hash : `${hash}&lang=${this.#language}`;
  }

  /** The texts and their language: English if those of the chosen language cannot be loaded. */
  async loaded(): Promise<{ words: Words; lang: Language }> {
    const language = this.#language;
    const words = await loadWords(language);
    return { words, lang: words === wordsIn('en') ? 'en' : language };
  }

  #set(language: Language): void {
    this.#language = language;
    this.list.value = language;
    this.element.lang = language;
  }
}
