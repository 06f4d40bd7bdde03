/** The contribution of each token to a context vector, with the token's color. */
import { matrixOf, matrixRow, scalarOf, type RowDetail } from '../../tensors/tensor';
import type { Words } from '../../words/words';
import type { CanvasColors } from '../styles/theme';
import { isKeyMasked, type LabResult } from '../lab/lab-context';

// Okabe and Ito's colorblind-safe palette, without the color too close to the query's orange.
const palette = {
  light: ['#0072b2', '#009e73', '#cc79a7', '#e0a500', '#56b4e9', '#6b5ca5'],
  dark: ['#4aa3df', '#2fc79a', '#e29cc3', '#f0c648', '#8fd0f5', '#a99be0'],
} as const;
/** The colors of tokens if the parameters are random. Neighbors differ most. */
const grays = {
  light: ['#403c36', '#b3ada1', '#79736a', '#dbd6cc', '#5e584d', '#968f83'],
  dark: ['#d8d3c8', '#64605a', '#a8a299', '#45423e', '#c2bcb1', '#847e76'],
} as const;

export interface ContextPart {
  readonly label: string;
  /** Null for the sum of all tokens without their own color. */
  readonly key: number | null;
  readonly color: string;
  /** The contribution to each dimension. */
  readonly values: Float32Array;
  readonly weight: number;
}

/** What a view shows apart from the row itself. */
interface View {
  readonly result: LabResult | null;
  readonly isUntrained: boolean;
  readonly words: Words;
}

export function contextParts(
  keys: readonly string[],
  detail: RowDetail,
  { dark, muted }: CanvasColors,
  { result, isUntrained, words }: View,
): ContextPart[] {
  const colors = (isUntrained ? grays : palette)[dark ? 'dark' : 'light'];
  const contributions = matrixOf(detail.contributions);
  const named = Array.from(detail.ranking.data);
  const all = named.length === keys.length;
  // If all tokens are ranked, color by position, so that colors do not change with the query.
  // Otherwise color by rank.
  const parts = (all ? keys.map((_, key) => key) : named)
    .map((key, place) => ({
      label: keys[key] ?? '',
      key,
      color: colors[place % colors.length]!,
      values: matrixRow(contributions, key),
      weight: detail.weights.data[key]!,
    }))
    .filter(({ key }) => !isKeyMasked(detail, result, key));
  // Weights in the ranking decrease: if it includes a masked key, every key outside it is masked.
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
