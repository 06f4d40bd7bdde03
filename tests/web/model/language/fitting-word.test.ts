import { expect, it } from 'vitest';
import { shownWord, StartWord } from '../../../../web/src/model/language/fitting-word.ts';
import { initialState } from '../../../../web/src/model/language/language-state.ts';

const splitting = (...word_of: number[]) => ({
  tokenize: () => ({ tokens: [], ids: [], word_of: [-1, ...word_of, -1] }) as never,
});
const own = splitting(0, 1, 2, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8);
const whole = splitting(0, 1, 2, 3, 4, 5, 6, 7, 8);

it('carries the word at the start to its first piece in another model, but no word that was chosen', () => {
  expect(new StartWord().in(own, initialState)).toBe(10);
  expect(new StartWord().in(own, { ...initialState, word: 3 })).toBe(3);
  expect(new StartWord().in(own, { ...initialState, text: 'Time flies.' })).toBe(7);
});

it('each model has its own first piece of the start word, until the visitor chooses a word', () => {
  const start = new StartWord();
  let { word } = initialState;
  const words = [own, whole, own, own].map((model) => {
    word = start.in(model, { ...initialState, word });
    return word;
  });
  expect(words).toEqual([10, 7, 10, 10]);
  // Here this is the start of another word than the one that is shown in a model with whole words.
  expect(start.in(whole, { ...initialState, word: 7 })).toBe(7);
  expect(start.in(own, { ...initialState, word: 8 })).toBe(8);
  expect(start.in(whole, { ...initialState, word: 8 })).toBe(8);
});

it('shows the chosen word, and delimiters only where they are shown', () => {
  const tokens = '[CLS] the dog slept all day . [SEP]'.split(' ');
  const at = (word: number, delimiters: 'shown' | 'hidden') =>
    shownWord({ word, delimiters }, tokens);
  expect([5, 3, 0, -1].map((word) => at(word, 'hidden'))).toEqual([5, 3, 0, 0]);
  expect([6, 5, 0, -1].map((word) => at(word, 'shown'))).toEqual([6, 5, 0, -1]);
});

it.each(['shown', 'hidden'] as const)(
  'of a sentence that is too short it shows the last word, with delimiters %s',
  (delimiters) => {
    const last = (text: string) =>
      shownWord({ word: 9, delimiters }, ['[CLS]', ...text.split(' ').filter(Boolean), '[SEP]']);
    const texts = ['the dog slept .', 'who slept ? ! "', 'it slept', '. .', ''];
    expect(texts.map(last)).toEqual([2, 1, 1, 0, 0]);
  },
);
