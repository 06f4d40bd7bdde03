/**
 * The languages, and where the words of each are. English is there from the start, the others are
 * loaded when they are asked for. A new language is a new catalogue, like de.ts, and a line here.
 */
import { en, type Words } from './en';

export type { Words } from './en';

/** The translations: how a language calls itself, and its words. */
export const translations = {
  de: { name: 'Deutsch', load: async (): Promise<Words> => (await import('./de')).de },
  zh: { name: '中文', load: async (): Promise<Words> => (await import('./zh')).zh },
};
type Translated = keyof typeof translations;
export type Language = 'en' | Translated;

const loaded: Partial<Record<Language, Words>> = { en };

/** Of a `lang` attribute such as `de-AT`; English where there is no catalogue. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(translations, primary) ? (primary as Language) : 'en';
}

/** Null until `loadWords` has resolved. */
export function wordsIn(language: Language): Words | null {
  return loaded[language] ?? null;
}

/** English words if those of the language cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return en;
  return (loaded[language] ??= await translations[language].load().catch(() => en));
}
