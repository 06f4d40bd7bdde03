/**
 * The state of a lab, and its form in the address: `#v=3&text=...&num_heads=2`. Settings at their
 * default are left out.
 */
import type { Refusal } from '../words/refusal';
import { textOf } from './field';
import { linkOf, readLink, rename, type LinkSettings } from './link';
import {
  earlierNames,
  settingRow,
  settingNames,
  settings,
  type ConfigName,
  type SettingValues,
} from './playground';
import { word } from './row';
import { kUntrained, kVersion } from './shared';

export interface LabState extends SettingValues {
  /** The version of this format. */
  v: typeof kVersion;
}

export const defaultState: Readonly<LabState> = {
  v: kVersion,
  ...(Object.fromEntries(
    settingNames.map((name) => [name, settingRow(name).default]),
  ) as SettingValues),
};

/** The settings that are keys of the core's multi_head configuration. */
export function configOf(state: LabState): Pick<LabState, ConfigName> {
  const names = settingNames.filter((name) => settingRow(name).use === 'config');
  return Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<LabState, ConfigName>;
}

export function formatState(state: LabState): string {
  return linkOf(textsOf(state), textsOf(defaultState));
}

const textsOf = (state: LabState) =>
  Object.fromEntries(settingNames.map((name) => [name, textOf(state[name])]));

/** Parses a hash (without `#`). An invalid or unknown setting is named in the refusal, and the others are kept. */
export function parseState(hash: string): { state: LabState; refusal: Refusal | null } {
  const link = readState(hash);
  const state = stateIn(link);
  link.refuseUnknown();
  return { state, refusal: link.refusal };
}

/** An address with the lab's settings, maybe among others. */
export function readState(hash: string): LinkSettings {
  return readLink(hash, (parameters) => {
    for (const [earlier, name] of earlierNames) rename(parameters, earlier, name);
  });
}

/** The lab's settings among others. */
export function stateIn(link: LinkSettings): LabState {
  const { model: _, ...values } = link.values(
    { model: word([kUntrained]), ...settings },
    { ...defaultState, model: null },
  );
  return { ...defaultState, ...values };
}
