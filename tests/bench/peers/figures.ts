/** What was measured, put in figures: the file of them, what is reached, and the table. */
import { kOurs } from '../engine/ours.ts';
import { works, type Work } from '../engine/works.ts';
import type { Measured } from './measure.ts';

export interface PlaceFigures {
  readonly place: string;
  readonly works: readonly Measured[];
}
/** build/peers/figures.json, and speed.json beside this file once it is to be shown. */
export interface Figures {
  readonly date: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly places: readonly PlaceFigures[];
}

/** Eigen's product is no engine that one could take instead. */
const kPeers = ['ONNX Runtime Web', 'TensorFlow.js', 'plain JavaScript'];

export interface Judged {
  readonly work: Work;
  readonly measured: Measured;
  readonly ours: number;
  /** GFLOP/s of ours, by the limit's. */
  readonly share: number;
  /** How many times as fast as the fastest of the others. */
  readonly times: number | null;
  readonly reached: boolean | null;
}

export function judge(measured: Measured): Judged {
  const work = works.find(({ id }) => id === measured.id)!;
  const ours = measured.timings.find(({ who }) => who === kOurs)!.milliseconds;
  const share = shareOf(work, ours, measured.limit);
  const others = measured.timings.filter(({ who }) => kPeers.includes(who));
  const times = others.length
    ? Math.min(...others.map(({ milliseconds }) => milliseconds)) / ours
    : null;
  const { reach } = work;
  let reached: boolean | null = null;
  if (reach && 'share' in reach) reached = share >= reach.share;
  else if (reach && times !== null) reached = times >= reach.times;
  return { work, measured, ours, share, times, reached };
}

export const shareOf = (work: Work, milliseconds: number, limit: number) =>
  work.flops / milliseconds / 1e6 / limit;

export const inPercent = (share: number) => `${(100 * share).toFixed(0)} %`;

export function lineOf({ work, measured, ours, share, times, reached }: Judged): string {
  const rivals = measured.timings
    .filter(({ who }) => who !== kOurs)
    .map(({ who, milliseconds }) => `${who} ${timeOf(milliseconds)}`);
  const reach = !work.reach
    ? ''
    : 'share' in work.reach
      ? `>= ${inPercent(work.reach.share)}`
      : `>= ${work.reach.times} times`;
  const verdict = reached === null ? '' : reached ? 'ok' : 'MISSED';
  return [
    work.name.padEnd(66),
    timeOf(ours).padStart(9),
    (share < 0.01 ? '' : inPercent(share)).padStart(6),
    (times === null ? '' : `${times.toFixed(2)} times`).padStart(12),
    reach.padStart(13),
    verdict.padEnd(6),
    rivals.join(', '),
  ].join('  ');
}

function timeOf(ms: number): string {
  if (ms < 0.1) return `${(1000 * ms).toFixed(1)} us`;
  return `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;
}
