/** The figures relative to other libraries, one line each, with whether the target is reached. */
import { kOurs } from '../../../web/src/measure/ours.ts';
import { shareOf, timeOf, type Measured } from '../../../web/src/speed/figures.ts';
import { kPlain, workloads, type Workload } from '../../../web/src/speed/workloads.ts';

/** The rivals. Eigen is not one of them: it has products, but is no inference engine. */
const kPeers = ['ONNX Runtime Web', 'TensorFlow.js', kPlain];

/** From this share of the limit on, products take most of the time. */
const kBoundByProducts = 0.5;

export interface Judged {
  readonly workload: Workload;
  readonly measured: Measured;
  readonly ours: number;
  /** The speed of ours (GFLOP/s), divided by that of the limit. */
  readonly share: number;
  /** The speed relative to the fastest other library, or to the one that the workload names. */
  readonly times: number | null;
  readonly reached: boolean | null;
}

export function judge(measured: Measured): Judged {
  const workload = workloads.find(({ id }) => id === measured.id)!;
  const ours = measured.timings.find(({ who }) => who === kOurs)!.milliseconds;
  const share = shareOf(workload, ours, measured.limit);
  const { target } = workload;
  const rivals = target && 'times' in target && target.than ? [target.than] : kPeers;
  const others = measured.timings.filter(({ who }) => rivals.includes(who));
  const times = others.length
    ? Math.min(...others.map(({ milliseconds }) => milliseconds)) / ours
    : null;
  let reached: boolean | null = null;
  if (target && 'share' in target) reached = share >= target.share;
  else if (target && times !== null) reached = times >= target.times;
  return { workload, measured, ours, share, times, reached };
}

/** How many times as fast ours would be if it computed nothing but the formula's products, at the limit. */
function timesAtLimit({ share, times }: Judged): number | null {
  return times !== null && share > kBoundByProducts ? times / share : null;
}

export const inPercent = (share: number) => `${(100 * share).toFixed(0)} %`;

export function lineOf(judged: Judged): string {
  const { workload, measured, ours, share, times, reached } = judged;
  const most = timesAtLimit(judged);
  const rivals = measured.timings
    .filter(({ who }) => who !== kOurs)
    .map(({ who, milliseconds }) => `${who} ${timeOf(milliseconds)}`);
  const failures = Object.entries(measured.failures).map(([who, why]) => `${who} failed: ${why}`);
  const target = !workload.target
    ? ''
    : 'share' in workload.target
      ? `>= ${inPercent(workload.target.share)}`
      : `>= ${workload.target.times} times${workload.target.than ? ` ${workload.target.than}` : ''}`;
  return [
    workload.name.padEnd(66),
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
