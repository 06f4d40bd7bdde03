import { expect, test } from 'vitest';
import { textCharacters } from '../../../web/build/text-face.ts';
import { timeOf } from '../../../web/src/speed/figures.ts';

test('the font of the pages has every character of a time', () => {
  for (const milliseconds of [0.0123, 0.5, 42, 2e4])
    for (const character of timeOf(milliseconds)) expect(textCharacters).toContain(character);
});
