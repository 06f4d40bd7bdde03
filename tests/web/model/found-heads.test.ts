import { describe, expect, it } from 'vitest';
import type { FoundHeads, HeadScore, RelationScores } from '../../../wasm/engine';
import {
  headKey,
  headNames,
  namedHeads,
  relationOfHead,
  relationRows,
  toCsv,
} from '../../../web/src/model/found-heads';
import { relations } from '../../../web/src/words/en/relations';

const score = (share: number, named = false, mean_weight = share / 2): HeadScore => ({
  share,
  mean_weight,
  low: share - 0.05,
  high: share + 0.04,
  named,
});
const scores = (
  relation: RelationScores['relation'],
  heads: HeadScore[],
  best: [number, number],
  offset_share = 0.5,
): RelationScores => ({
  relation,
  rows: 40,
  offset: 1,
  offset_share,
  best_layer: best[0],
  best_head: best[1],
  heads,
});

/** Two layers of three heads. */
const found: FoundHeads = {
  delimiter_share: [0.3, 0.6],
  relations: [
    scores(
      'determiner_to_noun',
      [
        score(0.2),
        score(0.1),
        score(0.8, true),
        score(0.1),
        score(0.9, true),
        score(0.8, true, 0.6),
      ],
      [1, 1],
    ),
    scores(
      'adjective_to_noun',
      [0.1, 0.2, 0.3, 0.1].map((x) => score(x)).concat(score(0.95, true), score(0)),
      [1, 1],
      0.6,
    ),
    scores(
      'verb_to_subject',
      [0.1, 0.2, 0.3, 0.68, 0.7, 0.2].map((x) => score(x)),
      [1, 0],
      0.27,
    ),
    { ...scores('pronoun_to_noun', Array<HeadScore>(6).fill(score(0)), [-1, -1], 0), rows: 0 },
  ],
};

describe('found heads', () => {
  it('have the name that is asked for first', () => {
    const names = headNames(found, 'determiner_to_noun').get(headKey(1, 1))!;
    expect(names.map(({ relation }) => relation)).toEqual([
      'determiner_to_noun',
      'adjective_to_noun',
    ]);
    expect(headNames(found, 'pronoun_to_noun')).toEqual(headNames(found));
    expect(relationOfHead(found, 1, 0)!.relation).toBe('verb_to_subject');
    const asked = relationOfHead(found, 1, 0, 'determiner_to_noun');
    expect(asked).toEqual({ relation: 'determiner_to_noun', share: 0.1, offset_share: 0.5 });
    // No sentence has a pronoun: nothing is said of it, nor of a model for which no sentence has any word.
    expect(relationOfHead(found, 1, 0, 'pronoun_to_noun')).toBeUndefined();
    const relations = found.relations.map((one) => ({ ...one, rows: 0 }));
    expect(relationOfHead({ ...found, relations }, 1, 0)).toBeUndefined();
  });

  it('have the names of their relations, the best first', () => {
    const names = headNames(found);
    expect([...names.keys()].sort()).toEqual(['0.2', '1.1', '1.2']);
    expect(names.get(headKey(1, 1))).toEqual([
      {
        relation: 'adjective_to_noun',
        rows: 40,
        share: 0.95,
        low: 0.95 - 0.05,
        high: 0.95 + 0.04,
        offset_share: 0.6,
      },
      {
        relation: 'determiner_to_noun',
        rows: 40,
        share: 0.9,
        low: 0.9 - 0.05,
        high: 0.9 + 0.04,
        offset_share: 0.5,
      },
    ]);
    expect(names.get('0.2')!.map(({ relation }) => relation)).toEqual(['determiner_to_noun']);
  });

  it('are listed by relation, with the best candidate also where none is named', () => {
    const [determiner, adjective, subject, ...rest] = relationRows(found);
    expect(determiner!.named.map(({ layer, head }) => headKey(layer, head))).toEqual([
      '1.1',
      '1.2',
      '0.2',
    ]);
    expect(adjective!.best).toMatchObject({ layer: 1, head: 1, share: 0.95, named: true });
    expect(subject).toMatchObject({
      relation: 'verb_to_subject',
      rows: 40,
      offset: 1,
      offset_share: 0.27,
    });
    expect(subject!.named).toEqual([]);
    // By the sentences that served to find it: another head does better on these.
    expect(subject!.best).toMatchObject({ layer: 1, head: 0, share: 0.68, named: false });
    // None of the sentences has a pronoun.
    expect(rest).toEqual([]);
  });

  it('are numbered layer by layer where they have a name', () => {
    expect(namedHeads(found)).toEqual([2, 4, 5]);
  });

  it('are a table with a line for each relation and head', () => {
    const lines = toCsv(found, {
      ...relations,
      adjective_to_noun: 'adjective, before → noun',
    }).split('\r\n');
    expect(lines).toHaveLength(1 + 3 * 6 + 1);
    expect(lines.at(-1)).toBe('');
    // A field with a comma is quoted.
    expect(
      lines.slice(1).filter((line) => line.startsWith('"adjective, before → noun",')),
    ).toHaveLength(6);
    const table = lines
      .slice(0, -1)
      .map((line) =>
        line.replace('"adjective, before', 'adjective before').replace('"', '').split(','),
      );
    for (const line of table) expect(line).toHaveLength(table[0]!.length);
    const rows = table
      .slice(1)
      .map((line) => Object.fromEntries(line.map((field, i) => [table[0]![i]!, field])));
    expect(rows[6 + 4]).toEqual({
      relation: 'adjective before → noun',
      relation_key: 'adjective_to_noun',
      layer: '2',
      head: '2',
      layer_index: '1',
      head_index: '1',
      share: '0.95',
      low: `${0.95 - 0.05}`,
      high: `${0.95 + 0.04}`,
      mean_weight: '0.475',
      named: 'true',
      rows: '40',
      offset: '1',
      offset_share: '0.6',
      best_candidate: 'true',
    });
    expect(rows.filter((row) => row['best_candidate'] === 'true')).toHaveLength(3);
    expect(rows.filter((row) => row['named'] === 'true')).toHaveLength(4);
  });
});
