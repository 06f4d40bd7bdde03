/** Compares tensors with expected ones: differences in double precision, as shares of the tolerance. */
import type { NamedTensors, Tensor } from '../../../wasm/engine';

/** |got - expected| <= atol + rtol |expected| */
export interface Tolerance {
  readonly rtol: number;
  readonly atol: number;
}

export const forwardTolerance: Tolerance = { rtol: 1e-5, atol: 1e-6 };
export const gradientTolerance: Tolerance = { rtol: 1e-4, atol: 1e-5 };

/** The element with the largest share of its tolerance. */
export interface Worst {
  readonly tensor: string;
  readonly index: number;
  readonly actual: number;
  readonly expected: number;
  readonly difference: number;
  /** difference / (atol + rtol |expected|). NaN if either number is NaN. */
  readonly share: number;
}

export interface Difference {
  readonly tensors: number;
  readonly numbers: number;
  /** Null if there was nothing to compare. */
  readonly worst: Worst | null;
  /** Why tensors could not be compared: a mismatch, or a refusal of the core. */
  readonly problem: Error | null;
}

type Reason =
  | { readonly is: 'missing'; readonly tensor: string }
  | {
      readonly is: 'otherShape';
      readonly tensor: string;
      /** "[2, 3]" */
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly is: 'nothing' };

/** Tensors that cannot be compared. `message` is in English; the page says `reason` in its language. */
export class Mismatch extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
  }
}

export function holds({ worst, problem }: Difference): boolean {
  return problem === null && worst !== null && worst.share <= 1;
}

/** Compares every expected tensor with the result of the same name. */
export function differenceOf(
  results: NamedTensors,
  expected: NamedTensors,
  tolerance: Tolerance,
): Difference {
  let worst: Worst | null = null;
  let problem: Mismatch | null = null;
  let numbers = 0;
  const names = Object.keys(expected);
  for (const tensor of names) {
    const [actual, target] = [results[tensor], expected[tensor]!];
    const mismatch = mismatchOf(tensor, actual, target);
    if (mismatch !== null) {
      problem ??= mismatch;
      continue;
    }
    numbers += target.data.length;
    const largest = worstOf(tensor, actual!.data, target.data, tolerance);
    if (largest && (worst === null || isWorse(largest.share, worst.share))) worst = largest;
  }
  if (numbers === 0) problem ??= new Mismatch({ is: 'nothing' }, 'there was nothing to compare');
  return { tensors: names.length, numbers, worst, problem };
}

function mismatchOf(tensor: string, result: Tensor | undefined, target: Tensor): Mismatch | null {
  if (!result) {
    const message = `expected a result ${tensor}, got none`;
    return new Mismatch({ is: 'missing', tensor }, message);
  }
  const [actual, expected] = [`[${result.shape.join(', ')}]`, `[${target.shape.join(', ')}]`];
  if (actual === expected) return null;
  const message = `expected ${tensor} of shape ${expected}, got ${actual}`;
  return new Mismatch({ is: 'otherShape', tensor, expected, actual }, message);
}

function worstOf(
  tensor: string,
  results: Float32Array,
  expected: Float32Array,
  { rtol, atol }: Tolerance,
): Worst | null {
  let worst: Worst | null = null;
  for (let index = 0; index < expected.length; index++) {
    const [actual, target] = [results[index]!, expected[index]!];
    // Equal infinities have difference 0; subtracting them would give NaN.
    const difference = actual === target ? 0 : Math.abs(actual - target);
    const share = difference === 0 ? 0 : difference / (atol + rtol * Math.abs(target));
    if (worst === null || isWorse(share, worst.share))
      worst = { tensor, index, actual, expected: target, difference, share };
  }
  return worst;
}

/** NaN is worse than any number. */
function isWorse(share: number, other: number): boolean {
  return !Number.isNaN(other) && !(share <= other);
}
