/** The place of the last token that is not punctuation, or of the last one if all are; 0 without tokens. */
export function lastWord(tokens: readonly string[]): number {
  const last = tokens.findLastIndex((token) => /[\p{L}\p{N}]/u.test(token));
  return last < 0 ? Math.max(0, tokens.length - 1) : last;
}
