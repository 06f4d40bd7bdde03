/** Finds the query words of a relation in a text, from two sentences whose pairs are written by hand. */
import { describe, expect, it } from 'vitest';
import { queryToken, relationWords } from '../../../../web/src/model/heads/relation-words';

const known = relationWords([
  {
    words: ['the', 'girl', 'dropped', 'her', 'ball', 'because', 'the', 'ball', 'was', 'old'],
    pairs: [
      { relation: 'determiner_to_noun', from: 0, to: 1 },
      { relation: 'verb_to_object', from: 2, to: 4 },
      { relation: 'object_to_verb', from: 4, to: 2 },
      { relation: 'same_word_before', from: 7, to: 4 },
      { relation: 'adjective_to_noun', from: 9, to: 7 },
    ],
  },
  {
    words: ['the', 'old', 'man', 'saw', 'a', 'girl'],
    pairs: [
      { relation: 'adjective_to_noun', from: 1, to: 2 },
      { relation: 'verb_to_object', from: 3, to: 5 },
      { relation: 'object_to_verb', from: 5, to: 3 },
    ],
  },
]);
const textOf = (sentence: string) => {
  const tokens = ['[CLS]', ...sentence.split(' '), '[SEP]'];
  let word = -1;
  const word_of = tokens.map((token) =>
    token.startsWith('[') ? -1 : token.startsWith('·') ? word : ++word,
  );
  return { tokens, word_of };
};
const asks = (sentence: string, relation: Parameters<typeof queryToken>[2], now = 0) => {
  const text = textOf(sentence);
  const token = queryToken(text, known, relation, now);
  return token === undefined ? null : text.tokens[token];
};

describe('the query word', () => {
  const sentence = 'The girl near the door dropped her small ball .';

  it('is one that is known to have the relation', () => {
    expect(asks(sentence, 'verb_to_object')).toBe('dropped');
    expect(asks('Our un ·believ ·able girl dropped a ball', 'verb_to_object')).toBe('dropped');
  });

  it('needs a word to look at on the side where the relation looks', () => {
    // An object follows its verb, so the girl is not one here.
    expect(asks(sentence, 'object_to_verb')).toBe('ball');
    expect(asks('The ball dropped', 'verb_to_object')).toBeNull();
    expect(asks('An old ball', 'adjective_to_noun')).toBe('old');
    expect(asks('A ball is old', 'adjective_to_noun')).toBe('old');
  });

  it('stays the current query word if it has the relation', () => {
    const both = 'The man saw the girl who dropped a ball';
    expect(asks(both, 'verb_to_object', 7)).toBe('dropped');
    expect(asks(both, 'verb_to_object', 8)).toBe('saw');
  });

  it('is a noun that occurred before, if nouns look at themselves', () => {
    expect(asks('a ball and a girl', 'same_word_before')).toBeNull();
    expect(queryToken(textOf('a ball is a ball'), known, 'same_word_before', 1)).toBe(5);
  });

  it('is undefined if the relation or the words are unknown', () => {
    expect(asks(sentence, 'pronoun_to_noun')).toBeNull();
    expect(asks('Time flies', 'verb_to_object')).toBeNull();
  });
});
