/** The score of a head on held-out examples, and the name that it earns by its score. */
import type { HeadScores } from '../../../../wasm/engine';

/** A head is named only while its score is higher. */
export const kMinNamedScore = 0.8;

/**
 * The score that gives a head its name: its mean weight on all right tokens, or on those of its best relation; none if
 * the task has no right places.
 */
export type NamedBy = 'all' | 'relation' | 'none';

interface NamedScore {
  /** The relation, or null for all of them. */
  readonly relation: string | null;
  /** The mean weight on the right tokens, on held-out examples. */
  readonly score: number;
  readonly isNamed: boolean;
}

export function headName(scores: HeadScores, namedBy: NamedBy): NamedScore {
  const [relation, score] =
    namedBy === 'relation' ? bestRelation(scores.relations) : ([null, scores.weight] as const);
  return { relation, score, isNamed: namedBy !== 'none' && score > kMinNamedScore };
}

function bestRelation(relations: Record<string, number>): readonly [string | null, number] {
  let best: readonly [string | null, number] = [null, 0];
  for (const [relation, score] of Object.entries(relations))
    if (best[0] === null || score > best[1]) best = [relation, score];
  return best;
}

/** From 0 (pencil) to 1 (ink). Low scores stay in pencil, so that random weights do not look like findings. */
export function inkOf(score: number): number {
  return Math.min(1, Math.max(0, (score - 0.2) / 0.6));
}
