/** Writes tokenized sentences in the order in which wasm/verbs/head_finders.cpp and wasm/verbs/vectors.cpp read them. */
import { checkCall } from '../checks/check-call';
import { integers } from './example-arguments';
import type { Argument, Message } from './message';
import {
  expectInteger,
  expectList,
  expectObject,
  expectText,
  kMaxInteger,
  refuseValue,
} from '../checks/expect';

/** The number of each token's word, sentence by sentence; -1 for delimiters. */
export const wordsOfTokens: Argument = (message, value) => {
  const sentences = expectList('word_of', value);
  message.word(sentences.length);
  for (const sentence of sentences) {
    const words = expectList('word_of', sentence);
    message.word(words.length);
    for (const word of words) message.word(expectInteger('word_of', word, -1, kMaxInteger));
  }
};

/** The places of each word's tokens. */
export const tokensOfWords: Argument = (message, value) => {
  const words = expectList('words', value);
  message.word(words.length);
  for (const word of words) integers(message, 'words', word);
};

/** The pairs { relation, from, to } of each sentence. */
export const wordPairs: Argument = (message, value) => {
  const sentences = expectList('pairs', value);
  message.word(sentences.length);
  for (const sentence of sentences) {
    const pairs = expectList('pairs', sentence);
    message.word(pairs.length);
    for (const pair of pairs) wordPair(message, expectObject('pairs', pair));
  }
};

function wordPair(message: Message, pair: { relation?: unknown; from?: unknown; to?: unknown }) {
  checkCall(pair, ['relation', 'from', 'to']);
  message.text(expectText('{} to be a text', ['relation'], pair.relation));
  message.word(expectInteger('from', pair.from, 0, kMaxInteger));
  message.word(expectInteger('to', pair.to, 0, kMaxInteger));
}

export const half: Argument = (message, value) => {
  if (value !== 'find' && value !== 'report')
    refuseValue('half to be "find" or "report"', [], value);
  message.flag(value === 'report');
};

/** In the order of the core's WordKind. */
const kWordKinds = ['other', 'noun', 'verb'];

/** The kind of each word, sentence by sentence; empty if unknown. */
export const wordKinds: Argument = (message, value = []) => {
  const sentences = expectList('kinds', value);
  message.word(sentences.length);
  for (const sentence of sentences) {
    const kinds = expectList('kinds', sentence);
    message.word(kinds.length);
    for (const kind of kinds) {
      const index = kWordKinds.indexOf(kind as string);
      if (index < 0) refuseValue('kinds to be "noun", "verb" or "other"', [], kind);
      message.word(index);
    }
  }
};
