/** How far tensors are from those expected, in double precision, as a share of what is tolerated. */
import type { NamedTensors, Tensor } from '../../../wasm/tensors';

/** |got - expected| <= atol + rtol |expected| */
export interface Tolerance {
  readonly rtol: number;
  readonly atol: number;
}

export const forwardTolerance: Tolerance = { rtol: 1e-5, atol: 1e-6 };
export const gradientTolerance: Tolerance = { rtol: 1e-4, atol: 1e-5 };

/** The number that comes closest to the tolerance, or goes furthest beyond it. */
export interface Worst {
  readonly tensor: string;
  readonly at: number;
  readonly got: number;
  readonly expected: number;
  readonly difference: number;
  /** The difference / what is tolerated here. NaN where either number is NaN. */
  readonly share: number;
}

export interface Difference {
  readonly tensors: number;
  readonly numbers: number;
  /** Null when there was no number to compare. */
  readonly worst: Worst | null;
  /** Why tensors could not be compared at all. */
  readonly problem: string | null;
}

export function holds({ worst, problem }: Difference): boolean {
  return problem === null && worst !== null && worst.share <= 1;
}

/** Every expected tensor against the one of its name. */
export function differenceOf(
  got: NamedTensors,
  expected: NamedTensors,
  tolerance: Tolerance,
): Difference {
  let worst: Worst | null = null;
  let problem: string | null = null;
  let numbers = 0;
  const names = Object.keys(expected);
  for (const tensor of names) {
    const [own, wanted] = [got[tensor], expected[tensor]!];
    const reason = misfit(tensor, own, wanted);
    if (reason !== null) {
      problem ??= reason;
      continue;
    }
    numbers += wanted.data.length;
    const largest = worstOf(tensor, own!.data, wanted.data, tolerance);
    if (largest && (worst === null || isWorse(largest.share, worst.share))) worst = largest;
  }
  if (numbers === 0) problem ??= 'there was nothing to compare';
  return { tensors: names.length, numbers, worst, problem };
}

function misfit(name: string, got: Tensor | undefined, expected: Tensor): string | null {
  if (!got) return `expected a result ${name}, got none`;
  const [own, wanted] = [`[${got.shape.join(', ')}]`, `[${expected.shape.join(', ')}]`];
  if (own !== wanted) return `expected ${name} of shape ${wanted}, got ${own}`;
  return null;
}

function worstOf(
  tensor: string,
  got: Float32Array,
  expected: Float32Array,
  { rtol, atol }: Tolerance,
): Worst | null {
  let worst: Worst | null = null;
  for (let at = 0; at < expected.length; at++) {
    const [own, wanted] = [got[at]!, expected[at]!];
    // Two infinities have no difference; they are equal or they are not.
    const difference = own === wanted ? 0 : Math.abs(own - wanted);
    const share = difference === 0 ? 0 : difference / (atol + rtol * Math.abs(wanted));
    if (worst === null || isWorse(share, worst.share))
      worst = { tensor, at, got: own, expected: wanted, difference, share };
  }
  return worst;
}

/** NaN is worse than anything. */
function isWorse(share: number, than: number): boolean {
  return !Number.isNaN(than) && !(share <= than);
}
