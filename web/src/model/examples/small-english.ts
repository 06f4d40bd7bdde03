/** Whether the small model of English sentences can read a text: pages that do not load it link to it. */

import { typedWords } from '../tokens/typed-words';

/** Equal to the model's vocabulary (core/training/tasks/english_words.cpp). */
const kWords = `
  . the that because too did not is are was were it he she they
  man men boy boys king kings woman women girl girls queen queens
  animal animals cat cats dog dogs horse horses
  street streets river rivers bridge bridges field fields
  tired hungry afraid slow young sick wide long dark wet steep narrow
  chased saw followed loved feared watched cross enter leave like crossed entered left liked
  lead ride drive push led rode drove pushed
  runs run sleeps sleep waits wait sings sing ran slept waited sang
  near behind with over across along past`;

export const smallEnglish: ReadonlySet<string> = new Set(kWords.trim().split(/\s+/));

/** The maximum number of words and punctuation marks. */
const kMaxWords = 16;

/** The model adds the full stop at the end. */
export function isSmallEnglish(text: string): boolean {
  const plain = text.toLowerCase().replace(/(?<![^\s.])didn['’]t(?![^\s.])/g, 'did not');
  const words = typedWords(plain);
  if (words.length > 0 && words.at(-1) !== '.') words.push('.');
  const { length } = words;
  return length > 0 && length <= kMaxWords && words.every((word) => smallEnglish.has(word));
}

/**
 * A sentence for another page. Its word is passed on only if both pages count words alike up to it: they split "didn't",
 * "cat.ran" and rare words differently, but none splits the words of the small model.
 */
export function sharedSentence({ text, word = -1 }: { text: string; word?: number | undefined }) {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  const words = [...segments].map(({ segment }) => segment.trim().toLowerCase()).filter(Boolean);
  const isShared = (word: string) => smallEnglish.has(word) || /^[,;:!?"()]$/.test(word);
  const isCountedAlike = word in words && words.slice(0, word + 1).every(isShared);
  return { text, word: isCountedAlike ? word : undefined };
}
