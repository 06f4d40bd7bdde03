/** For a property that holds words, or their numbers: a new array of the same ones is no change. */
export const areOtherWords = <Word extends string | number>(
  now: readonly Word[],
  before: readonly Word[] | undefined,
): boolean => now.length !== before?.length || now.some((word, i) => word !== before[i]);
