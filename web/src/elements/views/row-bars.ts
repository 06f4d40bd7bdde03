/** The bars of a weights row: one per key, or the largest weights and one bar for the rest. */
import { scalarOf } from '../../tensors/tensor';
import type { Words } from '../../words/words';
import { isKeyMasked, type LabResult, type LabRow } from '../lab/lab-context';

export interface Bar {
  readonly label: string;
  readonly weight: number;
  /** Null for the bar of all remaining keys. */
  readonly key: number | null;
  readonly masked: boolean;
}

/** In sentence order if all keys are ranked. Otherwise the largest first, then one bar for the rest. */
export function barsOf(
  keys: readonly string[],
  detail: LabRow,
  result: LabResult | null,
  words: Words,
): Bar[] {
  const bar = (key: number): Bar => ({
    label: keys[key] ?? '',
    weight: detail.weights.data[key]!,
    key,
    masked: isKeyMasked(detail, result, key),
  });
  const named = Array.from(detail.ranking.data);
  if (named.length === keys.length) return keys.map((_, key) => bar(key));
  const unmasked = named.map(bar).filter(({ masked }) => !masked);
  const rest = keys.length - unmasked.length;
  // Weights in the ranking decrease: if it includes a masked key, every key outside it is masked.
  const masked = unmasked.length < named.length;
  const label = masked ? words.bars.maskedTokens(rest) : words.lab.otherTokens(rest);
  return [...unmasked, { label, weight: scalarOf(detail.rest_weight), key: null, masked }];
}
