/** The maps of a sentence. The example has two layers of two heads and four tokens: two words between two delimiters. */
import { expect, it } from 'vitest';
import {
  endShare,
  rowEndShare,
  sentenceMaps,
} from '../../../../web/src/elements/opened/sentence-maps';
import '../../../../web/src/words/add-opened';
import { wordsIn } from '../../../../web/src/words/words';

// Tokens: [CLS] a b [SEP]. Four rows each.
const head = [0.5, 0.25, 0.15, 0.1, 0.2, 0.3, 0.1, 0.4, 0.6, 0.1, 0.05, 0.25, 0.25, 0, 0, 0.75];
const other = [1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1];
const layer = Float32Array.from([...head, ...other]);
const seen = {
  text: 'a b',
  changes: {},
  tokens: ['[CLS]', 'a', 'b', '[SEP]'],
  ids: [1, 2, 3, 4],
  word_of: [-1, 0, 1, -1],
  weights: [layer, layer.slice().reverse()],
  embedding: new Float32Array(),
  cut: null,
  trace: {},
};
const { opened } = wordsIn('en')!;
const shown = { off: [], names: new Map() };
const values = (weights: Float32Array) =>
  [...weights].map((each) => Math.round(each * 1000) / 1000);

it('hides delimiters without touching the rows', () => {
  const { tokens, maps } = sentenceMaps(seen, 2, { ...shown, delimiters: 'hidden' }, opened);
  expect(tokens).toEqual(['a', 'b']);
  expect(values(maps[0]!.weights)).toEqual([0.3, 0.1, 0.1, 0.05]);
  expect(maps).toHaveLength(4);
  const all = sentenceMaps(seen, 2, { ...shown, delimiters: 'shown' }, opened);
  expect(values(all.maps[0]!.weights)).toEqual(head);
});

it('scales rows to 1 only when asked to, and leaves a row without weight', () => {
  const { maps } = sentenceMaps(seen, 2, { ...shown, delimiters: 'rescaled' }, opened);
  expect(values(maps[0]!.weights)).toEqual([0.75, 0.25, 0.667, 0.333]);
  // The other head: a looks at [SEP] only, b at a.
  expect(values(maps[1]!.weights)).toEqual([0, 0, 1, 0]);
});

it('tells what lies on the tokens at both ends', () => {
  expect(rowEndShare(seen, { layer: 0, head: 0, query: 1 })).toBeCloseTo(0.6, 6);
  expect(endShare(seen, 0, 1)).toBeCloseTo((1 + 1 + 0 + 1) / 4, 6);
  const { shares } = sentenceMaps(seen, 2, { ...shown, delimiters: 'hidden' }, opened);
  const rows = [0.6, 0.6, 0.85, 1, 1, 1, 0, 1];
  expect(shares[0]).toBeCloseTo(
    rows.reduce((sum, each) => sum + each / 8, 0),
    6,
  );
});
