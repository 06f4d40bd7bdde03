import { expect, it } from 'vitest';
import { placedTokens } from '../../../web/src/training/placed-tokens';

it('gives equal words their places, and leaves others as they are', () => {
  expect(placedTokens(['the', 'roof', 'of', 'the', 'house', 'of', 'The'])).toEqual([
    'the¹',
    'roof',
    'of³',
    'the⁴',
    'house',
    'of⁶',
    'The',
  ]);
  const many = placedTokens(Array.from({ length: 12 }, () => 'a'));
  expect(many.slice(8)).toEqual(['a⁹', 'a¹⁰', 'a¹¹', 'a¹²']);
});

it('does not count a token before the first word', () => {
  const words = ['the', 'cat', 'the'];
  for (const [start, end] of [
    ['[CLS]', '[SEP]'],
    ['<s>', '</s>'],
  ])
    expect(placedTokens([start!, ...words, end!])).toEqual([start, ...placedTokens(words), end]);
});
