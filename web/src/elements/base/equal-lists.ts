/** Whether two lists have identical elements; an equal list does not need to be drawn again. */
export function equalLists(a: readonly unknown[], b: readonly unknown[] | undefined): boolean {
  return a.length === b?.length && a.every((value, i) => value === b[i]);
}

/** The last list if it is equal. */
export const keptIfEqual = (
  last: readonly string[] | undefined,
  next: readonly string[],
): readonly string[] => (equalLists(next, last) ? last! : next);

/** `hasChanged` for a property with words or indices: a new array with equal elements is not a change. */
export const areOtherWords = <Word extends string | number>(
  now: readonly Word[],
  before: readonly Word[] | undefined,
): boolean => !equalLists(now, before);
