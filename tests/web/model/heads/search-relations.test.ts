import { expect, it } from 'vitest';
import { matchingRelations } from '../../../../web/src/model/heads/search-relations';
import { languageModel as german } from '../../../../web/src/words/de/language-model';
import { languageModel } from '../../../../web/src/words/en/language-model';
import { languageModel as chinese } from '../../../../web/src/words/zh/language-model';

it.each([
  ['which heads take verbs to objects?', languageModel, ['verb_to_object']],
  ['objects to their verbs', languageModel, ['object_to_verb']],
  ['Pronouns', languageModel, ['pronoun_to_noun']],
  ['previous', languageModel, []],
  ['the word before', languageModel, ['previous_word']],
  ['Verben zu Objekten?', german, ['verb_to_object']],
  ['动词到宾语？', chinese, ['verb_to_object']],
])('%j finds %j', (question, words, expected) => {
  expect(matchingRelations(question, words.relations)).toEqual(expected);
});

it('an empty search finds all relations', () => {
  expect(matchingRelations(' ', languageModel.relations)).toHaveLength(14);
});
