/** The nearest index of a list with `count` elements; 0 for an empty one. */
export const clampIndex = (at: number, count: number): number =>
  Math.max(0, Math.min(at, count - 1));
