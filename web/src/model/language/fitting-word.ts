/** The chosen word, as a token that an opened model and its text have. */
import { initialState, type LanguageState } from './language-state';
import type { TextModel } from './text-model';

/** The first piece of the word at the start, in a model that may split words into other pieces than MiniLM. */
export function carriedWord(
  { text, word }: Pick<LanguageState, 'text' | 'word'>,
  model: Pick<TextModel, 'tokenize'>,
): number {
  if (text !== initialState.text || word !== initialState.word) return word;
  const token = model.tokenize(text).word_of.indexOf(word);
  // The address counts tokens from the first word, after the first delimiter.
  return token < 0 ? word : token - 1;
}

/** The nearest word that is shown. `tokens` counts the delimiters, which may be hidden. */
export function shownWord(
  { word, delimiters }: Pick<LanguageState, 'word' | 'delimiters'>,
  tokens: number,
): number {
  const isShown = delimiters === 'shown';
  const [first, last] = isShown ? [-1, tokens - 2] : [0, tokens - 3];
  return Math.max(first, Math.min(word, last));
}
