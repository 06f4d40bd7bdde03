/** The catalogues of all languages. English is always loaded; the others load on demand. */
import { en, type CataloguePart, type CatalogueParts, type Words } from './en/base';
import { languages } from './languages';

export type { Words } from './en/base';
export { languages } from './languages';

export type Language = keyof typeof languages;

interface Catalogue {
  readonly base: Partial<Words>;
  readonly parts: CatalogueParts;
}

/** The parts that this page shows. */
const added: CataloguePart[] = [];
/** The texts of each loaded language, with the first `count` of these parts. */
const loaded = new Map<Language, { readonly words: Words; readonly count: number }>();

/** Adds texts that only some pages need: in English now, in the other languages when they are loaded. */
export function addWords(part: CataloguePart, english: Partial<Words>): void {
  Object.assign(en, english);
  added.push(part);
}

/** The language of a `lang` attribute such as `de-AT`; English if there is no catalogue for it. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = (tag ?? '').toLowerCase().split('-')[0]!;
  return Object.hasOwn(languages, primary) ? (primary as Language) : 'en';
}

/** The loaded catalogue, null until `loadWords` has resolved. Texts added after that are in English. */
export function wordsIn(language: Language): Words | null {
  return language === 'en' ? en : (loaded.get(language)?.words ?? null);
}

/** Whether all texts are loaded. It becomes false again when code that loads later adds some. */
export function hasWords(language: Language): boolean {
  return language === 'en' || loaded.get(language)?.count === added.length;
}

/** Loads a catalogue. Texts that cannot be loaded stay in English. */
export async function loadWords(language: Language): Promise<Words> {
  const load: (() => Promise<Catalogue>) | null = languages[language].load;
  if (load === null) return en;
  if (hasWords(language)) return loaded.get(language)!.words;
  const count = added.length;
  const catalogue = await load().catch(() => null);
  const words = catalogue ? await translated(catalogue, added.slice(0, count)) : en;
  // Code that has arrived in the meantime has added texts, which what waits here may show.
  if (count < added.length) return loadWords(language);
  loaded.set(language, { words, count });
  return words;
}

/**
 * A catalogue and its language: English if the texts of the other one cannot be loaded. Tries again what failed before;
 * `loadWords`, for which elements wait, does not.
 */
export async function loadedWords(language: Language): Promise<{ words: Words; lang: Language }> {
  if (loaded.get(language)?.words === en) loaded.delete(language);
  const words = await loadWords(language);
  return { words, lang: words === en ? 'en' : language };
}

async function translated(
  { base, parts }: Catalogue,
  names: readonly CataloguePart[],
): Promise<Words> {
  const texts = await Promise.all(names.map((name) => parts[name]?.().catch(() => null)));
  // Texts without a translation stay in English.
  return Object.assign(Object.create(en) as Words, base, ...texts) as Words;
}
