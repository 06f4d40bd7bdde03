/** The maps of all heads in a sentence, with or without the delimiters at its ends. */
import { headKey, type HeadName } from '../../model/found-heads';
import type { DelimiterForm } from '../../model/opened-state';
import type { InspectedText } from '../../model/text-model';
import type { HeadMap, HeadPlace } from '../../training/view-types';
import type { Words } from '../../words/words';

export interface ShownMaps {
  readonly delimiters: DelimiterForm;
  readonly off: readonly HeadPlace[];
  readonly names: ReadonlyMap<string, readonly HeadName[]>;
}

export interface ShownSentence {
  readonly tokens: readonly string[];
  readonly maps: readonly HeadMap[];
  /** Of each layer, the share of its weight that lies on the tokens at both ends. */
  readonly shares: readonly number[];
}

export function sentenceMaps(
  seen: InspectedText,
  heads: number,
  { delimiters, off, names }: ShownMaps,
  words: Words['opened'],
): ShownSentence {
  const { tokens, weights } = seen;
  const n = tokens.length;
  const from = delimiters === 'shown' ? 0 : 1;
  const count = n - 2 * from;
  const maps = weights.flatMap((layer, i) =>
    Array.from({ length: heads }, (_, head): HeadMap => {
      const shown = new Float32Array(count * count);
      for (let row = 0; row < count; ++row) {
        const start = (head * n + row + from) * n + from;
        shown.set(layer.subarray(start, start + count), row * count);
      }
      if (delimiters === 'rescaled') rescaleRows(shown, count);
      const attention = `layers.${i}.attention`;
      const best = names.get(headKey(i, head))?.[0];
      return {
        attention,
        head,
        title: words.layer(i + 1),
        weights: shown,
        shape: [count, count] as const,
        name: best && words.relations[best.relation],
        shortName: best && words.shortRelations[best.relation],
        score: best?.share,
        on: !off.some((one) => one.attention === attention && one.head === head),
      };
    }),
  );
  const shares = weights.map((_, layer) => layerEndShare(seen, layer, heads));
  return { tokens: tokens.slice(from, n - from), maps, shares };
}

/** To a sum of 1; a row without any weight stays. */
function rescaleRows(weights: Float32Array, count: number): void {
  for (let row = 0; row < count; ++row) {
    const own = weights.subarray(row * count, (row + 1) * count);
    const sum = own.reduce((total, each) => total + each, 0);
    if (sum > 0) own.forEach((weight, i) => (own[i] = weight / sum));
  }
}

/** The share of a word's weight that lies on the first and last token; `query` counts from the first delimiter. */
export function rowEndShare(
  { tokens, weights }: InspectedText,
  { layer, head, query }: { layer: number; head: number; query: number },
): number {
  const n = tokens.length;
  const row = weights[layer]!.subarray((head * n + query) * n, (head * n + query + 1) * n);
  return row[0]! + (n > 1 ? row[n - 1]! : 0);
}

/** The share of a head's weight that lies on the first and last token. */
export function endShare(seen: InspectedText, layer: number, head: number): number {
  const n = seen.tokens.length;
  let sum = 0;
  for (let query = 0; query < n; ++query) sum += rowEndShare(seen, { layer, head, query });
  return sum / n;
}

function layerEndShare(seen: InspectedText, layer: number, heads: number): number {
  let sum = 0;
  for (let head = 0; head < heads; ++head) sum += endShare(seen, layer, head);
  return sum / heads;
}
