/** How much of a row each key gets, as text: percentages, or the numbers of a row that is no distribution. */
import { formatNumber, formatProbability } from '../../draw/format';
import { formatPercentages, tenthsOfPercent } from '../../draw/percentages';
import { isSumOfWeights } from '../../opened';
import { scalarOf } from '../../tensor';
import type { LabRow } from '../lab/lab-context';

export function sharesOf(detail: LabRow): string[] {
  const { data } = detail.weights;
  return isDistribution(detail)
    ? formatPercentages(data)
    : Array.from(data, (weight) => formatNumber(weight));
}

/** The share of all other keys than these. Together the shares are exactly 100 %. */
export function restShare(detail: LabRow, named: readonly number[]): string {
  const share = scalarOf(detail.rest_weight);
  if (!isDistribution(detail)) return formatNumber(share);
  const tenths = tenthsOfPercent(detail.weights.data);
  const all = tenths.reduce((sum, tenth) => sum + tenth, 0);
  return formatProbability(
    share,
    named.reduce((rest, key) => rest - tenths[key]!, all),
  );
}

/** Whether a row is a distribution. A computed row is one if its scores are finite; a row of a file may be anything. */
export function isDistribution({ sum, entropy }: LabRow): boolean {
  if (!sum || !entropy) return true;
  const total = scalarOf(sum);
  return !Number.isNaN(scalarOf(entropy)) && (total === 0 || isSumOfWeights(total));
}
