/** Means over meanings: a meaning with a single sentence has no pair, and gets no mean. */
import { expect, it } from 'vitest';
import { meanLines } from '../../../../../web/src/elements/language/vectors/cosine-lines';
import { tensorOfShape } from '../../../../support/tensor-of';

const means = {
  within: tensorOfShape([2, 2], [1, 0.5, 0, 0]),
  across: tensorOfShape([2], [0.75, 0.25]),
};
const one = { of: 'one', values: [1, 0.5] };
const other = { of: 'other', values: [0, 0] };
const across = { of: 'across', values: [0.75, 0.25] };

it.each([
  [
    [2, 2],
    [one, other, across],
  ],
  [
    [8, 1],
    [one, across],
  ],
  [
    [1, 3],
    [other, across],
  ],
  [[1, 1], [across]],
] as const)('of %j sentences', (sizes, lines) => {
  expect(meanLines(means, sizes)).toEqual(lines);
});
