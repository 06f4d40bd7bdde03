/** The texts of attributes, read as in an address. */
import { expect, it } from 'vitest';
import { settingIn } from '../../../../web/src/elements/lab/setting-accessors';
import type { SettingName } from '../../../../web/src/settings/playground';
import { defaultState, parseState } from '../../../../web/src/settings/state';
import { checkState } from '../../../../web/src/settings/state-object';
import { en } from '../../../../web/src/words/en/base';

/** The value, or the message of a link with this setting if it is refused. */
function inAttribute(name: SettingName, text: string): unknown {
  const value = settingIn(name, text);
  try {
    checkState({ ...defaultState, [name]: value }, false);
    return value;
  } catch (error) {
    return en.refused.linkPart((error as Error).message);
  }
}

function inAddress(name: SettingName, text: string): unknown {
  const { state, refusal } = parseState(String(new URLSearchParams({ v: '3', [name]: text })));
  return refusal?.message ?? state[name];
}

const texts: readonly (readonly [SettingName, string])[] = [
  ['num_heads', '4'],
  ['num_heads', 'two'],
  ['num_heads', '0x2'],
  ['num_heads', ''],
  ['head', ' mean '],
  ['head', 'first'],
  ['seed', '1e3'],
  ['temperature', '0,5'],
  ['temperature', '1e-2'],
  ['temperature', '0'],
  ['mask', ' causal'],
  ['mask', 'all'],
  ['word', '-1'],
];

it.each(texts)('%s of “%s” is the same in an attribute and in an address', (name, text) => {
  expect(inAttribute(name, text)).toEqual(inAddress(name, text));
});

it('a word or a head beyond the last one stays a number, for the last one', () => {
  expect([settingIn('word', '600'), settingIn('head', '99')]).toEqual([600, 99]);
});
