/** Types of figures.json, which `npm run bench:peers` writes. */
import type { Workload } from './workloads';

export interface Timing {
  readonly who: string;
  readonly way: string;
  /** Median over the rounds. */
  readonly milliseconds: number;
}

export interface Measured {
  readonly id: string;
  /** The SIMD instruction set that our build uses, for example "relaxed SIMD". */
  readonly simd: string;
  /** GFLOP/s at the limit of the workload, measured in the same rounds. */
  readonly limit: number;
  readonly timings: readonly Timing[];
  /** The largest difference of each rival's results from ours. */
  readonly differences: Readonly<Record<string, number>>;
  /** Rivals that failed, with the reason. */
  readonly failures: Readonly<Record<string, string>>;
}

export interface PlaceFigures {
  readonly place: string;
  readonly workloads: readonly Measured[];
}

/** Time from requesting the code to the first result for 6 tokens, with an empty cache. */
export interface FirstResult {
  readonly who: string;
  readonly milliseconds: number;
  /** Total download size, each file gzipped. */
  readonly bytes: number;
}

/** A native matrix product on one thread, in GFLOP/s. */
export interface NativeProduct {
  readonly id: string;
  readonly ours: number;
  readonly onnx: number;
}

export interface Figures {
  readonly date: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly places: readonly PlaceFigures[];
  readonly first: readonly FirstResult[];
  readonly native: readonly NativeProduct[];
}

/**
 * The figures of the last place, comparable with those measured here. If it ran another SIMD instruction set, its limit
 * is replaced by that of a place on the same machine that ran the one used here.
 */
export function comparable(
  places: readonly PlaceFigures[],
  here: readonly { readonly id: string; readonly figure: { readonly simd: string } | null }[],
): Measured[] {
  return (places.at(-1)?.workloads ?? []).map((there) => {
    const simd = here.find(({ id }) => id === there.id)?.figure?.simd ?? there.simd;
    const sameSimd = places
      .flatMap(({ workloads }) => workloads)
      .find((workload) => workload.id === there.id && workload.simd === simd);
    return { ...there, limit: (sameSimd ?? there).limit };
  });
}

/** Speed as a share of the limit, which is in GFLOP/s. */
export const shareOf = (workload: Pick<Workload, 'flops'>, milliseconds: number, limit: number) =>
  workload.flops / milliseconds / 1e6 / limit;

/** About three digits, in µs, ms or s. */
export function timeOf(milliseconds: number): string {
  if (milliseconds < 0.1) return `${(1000 * milliseconds).toFixed(1)} µs`;
  if (milliseconds >= 1e4) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`;
}
