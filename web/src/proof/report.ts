/** A run of the proof, as far as it has come: what the page shows. */
import type { Comparison, Direction } from './verify';

export interface ProofReport {
  readonly stage: 'loading' | 'running' | 'done' | 'failed';
  /** How many comparisons there are; 0 while the file with them is being loaded. */
  readonly total: number;
  readonly comparisons: readonly Comparison[];
  /** What is being computed. */
  readonly current: string | null;
  /** Why the run ended before its end. */
  readonly problem: string | null;
  /** From the first to the last comparison, once all are there. */
  readonly milliseconds: number | null;
  /** What it ran in and on. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

export const emptyReport: ProofReport = {
  stage: 'loading',
  total: 0,
  comparisons: [],
  current: null,
  problem: null,
  milliseconds: null,
  facts: [],
};

/** The comparisons of one operation. */
export interface ProofGroup {
  readonly operation: string;
  readonly comparisons: readonly Comparison[];
  readonly failures: number;
  /** The comparison that comes closest to its tolerance, or goes furthest beyond it. */
  readonly worst: Comparison;
}

/** In the order in which the operations first come. */
export function groupsOf(comparisons: readonly Comparison[]): ProofGroup[] {
  const groups = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const group = groups.get(comparison.operation);
    if (group) group.push(comparison);
    else groups.set(comparison.operation, [comparison]);
  }
  return [...groups].map(([operation, own]) => ({
    operation,
    comparisons: own,
    failures: own.filter((comparison) => !comparison.holds).length,
    worst: worstOf(own)!,
  }));
}

/** The worst of one direction, or of both; null when there is none. */
export function worstOf(
  comparisons: readonly Comparison[],
  direction?: Direction,
): Comparison | null {
  let worst: Comparison | null = null;
  for (const comparison of comparisons) {
    if (direction && comparison.direction !== direction) continue;
    if (worst === null || badness(comparison) > badness(worst)) worst = comparison;
  }
  return worst;
}

/** What could not be compared is worse than what is not a number, and that than any number. */
function badness({ worst, problem }: Comparison): number {
  if (problem !== null || worst === null) return Infinity;
  return Number.isNaN(worst.share) ? Number.MAX_VALUE : worst.share;
}
