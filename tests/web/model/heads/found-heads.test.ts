import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { FoundHeads, HeadScore, RelationScores } from '../../../../wasm/engine';
import {
  headKey,
  headNames,
  namedHeads,
  relationOfHead,
  relationRows,
  toCsv,
} from '../../../../web/src/model/heads/found-heads';
import { relations } from '../../../../web/src/words/en/relations';
import { python } from '../../../support/python';

const score = (share: number, named = false, mean_weight = share / 2): HeadScore => ({
  share,
  mean_weight,
  low: share - 0.05,
  high: share + 0.04,
  find_share: 0.625,
  named,
});
const scores = (
  relation: RelationScores['relation'],
  heads: HeadScore[],
  best: [number, number],
  offset_share = 0.5,
): RelationScores => ({
  relation,
  is_offset: false,
  rows: 40,
  find_rows: 36,
  nearest: { kind: 'noun', side: 'after', share: 0.375 },
  offset: 1,
  offset_share,
  best_layer: best[0],
  best_head: best[1],
  heads,
});

/** Two layers with three heads each. */
const foundHeads: FoundHeads = {
  rule: { min_find_share: 0.5, min_share: 0.75, min_above_offset: 0.15 },
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
  it('are named after the requested relation first', () => {
    const names = headNames(foundHeads, 'determiner_to_noun').get(headKey(1, 1))!;
    expect(names.map(({ relation }) => relation)).toEqual([
      'determiner_to_noun',
      'adjective_to_noun',
    ]);
    expect(headNames(foundHeads, 'pronoun_to_noun')).toEqual(headNames(foundHeads));
    expect(relationOfHead(foundHeads, 1, 0)!.relation).toBe('verb_to_subject');
    const asked = relationOfHead(foundHeads, 1, 0, 'determiner_to_noun');
    expect(asked).toEqual({
      relation: 'determiner_to_noun',
      share: 0.1,
      offset_share: 0.5,
      nearest: { kind: 'noun', side: 'after', share: 0.375 },
    });
    // If no sentence has a pronoun, the page says nothing about pronouns, nor about a model that knows none of the
    // words.
    expect(relationOfHead(foundHeads, 1, 0, 'pronoun_to_noun')).toBeUndefined();
    const relations = foundHeads.relations.map((row) => ({ ...row, rows: 0 }));
    expect(relationOfHead({ ...foundHeads, relations }, 1, 0)).toBeUndefined();
  });

  it('have the names of their relations, the best first', () => {
    const names = headNames(foundHeads);
    expect([...names.keys()].sort()).toEqual(['0.2', '1.1', '1.2']);
    expect(names.get(headKey(1, 1))).toEqual([
      {
        relation: 'adjective_to_noun',
        rows: 40,
        share: 0.95,
        low: 0.95 - 0.05,
        high: 0.95 + 0.04,
        offset_share: 0.6,
        nearest: { kind: 'noun', side: 'after', share: 0.375 },
      },
      {
        relation: 'determiner_to_noun',
        rows: 40,
        share: 0.9,
        low: 0.9 - 0.05,
        high: 0.9 + 0.04,
        offset_share: 0.5,
        nearest: { kind: 'noun', side: 'after', share: 0.375 },
      },
    ]);
    expect(names.get('0.2')!.map(({ relation }) => relation)).toEqual(['determiner_to_noun']);
  });

  it('are listed by relation, with the best candidate even if none is named', () => {
    const [determiner, adjective, subject, ...rest] = relationRows(foundHeads);
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
    // Chosen on the sentences used to find heads; on these, another head is better.
    expect(subject!.best).toMatchObject({ layer: 1, head: 0, share: 0.68, named: false });
    // None of the sentences has a pronoun.
    expect(rest).toEqual([]);
  });

  it('are numbered layer by layer if they have a name', () => {
    expect(namedHeads(foundHeads)).toEqual([2, 4, 5]);
  });

  it('form a table with a line for each relation and head, which any CSV reader parses', () => {
    const about = { model: 'my, "own" model', weights: 'int8', sha256: '0a' };
    const csv = toCsv(
      about,
      { ...foundHeads, drawn: { sentences: 80, seed: 7 } },
      {
        ...relations,
        adjective_to_noun: 'adjective, before → noun',
      },
    );
    const folder = mkdtempSync(`${tmpdir()}/heads-`);
    writeFileSync(`${folder}/heads.csv`, csv);
    const script = `
import csv, json
with open("heads.csv", newline="", encoding="utf-8") as file:
    print(json.dumps(list(csv.DictReader(file, strict=True))))`;
    const rows = JSON.parse(python(script, folder)) as Record<string, string>[];
    rmSync(folder, { recursive: true });
    expect(rows).toHaveLength(3 * 6);
    // The row of the best head for adjectives.
    expect(rows[6 + 4]).toEqual({
      model: 'my, "own" model',
      relation: 'adjective, before → noun',
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
      find_share: '0.625',
      find_rows: '36',
      min_find_share: '0.5',
      min_share: '0.75',
      min_above_offset: '0.15',
      nearest_kind: 'noun',
      nearest_side: 'after',
      nearest_share: '0.375',
      interval: 'Wilson 95%',
      sentences: '80',
      seed: '7',
      weights: 'int8',
      sha256: '0a',
    });
    expect(rows.filter((row) => row['best_candidate'] === 'true')).toHaveLength(3);
    expect(rows.filter((row) => row['named'] === 'true')).toHaveLength(4);
  });

  it('need no margin above an offset if the relation is an offset itself', () => {
    const [first] = foundHeads.relations;
    const csv = toCsv(
      {},
      { ...foundHeads, relations: [{ ...first!, is_offset: true }] },
      relations,
    );
    for (const line of csv.trim().split('\r\n').slice(1))
      expect(line).toMatch(/,0\.5,0\.75,,noun,after,0\.375,Wilson 95%,,$/);
  });
});
