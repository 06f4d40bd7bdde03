import { describe, expect, it } from 'vitest';
import {
  settingRow,
  settingNames,
  settings,
  type SettingRow,
} from '../../../web/src/settings/playground';
import {
  defaultState,
  formatState,
  parseState,
  type LabState,
} from '../../../web/src/settings/state';
import { seeded } from '../../support/seeded';

const typedAs = (name: 'd_model' | 'seed', typed: string) => settings[name].parse('', typed);

const changed = (change: Partial<LabState>): LabState => ({ ...defaultState, ...change });

describe('a state survives formatting and parsing', () => {
  it.each<Partial<LabState>>([
    { text: '' },
    { text: 'a=b&c=d#e?f%20+g' },
    { text: '%zz % %%' },
    { text: ' two  spaces ' },
    { text: 'a\nb\tc\r\n' },
    { text: '<img src=x onerror=alert(1)>' },
    { text: '"quoted" \'single\' \\ `back`' },
    { text: 'שלום 👨‍👩‍👧‍👦 cafe\u0301 caf\u00e9 \u0000' },
    { text: '&v=2&seed=7' },
    { text: 'x'.repeat(8192) },
    { d_model: 1 },
    { d_model: 256 },
    { num_heads: 16 },
    { head: null },
    { head: 15 },
    { word: 0 },
    { word: 511 },
    { seed: 0 },
    { seed: 999_999_999 },
    { mask: 'causal' },
    { positions: 'none' },
    { matrix: 'scores' },
    { matrix: 'masked_scores' },
  ])('%j', (change) => {
    expect(parseState(formatState(changed(change)))).toEqual({
      state: changed(change),
      refusal: null,
    });
  });

  it('with random values of all settings', () => {
    const random = seeded(7);
    const character = () => String.fromCodePoint(random.integer(0, 0xd7ff));
    const valueOf = (row: SettingRow) => {
      if (row.kind === 'text')
        return Array.from({ length: random.integer(0, 20) }, character).join('');
      if (row.kind === 'word') return random.pick(row.words);
      if (row.kind === 'head' && random.uniform() < 0.2) return null;
      if (row.kind === 'number') return row.min + random.uniform() * (row.max - row.min);
      return random.integer(row.min, row.max);
    };
    for (let i = 0; i < 500; i++) {
      const named = settingNames.map((name) => [name, valueOf(settingRow(name))]);
      const state = changed(Object.fromEntries(named) as Partial<LabState>);
      expect(parseState(formatState(state))).toEqual({ state, refusal: null });
    }
  });

  it('in the address of a page', () => {
    const state = changed({ text: 'Où est “le chat” ? 100% & más #1', seed: 42 });
    const url = new URL('https://example.org/lab/');
    url.hash = formatState(state);
    expect(parseState(new URL(url.href).hash.slice(1)).state).toEqual(state);
  });
});

describe('the address', () => {
  it('of the defaults contains only the version', () => {
    expect(formatState(defaultState)).toBe('v=3');
  });

  it('contains only settings that differ from the defaults, with the names of the core', () => {
    expect(formatState(changed({ num_heads: 4, head: null }))).toBe('v=3&num_heads=4&head=mean');
    expect(formatState(changed({ mask: 'causal', text: 'a b' }))).toBe('v=3&text=a+b&mask=causal');
  });

  it('that is empty gives the defaults without a notice', () => {
    expect(parseState('')).toEqual({ state: defaultState, refusal: null });
  });

  it('gives a copy, so that changing it does not change the defaults', () => {
    const { state } = parseState('');
    state.seed = 99;
    parseState('v=2').state.seed = 98;
    expect(parseState('').state.seed).toBe(1);
  });

  it('may contain names that are no settings, which change nothing', () => {
    const { state, refusal } = parseState('v=3&__proto__=x&constructor=y&zoom=3&num_heads=4');
    expect(state).toEqual(changed({ num_heads: 4 }));
    expect(refusal?.message).toContain('“constructor” is not a setting of this page.');
  });

  it('keeps an invalid percent sign in the text, as the URL standard requires', () => {
    expect(parseState('v=3&text=100%+%zz+%e').state.text).toBe('100% %zz %e');
  });
});

describe('a typed count', () => {
  it.each([
    ['8', 8],
    [' 8 ', 8],
    ['008', 8],
    ['256', 256],
    ['1', 1],
  ])('%j is a whole number', (typed, value) => expect(typedAs('d_model', typed)).toBe(value));

  it.each(
    '0 257 -1 +8 8.0 8. 1e1 1e3 0x10 NaN Infinity eight 8px 1_0 1,0 ８ 99999999999999999999'.split(
      ' ',
    ),
  )('%j is refused with the limits and the typed text', (typed) => {
    expect(() => typedAs('d_model', typed)).toThrow(
      `Enter a whole number from 1 to 256, not “${typed}”.`,
    );
  });

  it.each(['', '   '])('%j is refused as empty', (typed) => {
    expect(() => typedAs('seed', typed)).toThrow('Enter a whole number from 0 to 999,999,999.');
  });
});
