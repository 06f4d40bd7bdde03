import { expect, it } from 'vitest';
import { placedTokens } from '../../../../web/src/model/tokens/placed-tokens';

it('equal words get numbers, and others stay unchanged', () => {
  expect(placedTokens(['the', 'roof', 'of', 'the', 'house', 'of', 'The'])).toEqual([
    'the₁',
    'roof',
    'of₃',
    'the₄',
    'house',
    'of₆',
    'The',
  ]);
  const many = placedTokens(Array.from({ length: 12 }, () => 'a'));
  expect(many.slice(8)).toEqual(['a₉', 'a₁₀', 'a₁₁', 'a₁₂']);
});

it('a token before the first word is not counted', () => {
  const words = ['the', 'cat', 'the'];
  for (const [start, end] of [
    ['[CLS]', '[SEP]'],
    ['<s>', '</s>'],
  ])
    expect(placedTokens([start!, ...words, end!])).toEqual([start, ...placedTokens(words), end]);
});
