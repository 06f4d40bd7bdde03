/** The maps of all heads in a sentence, with or without the delimiters at its ends. */
import { headKey, type HeadName } from '../../../model/heads/found-heads';
import type { HeadFigures } from '../../../model/heads/head-order';
import { countChanges } from '../../../model/language/language-changes';
import type { DelimiterForm } from '../../../model/language/language-state';
import { mapFacts } from '../../../model/language/map-facts';
import type { ChangedText } from '../../../model/language/text-changes';
import type { InspectedText, TextModel } from '../../../model/language/text-model';
import type { Provenance } from '../../../files/provenance';
import type { HeadMap } from '../../head-maps/head-map';
import { attentionOf, isHead, type HeadPlace } from '../../../model/heads/head-place';
import type { Words } from '../../../words/words';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { equalLists } from '../../base/equal-lists';

export interface ShownMaps {
  readonly delimiters: DelimiterForm;
  readonly off: readonly HeadPlace[];
  readonly names: ReadonlyMap<string, readonly HeadName[]>;
}

export interface ShownSentence {
  readonly tokens: readonly string[];
  /** Tokens that continue the word before them. */
  readonly joined: readonly number[];
  readonly maps: readonly HeadMap[];
  /** The share of each layer's weight on the tokens at both ends. */
  readonly shares: readonly number[];
  readonly figures: HeadFigures;
}

/** The form that can be shown: rescaled rows only once the engine has returned them. */
export function shownForm(requested: DelimiterForm, { heads }: InspectedText): DelimiterForm {
  return requested === 'rescaled' && !heads[0]?.rescaled ? 'hidden' : requested;
}

/** The number of changes, if there are any. `heads`: of each layer. */
export function changeFacts(changes: ChangedText, heads: number): Provenance {
  const count = countChanges(changes, heads);
  return count > 0 ? { changed: String(count) } : {};
}

/** Adds the text, the delimiters, the number of changes and, for numbers of one head, its place to a saved file. */
export const addMapProvenance =
  ({ text, tokens, weights, changes }: InspectedText, form: DelimiterForm, place?: string) =>
  (event: ProvenanceEvent): void => {
    const changed = changeFacts(changes, weights[0]!.length / tokens.length ** 2);
    addProvenance(event, { ...(place && { place }), ...mapFacts(text, form), ...changed });
  };

export function sentenceMaps(
  seen: InspectedText,
  heads: number,
  { delimiters, off, names }: ShownMaps,
  { languageModel: words, marks }: Words,
): ShownSentence {
  const { tokens, word_of, weights, heads: layers } = seen;
  const n = tokens.length;
  const first = delimiters === 'shown' ? 0 : 1;
  const count = n - 2 * first;
  const maps = weights.flatMap((layer, i) =>
    Array.from({ length: heads }, (_, head): HeadMap => {
      const rescaled = delimiters === 'rescaled' ? layers[i]!.rescaled : undefined;
      const mapWeights = rescaled
        ? rescaled.data.subarray(head * count * count, (head + 1) * count * count)
        : square(layer.subarray(head * n * n, (head + 1) * n * n), n, first, count);
      const attention = attentionOf(i);
      const earned = names.get(headKey(i, head)) ?? [];
      const [best] = earned;
      return {
        attention,
        head,
        title: words.layer(i + 1),
        weights: mapWeights,
        shape: [count, count] as const,
        name: best && earned.map(({ relation }) => words.relations[relation]).join(marks.semicolon),
        shortName: best && words.shortRelations[best.relation],
        score: best?.share,
        on: !off.some(isHead(attention, head)),
      };
    }),
  );
  const shares = layers.map(({ layer_share }) => layer_share);
  const figures = {
    entropy: layers.flatMap(({ entropy }) => [...entropy.data]),
    distance: layers.flatMap(({ distance }) => [...distance.data]),
  };
  const shownTokens = tokens.slice(first, n - first);
  const joined = shownTokens.flatMap((_, i) => {
    const word = word_of[i + first]!;
    return i > 0 && word >= 0 && word === word_of[i + first - 1] ? [i] : [];
  });
  return { tokens: shownTokens, joined, maps, shares, figures };
}

export interface Viewed {
  readonly model: TextModel;
  readonly seen: InspectedText;
  readonly sentence: ShownSentence;
  /** The first visible token. */
  readonly from: number;
  readonly word: number;
}

/** The same object until one of its inputs is another, so that the maps are painted once. */
export class CachedMaps {
  #inputs: readonly unknown[] = [];
  #maps: ShownSentence | undefined;

  of(seen: InspectedText, heads: number, shown: ShownMaps, words: Words): ShownSentence {
    const inputs = [seen, heads, shown.names, shown.delimiters, shown.off, words.languageModel];
    if (!this.#maps || !equalLists(inputs, this.#inputs)) {
      this.#inputs = inputs;
      this.#maps = sentenceMaps(seen, heads, shown, words);
    }
    return this.#maps;
  }
}

/** The part of a head's map [n, n] that begins at token `from` and has `count` tokens. */
function square(map: Float32Array, n: number, from: number, count: number): Float32Array {
  const part = new Float32Array(count * count);
  for (let row = 0; row < count; ++row) {
    const start = (row + from) * n + from;
    part.set(map.subarray(start, start + count), row * count);
  }
  return part;
}
