/** The share of each key in a row, as text: percentages, or the plain numbers if the row is not a distribution. */
import { formatNumber, formatProbability } from '../../draw/format';
import { isSumOfWeights } from '../../tensors/opened';
import { scalarOf } from '../../tensors/tensor';
import type { LabRow } from '../lab/lab-context';

export function sharesOf(detail: LabRow): string[] {
  return Array.from(detail.weights.data, shareIn(detail));
}

/** The share of all keys that have no line of their own. */
export const restShare = (detail: LabRow): string => shareIn(detail)(scalarOf(detail.rest_weight));

const shareIn = (detail: LabRow) =>
  isDistribution(detail)
    ? (weight: number) => formatProbability(weight)
    : (weight: number) => formatNumber(weight);

/** Whether a row is a distribution. A computed row is one if its scores are finite; a row of a file may be anything. */
export function isDistribution({ sum, entropy }: LabRow): boolean {
  if (!sum || !entropy) return true;
  const total = scalarOf(sum);
  return !Number.isNaN(scalarOf(entropy)) && (total === 0 || isSumOfWeights(total));
}
