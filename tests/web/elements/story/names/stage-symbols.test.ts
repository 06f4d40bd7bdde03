/** Symbols in the texts of the stages look as in formulas: an italic letter with its index below, and no underscore. */
import { expect, test } from 'vitest';
import {
  stageFormula,
  symbolText,
  withSymbols,
} from '../../../../../web/src/elements/story/names/stage-symbols';
import '../../../../../web/src/words/add-story';
import { languages, loadWords, wordsIn, type Language } from '../../../../../web/src/words/words';

/** The markup of a template, or of a list of templates, as a browser would read it. */
function markup(part: unknown): string {
  if (Array.isArray(part)) return part.map(markup).join('');
  if (typeof part !== 'object') return String(part);
  const { strings, values } = part as { strings: readonly string[]; values: readonly unknown[] };
  return strings.map((text, i) => text + (i < values.length ? markup(values[i]) : '')).join('');
}

test.each([
  [
    'its row times W_Q, plus a learned bias b.',
    'its row times <i>W</i><sub>Q</sub>, plus a learned bias <i>b</i>.',
  ],
  [
    'divided by √d_k, where d_k is d_head.',
    'divided by √<i>d</i><sub>k</sub>, where <i>d</i><sub>k</sub> is <i>d</i><sub>head</sub>.',
  ],
  ['它的行乘以 W_V，再加上 b。', '它的行乘以 <i>W</i><sub>V</sub>，再加上 <i>b</i>。'],
  [
    'Die verketteten Köpfe mal W_O: wieder so breit wie X.',
    'Die verketteten Köpfe mal <i>W</i><sub>O</sub>: wieder so breit wie <i>X</i>.',
  ],
  ['n × heads·d_v', 'n × heads·<i>d</i><sub>v</sub>'],
  ['A row of 7 × 7 pixels: exp(score − 1), RoPE', 'A row of 7 × 7 pixels: exp(score − 1), RoPE'],
])('%s', (text, expected) => expect(markup(withSymbols(text))).toBe(expected));

test.each([
  [true, '<i>R</i> + <i>F</i>'],
  [false, '<i>N</i> + <i>F</i>'],
])('norm first: %s, the feed-forward output is added in %s', (norm_first, sum) => {
  const config = { architecture: 'encoder_only', d_model: 8, d_ff: 12, norm_first } as const;
  expect(markup(stageFormula('residual_2', config, 0))).toBe(sum);
});

test.each([
  ['S + M', '<i>S</i> + <i>M</i>'],
  ['W_gate', '<i>W</i><sub>gate</sub>'],
  ['b_out', '<i>b</i><sub>out</sub>'],
  ['γ', '<i>γ</i>'],
])('the name of a matrix: %s', (text, expected) => expect(markup(symbolText(text))).toBe(expected));

test.each(Object.keys(languages) as Language[])(
  'no text of a stage has an underscore in %s',
  async (language) => {
    await loadWords(language);
    const { stages, embeddedPatches, maskedPrediction, rope } = wordsIn(language)!.story;
    const texts = [...Object.values(stages), embeddedPatches].map(({ says }) => says);
    for (const text of [...texts, maskedPrediction, rope])
      expect(markup(withSymbols(text))).not.toContain('_');
  },
);
