import { describe, expect, it } from 'vitest';
import { defaultState, parseState } from '../../web/src/state';

/** The notice; the state beside it has to be the defaults, whole. */
function noticeOf(hash: string): string {
  const { state, notice } = parseState(hash);
  expect(state).toEqual(defaultState);
  const words = notice!.message;
  expect(words).toMatch(/^This link could not be read: .*\. The defaults are shown\.$/s);
  return words;
}

describe('an address that cannot be followed gives the defaults and a notice', () => {
  it.each([
    ['from the future', 'v=2&num_heads=4', 'expected version 1, got “2”'],
    ['from the far future', 'v=10', 'expected version 1, got “10”'],
    ['of another spelling', 'v=01', 'expected version 1, got “01”'],
    ['without a version', 'num_heads=4', 'expected version 1, got none'],
    ['with an empty version', 'v=&num_heads=4', 'expected version 1, got none'],
    ['of garbage', '!!@@##$$', 'expected version 1, got none'],
    ['of another page', '/route/to?x=1', 'expected version 1, got none'],
    ['of broken percent signs', '%E0%A4%A', 'expected version 1, got none'],
  ])('%s', (_, hash, words) => expect(noticeOf(hash)).toContain(words));

  const d_model = 'd_model: Expected a whole number from 1 to 256, got';
  const num_heads = 'num_heads: Expected a whole number from 1 to 16, got';
  const query = 'query: Expected a whole number from 0 to 511, got';
  const seed = 'seed: Expected a whole number from 0 to 999,999,999, got';
  const head = 'head: Expected a whole number from 0 to 15, got';
  it.each([
    ['d_model=1e3', `${d_model} “1e3”`],
    ['d_model=0x10', `${d_model} “0x10”`],
    ['d_model=0', `${d_model} “0”`],
    ['d_model=257', `${d_model} “257”`],
    ['d_model=', `${d_model} nothing`],
    ['d_model=8.5', `${d_model} “8.5”`],
    ['num_heads=NaN', `${num_heads} “NaN”`],
    ['num_heads=-2', `${num_heads} “-2”`],
    ['num_heads=17', `${num_heads} “17”`],
    ['num_heads=%zz', `${num_heads} “%zz”`],
    ['query=512', `${query} “512”`],
    ['query=Infinity', `${query} “Infinity”`],
    ['query=%F0%9F', `${query} “\ufffd”`],
    ['seed=1000000000', `${seed} “1000000000”`],
    ['seed=-1', `${seed} “-1”`],
    ['seed=99999999999999999999', `${seed} “99999999999999999999”`],
    ['seed=null', `${seed} “null”`],
    ['head=16', `${head} “16”`],
    ['head=null', `${head} “null”`],
    ['head=Mean', `${head} “Mean”`],
    ['head=', `${head} nothing`],
    ['mask=Causal', 'expected mask none or causal, got “Causal”'],
    ['mask=', 'expected mask none or causal, got “”'],
    ['mask=toString', 'expected mask none or causal, got “toString”'],
    ['positions=rotary', 'expected positions none or sinusoidal, got “rotary”'],
    ['step=q', 'expected step scores or masked_scores or weights, got “q”'],
  ])('whose value is wrong: %s', (wrong, words) => {
    expect(noticeOf(`v=1&text=lost&${wrong}`)).toContain(words);
  });

  it('that is long is quoted in part', () => {
    expect(noticeOf(`v=1&mask=${'x'.repeat(24)}`)).toContain(`got “${'x'.repeat(24)}”`);
    expect(noticeOf(`v=1&mask=${'x'.repeat(25)}`)).toContain(`got “${'x'.repeat(24)}…”`);
    expect(noticeOf(`v=1&mask=${'x'.repeat(5000)}`).length).toBeLessThan(200);
  });

  it('that holds markup is quoted as it is: whoever shows it sets text', () => {
    expect(noticeOf('v=1&mask=%3Cb%3E')).toContain('got “<b>”');
  });
});
