/** Adds the language to a hash. */
import { languageOf, type Language } from '../../words/words';

/** The browser's language is the default and is left out. */
export const inLanguage = (hash: string, language: Language): string =>
  language === languageOf(navigator.language) ? hash : `${hash && `${hash}&`}lang=${language}`;
