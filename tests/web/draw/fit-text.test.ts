import { describe, expect, it } from 'vitest';
import { fitted, startsRightToLeft, wrapped } from '../../../web/src/draw/fit-text';

describe('texts made to fit', () => {
  const widthOf = (text: string) => Array.from(text).length;

  it('are cut at whole letters, with a sign of it', () => {
    expect(fitted('short', 5, widthOf)).toBe('short');
    expect(fitted('longer', 5, widthOf)).toBe('long…');
    expect(fitted('😀😀😀😀', 6, ({ length }) => length)).toBe('😀😀…');
    expect(fitted('x'.repeat(8000), 10, widthOf)).toBe(`${'x'.repeat(9)}…`);
  });

  it('are broken at spaces, and within a word only where it is wider than a line', () => {
    expect(wrapped('one two three', 7, widthOf)).toEqual(['one two', 'three']);
    expect(wrapped('abcdefgh ij', 3, widthOf)).toEqual(['abc', 'def', 'gh', 'ij']);
    expect(wrapped('', 3, widthOf)).toEqual([]);
  });

  it('run from right to left by their first letter', () => {
    expect(startsRightToLeft('123 שלום abc')).toBe(true);
    expect(startsRightToLeft('abc שלום')).toBe(false);
    expect(startsRightToLeft('…')).toBe(false);
  });
});
