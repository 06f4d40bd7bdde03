/** A sentence to tokens: words and punctuation, as Unicode cuts them (UAX 29), in any script. */
import { Refusal } from './words/refusal';

export interface Token {
  /** As written. */
  readonly text: string;
  /** What it is embedded as: `The` and `the` are one word, in whatever form they are encoded. */
  readonly word: string;
}

export const kMaxTokens = 512;
export const kMaxCharacters = 8192;
const kShowsNothing = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Throws with what was expected and what came. */
export function tokenize(text: string): Token[] {
  if (text.length > kMaxCharacters)
    throw new Refusal(({ refused }) => refused.characters(kMaxCharacters, text.length));
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment } of segmenter.segment(text)) {
    // A lone surrogate cannot travel as UTF-8, and what shows nothing is no token.
    const shown = segment.toWellFormed().replace(kShowsNothing, '');
    if (shown === '') continue;
    const token = segment.toWellFormed();
    tokens.push({ text: token, word: token.normalize('NFC').toLowerCase() });
  }
  if (tokens.length === 0) throw new Refusal(({ refused }) => refused.noWord);
  if (tokens.length > kMaxTokens)
    throw new Refusal(({ refused }) => refused.tokens(kMaxTokens, tokens.length));
  return tokens;
}
