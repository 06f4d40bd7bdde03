/** The request and the result of `inspect`. */
import { checkCall } from '../checks/check-call';
import { expectObject } from '../checks/expect';
import type {
  AttentionTrace,
  Inspected,
  InspectedName,
  InspectOptions,
  Keep,
  Masked,
  NamedTensors,
  Operations,
  RowDetail,
  Tensor,
} from '../../../../wasm/engine';

/** The trace, unless `keep` is 'outputs'. */
export type KeptTrace<K extends Keep> = K extends 'outputs' ? unknown : { trace: NamedTensors };

type Ranks = number | readonly number[];

export interface InspectionRequest<O extends InspectedName, K extends Keep, M extends Ranks> {
  inputs: Operations[O]['inputs'];
  /** Replaces the configuration's mask, for this call only. */
  mask?: Masked;
  batch?: number;
  /** null: the mean of all heads, which is the default. */
  head?: number | null;
  /** 0 by default. */
  query?: number;
  /** The maximum number of keys in the ranking; for a list, one row detail per number. */
  max_keys?: M;
  /** 'trace' by default. */
  keep?: K;
}

export interface Inspection<
  O extends InspectedName = InspectedName,
  K extends Keep = 'trace',
  M extends Ranks = number,
> {
  outputs: Operations[O]['outputs'];
  trace: K extends 'trace'
    ? O extends 'multi_head'
      ? AttentionTrace
      : Omit<AttentionTrace, 'concat' | 'output'>
    : K extends 'weights'
      ? Pick<AttentionTrace, 'weights'>
      : object;
  row: M extends number ? RowDetail : RowDetail[];
  /** Means over all heads; those of scores only if the row is a mean of heads too. */
  mean: { weights: Tensor; scores?: Tensor; masked_scores?: Tensor };
}

type AnyRequest = InspectionRequest<InspectedName, Keep, Ranks>;

/** The keys of a request besides its inputs. */
export const inspectKeys = ['mask', 'batch', 'head', 'query', 'max_keys', 'keep'] as const;

/** The request's options in the form that the module takes; absent ones are left out. */
export function optionsOf(request: AnyRequest): InspectOptions {
  const { mask, batch, head, query, max_keys, keep } = request;
  if (mask !== undefined)
    checkCall(expectObject('the mask', mask), ['causal', 'window', 'prefix', 'block']);
  return {
    ...(mask && { ...mask, causal: mask.causal ?? 'none' }),
    ...(batch !== undefined && { batch }),
    ...(head !== null && head !== undefined && { head }),
    ...(query !== undefined && { query }),
    ...(max_keys !== undefined && {
      max_keys: typeof max_keys === 'object' ? max_keys : [max_keys],
    }),
    ...(keep !== undefined && { keep }),
  };
}

export function inspectionOf<O extends InspectedName, K extends Keep, M extends Ranks>(
  { outputs, trace, rows, mean }: Inspected,
  max_keys: M | undefined,
): Inspection<O, K, M> {
  const row = typeof max_keys === 'object' ? rows : rows[0];
  return { outputs, trace, row, mean } as unknown as Inspection<O, K, M>;
}
