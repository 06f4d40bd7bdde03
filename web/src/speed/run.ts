/** State of a benchmark run of our engine, which the speed page shows. */
import type { SentProblem } from './problem';

/** One result, measured on this machine. */
export interface SpeedFigure {
  readonly id: string;
  /** The SIMD instruction set of the build that ran, for example "relaxed SIMD". */
  readonly simd: string;
  /** Median over the rounds. */
  readonly milliseconds: number;
  /** GFLOP/s at the limit of the workload, measured in the same rounds. */
  readonly limit: number;
  /** The largest difference from plain loops in double precision, relative to max(1, |x|). */
  readonly difference: number;
}

/** The page's results are medians over this many rounds. */
export const kRounds = 7;

export interface SpeedOrder {
  readonly ids: readonly string[];
  readonly rounds: number;
}

/** Messages from the measuring worker. `round` is null while results are checked. */
export type SpeedMessage =
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'round'; readonly round: number | null }
  | { readonly kind: 'measured'; readonly figure: SpeedFigure }
  | { readonly kind: 'failed'; readonly id: string; readonly problem: SentProblem }
  | { readonly kind: 'done' }
  /** The run cannot continue. */
  | { readonly kind: 'broken'; readonly problem: SentProblem };

export interface SpeedRow {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'measured' | 'failed' | 'stopped';
  readonly figure: SpeedFigure | null;
  readonly problem: SentProblem | null;
}

export interface SpeedRun {
  readonly stage: 'idle' | 'running' | 'done' | 'stopped' | 'broken';
  readonly rows: readonly SpeedRow[];
  readonly rounds: number;
  /** The current round of the running row. Null before the first, and while results are checked. */
  readonly round: number | null;
  /** Why the run broke. */
  readonly problem: SentProblem | null;
}

export const emptySpeedRun: SpeedRun = {
  stage: 'idle',
  rows: [],
  rounds: 0,
  round: null,
  problem: null,
};

/** A run at its start. */
export function startedRun({ ids, rounds }: SpeedOrder): SpeedRun {
  const rows = ids.map((id): SpeedRow => ({ id, state: 'waiting', figure: null, problem: null }));
  return { ...emptySpeedRun, stage: 'running', rows, rounds };
}

/** The run after a message. */
export function withMessage(run: SpeedRun, message: SpeedMessage): SpeedRun {
  // A change of state ends the current round.
  const withRow = (id: string, change: Partial<SpeedRow>): SpeedRun => ({
    ...run,
    round: null,
    rows: run.rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
  });
  switch (message.kind) {
    case 'begun':
      return withRow(message.id, { state: 'running' });
    case 'round':
      return { ...run, round: message.round };
    case 'measured':
      return withRow(message.figure.id, { state: 'measured', figure: message.figure });
    case 'failed':
      return withRow(message.id, { state: 'failed', problem: message.problem });
    case 'done':
      return { ...run, stage: 'done', round: null };
    case 'broken':
      return { ...stoppedRun(run), stage: 'broken', problem: message.problem };
  }
}

/** The run after the visitor stops it. Keeps the results so far. */
export function stoppedRun(run: SpeedRun): SpeedRun {
  const rows = run.rows.map((row): SpeedRow =>
    row.state === 'running' || row.state === 'waiting' ? { ...row, state: 'stopped' } : row,
  );
  return { ...run, stage: 'stopped', rows, round: null };
}

/** Progress from 0 to 1: finished rows, plus the finished share of the running row. */
export function progressOf({ rows, round, rounds }: SpeedRun): number {
  const finished = rows.filter(({ state }) => state === 'measured' || state === 'failed').length;
  const within = round === null ? 0 : (round + 1) / (rounds + 1);
  return rows.length === 0 ? 0 : (finished + within) / rows.length;
}
