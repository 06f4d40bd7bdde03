/**
 * The settings of a lab, one row each. This table defines the state, the address, the attributes and
 * properties, the controls, the names that `hide` accepts, and the limits in error messages. To add a
 * setting, add a row here and, if it has a control, a label in each catalogue of words/. Settings that other pages have too
 * are named as in shared.ts.
 */
import { kMaxCharacters, kMaxTokens } from '../text/tokenize';
import { kMaxHeads } from '../words/forms/divisors';
import { head, number, type HeadRow } from './field';
import {
  integer,
  text,
  word,
  type NumberRow,
  type TextRow,
  type ValueOf,
  type WordRow,
} from './row';
import { seedRow, sharedSettings } from './shared';

interface Setting {
  /** The attribute of `<attention-lab>` and `<attention-playground>`. The property is its camelCase form. */
  readonly attribute: string;
  /** Its name in version 1: still read in links, attributes, properties and messages. */
  readonly earlier?: string;
  /**
   * What the setting affects: `config` is a key of the core's multi_head configuration, `core` affects
   * the core in another way, `page` affects only the views.
   */
  readonly use: 'config' | 'core' | 'page';
  /** Whether `<attention-controls>` has a control for it. If so, `hide` accepts its name. */
  readonly control: boolean;
  /** Does not apply to queries, keys and values from a file, nor to weights. */
  readonly sentenceOnly?: boolean;
  /** Does not apply to weights from a file. */
  readonly computedOnly?: boolean;
  /** A value beyond the last token or head selects the last one. */
  readonly clamped?: boolean;
}
/** The page's limits; the core accepts more. */
export interface NumberSetting extends Setting, NumberRow {
  readonly default: number;
  /** The increment of the buttons beside the field; 1 by default. */
  readonly step?: number;
  /** The width of the field, in characters. */
  readonly size?: number;
  /** The buttons visit only divisors, or multiples, of this other setting. */
  readonly divisorOf?: 'd_model';
  readonly multipleOf?: 'num_heads';
}
export type SettingRow =
  | NumberSetting
  | (Setting & (TextRow | WordRow) & { readonly default: string })
  | (Setting & HeadRow & { readonly default: number | null });

/** The settings, in the order of the controls and of the address's parameters. */
export const settings = {
  text: {
    // A longer text would take the browser seconds to show.
    ...text(kMaxCharacters),
    default: 'The cat sat on the mat',
    attribute: 'tokens',
    use: 'core',
    control: true,
  },
  num_heads: {
    ...integer(1, kMaxHeads),
    default: 2,
    divisorOf: 'd_model',
    attribute: 'heads',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  head: {
    ...head(0, kMaxHeads - 1),
    default: 0,
    clamped: true,
    attribute: 'head',
    use: 'core',
    control: true,
  },
  d_model: {
    ...integer(1, 256),
    default: 8,
    multipleOf: 'num_heads',
    attribute: 'd-model',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  seed: {
    ...seedRow,
    default: 1,
    size: 9,
    attribute: 'seed',
    use: 'core',
    control: true,
    sentenceOnly: true,
  },
  mask: {
    ...sharedSettings.mask,
    default: 'none',
    attribute: 'mask',
    use: 'core',
    control: true,
    computedOnly: true,
  },
  positions: {
    ...sharedSettings.positions,
    default: 'sinusoidal',
    attribute: 'positions',
    use: 'core',
    control: true,
    sentenceOnly: true,
  },
  /** weights = softmax(masked_scores / temperature) */
  temperature: {
    ...number(0.01, 100),
    default: 1,
    step: 0.1,
    attribute: 'temperature',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  /** The token whose weights are shown, counted from 0. */
  word: {
    ...integer(0, kMaxTokens - 1),
    default: 5,
    clamped: true,
    attribute: 'word',
    earlier: 'query',
    use: 'core',
    control: false,
  },
  /** The matrix that a heatmap without a field shows, in the order of the formula. */
  matrix: {
    ...word(['scores', 'masked_scores', 'weights']),
    default: 'weights',
    attribute: 'matrix',
    earlier: 'step',
    use: 'page',
    control: false,
  },
} as const satisfies Record<string, SettingRow>;

type Table = typeof settings;
export type SettingName = keyof Table;

export type SettingValues = { -readonly [N in SettingName]: ValueOf<Table[N]> };

type NamesWhere<Condition> = {
  [N in SettingName]: Table[N] extends Condition ? N : never;
}[SettingName];
export type ControlName = NamesWhere<{ control: true }>;
/** Settings with a field for a number. */
export type NumberName = NamesWhere<{ kind: 'integer' | 'number'; control: true }>;
/** Settings whose control is a choice between words. */
export type ChoiceName = NamesWhere<{ kind: 'word'; control: true }>;
export type ConfigName = NamesWhere<{ use: 'config' }>;

export type MatrixName = SettingValues['matrix'];

export function isMatrixName(field: string): field is MatrixName {
  return (settings.matrix.words as readonly string[]).includes(field);
}

export const settingNames = Object.keys(settings) as SettingName[];
export const controlNames = settingNames.filter((name): name is ControlName => hasControl(name));

export function settingRow(name: SettingName): SettingRow {
  return settings[name];
}

/** The settings of version 1 whose names have changed, with their present ones. */
export const earlierNames: readonly (readonly [earlier: string, name: SettingName])[] =
  settingNames.flatMap((name) => {
    const { earlier } = settingRow(name);
    return earlier === undefined ? [] : [[earlier, name]];
  });

export function hasControl(name: string): name is ControlName {
  return Object.hasOwn(settings, name) && settings[name as SettingName].control;
}

type Camel<S extends string> = S extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<Rest>}`
  : S;
/** The properties of a lab that hold a setting. A head is text, as in the attribute. */
export type SettingProperties = {
  [N in SettingName as Camel<Table[N]['attribute']>]: Table[N] extends { kind: 'head' }
    ? string
    : SettingValues[N];
};

export function propertyOf(name: SettingName): keyof SettingProperties {
  return settingRow(name).attribute.replace(/-(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  ) as keyof SettingProperties;
}
