/** Errors with a message in every language, and errors that are mistakes in the code. */
import { expect, it } from 'vitest';
import { LinkSettings } from '../../../web/src/settings/link';
import { Refusal, refusalOf } from '../../../web/src/words/refusal';

const refusal = new Refusal(({ refused }) => refused.noWord);
const mistake = new TypeError('x is not a function');
const throws = (error: Error) => () => {
  throw error;
};

it('a caught refusal is returned, and a mistake in the code is thrown again', () => {
  expect(refusalOf(refusal)).toBe(refusal);
  expect(() => refusalOf(mistake)).toThrow(mistake);
});

it('a link with a refused setting has a notice; a mistake in its parser is not taken for one', () => {
  const settings = new LinkSettings(new URLSearchParams('v=3&text=a'));
  expect(settings.read('text', 'default', throws(refusal))).toBe('default');
  expect(settings.refusal?.message).toContain(refusal.message);
  expect(() => settings.read('text', 'default', throws(mistake))).toThrow(mistake);
});
