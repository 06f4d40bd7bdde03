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

/** Where there is little room. */
export const shortRelations = {
  previous_word: 'before',
  next_word: 'next',
  same_word_before: 'again',
  determiner_to_noun: 'det.→n.',
  adjective_to_noun: 'adj.→n.',
  verb_to_subject: 'v.→subj.',
  subject_to_verb: 'subj.→v.',
  verb_to_object: 'v.→obj.',
  object_to_verb: 'obj.→v.',
  possessive_to_owner: 'her→girl',
  pronoun_to_noun: 'she→girl',
  auxiliary_to_verb: 'aux.→v.',
  preposition_to_object: 'prep.→n.',
  induction: 'induction',
};
