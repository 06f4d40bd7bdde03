/** The value at which a colour table ends. */
import type { MatrixView } from '../../tensor';

/** Up to so many cells the largest value ends the table; of more, one peak would pale all others. */
const kFewCells = 24 * 24;
const kShare = 0.99;
const kBins = 2048;

/** Of values from 0 to `most`, at least 99 % of those above 0 are at or below the reach. */
export function reachOfWeights({ data }: MatrixView, most: number): number {
  if (data.length <= kFewCells || !(most > 0)) return most;
  const counts = new Uint32Array(kBins);
  let total = 0;
  for (const value of data) {
    if (!(value > 0)) continue;
    counts[Math.min(kBins - 1, Math.floor((value / most) * kBins))]!++;
    total++;
  }
  let bin = 0;
  for (let below = counts[0]!; below < kShare * total; below += counts[bin]!) bin++;
  return ((bin + 1) / kBins) * most;
}
