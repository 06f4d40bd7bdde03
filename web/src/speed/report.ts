/** A run of the engine's half of the benchmarks, as far as it has come: what the page of speed shows. */

/** What was measured here and now. */
export interface SpeedFigure {
  readonly id: string;
  /** The instructions that what ran was compiled for, in words. */
  readonly simd: string;
  /** Median of the rounds. */
  readonly milliseconds: number;
  /** GFLOP/s of the work at its limit, in the same rounds. */
  readonly limit: number;
  /** The largest difference from plain loops in double precision, relative to max(1, |x|). */
  readonly difference: number;
}

export interface SpeedOrder {
  readonly ids: readonly string[];
  readonly rounds: number;
}

/** What whoever measures says. `round` null: the results are being checked. */
export type FromSpeed =
  | { readonly kind: 'begun'; readonly id: string }
  | { readonly kind: 'round'; readonly round: number | null }
  | { readonly kind: 'measured'; readonly figure: SpeedFigure }
  | { readonly kind: 'failed'; readonly id: string; readonly problem: string }
  | { readonly kind: 'done' }
  /** Nothing can be measured at all. */
  | { readonly kind: 'broken'; readonly problem: string };

export interface SpeedRow {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'measured' | 'failed' | 'stopped';
  readonly figure: SpeedFigure | null;
  readonly problem: string | null;
}

export interface SpeedReport {
  readonly stage: 'idle' | 'running' | 'done' | 'stopped' | 'broken';
  readonly rows: readonly SpeedRow[];
  readonly rounds: number;
  /** Of the row that is being measured; null before, and while its results are checked. */
  readonly round: number | null;
  /** Why the run ended before its end. */
  readonly problem: string | null;
}

export const emptyReport: SpeedReport = {
  stage: 'idle',
  rows: [],
  rounds: 0,
  round: null,
  problem: null,
};

export function begun({ ids, rounds }: SpeedOrder): SpeedReport {
  const rows = ids.map((id): SpeedRow => ({ id, state: 'waiting', figure: null, problem: null }));
  return { ...emptyReport, stage: 'running', rows, rounds };
}

/** The report after one message more. */
export function told(report: SpeedReport, message: FromSpeed): SpeedReport {
  /** With another state of a row no round of it is under way. */
  const withRow = (id: string, change: Partial<SpeedRow>): SpeedReport => ({
    ...report,
    round: null,
    rows: report.rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
  });
  switch (message.kind) {
    case 'begun':
      return withRow(message.id, { state: 'running' });
    case 'round':
      return { ...report, round: message.round };
    case 'measured':
      return withRow(message.figure.id, { state: 'measured', figure: message.figure });
    case 'failed':
      return withRow(message.id, { state: 'failed', problem: message.problem });
    case 'done':
      return { ...report, stage: 'done', round: null };
    case 'broken':
      return { ...stopped(report), stage: 'broken', problem: message.problem };
  }
}

/** What has been measured stays. */
export function stopped(report: SpeedReport): SpeedReport {
  const rows = report.rows.map((row): SpeedRow =>
    row.state === 'running' || row.state === 'waiting' ? { ...row, state: 'stopped' } : row,
  );
  return { ...report, stage: 'stopped', rows, round: null };
}

/** The share of all rows that is over, one way or the other, with what is done of the one that is measured. */
export function progressOf({ rows, round, rounds }: SpeedReport): number {
  const over = rows.filter(({ state }) => state === 'measured' || state === 'failed').length;
  const within = round === null ? 0 : (round + 1) / (rounds + 1);
  return rows.length === 0 ? 0 : (over + within) / rows.length;
}
