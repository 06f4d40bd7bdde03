/** State of a run of the proof, which the page shows. */
import type { Comparison, Direction } from './verify';

export interface ProofRun {
  /** 'idle': waiting for a click; nothing has run yet. */
  readonly stage: 'idle' | 'loading' | 'running' | 'done' | 'failed';
  /** Number of comparisons. 0 while it is not known. */
  readonly total: number;
  readonly comparisons: readonly Comparison[];
  /** Name of the running comparison. */
  readonly current: string | null;
  /** Why the run failed. */
  readonly problem: Error | null;
  /** Total time of all comparisons, once finished. */
  readonly milliseconds: number | null;
  /** Name and version of the browser. */
  readonly browser: string | null;
  readonly wasm: { readonly simd: string; readonly bytes: number } | null;
  /** Bytes of PyTorch's numbers. */
  readonly numbers: number | null;
}

export const emptyProofRun: ProofRun = {
  stage: 'loading',
  total: 0,
  comparisons: [],
  current: null,
  problem: null,
  milliseconds: null,
  browser: null,
  wasm: null,
  numbers: null,
};

/** The comparisons of one operation. */
export interface ProofGroup {
  readonly operation: string;
  readonly comparisons: readonly Comparison[];
  readonly failures: number;
  /** The comparison with the largest share of its tolerance. */
  readonly worst: Comparison;
}

/** Groups comparisons by operation, in order of first appearance. */
export function groupsOf(comparisons: readonly Comparison[]): ProofGroup[] {
  const groups = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const group = groups.get(comparison.operation);
    if (group) group.push(comparison);
    else groups.set(comparison.operation, [comparison]);
  }
  return [...groups].map(([operation, comparisons]) => ({
    operation,
    comparisons,
    failures: comparisons.filter((comparison) => !comparison.holds).length,
    worst: worstOf(comparisons)!,
  }));
}

/** The worst comparison of one direction, or of both. Null if there is none. */
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

/** Orders comparisons: failed ones are worst, then NaN, then the largest share. */
function badness({ worst, problem }: Comparison): number {
  if (problem !== null || worst === null) return Infinity;
  return Number.isNaN(worst.share) ? Number.MAX_VALUE : worst.share;
}
