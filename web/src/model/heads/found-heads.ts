/** The head finder's results for a page: names of heads, one row per relation, and a table to save. */
import { csvOfLines, field } from '../../files/csv';
import type { Provenance } from '../../files/provenance';
import type {
  FoundHeads as MeasuredHeads,
  HeadScore,
  NearestOfKind,
  RelationName,
  RelationScores,
} from '../../../../wasm/engine';

export type { NearestOfKind, RelationName };

export interface FoundHeads extends MeasuredHeads {
  /** The sentences that were drawn. */
  readonly drawn?: { readonly sentences: number; readonly seed: number };
  /** The number of these that the model cuts, so that the scores leave them out (finder-batches.ts). */
  readonly cut?: number;
}

export const relationNames = [
  'previous_word',
  'next_word',
  'same_word_before',
  'determiner_to_noun',
  'adjective_to_noun',
  'verb_to_subject',
  'subject_to_verb',
  'verb_to_object',
  'object_to_verb',
  'possessive_to_owner',
  'pronoun_to_noun',
  'auxiliary_to_verb',
  'preposition_to_object',
] as const satisfies readonly RelationName[];

/** A relation that a head is named after. */
export interface HeadName {
  readonly relation: RelationName;
  /** The number of word pairs on which the share was measured. */
  readonly rows: number;
  /** How often it looks at the right word, and the interval of that at 95 %. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** How often the best fixed offset does. */
  readonly offset_share: number;
  /** How often the nearest noun or verb is the right word. */
  readonly nearest: NearestOfKind | undefined;
}

/** A head's score for a relation; layers and heads count from 0. */
export interface HeadOfRelation extends HeadScore {
  readonly layer: number;
  readonly head: number;
}

export interface RelationRow {
  readonly relation: RelationName;
  /** The number of word pairs on which the scores were measured. */
  readonly rows: number;
  /** The fixed offset that is right most often. */
  readonly offset: number;
  readonly offset_share: number;
  /** The nearest noun or verb, where right words are always nouns or always verbs. */
  readonly nearest: NearestOfKind | undefined;
  /** The heads that are named, the best first. */
  readonly named: readonly HeadOfRelation[];
  /** The best head on the sentences that propose names, named or not; undefined if they have no such pairs. */
  readonly best: HeadOfRelation | undefined;
}

/** The head with this number, if heads are numbered layer by layer from 0. */
export const numberedHead = (i: number, perLayer: number) => ({
  layer: Math.floor(i / perLayer),
  head: i % perLayer,
});

/** The key of a head in `headNames`. */
export function headKey(layer: number, head: number): string {
  return `${layer}.${head}`;
}

/** The relations that each named head is named after: `preferred` first, then the best. */
export function headNames(
  foundHeads: FoundHeads,
  preferred: RelationName | null = null,
): Map<string, HeadName[]> {
  const names = new Map<string, HeadName[]>();
  for (const { relation, rows, offset_share, nearest, named } of relationRows(foundHeads))
    for (const { layer, head, share, low, high } of named) {
      const key = headKey(layer, head);
      const name = { relation, rows, share, low, high, offset_share, nearest };
      names.set(key, [...(names.get(key) ?? []), name]);
    }
  const isPreferred = ({ relation }: HeadName) => Number(relation === preferred);
  for (const namesOfHead of names.values())
    namesOfHead.sort((a, b) => isPreferred(b) - isPreferred(a) || b.share - a.share);
  return names;
}

/** A head with one of its names; layer and head count from 0. */
export interface NamedHead extends HeadName {
  readonly layer: number;
  readonly head: number;
  /** Its other names, the best first. */
  readonly others: readonly HeadName[];
}

/** Each named head once, by its first name, in the order of the relations; heads of one relation by score. */
export function headsInOrder(
  foundHeads: FoundHeads,
  preferred: RelationName | null = null,
): NamedHead[] {
  const names = headNames(foundHeads, preferred);
  return relationRows(foundHeads).flatMap(({ relation, named }) =>
    named.flatMap(({ layer, head }) => {
      const [name, ...others] = names.get(headKey(layer, head))!;
      return name!.relation === relation ? [{ ...name!, layer, head, others }] : [];
    }),
  );
}

/** The heads that have a name, numbered layer by layer from 0. */
export function namedHeads({ relations }: FoundHeads): number[] {
  const all = relations[0]?.heads ?? [];
  return [...all.keys()].filter((i) => relations.some(({ heads }) => heads[i]!.named));
}

/**
 * The relation `requested`; without one, the relation in which a head exceeds the best fixed offset most. Undefined if it was
 * not measured, because the sentences have no such words.
 */
export function relationOfHead(
  foundHeads: FoundHeads,
  layer: number,
  head: number,
  requested: RelationName | null = null,
) {
  const index = layer * perLayer(foundHeads) + head;
  const scores = measuredRelations(foundHeads).map(
    ({ relation, offset_share, nearest, heads }) => ({
      relation,
      offset_share,
      nearest,
      share: heads[index]?.share ?? 0,
    }),
  );
  if (requested !== null) return scores.find(({ relation }) => relation === requested);
  const above = ({ share, offset_share }: (typeof scores)[number]) => share - offset_share;
  return scores.toSorted((a, b) => above(b) - above(a))[0];
}

const measuredRelations = ({ relations }: FoundHeads) => relations.filter(({ rows }) => rows > 0);

export const perLayer = ({ relations, delimiter_share }: FoundHeads) =>
  (relations[0]?.heads.length ?? 0) / delimiter_share.length;

/** Rows in the order of the relations. Relations without word pairs, such as induction in an encoder, are left out. */
export function relationRows(foundHeads: FoundHeads): RelationRow[] {
  return measuredRelations(foundHeads).map((scores) => {
    const { relation, rows, offset, offset_share, nearest, best_layer, best_head } = scores;
    const heads = headsOf(scores, foundHeads);
    const named = heads
      .filter((head) => head.named)
      .sort((a, b) => b.share - a.share || b.mean_weight - a.mean_weight);
    const best = heads.find(({ layer, head }) => layer === best_layer && head === best_head);
    return { relation, rows, offset, offset_share, nearest, named, best };
  });
}

/** The heads that are named after a relation, or else the best one; numbered layer by layer from 0. */
export function headsOfRelation(foundHeads: FoundHeads, requested: RelationName | null): number[] {
  const row = relationRows(foundHeads).find(({ relation }) => relation === requested);
  const heads = row?.named.length ? row.named : row?.best ? [row.best] : [];
  return heads.map(({ layer, head }) => layer * perLayer(foundHeads) + head);
}

/**
 * A table of every head's score for every relation (RFC 4180), with the relation's name on the page. Layers and heads
 * count from 1, as on the page; `layer_index` and `head_index` from 0, as in code. Scores come from the sentences that
 * confirm names; `find_share` and `find_rows` from those that propose them. Each line repeats the rule for names
 * (`min_find_share`, `min_share` and, unless the relation is an offset itself, `min_above_offset`), the method of the
 * interval from `low` to `high`, the sentences' seed, and other facts about the model.
 */
export function toCsv(
  { model = '', ...provenance }: Provenance,
  foundHeads: FoundHeads,
  names: Readonly<Record<RelationName, string>>,
): string {
  const { min_find_share, min_share, min_above_offset } = foundHeads.rule;
  const sentences = [foundHeads.drawn?.sentences ?? '', foundHeads.drawn?.seed ?? ''];
  const facts = [kInterval, ...sentences, ...Object.values(provenance).map(field)];
  const lines: unknown[][] = [[...kCsvColumns, ...Object.keys(provenance).map(field)]];
  for (const scores of measuredRelations(foundHeads)) {
    const { relation, is_offset, rows, find_rows, offset, offset_share, nearest } = scores;
    const baseline = [nearest?.kind ?? '', nearest?.side ?? '', nearest?.share ?? ''];
    const rule = [min_find_share, min_share, is_offset ? '' : min_above_offset];
    for (const { layer, head, ...headScore } of headsOf(scores, foundHeads)) {
      const isBest = layer === scores.best_layer && head === scores.best_head;
      const place = [layer + 1, head + 1, layer, head];
      const score = [
        headScore.share,
        headScore.low,
        headScore.high,
        headScore.mean_weight,
        headScore.named,
      ];
      const all = [field(model), field(names[relation]), relation, ...place, ...score];
      const other = [headScore.find_share, find_rows, ...rule, ...baseline, ...facts];
      lines.push([...all, rows, offset, offset_share, isBest, ...other]);
    }
  }
  return csvOfLines(lines);
}

/** How the core computes `low` and `high`. */
const kInterval = 'Wilson 95%';

const kCsvColumns = [
  'model',
  'relation',
  'relation_key',
  'layer',
  'head',
  'layer_index',
  'head_index',
  'share',
  'low',
  'high',
  'mean_weight',
  'named',
  'rows',
  'offset',
  'offset_share',
  'best_candidate',
  'find_share',
  'find_rows',
  'min_find_share',
  'min_share',
  'min_above_offset',
  'nearest_kind',
  'nearest_side',
  'nearest_share',
  'interval',
  'sentences',
  'seed',
];

function headsOf({ heads }: RelationScores, foundHeads: FoundHeads): HeadOfRelation[] {
  const count = perLayer(foundHeads);
  return heads.map((score, i) => ({ ...numberedHead(i, count), ...score }));
}
