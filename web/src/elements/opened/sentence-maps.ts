/** The maps of all heads in a sentence, with or without the delimiters at its ends. */
import { headKey, type HeadName } from '../../model/found-heads';
import type { InspectedText } from '../../model/text-model';
import type { HeadMap, HeadPlace } from '../../training/view-types';
import type { Words } from '../../words/words';

export interface ShownMaps {
  readonly withEnds: boolean;
  readonly off: readonly HeadPlace[];
  readonly names: ReadonlyMap<string, readonly HeadName[]>;
}

export interface ShownSentence {
  readonly tokens: readonly string[];
  readonly maps: readonly HeadMap[];
}

export function sentenceMaps(
  { tokens, weights }: InspectedText,
  heads: number,
  { withEnds, off, names }: ShownMaps,
  words: Words['opened'],
): ShownSentence {
  const n = tokens.length;
  const from = withEnds ? 0 : 1;
  const count = n - 2 * from;
  const maps = weights.flatMap((layer, i) =>
    Array.from({ length: heads }, (_, head): HeadMap => {
      const shown = new Float32Array(count * count);
      for (let row = 0; row < count; ++row) {
        const start = (head * n + row + from) * n + from;
        shown.set(layer.subarray(start, start + count), row * count);
      }
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
  return { tokens: tokens.slice(from, n - from), maps };
}

/** The share of a head's weight that lies on the first and last token. */
export function endShare({ tokens, weights }: InspectedText, layer: number, head: number): number {
  const n = tokens.length;
  const all = weights[layer]!.subarray(head * n * n, (head + 1) * n * n);
  const ends = all.filter((_, i) => i % n === 0 || i % n === n - 1);
  return ends.reduce((sum, each) => sum + each, 0) / n;
}
