/** A text with masked words: the chosen ones, and the tokenizer's mask where the text contains it. */
import { placedTokens } from '../tokens/placed-tokens';

export interface MaskedText {
  readonly text: string;
  /** The chosen words, from 0, in any order. */
  readonly words: readonly number[];
}

export interface TextPart {
  readonly text: string;
  /** Equal words and masks have their place: "the₆". */
  readonly name: string;
  /** The number of the word, from 0; -1 for a mask and for text between words. */
  readonly word: number;
  readonly isMask: boolean;
}

export const kMaskedText: MaskedText = {
  text: 'The animal did not cross the street because it was too tired.',
  words: [6],
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits a text into its words, its masks, and the text between them. */
export function partsOf(text: string, mask: string): TextPart[] {
  const parts: Omit<TextPart, 'name'>[] = [];
  let word = 0;
  text.split(mask).forEach((piece, i) => {
    if (i > 0) parts.push({ text: mask, word: -1, isMask: true });
    for (const { segment, isWordLike } of segmenter.segment(piece))
      parts.push({ text: segment, word: isWordLike ? word++ : -1, isMask: false });
  });
  const isNamed = (part: (typeof parts)[number]) => part.isMask || part.word >= 0;
  const names = placedTokens(parts.filter(isNamed).map((part) => part.text));
  let place = 0;
  return parts.map((part) => ({ ...part, name: isNamed(part) ? names[place++]! : part.text }));
}

/** The text that the model reads, and for each mask in it the part that it hides: a chosen word, or a mask that was typed. */
export function maskWords(
  { text, words }: MaskedText,
  mask: string,
): { readonly text: string; readonly hidden: readonly TextPart[] } {
  const parts = partsOf(text, mask);
  const isHidden = ({ isMask, word }: TextPart) => isMask || words.includes(word);
  const read = parts.map((part) => (isHidden(part) ? mask : part.text));
  return { text: read.join(''), hidden: parts.filter(isHidden) };
}
