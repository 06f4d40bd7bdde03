/** Writes tokenized sentences in the order in which wasm/verbs/head_finders.cpp and wasm/verbs/vectors.cpp read them. */
import { checkCall } from '../checks/check-call';
import { integerNamed, integersNamed, listNamed, textNamed } from './arguments';
import type { Argument } from './message';
import { expectObject, refuseValue } from '../checks/expect';

/** The number of each token's word, sentence by sentence; -1 for delimiters. */
export const wordsOfTokens = listNamed('word_of', integersNamed('word_of', -1));

/** The places of each word's tokens. */
export const tokensOfWords = listNamed('words', integersNamed('words'));

const [relation, from, to] = [
  textNamed('relation'),
  integerNamed('from', 0),
  integerNamed('to', 0),
];
const wordPair: Argument = (message, value) => {
  const pair: { relation?: unknown; from?: unknown; to?: unknown } = expectObject('pairs', value);
  checkCall(pair, ['relation', 'from', 'to']);
  relation(message, pair.relation);
  from(message, pair.from);
  to(message, pair.to);
};

/** The pairs { relation, from, to } of each sentence. */
export const wordPairs = listNamed('pairs', listNamed('pairs', wordPair));

export const half: Argument = (message, value) => {
  if (value !== 'find' && value !== 'report')
    refuseValue('half to be "find" or "report"', [], value);
  message.flag(value === 'report');
};

/** In the order of the core's WordKind. */
const kWordKinds: readonly unknown[] = ['other', 'noun', 'verb'];

const wordKind: Argument = (message, value) => {
  const index = kWordKinds.indexOf(value);
  if (index < 0) refuseValue('kinds to be "noun", "verb" or "other"', [], value);
  message.word(index);
};

const kinds = listNamed('kinds', listNamed('kinds', wordKind));
/** The kind of each word, sentence by sentence; empty if unknown. */
export const wordKinds: Argument = (message, value = []) => kinds(message, value);
