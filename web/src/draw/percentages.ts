/** Weights that sum to 1, as percentages that do. */
import { formatProbability } from './format';

/** Weights that sum to 1, as percentages that sum to exactly 100.0 (see `tenthsOfPercent`). */
export function formatPercentages(weights: ArrayLike<number>): string[] {
  return tenthsOfPercent(weights).map((tenths, i) => formatProbability(weights[i]!, tenths));
}

/**
 * Weights that sum to 1, as integer tenths of a percent that sum to exactly 1000. Largest remainder
 * method: round each down, then add the missing tenths where rounding removed most.
 */
export function tenthsOfPercent(weights: ArrayLike<number>): number[] {
  const exact = Array.from(weights, (weight) => weight * 1000);
  const tenths = exact.map((value) => Math.floor(value + 1e-9));
  const total = exact.reduce((sum, value) => sum + value, 0);
  let missing = Math.round(total) - tenths.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - tenths[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder) if (missing-- > 0) tenths[i]!++;
  return tenths;
}
