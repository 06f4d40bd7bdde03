/** A head earns its name, and its color, by its score. */
import { describe, expect, it } from 'vitest';
import type { HeadScores } from '../../../../wasm/engine';
import { headName, inkOf } from '../../../../web/src/model/heads/head-name';

const head = (weight: number, relations: Record<string, number> = {}): HeadScores => ({
  attention: 'layers.1.attention',
  head: 0,
  relations,
  rows_right: 0,
  weight,
  popular_column: 0,
});
describe('a head', () => {
  it('is named only above 0.8', () => {
    expect(headName(head(0.8), 'all')).toEqual({ relation: null, score: 0.8, isNamed: false });
    expect(headName(head(0.81), 'all').isNamed).toBe(true);
    const both = head(0.5, { 'previous token': 0.3, induction: 0.95 });
    expect(headName(both, 'all').isNamed).toBe(false);
    expect(headName(both, 'relation')).toEqual({
      relation: 'induction',
      score: 0.95,
      isNamed: true,
    });
  });

  it('is gray up to 0.2, and has its full color from 0.8', () => {
    expect([0, 0.2, 0.5, 0.8, 1].map(inkOf)).toEqual([0, 0, expect.closeTo(0.5), 1, 1]);
  });
});
