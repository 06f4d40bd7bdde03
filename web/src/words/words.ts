/** The catalogues of all languages. English is always loaded; the others load on demand. */
import { en, type Words } from './en';
import { translations } from './languages';

export type { Words } from './en';
export { translations } from './languages';

type Texts = Partial<Words>;

type Translated = keyof typeof translations;
export type Language = 'en' | Translated;

/** Loads texts of a language. */
type Load = () => Promise<Texts>;

const loads = Object.fromEntries(
  Object.entries(translations).map(([language, { load }]) => [language, [load]]),
) as Record<Translated, Load[]>;
/** The texts of a language, of its first `count` loads. */
const loaded = new Map<Language, { readonly words: Words; readonly count: number }>();

/** Adds texts that only some pages need: in English now, in the other languages when they are loaded. */
export function addWords(texts: Texts, translated: Partial<Record<Translated, Load>>): void {
  Object.assign(en, texts);
  for (const language of Object.keys(translated) as Translated[])
    loads[language].push(translated[language]!);
}

/** The language of a `lang` attribute such as `de-AT`; English if there is no catalogue for it. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(translations, primary) ? (primary as Language) : 'en';
}

/** Null until `loadWords` has resolved. What was added since then is in English. */
export function wordsIn(language: Language): Words | null {
  return language === 'en' ? en : (loaded.get(language)?.words ?? null);
}

/** Whether all texts are loaded: not any more when code that is loaded later adds some. */
export function hasWords(language: Language): boolean {
  return language === 'en' || loaded.get(language)?.count === loads[language].length;
}

/** Texts that cannot be loaded are in English; all of them are if the catalogue cannot be loaded. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return en;
  if (hasWords(language)) return loaded.get(language)!.words;
  const all = [...loads[language]];
  const [base, ...added] = await Promise.all(all.map((load) => load().catch(() => null)));
  // What is in no catalogue yet is in English.
  const words = base ? (Object.assign(Object.create(en) as Words, base, ...added) as Words) : en;
  loaded.set(language, { words, count: all.length });
  return words;
}
