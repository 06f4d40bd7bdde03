/** Equal lists of texts stay the same array, so that views do not draw again. */
import { expect, it } from 'vitest';
import { keptIfEqual } from '../../../../web/src/elements/base/equal-lists';

const last = ['the', 'cat'];

it('keeps the last array if all texts are equal', () => {
  expect(keptIfEqual(last, ['the', 'cat'])).toBe(last);
});

it.each([[[]], [['the']], [['the', 'dog']], [['the', 'cat', 'sat']], [['the cat']]])(
  'takes %j instead',
  (next) => {
    expect(keptIfEqual(last, next)).toBe(next);
  },
);

it('takes the first array', () => {
  const next: string[] = [];
  expect(keptIfEqual(undefined, next)).toBe(next);
});
