/** The lines of `<attention-word-cosines>`, identified by keys that are translated when they are drawn. */
import type { GroupCosines } from '../../../model/language/text-vectors';

export interface CosineLine {
  /** `one` and `other`: within a meaning. */
  readonly of: 'chosen' | 'one' | 'other' | 'across';
  /** One cosine for each layer. */
  readonly values: readonly number[];
}

/** The means of the layers. One sentence makes no pair: its meaning has no line. */
export function meanLines(
  { within, across }: GroupCosines,
  sizes: readonly [number, number],
): CosineLine[] {
  const layers = across.data.length;
  const lines: CosineLine[] = [
    { of: 'one', values: [...within.data.slice(0, layers)] },
    { of: 'other', values: [...within.data.slice(layers)] },
    { of: 'across', values: [...across.data] },
  ];
  return lines.filter((_, i) => (sizes[i] ?? 2) >= 2);
}
