import { expect, it } from 'vitest';
import { carriedWord, shownWord } from '../../../../web/src/model/language/fitting-word.ts';
import { initialState } from '../../../../web/src/model/language/language-state.ts';

it('carries the word at the start to its first piece in another model, but no word that was chosen', () => {
  const word_of = [-1, 0, 1, 2, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, -1];
  const tokenize = () => ({ tokens: [], ids: [], word_of }) as never;
  expect(carriedWord(initialState, { tokenize })).toBe(10);
  expect(carriedWord({ ...initialState, word: 3 }, { tokenize })).toBe(3);
  expect(carriedWord({ ...initialState, text: 'Time flies.' }, { tokenize })).toBe(7);
});

it('shows the nearest word that there is, and delimiters only where they are shown', () => {
  const at = (word: number, delimiters: 'shown' | 'hidden') => shownWord({ word, delimiters }, 8);
  expect([7, 5, 0, -1].map((word) => at(word, 'hidden'))).toEqual([5, 5, 0, 0]);
  expect([7, 6, 0, -1].map((word) => at(word, 'shown'))).toEqual([6, 6, 0, -1]);
});
