/** English names of what a head may look at. */

export const relations = {
  previous_word: 'word → the word before',
  next_word: 'word → the next word',
  same_word_before: 'noun → the same noun before',
  determiner_to_noun: 'determiner → noun',
  adjective_to_noun: 'adjective → noun',
  verb_to_subject: 'verb → subject',
  subject_to_verb: 'subject → verb',
  verb_to_object: 'verb → object',
  object_to_verb: 'object → verb',
  possessive_to_owner: 'possessive → owner',
  pronoun_to_noun: 'pronoun → noun',
  auxiliary_to_verb: 'auxiliary → verb',
  preposition_to_object: 'preposition → object',
  induction: 'repeated noun → what followed it before',
};

/** Short names, for maps and lists. */
export const shortRelations = {
  previous_word: 'before',
  next_word: 'next',
  same_word_before: 'again',
  determiner_to_noun: 'det→n',
  adjective_to_noun: 'adj→n',
  verb_to_subject: 'v→s',
  subject_to_verb: 's→v',
  verb_to_object: 'v→o',
  object_to_verb: 'o→v',
  possessive_to_owner: 'owner',
  pronoun_to_noun: 'it→cat',
  auxiliary_to_verb: 'aux→v',
  preposition_to_object: 'of→n',
  induction: 'induction',
};
