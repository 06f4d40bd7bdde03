/** A text in which words are masked: those that are chosen, and the tokenizer's mask where the text has it. */
export interface MaskedText {
  readonly text: string;
  /** The chosen words, from 0, in any order. */
  readonly words: readonly number[];
}

export interface TextPart {
  readonly text: string;
  /** From 0; -1 for a mask and for what is between words. */
  readonly word: number;
  readonly isMask: boolean;
}

export const kMaskedText: MaskedText = {
  text: 'The animal did not cross the street because it was too tired.',
  words: [6],
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, masks, and what is between them. Together they are the text. */
export function partsOf(text: string, mask: string): TextPart[] {
  const parts: TextPart[] = [];
  let word = 0;
  text.split(mask).forEach((piece, i) => {
    if (i > 0) parts.push({ text: mask, word: -1, isMask: true });
    for (const { segment, isWordLike } of segmenter.segment(piece))
      parts.push({ text: segment, word: isWordLike ? word++ : -1, isMask: false });
  });
  return parts;
}

/** The text as the model reads it, and of each mask the word that it hides, or null where the text has the mask. */
export function masked(
  { text, words }: MaskedText,
  mask: string,
): { readonly text: string; readonly hidden: readonly (string | null)[] } {
  const hidden: (string | null)[] = [];
  const read = partsOf(text, mask).map((part) => {
    if (!part.isMask && !words.includes(part.word)) return part.text;
    hidden.push(part.isMask ? null : part.text);
    return mask;
  });
  return { text: read.join(''), hidden };
}
