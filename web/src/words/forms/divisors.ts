/** Lists the numbers of heads into which a model of a given size can be split. */

/** The most heads that the page offers; the core accepts more. */
export const kMaxHeads = 16;

export function divisorsOf(d_model: string): number[] {
  return Array.from({ length: kMaxHeads }, (_, i) => i + 1).filter(
    (heads) => Number(d_model) % heads === 0,
  );
}

/** Writes a list such as `1, 2, 4 or 8`. */
export function orList(numbers: readonly number[], or: string, comma = ', '): string {
  const last = numbers.at(-1);
  return numbers.length < 2 ? `${last}` : `${numbers.slice(0, -1).join(comma)} ${or} ${last}`;
}
