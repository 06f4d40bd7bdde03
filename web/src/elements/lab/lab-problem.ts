/** Turns an error into a problem: its message, and the control to show it at. */
import { controlNames, hasControl, type ControlName } from '../../settings/playground';
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

/** The control to show the error beside: the one used last if the error names it, else the first that it names. */
function settingOf(error: Error, changed: keyof LabState): ControlName {
  const names = error instanceof Refusal ? [error.setting ?? 'text'] : settingsIn(error);
  const concerned = names.filter(hasControl);
  return concerned.find((name) => name === changed) ?? concerned[0] ?? 'text';
}
