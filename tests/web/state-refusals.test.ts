import { describe, expect, it } from 'vitest';
import { defaultState, parseState } from '../../web/src/state';

/** The notice for a hash of which nothing can be read. */
function noticeOf(hash: string): string {
  const { state, notice } = parseState(hash);
  expect(state).toEqual(defaultState);
  const words = notice!.message;
  expect(words).toMatch(/^This link could not be read: .*\. The default settings are shown\.$/s);
  return words;
}

/** The notice for wrong settings beside a right one, which is kept. */
function noticeBeside(wrong: string): string {
  const { state, notice } = parseState(`v=1&text=kept&${wrong}`);
  expect(state).toEqual({ ...defaultState, text: 'kept' });
  const words = notice!.message;
  expect(words).toMatch(
    /^Part of this link could not be used: .*\. The rest is as in the link\.$/s,
  );
  return words;
}

describe('an invalid address gives a notice', () => {
  it.each([
    ['from the future', 'v=2&num_heads=4', 'its version is “2”, but this page reads version 1.'],
    ['from the far future', 'v=10', 'its version is “10”, but this page reads version 1.'],
    ['of another spelling', 'v=01', 'its version is “01”, but this page reads version 1.'],
    ['without a version', 'num_heads=4', 'its version is missing (v=1).'],
    ['with an empty version', 'v=&num_heads=4', 'its version is missing (v=1).'],
    ['of garbage', '!!@@##$$', 'its version is missing (v=1).'],
    ['of another page', '/route/to?x=1', 'its version is missing (v=1).'],
    ['of broken percent signs', '%E0%A4%A', 'its version is missing (v=1).'],
  ])('%s', (_, hash, words) => expect(noticeOf(hash)).toContain(words));

  const d_model = 'd_model: Enter a whole number from 1 to 256';
  const num_heads = 'num_heads: Enter a whole number from 1 to 16';
  const query = 'query: Enter a whole number from 0 to 511';
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
    ['query=512', `${query}, not “512”`],
    ['query=Infinity', `${query}, not “Infinity”`],
    ['query=%F0%9F', `${query}, not “\ufffd”`],
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
    ['step=q', 'step must be scores or masked_scores or weights, not “q”'],
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
