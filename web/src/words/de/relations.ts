/** German names of what a head may look at. */
import type { Words } from '../en/base';

export const relations: Words['languageModel']['relations'] = {
  previous_word: 'Wort → das Wort davor',
  next_word: 'Wort → das nächste Wort',
  same_word_before: 'Nomen → dasselbe Nomen davor',
  determiner_to_noun: 'Begleiter → Nomen',
  adjective_to_noun: 'Adjektiv → Nomen',
  verb_to_subject: 'Verb → Subjekt',
  subject_to_verb: 'Subjekt → Verb',
  verb_to_object: 'Verb → Objekt',
  object_to_verb: 'Objekt → Verb',
  possessive_to_owner: 'Possessiv → Besitzer',
  pronoun_to_noun: 'Pronomen → Nomen',
  auxiliary_to_verb: 'Hilfsverb → Verb',
  preposition_to_object: 'Präposition → Objekt',
  induction: 'wiederholtes Nomen → was ihm zuvor folgte',
};

/** Short names, for maps and lists. */
export const shortRelations: Words['languageModel']['shortRelations'] = {
  previous_word: 'davor',
  next_word: 'danach',
  same_word_before: 'wieder',
  determiner_to_noun: 'Det→N',
  adjective_to_noun: 'Adj→N',
  verb_to_subject: 'V→S',
  subject_to_verb: 'S→V',
  verb_to_object: 'V→O',
  object_to_verb: 'O→V',
  possessive_to_owner: 'Besitz',
  pronoun_to_noun: 'sie→N',
  auxiliary_to_verb: 'Hv→V',
  preposition_to_object: 'in→N',
  induction: 'Induktion',
};
