/** The maps of all heads in a sentence, with or without the tokens at its ends. */
import type { BertSentence } from '../../model/bert';
import type { HeadMap, HeadPlace } from '../../training/view-types';
import type { Words } from '../../words/words';

export interface ShownSentence {
  readonly tokens: readonly string[];
  readonly maps: readonly HeadMap[];
}

export function sentenceMaps(
  { tokens, weights }: BertSentence,
  heads: number,
  withEnds: boolean,
  words: Words['opened'],
  off: readonly HeadPlace[],
): ShownSentence {
  const n = tokens.length;
  const from = withEnds ? 0 : 1;
  const count = n - 2 * from;
  const maps = weights.flatMap((layer, i) =>
    Array.from({ length: heads }, (_, head) => {
      const shown = new Float32Array(count * count);
      for (let row = 0; row < count; ++row) {
        const start = (head * n + row + from) * n + from;
        shown.set(layer.subarray(start, start + count), row * count);
      }
      const attention = `layers.${i}.attention`;
      return {
        attention,
        head,
        title: words.layer(i + 1),
        weights: shown,
        shape: [count, count] as const,
        on: !off.some((one) => one.attention === attention && one.head === head),
      };
    }),
  );
  const shownTokens = tokens.slice(from, n - from).map((token) => token.replace(/^##/, '·'));
  return { tokens: shownTokens, maps };
}
