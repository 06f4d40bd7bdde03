/** The maps of a sentence. The example has two layers of two heads and four tokens: two words between two delimiters. */
import { expect, it } from 'vitest';
import {
  sentenceMaps,
  shownForm,
} from '../../../../../web/src/elements/language/base/sentence-maps';
import '../../../../../web/src/words/add-language-model';
import { wordsIn } from '../../../../../web/src/words/words';

// The tokens are [CLS] a b [SEP]: four rows per head.
const head = [0.5, 0.25, 0.15, 0.1, 0.2, 0.3, 0.1, 0.4, 0.6, 0.1, 0.05, 0.25, 0.25, 0, 0, 0.75];
const other = [1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1];
const layer = Float32Array.from([...head, ...other]);
/** The engine's result for a layer. */
const of = (entropy: number[], distance: number[], layer_share: number) => ({
  entropy: tensor(entropy),
  distance: tensor(distance),
  row_shares: tensor([]),
  shares: tensor([]),
  layer_share,
  // In head 0, a and b look at each other; in head 1, a looks at no word, and b at a.
  rescaled: tensor([0.75, 0.25, 0.667, 0.333, 0, 0, 1, 0]),
});
const tensor = (data: number[]) => ({ axes: [], shape: [], data: Float32Array.from(data) });
const seen = {
  text: 'a b',
  changes: {},
  tokens: ['[CLS]', 'a', 'b', '[SEP]'],
  ids: [1, 2, 3, 4],
  word_of: [-1, 0, 1, -1],
  weights: [layer, layer.slice().reverse()],
  heads: [of([1, 2], [4, 3], 0.8), of([3, 4], [2, 1], 0.7)],
  embedding: new Float32Array(),
  cut: null,
  trace: {},
};
const words = wordsIn('en')!;
const shown = { off: [], names: new Map() };
const values = (weights: Float32Array) =>
  [...weights].map((each) => Math.round(each * 1000) / 1000);

it('hides delimiters and leaves the rows unchanged', () => {
  const { tokens, maps } = sentenceMaps(seen, 2, { ...shown, delimiters: 'hidden' }, words);
  expect(tokens).toEqual(['a', 'b']);
  expect(values(maps[0]!.weights)).toEqual([0.3, 0.1, 0.1, 0.05]);
  expect(maps).toHaveLength(4);
  const all = sentenceMaps(seen, 2, { ...shown, delimiters: 'shown' }, words);
  expect(values(all.maps[0]!.weights)).toEqual(head);
});

it('shows rescaled rows once the engine has returned them, and hides the delimiters until then', () => {
  const { maps } = sentenceMaps(seen, 2, { ...shown, delimiters: 'rescaled' }, words);
  expect(values(maps[0]!.weights)).toEqual([0.75, 0.25, 0.667, 0.333]);
  expect(values(maps[1]!.weights)).toEqual([0, 0, 1, 0]);
  expect(shownForm('rescaled', seen)).toBe('rescaled');
  const before = { ...seen, heads: seen.heads.map((each) => ({ ...each, rescaled: undefined })) };
  expect(shownForm('rescaled', before)).toBe('hidden');
  expect(shownForm('shown', before)).toBe('shown');
});

it('lists the tokens that continue the previous word', () => {
  const joined = (word_of: number[], delimiters: 'hidden' | 'shown') =>
    sentenceMaps({ ...seen, word_of }, 2, { ...shown, delimiters }, words).joined;
  expect(joined([-1, 0, 0, -1], 'hidden')).toEqual([1]);
  expect(joined([-1, 0, 0, -1], 'shown')).toEqual([2]);
  expect(joined([-1, 0, 1, -1], 'shown')).toEqual([]);
  // Two delimiters are not pieces of one word.
  expect(joined([-1, -1, 0, -1], 'shown')).toEqual([]);
});

it('returns the figures and shares of the engine', () => {
  const { shares, figures } = sentenceMaps(seen, 2, { ...shown, delimiters: 'hidden' }, words);
  expect(shares).toEqual([0.8, 0.7]);
  expect(figures).toEqual({ entropy: [1, 2, 3, 4], distance: [4, 3, 2, 1] });
});
