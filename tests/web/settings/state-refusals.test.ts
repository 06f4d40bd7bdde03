import { describe, expect, it } from 'vitest';
import { defaultState, parseState } from '../../../web/src/settings/state';

/** The message about invalid settings beside a valid one, which is kept. */
function noticeBeside(wrong: string): string {
  const { state, refusal } = parseState(`v=3&text=kept&${wrong}`);
  expect(state).toEqual({ ...defaultState, text: 'kept' });
  const words = refusal!.message;
  expect(words).toMatch(
    /^Part of this link could not be used: .*\. The rest is as in the link\.$/s,
  );
  return words;
}

describe('an invalid address gives a notice', () => {
  it.each([
    ['from the future', 'v=4', 'its version is “4”, but this page reads version 3.'],
    ['from the far future', 'v=10', 'its version is “10”, but this page reads version 3.'],
    ['of another spelling', 'v=03', 'its version is “03”, but this page reads version 3.'],
    ['with an empty version', 'v=', 'its version is “”, but this page reads version 3.'],
    ['of garbage', '!!@@##$$', '“!!@@##$$” is not a setting of this page.'],
    ['of another page', '/route/to?x=1', '“/route/to?x” is not a setting of this page.'],
    ['of broken percent signs', '%E0%A4%A', 'is not a setting of this page.'],
    ['of a model of another page', 'model=minilm', 'model must be untrained, not “minilm”'],
  ])('%s, and has the rest', (_, wrong, words) => {
    const { state, refusal } = parseState(`text=kept&num_heads=4&${wrong}`);
    expect(state).toEqual({ ...defaultState, text: 'kept', num_heads: 4 });
    expect(refusal!.message).toContain(words);
  });

  const d_model = 'd_model: Enter a whole number from 1 to 256';
  const num_heads = 'num_heads: Enter a whole number from 1 to 16';
  const word = 'word: Enter a whole number from 0 to 511';
  const seed = 'seed: Enter a whole number from 0 to 999,999,999';
  const head = 'head: Enter a whole number from 0 to 15';
  it.each([
    ['d_model=1e3', `${d_model}, not “1e3”`],
    ['d_model=0x10', `${d_model}, not “0x10”`],
    ['d_model=0', `${d_model}, not “0”`],
    ['d_model=257', `${d_model}, not “257”`],
    ['d_model=', `${d_model}.`],
    ['d_model=8.5', `${d_model}, not “8.5”`],
    ['num_heads=NaN', `${num_heads}, not “NaN”`],
    ['num_heads=-2', `${num_heads}, not “-2”`],
    ['num_heads=17', `${num_heads}, not “17”`],
    ['num_heads=%zz', `${num_heads}, not “%zz”`],
    ['word=512', `${word}, not “512”`],
    ['word=Infinity', `${word}, not “Infinity”`],
    ['word=%F0%9F', `${word}, not “\ufffd”`],
    ['seed=1000000000', `${seed}, not “1000000000”`],
    ['seed=-1', `${seed}, not “-1”`],
    ['seed=99999999999999999999', `${seed}, not “99999999999999999999”`],
    ['seed=null', `${seed}, not “null”`],
    ['head=16', `${head}, not “16”`],
    ['head=null', `${head}, not “null”`],
    ['head=Mean', `${head}, not “Mean”`],
    ['head=', `${head}.`],
    ['mask=Causal', 'mask must be none or causal, not “Causal”'],
    ['mask=', 'mask must be none or causal, not “”'],
    ['mask=toString', 'mask must be none or causal, not “toString”'],
    ['positions=rotary', 'positions must be none or sinusoidal, not “rotary”'],
    ['matrix=q', 'matrix must be scores or masked_scores or weights, not “q”'],
  ])('whose value is wrong: %s', (wrong, words) => {
    expect(noticeBeside(wrong)).toContain(words);
  });

  it('that is long is shortened in the notice', () => {
    expect(noticeBeside(`mask=${'x'.repeat(24)}`)).toContain(`not “${'x'.repeat(24)}”`);
    expect(noticeBeside(`mask=${'x'.repeat(25)}`)).toContain(`not “${'x'.repeat(24)}…”`);
    expect(noticeBeside(`mask=${'x'.repeat(5000)}`).length).toBeLessThan(200);
  });

  it('is named, and so is a setting that does not exist', () => {
    const words = noticeBeside('mask=all&zoom=3');
    expect(words).toContain('mask must be none or causal, not “all”. “zoom” is not a setting');
  });

  it('is one of at most three that are named', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `x${i}=1`).join('&');
    expect(noticeBeside(many)).toContain('“x2” is not a setting');
    expect(noticeBeside(many)).not.toContain('x3');
  });

  it('with markup is quoted unchanged, since the page sets it as text', () => {
    expect(noticeBeside('mask=%3Cb%3E')).toContain('not “<b>”');
  });
});
