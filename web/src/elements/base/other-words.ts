/** For a property that holds words: a new array of the same words is no change. */
export const areOtherWords = (
  now: readonly string[],
  before: readonly string[] | undefined,
): boolean => now.length !== before?.length || now.some((word, i) => word !== before[i]);
