/** The last array if it has the same texts, so that nothing is drawn again. */
export function keptIfEqual(
  last: readonly string[] | undefined,
  next: readonly string[],
): readonly string[] {
  return last?.length === next.length && next.every((text, i) => text === last[i]) ? last : next;
}
