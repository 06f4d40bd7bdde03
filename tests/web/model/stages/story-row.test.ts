import { describe, expect, it } from 'vitest';
import { hasRow } from '../../../../web/src/model/stages/story-row';

/** A decoder of 5 words that attends to 7, with 2 heads. */
const trace = {
  'decoder.0.cross_attention.weights': {
    shape: [1, 2, 5, 7],
    axes: ['batch', 'head', 'query', 'key'],
    data: new Float32Array(70),
  },
};
const row = { attention: 'decoder.0.cross_attention', head: 1, query: 4 };

describe('a row of the story', () => {
  it.each([
    [row, true],
    [{ ...row, attention: 'layers.0.attention' }, false],
    [{ ...row, head: 2 }, false],
    [{ ...row, query: 5 }, false],
  ])('%j is in a trace: %s', (place, expected) => {
    expect(hasRow(trace, place)).toBe(expected);
  });
});
