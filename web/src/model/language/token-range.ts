/**
 * Where a token stands in the text it was read from: [start, end]. Undefined if it is not in it, as a delimiter or a word of
 * another sentence. Tokens may be in lower case, and pieces of words begin with a dot.
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
