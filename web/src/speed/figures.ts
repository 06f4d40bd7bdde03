/** What `npm run bench:peers` has measured: of figures.json, which it writes beside this file. */
import type { Work } from './works';

export interface Timing {
  readonly who: string;
  readonly way: string;
  /** Median of the rounds. */
  readonly milliseconds: number;
}

export interface Measured {
  readonly id: string;
  /** The instructions that ours was compiled for, in words. */
  readonly simd: string;
  /** GFLOP/s of the work at its limit, in the same rounds. */
  readonly limit: number;
  readonly timings: readonly Timing[];
  /** The largest difference of each from us. */
  readonly differences: Readonly<Record<string, number>>;
  /** Who could not do it, and why. */
  readonly failures: Readonly<Record<string, string>>;
}

export interface PlaceFigures {
  readonly place: string;
  readonly works: readonly Measured[];
}

/** From asking for the code to the first result, 6 tokens, nothing cached. */
export interface FirstResult {
  readonly who: string;
  readonly milliseconds: number;
  /** All that was loaded for it, each file gzipped. */
  readonly bytes: number;
}

/** A product natively, one thread, in GFLOP/s. */
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
 * The last place's figures, for holding works here against them: where other instructions ran there, as shares of what
 * that machine can do with those that ran here.
 */
export function comparable(
  places: readonly PlaceFigures[],
  here: readonly { readonly id: string; readonly figure: { readonly simd: string } | null }[],
): Measured[] {
  return (places.at(-1)?.works ?? []).map((there) => {
    const simd = here.find(({ id }) => id === there.id)?.figure?.simd ?? there.simd;
    const alike = places
      .flatMap(({ works }) => works)
      .find((work) => work.id === there.id && work.simd === simd);
    return { ...there, limit: (alike ?? there).limit };
  });
}

/** Of the limit's GFLOP/s. */
export const shareOf = (work: Pick<Work, 'flops'>, milliseconds: number, limit: number) =>
  work.flops / milliseconds / 1e6 / limit;

/** Three digits, with the unit that fits. */
export function timeOf(milliseconds: number): string {
  if (milliseconds < 0.1) return `${(1000 * milliseconds).toFixed(1)} µs`;
  if (milliseconds >= 1e4) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`;
}
