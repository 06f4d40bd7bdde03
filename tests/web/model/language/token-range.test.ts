import { describe, expect, it } from 'vitest';
import { tokenRange } from '../../../../web/src/model/language/token-range';

const written = (text: string, tokens: string[], index: number) => {
  const range = tokenRange(text, tokens, index);
  return range && [range[0], text.slice(...range)];
};

describe('where a token stands in its text', () => {
  const text = 'The animal did not cross the street.';
  const tokens = ['the', 'animal', 'did', 'not', 'cross', 'the', 'street', '.'];

  it('is found in order, ignoring case', () => {
    expect(written(text, tokens, 0)).toEqual([0, 'The']);
    expect(written(text, tokens, 5)).toEqual([25, 'the']);
    expect(written(text, tokens, 7)).toEqual([35, '.']);
  });

  it('skips delimiters, and handles pieces of words', () => {
    const pieces = ['[CLS]', 'she', 'un', '·believ', '·ably', 'ran', '[SEP]'];
    expect(written('She unbelievably ran', pieces, 3)).toEqual([6, 'believ']);
    expect(written('She unbelievably ran', pieces, 5)).toEqual([17, 'ran']);
    expect(written('She unbelievably ran', pieces, 0)).toBe(undefined);
    expect(written('She unbelievably ran', pieces, 6)).toBe(undefined);
  });

  it('is empty for a word of another sentence, or for none', () => {
    expect(written('the group', ['the', 'group', 'die', 'Gruppe'], 3)).toBe(undefined);
    expect(written('the group', ['the', 'group'], 2)).toBe(undefined);
    expect(written('a', ['', 'a'], 0)).toBe(undefined);
  });
});
