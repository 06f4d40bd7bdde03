/** The language of the page and its elements: `lang=de` in the address, chosen from the page's list, or the browser's. */
import { inLanguage } from '../../elements/base/in-language';
import '../../words/add-page';
import { languageOf, loadedWords, type Language, type Words } from '../../words/words';
import { writeHash } from './write-hash';

export class PageLanguage {
  #language: Language = 'en';

  /** Called when the visitor chooses a language. */
  onchoice = () => {};

  constructor(
    private readonly list: HTMLSelectElement,
    private readonly element: HTMLElement,
  ) {
    list.addEventListener('change', () => {
      this.#set(languageOf(list.value));
      this.onchoice();
    });
  }

  /** Reads the language from a hash and returns the hash without it. */
  readFrom(hash: string): string {
    const parameters = new URLSearchParams(hash);
    const lang = parameters.get('lang');
    this.#set(languageOf(lang ?? navigator.language));
    if (lang === null) return hash;
    parameters.delete('lang');
    return parameters.toString();
  }

  writeTo(hash: string): string {
    return inLanguage(hash, this.#language);
  }

  /** The texts and their language: English if those of the chosen language cannot be loaded. */
  loaded(): Promise<{ words: Words; lang: Language }> {
    return loadedWords(this.#language);
  }

  #set(language: Language): void {
    this.#language = language;
    this.list.value = language;
    this.element.lang = language;
    void this.translate();
  }

  /** Translates the words around the element; links to other pages keep the language. */
  async translate(): Promise<void> {
    const language = this.#language;
    const { words, lang } = await this.loaded();
    if (language !== this.#language) return;
    document.documentElement.lang = lang;
    const { page, report, trained, training, languageModel } = words;
    // Each page has loaded only the texts that it shows.
    const texts = [page, report, trained, training, languageModel] as readonly (
      object | undefined
    )[];
    const wordOf = (key: string) =>
      (texts.find((some) => some && key in some) as Record<string, string>)[key]!;
    for (const one of document.querySelectorAll<HTMLElement>('[data-word], [data-label]')) {
      const { word, label } = one.dataset;
      one.lang = lang;
      if (word) one.textContent = wordOf(word);
      if (label) one.ariaLabel = wordOf(label);
    }
    const articles = [...document.querySelectorAll<HTMLElement>('article.in')];
    const visibleArticle = articles.find((article) => article.lang === lang) ?? articles[0];
    for (const article of articles) article.hidden = article !== visibleArticle;
    const here = document.querySelector<HTMLElement>('.bar [aria-current]');
    if (here && here.dataset['word'] !== 'lab')
      document.title = `${here.textContent.trim()} · Attention Lab`;
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar a'))
      link.hash = this.writeTo('');
  }
}

/** The language of a page whose address holds nothing else. */
export function keepLanguage(element: HTMLElement): void {
  const language = new PageLanguage(document.querySelector('#language')!, element);
  const read = () => language.readFrom(location.hash.slice(1));
  language.onchoice = () => writeHash(language.writeTo(''));
  addEventListener('hashchange', read);
  read();
}
