/** Tells equal words apart: each of them gets its place in the sentence, counted from 1, as in "of⁵". */
export function placedTokens(tokens: readonly string[]): string[] {
  const seen = new Set<string>();
  const several = new Set(tokens.filter((token) => seen.has(token) || !seen.add(token)));
  return tokens.map((token, i) => (several.has(token) ? token + raised(i + 1) : token));
}

function raised(number: number): string {
  return String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
}
