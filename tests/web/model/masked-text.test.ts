/** Which words of a text are masked, and the text as the model reads it. */
import { describe, expect, it } from 'vitest';
import { masked, partsOf } from '../../../web/src/model/masked-text';

const wordsOf = (text: string, mask = '[MASK]') =>
  partsOf(text, mask)
    .filter(({ word }) => word >= 0)
    .map(({ text: word }) => word);

describe('the parts of a text', () => {
  it.each([
    ["It's 22 naïve, 'old' dogs!", ["It's", '22', 'naïve', 'old', 'dogs']],
    ['To [MASK] or not.', ['To', 'or', 'not']],
    ['[MASK][MASK]', []],
    ['MASK [mask]', ['MASK', 'mask']],
    ['', []],
  ])('of %j are its words and what is between them', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
    const parts = partsOf(text, '[MASK]');
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ word }) => word >= 0).map(({ word }) => word)).toEqual([
      ...words.keys(),
    ]);
  });

  it('have words of a language without spaces', () => {
    expect(wordsOf('日本語です。').join('')).toBe('日本語です');
  });
});

describe('a masked text', () => {
  it('has the mask in place of the chosen words, beside its own', () => {
    expect(masked({ text: 'The [MASK] did not cross.', words: [3, 1] }, '[MASK]')).toEqual({
      text: 'The [MASK] [MASK] not [MASK].',
      hidden: [null, 'did', 'cross'],
    });
    expect(masked({ text: 'A <mask>b.', words: [0, 9] }, '<mask>')).toEqual({
      text: '<mask> <mask>b.',
      hidden: ['A', null],
    });
    expect(masked({ text: 'Nothing.', words: [] }, '[MASK]').hidden).toEqual([]);
  });
});
