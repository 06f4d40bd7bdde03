/** The orders in which the heads of a model can be shown. */

export const headOrders = ['layer', 'name', 'entropy', 'distance'] as const;
export type HeadOrder = (typeof headOrders)[number];

/** Figures of each head, layer by layer: means over the rows of a sentence. */
export interface HeadFigures {
  /** The entropy in nats: 0 when each row looks at one token. */
  readonly entropy: readonly number[];
  /** The distance in tokens. */
  readonly distance: readonly number[];
}

interface OrderedHead {
  readonly name?: string | undefined;
  readonly score?: number | undefined;
}

/** The indices of the heads. By name: heads of one name together, the best first. By a figure: the smallest first. */
export function orderedHeads(
  order: HeadOrder,
  heads: readonly OrderedHead[],
  figures: HeadFigures | null,
): number[] {
  const indices = heads.map((_, i) => i);
  if (order === 'name') return indices.sort((a, b) => byName(heads[a]!, heads[b]!) || a - b);
  if (order === 'layer' || !figures) return indices;
  const values = figures[order];
  return indices.sort((a, b) => values[a]! - values[b]! || a - b);
}

function byName(one: OrderedHead, other: OrderedHead): number {
  if (one.name === undefined || other.name === undefined)
    return Number(one.name === undefined) - Number(other.name === undefined);
  return one.name.localeCompare(other.name) || (other.score ?? 0) - (one.score ?? 0);
}
