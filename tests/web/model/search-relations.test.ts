import { expect, it } from 'vitest';
import { matchingRelations } from '../../../web/src/model/search-relations';
import { opened as german } from '../../../web/src/words/de/opened';
import { opened } from '../../../web/src/words/en/opened';
import { opened as chinese } from '../../../web/src/words/zh/opened';

it.each([
  ['which heads take verbs to objects?', opened, ['verb_to_object']],
  ['objects to their verbs', opened, ['object_to_verb']],
  ['Pronouns', opened, ['pronoun_to_noun']],
  ['previous', opened, []],
  ['the word before', opened, ['previous_word']],
  ['Verben zu Objekten?', german, ['verb_to_object']],
  ['动词到宾语？', chinese, ['verb_to_object']],
])('%j finds %j', (question, words, expected) => {
  expect(matchingRelations(question, words.relations)).toEqual(expected);
});

it('an empty question finds all', () => {
  expect(matchingRelations(' ', opened.relations)).toHaveLength(14);
});
