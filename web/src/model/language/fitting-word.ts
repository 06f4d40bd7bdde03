/** The chosen word, as a token that an opened model and its text have. */
import { initialState, type LanguageState } from './language-state';
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

/** The nearest word that is shown. `tokens` counts the delimiters, which may be hidden. */
export function shownWord(
  { word, delimiters }: Pick<LanguageState, 'word' | 'delimiters'>,
  tokens: number,
): number {
  const isShown = delimiters === 'shown';
  const [first, last] = isShown ? [-1, tokens - 2] : [0, tokens - 3];
  return Math.max(first, Math.min(word, last));
}
