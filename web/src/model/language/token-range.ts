/**
 * The range [start, end] of a token in its text. Undefined if it is not in the text, like a delimiter or a word of
 * another sentence. Tokens may be in lower case, and continuing pieces begin with a dot.
 */
export function tokenRange(
  text: string,
  tokens: readonly string[],
  index: number,
): readonly [number, number] | undefined {
  const lower = text.toLowerCase();
  let from = 0;
  for (const [i, token] of tokens.entries()) {
    const written = token.replace(/^·/, '').toLowerCase();
    const at = written === '' ? -1 : lower.indexOf(written, from);
    if (i === index) return at < 0 ? undefined : [at, at + written.length];
    if (at >= 0) from = at + written.length;
  }
  return undefined;
}
