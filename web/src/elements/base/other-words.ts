/** `hasChanged` for a property with words or indices: a new array with equal elements is not a change. */
export const areOtherWords = <Word extends string | number>(
  now: readonly Word[],
  before: readonly Word[] | undefined,
): boolean => now.length !== before?.length || now.some((word, i) => word !== before[i]);
