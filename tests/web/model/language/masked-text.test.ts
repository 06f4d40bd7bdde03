/** Which words of a text are masked, and the text that the model reads. */
import { describe, expect, it } from 'vitest';
import { maskWords, partsOf } from '../../../../web/src/model/language/masked-text';

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
  ])('of %j are its words and the characters between them', (text, words) => {
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
  const namesOf = (text: string, words: number[], mask: string) => {
    const { text: read, hidden } = maskWords({ text, words }, mask);
    return { read, hidden: hidden.map(({ name }) => name) };
  };

  it('has the mask in place of the chosen words, beside its own', () => {
    expect(namesOf('The [MASK] did not cross.', [3, 1], '[MASK]')).toEqual({
      read: 'The [MASK] [MASK] not [MASK].',
      hidden: ['[MASK]', 'did', 'cross'],
    });
    expect(namesOf('A <mask>b.', [0, 9], '<mask>')).toEqual({
      read: '<mask> <mask>b.',
      hidden: ['A', '<mask>'],
    });
    expect(namesOf('Nothing.', [], '[MASK]').hidden).toEqual([]);
  });

  it('distinguishes equal words and its own masks by their positions', () => {
    expect(namesOf('[MASK] the [MASK], the end.', [0, 1, 2], '[MASK]').hidden).toEqual([
      '[MASK]₁',
      'the₂',
      '[MASK]₃',
      'the₄',
      'end',
    ]);
  });
});
