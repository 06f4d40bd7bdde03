/**
 * The languages and their catalogues. English is always loaded; the others load on demand. To add a
 * language, add a catalogue like de.ts and a line here.
 */
import { en, type Words } from './en';

export type { Words } from './en';

/** Each translation: the language's own name, and its texts. */
export const translations = {
  de: { name: 'Deutsch', load: async (): Promise<Words> => (await import('./de')).de },
  zh: { name: '中文', load: async (): Promise<Words> => (await import('./zh')).zh },
};
type Translated = keyof typeof translations;
export type Language = 'en' | Translated;

const loaded: Partial<Record<Language, Words>> = { en };

/** The language of a `lang` attribute such as `de-AT`; English if there is no catalogue for it. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(translations, primary) ? (primary as Language) : 'en';
}

/** Null until `loadWords` has resolved. */
export function wordsIn(language: Language): Words | null {
  return loaded[language] ?? null;
}

/** Falls back to English if the language's texts cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return en;
  return (loaded[language] ??= await translations[language].load().catch(() => en));
}
