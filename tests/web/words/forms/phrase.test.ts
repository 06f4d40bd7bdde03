import { expect, test } from 'vitest';
import { phrase } from '../../../../web/src/words/forms/phrase';

test('a string in a phrase is one text with the words around it; other pieces stay apart', () => {
  const weight = { markup: '0.69' };
  expect(phrase`${'it'} → ${'animal'} ${weight} in ${'2·4'}.`).toEqual([
    'it → animal ',
    weight,
    ' in 2·4.',
  ]);
  expect(phrase`${weight}`).toEqual([weight]);
});
