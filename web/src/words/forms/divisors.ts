/** The numbers of heads that fit a model of this size, as a list in a sentence. */

/** The page's limit; the core accepts more. */
export const kMaxHeads = 16;

export function divisorsOf(d_model: string): number[] {
  return Array.from({ length: kMaxHeads }, (_, i) => i + 1).filter(
    (heads) => Number(d_model) % heads === 0,
  );
}

/** `1, 2, 4 or 8` */
export function orList(numbers: readonly number[], or: string, comma = ', '): string {
  const last = numbers.at(-1);
  return numbers.length < 2 ? `${last}` : `${numbers.slice(0, -1).join(comma)} ${or} ${last}`;
}
