/** A lab's state as an object, as lessons set it and messages bring it: checked before it is believed. */
import { defaultState, limits, settingWords, type Count, type LabState } from './state';
import { kMaxCharacters, tokenize } from './tokenize';
import { Refusal } from './words/refusal';

/** What of it is there, each setting checked. Throws with what was expected and what came. */
export function partOfState(value: unknown): Partial<LabState> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(({ refused }) => refused.state(shown(value)));
  const given = value as Record<string, unknown>;
  const { v } = given;
  if (v !== defaultState.v)
    throw new Refusal(({ refused }) => refused.stateSetting('v', String(defaultState.v), shown(v)));
  const part: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(defaultState, name))
      throw new Refusal(({ refused }) =>
        refused.stateName(Object.keys(defaultState).join(', '), shown(name)),
      );
    check(name as keyof LabState, given[name]);
    part[name] = given[name];
  }
  return part;
}

function check(name: keyof LabState, value: unknown): void {
  if (name === 'v') return;
  if (name === 'text') {
    if (typeof value !== 'string')
      throw new Refusal(({ refused }) => refused.stateSetting('text', 'string', shown(value)));
    // Longer ones take the browser seconds just to show.
    if (value.length > kMaxCharacters) tokenize(value);
  } else if (name === 'mask' || name === 'positions' || name === 'step') {
    const words: readonly unknown[] = settingWords[name];
    if (!words.includes(value))
      throw new Refusal(({ refused }) =>
        refused.stateSetting(name, words.join(' | '), shown(value)),
      );
  } else if (!(name === 'head' && value === null)) checkCount(name, value);
}

function checkCount(name: Count, value: unknown): void {
  const { least, most } = limits[name];
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= most))
    throw new Refusal(({ refused }) =>
      refused.stateSetting(
        name,
        `${least} … ${most}${name === 'head' ? ' | null' : ''}`,
        shown(value),
      ),
    );
}

/** Whatever it is, in a few words. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 24 ? `“${value.slice(0, 24).toWellFormed()}…”` : `“${value}”`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(typeof value === 'function' ? 'function' : value);
}

/** What an attribute leaves that was taken away: of all settings only `head` may be null. */
export function withDefaults(change: Partial<LabState>): Partial<LabState> {
  const known = Object.entries(change).map(([name, value]) => [
    name,
    name === 'head' ? value : (value ?? defaultState[name as keyof LabState]),
  ]);
  return Object.fromEntries(known) as Partial<LabState>;
}
