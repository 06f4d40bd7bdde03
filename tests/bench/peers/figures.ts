/** The figures relative to other libraries, one line each, with whether the target is reached. */
import { kOurs } from '../../../web/src/measure/ours.ts';
import { shareOf, timeOf, type Measured } from '../../../web/src/speed/figures.ts';
import { kPlain, works, type Work } from '../../../web/src/speed/works.ts';

/** Eigen's product is no engine that one could take instead. */
const kPeers = ['ONNX Runtime Web', 'TensorFlow.js', kPlain];

/** The share from which on products are what takes the time. */
const kBoundByProducts = 0.5;

export interface Judged {
  readonly work: Work;
  readonly measured: Measured;
  readonly ours: number;
  /** GFLOP/s of ours, by the limit's. */
  readonly share: number;
  /** The speed relative to the fastest other library, or to the one that the workload names. */
  readonly times: number | null;
  readonly reached: boolean | null;
}

export function judge(measured: Measured): Judged {
  const work = works.find(({ id }) => id === measured.id)!;
  const ours = measured.timings.find(({ who }) => who === kOurs)!.milliseconds;
  const share = shareOf(work, ours, measured.limit);
  const { target } = work;
  const rivals = target && 'times' in target && target.than ? [target.than] : kPeers;
  const others = measured.timings.filter(({ who }) => rivals.includes(who));
  const times = others.length
    ? Math.min(...others.map(({ milliseconds }) => milliseconds)) / ours
    : null;
  let reached: boolean | null = null;
  if (target && 'share' in target) reached = share >= target.share;
  else if (target && times !== null) reached = times >= target.times;
  return { work, measured, ours, share, times, reached };
}

/** How many times as fast it were if it did nothing but the formula's products, at the limit. */
function timesAtLimit({ share, times }: Judged): number | null {
  return times !== null && share > kBoundByProducts ? times / share : null;
}

export const inPercent = (share: number) => `${(100 * share).toFixed(0)} %`;

export function lineOf(judged: Judged): string {
  const { work, measured, ours, share, times, reached } = judged;
  const most = timesAtLimit(judged);
  const rivals = measured.timings
    .filter(({ who }) => who !== kOurs)
    .map(({ who, milliseconds }) => `${who} ${timeOf(milliseconds)}`);
  const failures = Object.entries(measured.failures).map(([who, why]) => `${who} failed: ${why}`);
  const target = !work.target
    ? ''
    : 'share' in work.target
      ? `>= ${inPercent(work.target.share)}`
      : `>= ${work.target.times} times${work.target.than ? ` ${work.target.than}` : ''}`;
  return [
    work.name.padEnd(66),
    timeOf(ours).padStart(9),
    (share < 0.01 ? '' : inPercent(share)).padStart(6),
    (times === null ? '' : `${times.toFixed(2)} times`).padStart(12),
    (most === null ? '' : `(${most.toFixed(2)} at the limit)`).padStart(19),
    target.padStart(13),
    verdictOf(reached),
    [...rivals, ...failures].join(', '),
  ].join('  ');
}

export const verdictOf = (reached: boolean | null) =>
  (reached === null ? '' : reached ? 'ok' : 'MISSED').padEnd(6);
