/** A lab's state as an object, as lessons, messages and attributes give it: checked before it is used. */
import { rowOf, settingNames, settings, type SettingName, type SettingRow } from './settings';
import { defaultState, refusedNumber, type LabState } from './state';
import { kMaxCharacters, tokenize } from './tokenize';
import { Refusal } from './words/refusal';

/** The settings in it, each checked. Throws with what was expected and what came. */
export function partOfState(value: unknown): Partial<LabState> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(({ refused }) => refused.state(shown(value)));
  const given = value as Record<string, unknown>;
  const { v, ...named } = given;
  if (v !== defaultState.v)
    throw new Refusal(({ refused }) => refused.stateSetting('v', String(defaultState.v), shown(v)));
  for (const [name, setting] of Object.entries(named)) {
    if (!Object.hasOwn(settings, name))
      throw new Refusal(({ refused }) =>
        refused.stateName(Object.keys(defaultState).join(', '), shown(name)),
      );
    check(name as SettingName, setting);
  }
  return { ...given };
}

function check(name: SettingName, value: unknown): void {
  const row = rowOf(name);
  if (!isOne(row, value))
    throw new Refusal(({ refused }) => refused.stateSetting(name, expected(row), shown(value)));
  // The browser would need seconds to show a longer one.
  if (row.kind === 'text' && (value as string).length > kMaxCharacters) tokenize(value as string);
}

function isOne(row: SettingRow, value: unknown): boolean {
  if (row.kind === 'text') return typeof value === 'string';
  if (row.kind === 'word') return row.words.includes(value as string);
  if (row.kind === 'head' && value === null) return true;
  return isNumber(row.kind, value) && value >= row.min && value <= row.max;
}

function isNumber(kind: SettingRow['kind'], value: unknown): value is number {
  return kind === 'number' ? Number.isFinite(value) : Number.isInteger(value);
}

function expected(row: SettingRow): string {
  if (row.kind === 'text') return 'string';
  if (row.kind === 'word') return row.words.join(' | ');
  return `${row.min} … ${row.max}${row.kind === 'head' ? ' | null' : ''}`;
}

/** Whatever it is, in a few words. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `“${cut(value)}”`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(typeof value === 'function' ? 'function' : value);
}

function cut(value: unknown): string {
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 24).toWellFormed()}…` : text;
}

/**
 * Checks what attributes and properties have set, which may be anything, before it is computed. A
 * setting that a file's queries, keys and values do not have is then not looked at.
 */
export function checkState(state: LabState, isFromFile: boolean): void {
  for (const name of settingNames) {
    const row = rowOf(name);
    if (row.kind === 'text' || (isFromFile && row.sentenceOnly)) continue;
    const value: unknown = state[name];
    const isClamped = 'clamped' in row && row.clamped && isNumber(row.kind, value);
    if (isOne(row, isClamped ? Math.min(value, row.max) : value)) continue;
    if (row.kind === 'word')
      throw new Refusal(({ refused }) => refused.oneOf(name, row.words, cut(value)), name);
    const { say } = refusedNumber(name, value as number);
    throw new Refusal((words) => words.refused.named(name, say(words)), name);
  }
}

/** A change with the default for whatever has no value. Only a head may be null. */
export function withDefaults(change: Partial<LabState>): Partial<LabState> {
  const known = Object.entries(change).map(([name, value]) => [
    name,
    name === 'head' && value === null ? null : (value ?? defaultState[name as keyof LabState]),
  ]);
  return Object.fromEntries(known) as Partial<LabState>;
}
