/** The visitor's changes of a model: heads that are off, and forced rows of weights. */
import type { Intervention } from '../../../../wasm/engine';
import type { HeadPlace } from '../heads/head-place';
import type { ForcedRow } from './forced-row';

/**
 *   off   heads whose context is 0
 *   keys  the number of keys of an attention
 */
export function headInterventions(
  off: Iterable<HeadPlace>,
  forced: readonly ForcedRow[],
  keys: (attention: string) => number,
): Intervention[] {
  const heads = Array.from(off, ({ attention, head }) => ({
    layer: attention,
    field: 'context',
    index: [null, head],
    value: 0,
  }));
  const rows = forced.map(({ attention, head, query, key }) => ({
    layer: attention,
    field: 'weights',
    index: [0, head, query],
    value: Float32Array.from({ length: keys(attention) }, (_, i) => Number(i === key)),
  }));
  return [...heads, ...rows];
}
