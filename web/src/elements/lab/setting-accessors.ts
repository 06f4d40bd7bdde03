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

/** Attributes of number settings convert to numbers, all others to text. */
export const settingProperties: PropertyDeclarations = Object.fromEntries(
  accessors.map(([property, attribute, name]) => {
    const isNumber = /integer|number/.test(settingRow(name).kind);
    return [property, { attribute, type: isNumber ? Number : String, noAccessor: true }];
  }),
);
