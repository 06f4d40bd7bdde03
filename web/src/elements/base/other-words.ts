/** `hasChanged` of a property that holds words or indices: a new array with equal elements is no change. */
export const areOtherWords = <Word extends string | number>(
  now: readonly Word[],
  before: readonly Word[] | undefined,
): boolean => now.length !== before?.length || now.some((word, i) => word !== before[i]);
