/** What two engines' results differ by. */

/** The largest difference relative to max(1, |x|). NaN differs by infinity. */
export function differenceOf(one: readonly Float32Array[], other: readonly Float32Array[]): number {
  if (one.length !== other.length) return Infinity;
  let worst = 0;
  for (const [t, x] of one.entries()) {
    const y = other[t]!;
    if (x.length !== y.length) return Infinity;
    for (let i = 0; i < x.length; i++) {
      const difference = Math.abs(x[i]! - y[i]!) / Math.max(1, Math.abs(x[i]!));
      if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference;
    }
  }
  return worst;
}
