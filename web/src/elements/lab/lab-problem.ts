/** Turns an error into a problem: its message, and the setting that it is about. */
import {
  controlNames,
  hasControl,
  settingNames,
  type ControlName,
  type SettingName,
} from '../../settings/playground';
import type { LabState } from '../../settings/state';
import { en } from '../../words/en/base';
import { Refusal, messageOf, type EngineRefusal } from '../../words/refusal';
import type { Problem } from './lab-context';

/** `changed` is the setting that was changed last. */
export function problemOf(thrown: unknown, changed: keyof LabState): Problem {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const translate = messageOf(error);
  const setting = error.name === 'EngineError' ? 'engine' : settingOf(error, changed);
  return { setting, message: translate(en), translate };
}

/** The settings that a refusal of the engine names, in its template or as one of its pieces. */
function settingsIn({ words = '', pieces = [] }: Partial<EngineRefusal>): ControlName[] {
  const named = new Set([...words.split(/\W+/), ...pieces]);
  return controlNames.filter((name) => named.has(name));
}

/** The setting that the page refused; if the engine refused, the one changed last if it is named, else the first named. */
function settingOf(error: Error, changed: keyof LabState): SettingName {
  if (error instanceof Refusal)
    return settingNames.find((name) => name === error.setting) ?? 'text';
  const concerned = settingsIn(error);
  return concerned.find((name) => name === changed) ?? concerned[0] ?? 'text';
}

/** The control to show the problem beside: that of the sentence if the setting has none. Null: not beside a control. */
export function controlOf({ setting }: Problem): ControlName | null {
  if (setting === 'engine' || setting === 'opened') return null;
  return hasControl(setting) ? setting : 'text';
}
