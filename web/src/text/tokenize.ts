/** Splits a sentence into tokens: words and punctuation by Unicode's rules (UAX 29), in any script. */
import { Refusal } from '../words/refusal';

export interface Token {
  /** The token as typed. */
  readonly text: string;
  /** The word to embed: lower case and normalized (NFC), so that `The` and `the` are the same. */
  readonly word: string;
}

export const kMaxTokens = 512;
export const kMaxCharacters = 8192;
const kInvisible = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Throws a Refusal if the text is too long, or has no tokens or too many. */
export function tokenize(text: string): Token[] {
  if (text.length > kMaxCharacters)
    throw new Refusal(({ refused }) => refused.characters(kMaxCharacters, text.length));
  // Always the rules of one language, not those of the browser's: a link must have the same tokens everywhere.
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const tokens: Token[] = [];
  for (const { segment } of segmenter.segment(text)) {
    // UTF-8 cannot encode a lone surrogate. Invisible segments are not tokens.
    const token = segment.toWellFormed();
    if (token.replace(kInvisible, '') === '') continue;
    tokens.push({ text: token, word: token.normalize('NFC').toLowerCase() });
  }
  if (tokens.length === 0) throw new Refusal(({ refused }) => refused.noWord);
  if (tokens.length > kMaxTokens)
    throw new Refusal(({ refused }) => refused.tokens(kMaxTokens, tokens.length));
  return tokens;
}
