/** Checks a lab's state that comes as an object: from lessons, messages and attributes. */
import { excerpt } from '../text/excerpt';
import { Refusal } from '../words/refusal';
import {
  earlierNames,
  settingRow,
  settingNames,
  settings,
  type SettingName,
  type SettingRow,
} from './playground';
import { refusedNumber } from './row';
import { defaultState, type LabState } from './state';

/** Checks each setting. Throws a Refusal that names the expected and the actual value. */
export function partOfState(value: unknown): Partial<LabState> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(({ refused }) => refused.state(describeSetting(value)));
  const { v, ...requested } = value as Record<string, unknown>;
  if (v !== defaultState.v && v !== 1)
    throw new Refusal(({ refused }) =>
      refused.stateSetting('v', `${defaultState.v} | 1`, describeSetting(v)),
    );
  const currentNames = v === 1 ? renamed(requested) : requested;
  for (const [name, setting] of Object.entries(currentNames)) {
    if (!Object.hasOwn(settings, name))
      throw new Refusal(({ refused }) =>
        refused.stateName(Object.keys(defaultState).join(', '), describeSetting(name)),
      );
    check(name as SettingName, setting);
  }
  return { ...currentNames, v: defaultState.v };
}

/** Settings of version 1 with their present names. */
function renamed(requested: Record<string, unknown>): Record<string, unknown> {
  const names = new Map<string, string>(earlierNames);
  return Object.fromEntries(
    Object.entries(requested).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

function check(name: SettingName, value: unknown): void {
  const row = settingRow(name);
  if (row.kind === 'text' && typeof value === 'string') row.parse(name, value);
  else if (!isOne(row, value))
    throw new Refusal(({ refused }) =>
      refused.stateSetting(name, expected(row), describeSetting(value)),
    );
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

/** A short description of any value. */
export function describeSetting(value: unknown): string {
  if (typeof value === 'string') return `“${excerpt(value)}”`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return String(typeof value === 'function' ? 'function' : value);
}

/**
 * Checks the settings before a computation, since attributes and properties can set any value. Settings
 * of a sentence are skipped when the queries, keys and values come from a file.
 */
export function checkState(state: LabState, isFromFile: boolean): void {
  for (const name of settingNames) {
    const row = settingRow(name);
    if (row.kind === 'text' || (isFromFile && row.sentenceOnly)) continue;
    const value: unknown = state[name];
    const isClamped = 'min' in row && row.clamped && isNumber(row.kind, value);
    if (isOne(row, isClamped ? Math.min(value, row.max) : value)) continue;
    if (row.kind === 'word') row.parse(name, String(value));
    else throw refusedNumber(name, row, actual(value));
  }
}

/** The value as a message shows it: the start of a text, or a number. */
function actual(value: unknown): string | number | null {
  return typeof value === 'string' ? excerpt(value.trim()) || null : (value as number);
}

/** Replaces null and undefined by defaults, except that `head` may be null. */
export function withDefaults(change: Partial<LabState>): Partial<LabState> {
  const known = Object.entries(change).map(([name, value]) => [
    name,
    name === 'head' && value === null ? null : (value ?? defaultState[name as keyof LabState]),
  ]);
  return Object.fromEntries(known) as Partial<LabState>;
}
