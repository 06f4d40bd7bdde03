/** Whether two lists have identical elements; an equal list does not need to be drawn again. */
export function equalLists(a: readonly unknown[], b: readonly unknown[] | undefined): boolean {
  return a.length === b?.length && a.every((value, i) => value === b[i]);
}

/** The last list if it is equal. */
export const keptIfEqual = (
  last: readonly string[] | undefined,
  next: readonly string[],
): readonly string[] => (equalLists(next, last) ? last! : next);

/** `hasChanged` for a property with plain data: a new array or object with equal contents is not a change. */
export const isOtherData = (now: unknown, before: unknown): boolean =>
  JSON.stringify(now) !== JSON.stringify(before);
