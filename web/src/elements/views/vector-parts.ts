/** What each token contributes to a context vector, with the token's color. */
import { matrixOf, rowOf, scalarOf, type RowDetail } from '../../tensor';
import type { Words } from '../../words/words';
import type { CanvasColors } from '../base/theme';
import { isKeyMasked, type LabResult } from '../lab/lab-context';

// Okabe and Ito's colours for any colour vision, without the one that is too near the query's.
const palette = {
  light: ['#0072b2', '#009e73', '#cc79a7', '#e0a500', '#56b4e9', '#6b5ca5'],
  dark: ['#4aa3df', '#2fc79a', '#e29cc3', '#f0c648', '#8fd0f5', '#a99be0'],
} as const;

export interface Part {
  readonly label: string;
  /** null: all the tokens without a colour of their own. */
  readonly key: number | null;
  readonly color: string;
  /** What it adds to each dimension. */
  readonly values: Float32Array;
  readonly weight: number;
}

export function partsOf(
  keys: readonly string[],
  detail: RowDetail,
  { dark, muted }: CanvasColors,
  result: LabResult | null,
  words: Words,
): Part[] {
  const colors = palette[dark ? 'dark' : 'light'];
  const contributions = matrixOf(detail.contributions);
  const named = Array.from(detail.ranking.data);
  const all = named.length === keys.length;
  // Few tokens keep their colour whichever of them is the query; of many, the largest get one.
  const parts = (all ? keys.map((_, key) => key) : named)
    .map((key, place) => ({
      label: keys[key] ?? '',
      key,
      color: colors[place % colors.length]!,
      values: rowOf(contributions, key),
      weight: detail.weights.data[key]!,
    }))
    .filter(({ key }) => !isKeyMasked(detail, result, key));
  // The ranking falls: where it holds a masked key, all that it leaves out are masked too.
  if (all || parts.length < named.length) return parts;
  const rest = {
    label: words.lab.otherTokens(keys.length - named.length),
    key: null,
    color: muted,
    values: detail.rest_contributions.data,
    weight: scalarOf(detail.rest_weight),
  };
  return [...parts, rest];
}
