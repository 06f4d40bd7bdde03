/** Attributes and properties can have any value, so all are checked before a computation. */
import { describe, expect, it } from 'vitest';
import { settingNames, settingRow } from '../../../web/src/settings/playground';
import { defaultState, type LabState } from '../../../web/src/settings/state';
import { checkState } from '../../../web/src/settings/state-object';
import type { Refusal } from '../../../web/src/words/refusal';

const stateWith = (change: Record<string, unknown>) =>
  ({ ...defaultState, ...change }) as unknown as LabState;

function refusalOf(change: Record<string, unknown>): Refusal {
  try {
    checkState(stateWith(change), false);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error(`nothing was refused of ${JSON.stringify(change)}`);
}

describe('an invalid setting is refused by name', () => {
  it.each<[name: string, value: unknown, message: string]>([
    ['num_heads', NaN, 'num_heads: Enter a whole number from 1 to 16, not NaN.'],
    ['num_heads', 2.5, 'num_heads: Enter a whole number from 1 to 16, not 2.5.'],
    ['d_model', 257, 'd_model: Enter a whole number from 1 to 256, not 257.'],
    ['seed', -1, 'seed: Enter a whole number from 0 to 999,999,999, not -1.'],
    ['head', -1, 'head: Enter a whole number from 0 to 15, not -1.'],
    ['word', NaN, 'word: Enter a whole number from 0 to 511, not NaN.'],
    ['mask', 'sideways', 'mask must be none or causal, not “sideways”.'],
    ['positions', null, 'positions must be none or sinusoidal, not “null”.'],
    [
      'matrix',
      'x'.repeat(30),
      `matrix must be scores or masked_scores or weights, not “${'x'.repeat(24)}…”.`,
    ],
  ])('%s = %s', (name, value, message) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal.message).toBe(message);
    expect(refusal.setting).toBe(name);
  });
});

describe('valid settings pass', () => {
  it('the defaults, and the mean of all heads', () => {
    checkState(defaultState, false);
    checkState(stateWith({ head: null }), false);
  });

  it('a head or query beyond the last one, which selects the last one', () => {
    checkState(stateWith({ head: 40, word: 9999 }), false);
  });

  it('any values of settings that do not apply to data from a file', () => {
    const onlyOfSentences = settingNames.filter((name) => settingRow(name).sentenceOnly);
    expect(onlyOfSentences).toContain('num_heads');
    for (const name of onlyOfSentences) {
      expect(refusalOf({ [name]: 'x' }).setting).toBe(name);
      checkState(stateWith({ [name]: 'x' }), true);
    }
  });
});
