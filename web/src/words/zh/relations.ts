/** Chinese names of what a head may look at. */
import type { Words } from '../en/base';

export const relations: Words['languageModel']['relations'] = {
  previous_word: '词 → 前一个词',
  next_word: '词 → 后一个词',
  same_word_before: '名词 → 前面的同一名词',
  determiner_to_noun: '限定词 → 名词',
  adjective_to_noun: '形容词 → 名词',
  verb_to_subject: '动词 → 主语',
  subject_to_verb: '主语 → 动词',
  verb_to_object: '动词 → 宾语',
  object_to_verb: '宾语 → 动词',
  possessive_to_owner: '物主词 → 所有者',
  pronoun_to_noun: '代词 → 名词',
  auxiliary_to_verb: '助动词 → 动词',
  preposition_to_object: '介词 → 宾语',
  induction: '重复的名词 → 它上次出现时后面的词',
};

/** Short names, for maps and lists. */
export const shortRelations: Words['languageModel']['shortRelations'] = {
  previous_word: '前一个',
  next_word: '后一个',
  same_word_before: '同名词',
  determiner_to_noun: '限→名',
  adjective_to_noun: '形→名',
  verb_to_subject: '动→主',
  subject_to_verb: '主→动',
  verb_to_object: '动→宾',
  object_to_verb: '宾→动',
  possessive_to_owner: '属→名',
  pronoun_to_noun: '代→名',
  auxiliary_to_verb: '助→动',
  preposition_to_object: '介→宾',
  induction: '归纳',
};
