import { expect, it } from 'vitest';
import { finderBatches, uncutSentences } from '../../../../web/src/model/heads/finder-batches';

it.each([0, 1, 16, 40, 64, 639])(
  '%i sentences: each is in exactly one batch, of its half',
  (count) => {
    const sentences = Array.from({ length: count }, (_, i) => ({
      words: Array.from({ length: 1 + ((i * 7) % 11) }, () => `${i}`),
      kinds: [],
      pairs: [],
    }));
    const batches = finderBatches(sentences);
    for (const { sentences: own } of batches) expect(own.length).toBeLessThanOrEqual(16);
    const of = (half: string) =>
      batches.flatMap((batch) => (batch.half === half ? batch.sentences : []));
    const numbers = (half: string) => of(half).map(({ words }) => Number(words[0]));
    const middle = Math.ceil(count / 2);
    expect(numbers('find').sort((a, b) => a - b)).toEqual([...Array(middle).keys()]);
    expect(numbers('report').sort((a, b) => a - b)).toEqual(
      Array.from({ length: count - middle }, (_, i) => middle + i),
    );
    for (const half of ['find', 'report']) {
      const lengths = of(half).map(({ words }) => words.length);
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    }
  },
);

it('leaves out sentences that the model cuts', () => {
  const sentence = (text: string) => ({
    words: text.split(' '),
    kinds: text.split(' ').map(() => 'noun' as const),
    pairs: [{ relation: 'next_word' as const, from: 0, to: 1 }],
  });
  const [short, long, last] = ['a b', 'a b c d', 'c d'].map(sentence);
  // Reads three words, one token each.
  const tokenize = (text: string) => {
    const tokens = text.split(' ').slice(0, 3);
    return {
      ids: tokens.map((token) => token.charCodeAt(0)),
      tokens,
      word_of: [...tokens.keys()],
      cut: text.split(' ').length > 3 ? { tokens: 1, after: 'a b c' } : null,
    };
  };
  expect(uncutSentences([short!, long!, last!], tokenize)).toEqual({
    ids: [
      [97, 98],
      [99, 100],
    ],
    word_of: [
      [0, 1],
      [0, 1],
    ],
    pairs: [short!.pairs, last!.pairs],
    kinds: [short!.kinds, last!.kinds],
  });
});
