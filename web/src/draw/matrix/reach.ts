/** The value at the end of a color table. */
import type { MatrixView } from '../../tensors/tensor';

/** Up to this many cells the scale ends at the maximum. With more, a single peak would make all other cells pale. */
const kMaxCellsForMax = 24 * 24;
const kShare = 0.99;
const kBins = 2048;

/** For values from 0 to `max`: at least 99 % of the positive ones are at or below the result. */
export function reachOfWeights({ data }: MatrixView, max: number): number {
  if (data.length <= kMaxCellsForMax || !(max > 0)) return max;
  const counts = new Uint32Array(kBins);
  let total = 0;
  for (const value of data) {
    if (!(value > 0)) continue;
    counts[Math.min(kBins - 1, Math.floor((value / max) * kBins))]!++;
    total++;
  }
  let bin = 0;
  for (let below = counts[0]!; below < kShare * total; below += counts[bin]!) bin++;
  return ((bin + 1) / kBins) * max;
}
