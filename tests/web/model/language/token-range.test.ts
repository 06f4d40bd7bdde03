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

  it('is found behind a letter that lower case makes longer', () => {
    expect(written('ΟΔΟΣ a', ['οδος', 'a'], 1)).toEqual([5, 'a']);
    expect(written('İyi gün', ['iyi', 'gun'], 0)).toEqual([0, 'İyi']);
    expect(written('İİ a cat', ['ii', 'a', 'cat'], 2)).toEqual([5, 'cat']);
  });

  it('is found without the accents that an uncased model strips', () => {
    expect(written('The café is open', ['the', 'cafe', 'is', 'open'], 1)).toEqual([4, 'café']);
    // The second a, not that of the word before it.
    expect(written('naïve a', ['naive', 'a'], 1)).toEqual([6, 'a']);
    expect(written('cafe\u0301 au', ['cafe', 'au'], 0)).toEqual([0, 'cafe\u0301']);
    expect(written('cafe\u0301s', ['cafe', '·s'], 1)).toEqual([5, 's']);
    expect(written('Été', ['Été'], 0)).toEqual([0, 'Été']);
  });

  it('is a whole character for a model that splits it: Hangul into letters', () => {
    expect(written('한글', ['\u1112\u1161\u11ab', '·\u1100'], 0)).toEqual([0, '한']);
    expect(written('한글', ['\u1112\u1161\u11ab', '·\u1100'], 1)).toEqual([1, '글']);
    expect(written('👍 a', ['👍', 'a'], 1)).toEqual([3, 'a']);
  });

  it('is empty for a word of another sentence, or for none', () => {
    expect(written('the group', ['the', 'group', 'die', 'Gruppe'], 3)).toBe(undefined);
    expect(written('the group', ['the', 'group'], 2)).toBe(undefined);
    expect(written('a', ['', 'a'], 0)).toBe(undefined);
  });
});
