/** Where gradients say more than those of a share near 0 % or 100 %, which nothing moves much. */
import type { NumberPlace } from '../../../wasm/engine';
import { numberAt, part, type StoryInspection } from './lines';

/** From this share on; a weight also below the rest. */
const kFlat = 0.99;

/**
 * The score of a weight, and the logit of a probability, if the share at `place` is too near 0 or 1. The gradients of the
 * logarithm of a small probability are not small.
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
