/** The chosen word, as a token that an opened model and its text have. */
import { initialState, type LanguageState } from './language-state';
import { lastWord } from '../tokens/last-word';
import type { TextModel } from './text-model';

/** The word at the start: its first piece in the open model, which may split words into other pieces than MiniLM. */
export class StartWord {
  #word = initialState.word;

  /** The word to show in `model`: the one that the visitor has chosen, or else the first piece of the start word. */
  in(
    model: Pick<TextModel, 'tokenize'>,
    { text, word }: Pick<LanguageState, 'text' | 'word'>,
  ): number {
    if (text !== initialState.text) return word;
    const isChosen = word !== this.#word;
    const token = model.tokenize(text).word_of.indexOf(initialState.word);
    // The address counts tokens from the first word, after the first delimiter.
    this.#word = token < 0 ? initialState.word : token - 1;
    return isChosen ? word : this.#word;
  }
}

/** The chosen word, or the last one of a sentence that is too short for it. `tokens` includes the delimiters. */
export function shownWord(
  { word, delimiters }: Pick<LanguageState, 'word' | 'delimiters'>,
  tokens: readonly string[],
): number {
  const words = tokens.slice(1, -1);
  const isDelimiter = word === -1 || word === words.length;
  if (isDelimiter && delimiters === 'shown') return word;
  return word < words.length ? Math.max(0, word) : lastWord(words);
}
