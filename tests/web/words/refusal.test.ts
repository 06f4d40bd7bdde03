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
  ['en', '0.25', '1e-7', '1.5e+21', 'v1.5'],
  ['de', '0,25', '1e-7', '1,5e+21', 'v1.5'],
  ['zh', '0.25', '1e-7', '1.5e+21', 'v1.5'],
] as const)(
  'numbers in messages of the engine in %s are %s, %s, %s and %s',
  async (language, ...shown) => {
    const words = 'expected num_heads to divide d_model {}, got {}';
    const refused = await loadWords(language);
    for (const [i, piece] of ['0.25', '1e-7', '1.5e+21', 'v1.5'].entries())
      expect(messageOf({ message: '', words, pieces: ['8', piece] })(refused)).toContain(shown[i]);
  },
);

it('a name that looks like a number keeps its point in German', async () => {
  const words = 'expected a parameter of this model, got "{}"';
  const refused = messageOf({ message: '', words, pieces: ['0.1'] })(await loadWords('de'));
  expect(refused).toContain('„0.1“');
});

it('a number that was not typed has a decimal comma in German', async () => {
  const { refused } = await loadWords('de');
  expect(refused.number(0.05, 100, 0.001)).toBe(
    'Bitte eine Zahl von 0,05 bis 100 eingeben, nicht 0,001.',
  );
});

it.each([
  ['en', 'The model does not know “a”, “b”, … Use tokens of its vocabulary.'],
  ['de', 'Das Modell kennt „a“, „b“, … nicht. Möglich sind die Tokens seines Vokabulars.'],
  ['zh', '模型不认识“a”、“b”等词元。请使用词表中的词元。'],
] as const)(
  'more unknown words than are named end in an ellipsis in %s',
  async (language, text) => {
    const words = 'expected words of the vocabulary, got {}';
    const refusal = { message: '', words, pieces: ['"a", "b", ...'] };
    expect(messageOf(refusal)(await loadWords(language))).toBe(text);
  },
);
