/** Compares the numbers that the page displays with the expected ones. */

/** Rounding error of float32 against double, for sums of about a hundred terms of magnitude 1. */
const kFloatSlack = 64 * 2 ** -23;

/** Parses `−1.25`, `3.1e−5` or `−∞`; returns NaN for anything that is not a number. */
export function numberOf(text: string): number {
  const plain = text.replaceAll('−', '-').replace('∞', 'Infinity');
  return plain === '' ? NaN : Number(plain);
}

/** Whether `text` can be `expected` rounded to the digits that `text` displays. */
export function agrees(text: string, expected: number): boolean {
  const value = numberOf(text);
  if (!Number.isFinite(expected)) return value === expected;
  const slack = halfUnit(text) + kFloatSlack * Math.max(1, Math.abs(expected));
  return Math.abs(value - expected) <= slack;
}

/** Describes every cell that does not agree. A masked cell reads `masked`. */
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

/** Half a unit in the last displayed digit: 0.0005 for 1.234, 5e-7 for 1.2e-5. */
function halfUnit(text: string): number {
  const [mantissa = '', exponent = '0'] = text.replaceAll('−', '-').split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** (Number(exponent) - decimals);
}
