import { describe, expect, it } from 'vitest';
import { answersAt } from '../../../../web/src/model/examples/answers';

describe('a place', () => {
  const inspection = {
    tokens: ['x', 'y'],
    target_tokens: [],
    labels: ['a', undefined, 'b', 'c'],
    relations: [],
    answers: [[{ token: 'a', probability: 1 }], [], [], []],
    weights: {},
  };

  it('may have several answers', () => {
    expect(answersAt(inspection, 0, 2)).toEqual([
      { guesses: [{ token: 'a', probability: 1 }], label: 'a' },
      { guesses: [], label: undefined },
    ]);
    expect(answersAt(inspection, 1, 2).map(({ label }) => label)).toEqual(['b', 'c']);
  });
});
