/**
 * The state of a lab, and its form in the address: `#v=3&text=...&num_heads=2`. Settings at their
 * default are left out.
 */
import { kUntrained, kVersion } from './shared-settings';
import {
  olderNames,
  rowOf,
  settingNames,
  type NumberName,
  type SettingName,
  type SettingValues,
  type ConfigName,
} from './settings';
import { excerpt } from './excerpt';
import { type LinkSettings, linkOf, readLink, rename } from './link-settings';
import { kMaxCharacters, tokenize } from './tokenize';
import { Refusal, refusalOf } from './words/refusal';

export type { Step } from './settings';

export interface LabState extends SettingValues {
  /** The version of this format. */
  v: typeof kVersion;
}

export const defaultState: Readonly<LabState> = {
  v: kVersion,
  ...(Object.fromEntries(settingNames.map((name) => [name, rowOf(name).default])) as SettingValues),
};

/** The settings that are keys of the core's multi_head configuration. */
export function configOf(state: LabState): Pick<LabState, ConfigName> {
  const names = settingNames.filter((name) => rowOf(name).use === 'config');
  return Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<LabState, ConfigName>;
}

export function formatState(state: LabState): string {
  return linkOf(textsOf(state), textsOf(defaultState));
}

const textsOf = (state: LabState) =>
  Object.fromEntries(settingNames.map((name) => [name, settingText(state, name)]));

/** A setting's text in an address or attribute. */
export function settingText(state: LabState, name: SettingName): string {
  return String(state[name] ?? 'mean');
}

/** Parses a hash (without `#`). An invalid or unknown setting is named in the notice, and the others are kept. */
export function parseState(hash: string): { state: LabState; notice: Refusal | null } {
  const settings = readState(hash);
  const state = stateIn(settings);
  settings.refuseUnknown();
  return { state, notice: settings.notice };
}

/** An address with the lab's settings, maybe among others. */
export function readState(hash: string): LinkSettings {
  return readLink(hash, (parameters) => {
    for (const [older, name] of olderNames) rename(parameters, older, name);
  });
}

/** The lab's settings among others. */
export function stateIn(settings: LinkSettings): LabState {
  settings.oneOf('model', [kUntrained], null);
  const named = settingNames.map((name) => [
    name,
    settings.read<string | number | null>(name, defaultState[name], (text) =>
      readSetting(name, text),
    ),
  ]);
  return { ...defaultState, ...(Object.fromEntries(named) as SettingValues) };
}

function readSetting(name: SettingName, text: string): string | number | null {
  const row = rowOf(name);
  if (row.kind === 'text') {
    // A longer text would take the browser seconds to show.
    if (text.length > kMaxCharacters) tokenize(text);
    return text;
  }
  if (row.kind === 'word') {
    if (!row.words.includes(text))
      throw new Refusal(({ refused }) => refused.oneOf(name, row.words, excerpt(text)), name);
    return text;
  }
  if (row.kind === 'head' && text === 'mean') return null;
  try {
    return parseNumber(name as NumberName, text);
  } catch (error) {
    const { translate } = refusalOf(error);
    throw new Refusal((words) => words.refused.named(name, translate(words)), name);
  }
}

const formats = {
  integer: /^\d{1,15}$/,
  head: /^\d{1,15}$/,
  // A decimal point or comma, and as many decimals as a double from 0.01 can have.
  number: /^(?=.*\d)\d{0,15}([.,]\d{0,20})?$/,
};

/** Parses a number as typed. Throws a Refusal that names the limits and the typed text. */
export function parseNumber(name: NumberName | 'word' | 'head', typed: string): number {
  const row = rowOf(name);
  if (row.kind === 'text' || row.kind === 'word') throw new TypeError(name);
  const { min, max } = row;
  const text = typed.trim();
  const value = formats[row.kind].test(text) ? Number(text.replace(',', '.')) : NaN;
  if (!(value >= min && value <= max)) throw refusedNumber(name, excerpt(text) || null);
  return value;
}

/** `actual` is the typed text, a number, or null if nothing was typed. */
export function refusedNumber(name: SettingName, actual: string | number | null): Refusal {
  const row = rowOf(name) as { kind: string; min: number; max: number };
  return new Refusal(
    ({ refused }) =>
      (row.kind === 'number' ? refused.number : refused.wholeNumber)(row.min, row.max, actual),
    name,
  );
}
