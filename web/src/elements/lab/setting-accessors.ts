/** The settings of a lab as properties and attributes, including their names in version 1. */
import type { PropertyDeclarations } from 'lit';
import {
  olderNames,
  propertyOf,
  settingRow,
  settingNames,
  type SettingName,
} from '../../settings/playground';

export const accessors: readonly (readonly [property: string, attribute: string, SettingName])[] = [
  ...settingNames.map((name) => [propertyOf(name), settingRow(name).attribute, name] as const),
  ...olderNames.map(([older, name]) => [older, older, name] as const),
];

export const settingProperties: PropertyDeclarations = Object.fromEntries(
  accessors.map(([property, attribute]) => [property, { attribute, noAccessor: true }]),
);

/** The value of a text, read as in an address. A refused text is returned, so that `checkState` shows it. */
export function settingIn(name: SettingName, text: string): unknown {
  const row = settingRow(name);
  try {
    return row.parse(name, text);
  } catch {
    return 'clamped' in row && /^\d+$/.test(text) ? Number(text) : text;
  }
}
