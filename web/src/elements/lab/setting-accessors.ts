/** The settings of a lab as properties and attributes, including their names in version 1. */
import type { PropertyDeclarations } from 'lit';
import { textOf } from '../../settings/field';
import {
  earlierNames,
  propertyOf,
  settingRow,
  settingNames,
  type SettingName,
} from '../../settings/playground';
import type { LabState } from '../../settings/state';

const accessors: readonly (readonly [property: string, attribute: string, SettingName])[] = [
  ...settingNames.map((name) => [propertyOf(name), settingRow(name).attribute, name] as const),
  ...earlierNames.map(([earlier, name]) => [earlier, earlier, name] as const),
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

interface Lab {
  readonly state: LabState;
  change(changes: Partial<LabState>): void;
}

/** Defines the settings on a class of labs. An invalid value shows the same message as a typed one. */
export function defineSettings(prototype: Lab): void {
  for (const [property, , name] of accessors)
    Object.defineProperty(prototype, property, {
      configurable: true,
      get(this: Lab) {
        const value = this.state[name];
        return settingRow(name).kind === 'head' ? textOf(value) : value;
      },
      set(this: Lab, value: unknown) {
        // Null, as of a removed attribute, is the default.
        this.change({
          [name]: typeof value === 'string' ? settingIn(name, value) : (value ?? undefined),
        });
      },
    });
}
