/** Why settings could not be followed, and beside which control that is to be said. */
import type { LabState } from '../../state';
import { en } from '../../words/en';
import { sayingOf } from '../../words/refusal';
import type { Problem } from './lab-context';

/** The settings beside whose control a message can stand. */
const controlled = ['num_heads', 'd_model', 'seed', 'mask', 'positions'] as const;

/** `changed` is the setting that was changed last. */
export function problemOf(thrown: unknown, changed: keyof LabState): Problem {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const say = sayingOf(error);
  const setting = error.name === 'EngineError' ? 'engine' : settingOf(error.message, changed);
  return { setting, message: say(en), say };
}

/** The control that was used last, where the words concern it; else the one that they name. */
function settingOf(message: string, changed: keyof LabState): keyof LabState {
  const named = controlled.filter((name) => new RegExp(`\\b${name}\\b`).test(message));
  return named.find((name) => name === changed) ?? named[0] ?? 'text';
}
