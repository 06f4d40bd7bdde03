/** The difference of two engines' results, and its tolerance. */
import type { Workload } from '../../../web/src/speed/workloads.ts';

/** Relative to max(1, |x|), for float32 sums in any order. */
const kTolerance = 1e-3;
/** For losses, which one training step changes by little more than this. */
const kToleranceOfLosses = 1e-4;

/** Returns the difference of a rival's results from ours. Throws if it exceeds the tolerance. */
export function heldAgainst(
  workload: Pick<Workload, 'id' | 'kind'>,
  ours: readonly Float32Array[],
  theirs: readonly Float32Array[],
): number {
  const tolerated = workload.kind === 'training' ? kToleranceOfLosses : kTolerance;
  const difference = differenceOf(ours, theirs);
  if (!(difference <= tolerated))
    throw new Error(`${workload.id}: differs from us by ${difference}, more than ${tolerated}`);
  return difference;
}

/** The largest difference relative to max(1, |x|). NaN differs by infinity. */
function differenceOf(one: readonly Float32Array[], other: readonly Float32Array[]): number {
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
