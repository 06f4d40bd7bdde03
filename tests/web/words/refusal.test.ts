/** Errors with a message in every language, and errors that are mistakes in the code. */
import { expect, it } from 'vitest';
import { LinkSettings } from '../../../web/src/settings/link';
import { loadWords } from '../../../web/src/words/words';
import { messageOf, Refusal, refusalOf } from '../../../web/src/words/refusal';

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

it.each([
  ['en', 'The model does not know “a”, “b”, … Use words of its vocabulary.'],
  ['de', 'Das Modell kennt „a“, „b“, … nicht. Möglich sind die Wörter seines Vokabulars.'],
  ['zh', '模型不认识“a”、“b”等词。请使用词表中的词。'],
] as const)(
  'more unknown words than are named end in an ellipsis in %s',
  async (language, text) => {
    const words = 'expected words of the vocabulary, got {}';
    const refusal = { message: '', words, pieces: ['"a", "b", ...'] };
    expect(messageOf(refusal)(await loadWords(language))).toBe(text);
  },
);
