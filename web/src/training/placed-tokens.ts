/** Tells equal words apart: each of them gets its place in the sentence, counted from 1, as in "of⁵". */
export function placedTokens(tokens: readonly string[]): string[] {
  return tokens.map((token, i) =>
    tokens.some((other, j) => other === token && j !== i) ? token + raised(i + 1) : token,
  );
}

function raised(number: number): string {
  return String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
}
