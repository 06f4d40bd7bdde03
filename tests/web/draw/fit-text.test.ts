import { describe, expect, it } from 'vitest';
import { truncateText, startsRightToLeft, wrapText } from '../../../web/src/draw/fit-text';

describe('text that must fit', () => {
  const widthOf = (text: string) => Array.from(text).length;

  it('is truncated between letters, with an ellipsis', () => {
    expect(truncateText('short', 5, widthOf)).toBe('short');
    expect(truncateText('longer', 5, widthOf)).toBe('long…');
    expect(truncateText('😀😀😀😀', 6, ({ length }) => length)).toBe('😀😀…');
    expect(truncateText('x'.repeat(8000), 10, widthOf)).toBe(`${'x'.repeat(9)}…`);
  });

  it('wraps at spaces, and inside a word only if it is wider than a line', () => {
    expect(wrapText('one two three', 7, widthOf)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefgh ij', 3, widthOf)).toEqual(['abc', 'def', 'gh', 'ij']);
    expect(wrapText('', 3, widthOf)).toEqual([]);
  });

  it('runs right to left if its first letter does', () => {
    expect(startsRightToLeft('123 שלום abc')).toBe(true);
    expect(startsRightToLeft('abc שלום')).toBe(false);
    expect(startsRightToLeft('…')).toBe(false);
  });
});
