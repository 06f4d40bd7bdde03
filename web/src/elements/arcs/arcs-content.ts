/** The contents of the table and the Save menu of `<attention-arcs>`: the weights of the chosen word. */
import { formatPrecision, formatProbability } from '../../draw/format';
import { weightsAt } from '../../draw/pictures/arcs';
import { placedTokens } from '../../model/tokens/placed-tokens';
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { ArcLayer } from '../weights/arc-layer';
import type { ModelShown } from '../save/model-shown';
import type { Words } from '../../words/words';
import { weightsFileName, type SaveContent } from '../save/save-content';
import type { TableContent } from '../views/attention-table';

export interface Arcs {
  readonly tokens: readonly string[];
  readonly joined: readonly number[];
  readonly layers: readonly ArcLayer[];
  readonly chosen: number;
  readonly changed: readonly number[];
  readonly direction: ArcDirection;
  readonly untrained: boolean;
  readonly about: ModelShown | undefined;
}

export function arcsTitle({ tokens, chosen, direction }: Arcs, { arcs }: Words): string {
  const word = placedTokens(tokens)[chosen] ?? '';
  return direction === 'looks_at' ? arcs.title(word) : arcs.titleSeenBy(word);
}

/**
 * `rows`: the weights that are shown, for each layer. Words are columns if the table is turned, as in the sentence above it,
 * otherwise rows. A copied table has more digits.
 */
export function arcsTable(
  { tokens, layers }: Arcs,
  rows: readonly Float32Array[],
  isTurned: boolean,
  { arcs }: Words,
): TableContent {
  const titles = layers.map(({ title }) => title);
  const named = placedTokens(tokens);
  const [columns, names] = isTurned ? [named, titles] : [titles, named];
  const cells = (text: (weight: number) => string) =>
    names.map((name, i) => [
      name,
      ...columns.map((_, j) => text(isTurned ? rows[i]![j]! : rows[j]![i]!)),
    ]);
  return {
    columns: [isTurned ? '' : arcs.other, ...columns],
    rows: cells((weight) => formatProbability(weight)),
    all: () => cells((weight) => formatPrecision(weight, 6)),
  };
}

export function arcsSaved(arcs: Arcs, words: Words): SaveContent {
  const { tokens, joined, chosen, layers, changed, untrained, about } = arcs;
  const n = tokens.length;
  const named = placedTokens(tokens);
  const seenBy = arcs.direction === 'is_seen_by';
  const data = new Float32Array(layers.length * n * n);
  layers.forEach(({ weights }, i) => data.set(weights.subarray(0, n * n), i * n * n));
  return {
    name: weightsFileName(tokens[chosen] ?? ''),
    picture: () => ({
      kind: 'arcs',
      title: arcsTitle(arcs, words),
      tokens,
      joined,
      chosen,
      changed,
      seenBy,
      layers: layers.map(({ title, weights, ink, off }) => ({
        title: words.arcs.inPercent(title),
        ink,
        off,
        row: weightsAt(weights, n, chosen, seenBy),
      })),
    }),
    numbers: {
      tensor: { axes: ['layer', 'query', 'key'], shape: [layers.length, n, n], data },
      labels: { layer: layers.map(({ title }) => title), query: named, key: named },
    },
    result: null,
    untrained,
    about,
  };
}
