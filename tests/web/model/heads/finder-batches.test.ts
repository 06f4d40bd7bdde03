import { expect, it } from 'vitest';
import { finderBatches } from '../../../../web/src/model/heads/finder-batches';

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
    const lengths = of('find').map(({ words }) => words.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  },
);
