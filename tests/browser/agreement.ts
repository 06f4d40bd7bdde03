/** Numbers as the page writes them, against the numbers that they should be. */

/** float32 against double: the rounding of sums of some hundred terms of size 1. */
const kFloatSlack = 64 * 2 ** -23;

/** `−1.25`, `3.1e−5`, `−∞` as a number; anything that is none is NaN. */
export function numberOf(text: string): number {
  const plain = text.replaceAll('−', '-').replace('∞', 'Infinity');
  return plain === '' ? NaN : Number(plain);
}

/** Whether a number written with so many digits can be a rounding of the expected one. */
export function agrees(text: string, expected: number): boolean {
  const value = numberOf(text);
  if (!Number.isFinite(expected)) return value === expected;
  const slack = halfUnit(text) + kFloatSlack * Math.max(1, Math.abs(expected));
  return Math.abs(value - expected) <= slack;
}

/** Every cell that does not agree, in words. A masked cell says `masked`. */
export function disagreements(shown: string[][], expected: number[][]): string[] {
  if (shown.length !== expected.length)
    return [`expected ${expected.length} rows, the table has ${shown.length}`];
  return expected.flatMap((row, i) => {
    if (shown[i]!.length !== row.length)
      return [`row ${i}: expected ${row.length} cells, the table has ${shown[i]!.length}`];
    return row.flatMap((value, j) => {
      const text = shown[i]![j]!;
      const right = value === -Infinity ? text === 'masked' : agrees(text, value);
      return right ? [] : [`[${i}, ${j}]: shown ${text}, expected ${value}`];
    });
  });
}

/** Half of the last digit's place: 0.0005 for 1.234, 5e-7 for 1.2e-5. */
function halfUnit(text: string): number {
  const [mantissa = '', exponent = '0'] = text.replaceAll('−', '-').split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** (Number(exponent) - decimals);
}
