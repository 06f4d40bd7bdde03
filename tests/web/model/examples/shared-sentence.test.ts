/** A word goes to another page only if it is the same word there. */
import { describe, expect, it } from 'vitest';
import { sharedSentence } from '../../../../web/src/model/examples/small-english';
import { noChanges } from '../../../../web/src/model/changes/visitor-changes';
import type { ShownTask } from '../../../../web/src/model/examples/tasks';
import { carriedSentence } from '../../../../web/src/model/trained/carried';

const kPlain = 'The animal did not cross the street because it was too tired.';

describe('the word of a sentence on a page', () => {
  it.each([
    [kPlain, 8, 8],
    [kPlain, 12, 12],
    ["The animal didn't cross the street because it was too tired.", 9, undefined],
    ['The animal didn’t cross the street because it was too tired.', 1, 1],
    ['The cat.ran because it was tired.', 3, undefined],
    ['The unhappiness of the man', 1, undefined],
    ['The man was, in his unhappiness, tired', 3, 3],
    ['The cat ran', 3, undefined],
    ['The cat ran', -1, undefined],
    [' ', 0, undefined],
  ])('%s, word %s: %s', (text, word, shared) => {
    expect(sharedSentence({ text, word })).toEqual({ text, word: shared });
  });
});

describe("the word of a visitor's own example of a small model", () => {
  it.each<[ShownTask, string, number, number | undefined]>([
    ['goes_with', 'The cat ran because it was tired.', 4, 4],
    ['goes_with', "The cat didn't run because it was tired.", 6, undefined],
    ['goes_with', 'The cat.ran because it was tired.', 3, undefined],
    ['goes_with', 'The cat ran', 3, undefined],
    ['translation', 'then the old king came', 2, undefined],
    ['sort', '8 7 6 5', 8, undefined],
    ['characters', 'This is the dog.', 8, undefined],
  ])('%s, %s, word %i: %s', (model, text, word, carried) => {
    const changes = { ...noChanges, word: [{ example: 2, word }] };
    expect(carriedSentence({ model, text, changes })).toEqual({ text, word: carried });
  });
});
