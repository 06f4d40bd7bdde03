import { expect, it } from 'vitest';
import type { RelationSentence, WordPair } from '../../../../wasm/engine';
import { sentencesCsv, testExamples } from '../../../../web/src/model/heads/test-sentences';
import { relations } from '../../../../web/src/words/en/relations';

const sentence = (text: string, ...pairs: WordPair[]): RelationSentence => {
  const words = text.split(' ');
  return { words, kinds: words.map(() => 'other'), pairs };
};
const noun = (from: number, to: number): WordPair => ({ relation: 'determiner_to_noun', from, to });

/** The first three sentences find heads, the last two confirm names. */
const sentences = {
  seed: 7,
  all: [
    sentence('the ball fell', noun(0, 1)),
    sentence('it fell'),
    sentence('a key broke', noun(0, 1)),
    sentence('the red key broke', noun(0, 2), { relation: 'next_word', from: 2, to: 3 }),
    sentence('the old hat fell', noun(0, 2)),
  ],
};

it('examples come from the half that names heads', () => {
  const shown = testExamples(sentences, 'determiner_to_noun');
  expect(shown.map(({ words }) => words.join(' '))).toEqual([
    'the red key broke',
    'the old hat fell',
  ]);
  expect(testExamples(sentences, 'verb_to_object')).toEqual([]);
});

it('examples of other distances come first', () => {
  const examples = [1, 1, 2, 1, 3].map((to) => sentence('the w x y z', noun(0, to)));
  const shown = testExamples({ seed: 1, all: [...examples, ...examples] }, 'determiner_to_noun');
  expect(shown.map(({ pair }) => pair.to)).toEqual([1, 2, 3]);
  const few = [1, 1, 1, 2].map((to) => sentence('the w x y z', noun(0, to)));
  const two = testExamples({ seed: 1, all: [...few, ...few] }, 'determiner_to_noun');
  expect(two.map(({ pair }) => pair.to)).toEqual([1, 2, 1]);
});

it('all sentences are saved, with a line for each pair of words', () => {
  expect(sentencesCsv(sentences, relations).split('\r\n')).toEqual([
    'sentence,half,text,relation,relation_key,from_index,from,to_index,to,seed',
    '1,find,the ball fell,determiner → noun,determiner_to_noun,0,the,1,ball,7',
    '3,find,a key broke,determiner → noun,determiner_to_noun,0,a,1,key,7',
    '4,report,the red key broke,determiner → noun,determiner_to_noun,0,the,2,key,7',
    '4,report,the red key broke,word → the next word,next_word,2,key,3,broke,7',
    '5,report,the old hat fell,determiner → noun,determiner_to_noun,0,the,2,hat,7',
    '',
  ]);
  const punctuated = { seed: 1, all: [sentence('a "b", =c', noun(1, 2)), sentence('it fell')] };
  expect(sentencesCsv(punctuated, relations).split('\r\n')[1]).toBe(
    '1,find,"a ""b"", =c",determiner → noun,determiner_to_noun,1,"""b"",",2,\'=c,1',
  );
});
