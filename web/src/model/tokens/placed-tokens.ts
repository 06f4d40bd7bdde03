/** The tokens before the first word, in BERT and in RoBERTa. */
const kStarts: readonly (string | undefined)[] = ['[CLS]', '<s>'];

/**
 * Tells equal words apart: each of them gets its place in the sentence, counted from 1, as in "of₅". A token before the
 * first word is not counted, so that a word has the same place whether this token is shown or not.
 */
export function placedTokens(tokens: readonly string[]): string[] {
  const seen = new Set<string>();
  const several = new Set(tokens.filter((token) => seen.has(token) || !seen.add(token)));
  const from = kStarts.includes(tokens[0]) ? 0 : 1;
  return tokens.map((token, i) => (several.has(token) ? token + lowered(i + from) : token));
}

/** Not raised, which would read as a power. */
function lowered(number: number): string {
  return String(number).replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]!);
}
