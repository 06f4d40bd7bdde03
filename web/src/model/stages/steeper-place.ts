/** Finds a number with larger gradients than a share near 0 % or 100 %, whose gradients are near 0. */
import type { NumberPlace } from '../../../../wasm/engine';
import { numberAt, part, type StoryInspection } from './lines';

/** A larger share counts as near 100 %; a weight below 1 minus this as near 0 %. */
const kFlat = 0.99;

/**
 * The score of a weight, or the logit of a probability, if the share at `place` is too near 0 or 1; else undefined. For a
 * probability near 0 no other number is needed: the gradients are those of its logarithm, which are not small.
 */
export function steeperPlace(
  place: NumberPlace,
  inspection: StoryInspection,
): NumberPlace | undefined {
  if (place.field === 'weights') {
    const weight = numberAt(inspection, place);
    const scores = { ...place, field: 'scores' };
    const isFlat = weight !== undefined && Math.max(weight, 1 - weight) > kFlat;
    return isFlat && numberAt(inspection, scores) !== undefined ? scores : undefined;
  }
  if (place.field !== 'log_probabilities' || !inspection.logits) return undefined;
  const { probabilities, answers } = inspection;
  const [, row = 0, id] = place.index;
  const share = probabilities
    ? part({ probabilities }, ['probabilities', place.index])?.[0]
    : answers[row]?.find((answer) => answer.id === id)?.probability;
  return share !== undefined && share > kFlat ? { ...place, field: 'logits' } : undefined;
}
