/** Which catalogue of words belongs to a language. Only English is there from the start. */
import { en, type Words } from './en';

export type { Words } from './en';
export type Language = 'en' | 'de' | 'zh';

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Words>> = {
  de: async () => (await import('./de')).de,
  zh: async () => (await import('./zh')).zh,
};
const loaded: Partial<Record<Language, Words>> = { en };

/** Of a `lang` attribute such as `de-AT`; English where there is no catalogue. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(loaders, primary) ? (primary as Language) : 'en';
}

/** Null until `loadWords` has resolved. */
export function wordsIn(language: Language): Words | null {
  return loaded[language] ?? null;
}

/** Whoever cannot have the words of a language has English ones. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return en;
  return (loaded[language] ??= await loaders[language]().catch(() => en));
}
