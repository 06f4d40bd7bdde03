/** Attention from a file or a page that a lab shows instead of a sentence. */
import type { Qkv } from './qkv';
import type { TensorInput } from './tensor';

export type Opened = Qkv | FileWeights;

/** `[query, key]`, `[head, query, key]` or `[1, head, query, key]`. */
export interface FileWeights {
  /** The name of the file they come from. */
  readonly name: string;
  readonly weights: TensorInput;
  /** The same as in `Qkv`. */
  readonly tokens?: readonly string[];
  readonly keyTokens?: readonly string[];
  /** How the file's code calls them: the tensor's name, and the indices before the head's. */
  readonly tensor?: string;
  readonly index?: readonly number[];
  /** Whether they come from random parameters. */
  readonly untrained?: boolean;
}

/** The number of rows, over all heads, that are not distributions. A row of zeros attends to nothing, and is not counted. */
export interface OddRows {
  readonly rows: number;
  readonly notFinite: number;
  readonly negative: number;
  readonly otherSums: number;
}

export function isWeights(opened: Opened | null): opened is FileWeights {
  return opened !== null && 'weights' in opened;
}

/** How the code that made a file of weights calls one of its heads, or a number in it: `attn[0, 2, 5, 3]`. */
export function codeOf(opened: Opened, head: number, ...place: readonly number[]): string {
  if (!isWeights(opened)) return '';
  const { weights, tensor = 'weights', index = weights.shape.length === 4 ? [0] : [] } = opened;
  const heads = weights.shape.length === 2 ? [] : [head];
  const all = [...index, ...heads, ...place];
  return all.length === 0 ? tensor : `${tensor}[${all.join(', ')}]`;
}

/** Weights in 16 bits sum to 1 with about this error. */
const kSumError = 0.01;

/** Whether a row of weights of at least 0 has this sum because it is a distribution. */
export function isSumOfWeights(sum: number): boolean {
  return Math.abs(sum - 1) <= kSumError;
}
