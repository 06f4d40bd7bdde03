/** The bars of a row of weights: one per key, or the largest weights and one bar for the rest. */
import { scalarOf, type RowDetail } from '../../tensor';
import type { Words } from '../../words/words';
import { isKeyMasked, type LabResult } from '../lab/lab-context';

export interface Bar {
  readonly label: string;
  readonly weight: number;
  /** null: all the keys that are not named. */
  readonly key: number | null;
  readonly masked: boolean;
}

export /** In the order of the sentence while all are named; else the largest first, and the rest as one. */
function barsOf(
  keys: readonly string[],
  detail: RowDetail,
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
  const seen = named.map(bar).filter(({ masked }) => !masked);
  const rest = keys.length - seen.length;
  // The ranking falls: where it holds a masked key, all that it leaves out are masked too.
  const masked = seen.length < named.length;
  const label = masked ? words.bars.maskedTokens(rest) : words.lab.otherTokens(rest);
  return [...seen, { label, weight: scalarOf(detail.rest_weight), key: null, masked }];
}
