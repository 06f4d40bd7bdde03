/** The curves of a run: the lines drawn over its steps, and the same numbers as a table. */
import { csvOfLines } from '../files/csv';
import type { History } from './history';
import { headText } from '../model/heads/head-place';
import { headName, inkOf, type NamedBy } from '../model/heads/head-name';

export interface CurvePoint {
  readonly step: number;
  readonly value: number;
}

export interface HeadCurve {
  readonly attention: string;
  readonly head: number;
  readonly points: readonly CurvePoint[];
  /** The ink of the last point. */
  readonly ink: number;
}

export interface Curves {
  readonly loss: readonly CurvePoint[];
  /** The share of right answers on held-out examples. */
  readonly right: readonly CurvePoint[];
  readonly heads: readonly HeadCurve[];
}

export const emptyCurves: Curves = { loss: [], right: [], heads: [] };

export function curvesOf(history: History, namedBy: NamedBy): Curves {
  const heads = new Map<string, { attention: string; head: number; points: CurvePoint[] }>();
  for (const [step, { heads: scores }] of history.evaluations) {
    for (const one of scores) {
      const { attention, head } = one;
      const key = headText(one);
      const curve = heads.get(key) ?? { attention, head, points: [] };
      curve.points.push({ step, value: headName(one, namedBy).score });
      heads.set(key, curve);
    }
  }
  return {
    loss: history.reports.map(({ step, loss }) => ({ step, value: loss })),
    right: history.evaluations.map(([step, { accuracy }]) => ({ step, value: accuracy })),
    heads: [...heads.values()].map((curve) => ({
      ...curve,
      ink: namedBy === 'none' ? 0 : inkOf(curve.points.at(-1)?.value ?? 0),
    })),
  };
}

/** The end of the axis of losses: the largest one of all runs. */
export const largestLoss = (runs: readonly Curves[]): number =>
  runs.flatMap(({ loss }) => loss).reduce((most, { value }) => Math.max(most, value), 0.1);

/** One line per step (RFC 4180), with empty cells where nothing was measured. */
export function curvesCsv(curves: Curves): string {
  const names = [
    'loss',
    'held_out_accuracy',
    ...curves.heads.map(({ attention, head }) => `${attention}.head${head}`),
  ];
  const columns = [curves.loss, curves.right, ...curves.heads.map(({ points }) => points)];
  const rows = new Map<number, (number | undefined)[]>();
  columns.forEach((points, column) => {
    for (const { step, value } of points) {
      const row = rows.get(step) ?? new Array<undefined>(columns.length).fill(undefined);
      row[column] = value;
      rows.set(step, row);
    }
  });
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return csvOfLines([['step', ...names], ...sorted.map(([step, row]) => [step, ...row])]);
}
