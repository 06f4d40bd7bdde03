/** The word whose arcs are shown: the visitor's choice, or the one that the task asks about. */
import { expect, it } from 'vitest';
import type { ExampleInspection } from '../../../../wasm/engine';
import { chosenWord } from '../../../../web/src/model/changes/chosen-word';
import { kOwnExample, noChanges } from '../../../../web/src/model/changes/visitor-changes';
import type { ShownTask } from '../../../../web/src/model/examples/tasks';

/** The examples of these sentences; the last one is the visitor's own. */
const shown = (task: ShownTask, sentences: readonly string[], word?: number) => {
  const of = (text: string) =>
    ({ tokens: text.split(' '), target_tokens: [], weights: {} }) as unknown as ExampleInspection;
  const inspections = sentences.map(of);
  const chosen = word === undefined ? [] : [{ example: kOwnExample, word }];
  const changes = { ...noChanges, word: chosen };
  return chosenWord(sentences.length - 1, (one) => inspections[one], task, changes);
};

const asked = 'The animal did not cross the street because it was too tired .';

it.each([
  ['the place that the task asks about', [asked], 8],
  ['where the same word is in the own example', [asked, asked, 'It was late and it was dark'], 4],
  ['that place, where the own example lacks the word', [asked, asked, 'a b c d e f g h i j'], 8],
  ['the last word of a shorter example', [asked, asked, 'a b c'], 2],
  ['the last word, not the full stop after it', [asked, asked, 'a b c .'], 2],
  ['the last word, not the marks after it', [asked, asked, 'a b c ! ?'], 2],
  ['a full stop without a word', [asked, asked, '.'], 0],
])('is %s', (_, sentences, place) => {
  expect(shown('goes_with', sentences)).toBe(place);
});

it('is the word before the last one in the examples of a text, the last one in the own example', () => {
  expect(shown('words', ['This is the rat'])).toBe(2);
  expect(shown('words', ['This is the rat', 'This is the cat', 'a b c'])).toBe(2);
});

it('is the chosen word, if the example is long enough', () => {
  expect(shown('goes_with', [asked, asked, asked], 3)).toBe(3);
  expect(shown('goes_with', [asked, asked, 'a b c'], 7)).toBe(2);
});

it('is the first one as long as the example is not known', () => {
  expect(chosenWord(0, () => undefined, 'goes_with', noChanges)).toBe(0);
});
