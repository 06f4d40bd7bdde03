/**
 * The settings of a lab, one row each. This table defines the state, the address, the attributes and
 * properties, the controls, the names that `hide` accepts, and the limits in error messages. To add a
 * setting, add a row here and, if it has a control, a label in each catalogue of words/. Settings that other pages have too
 * are named as in shared-settings.ts.
 */
import { sharedSettings } from './shared-settings';
import { kMaxHeads } from './words/forms/divisors';

interface Row {
  /** The attribute of `<attention-lab>` and `<attention-playground>`. The property is its camelCase form. */
  readonly attribute: string;
  /** Its name in version 1: still read in links, attributes, properties and messages. */
  readonly older?: string;
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
}
interface TextRow extends Row {
  readonly kind: 'text';
  readonly default: string;
}
export interface NumberRow extends Row {
  readonly kind: 'integer' | 'number';
  readonly default: number;
  readonly min: number;
  /** The page's limit; the core accepts more. */
  readonly max: number;
  /** A value beyond the last token or head selects the last one. */
  readonly clamped?: boolean;
  /** The increment of the buttons beside the field; 1 by default. */
  readonly step?: number;
  /** The width of the field, in characters. */
  readonly size?: number;
  /** The buttons visit only divisors, or multiples, of this other setting. */
  readonly divisorOf?: 'd_model';
  readonly multipleOf?: 'num_heads';
}
interface WordRow extends Row {
  readonly kind: 'word';
  readonly words: readonly string[];
  readonly default: string;
}
/** A head counted from 0, or null for the mean of all heads, written `mean`. */
interface HeadRow extends Row {
  readonly kind: 'head';
  readonly default: number | null;
  readonly min: number;
  readonly max: number;
  readonly clamped: true;
}
export type SettingRow = TextRow | NumberRow | WordRow | HeadRow;

/** The settings, in the order of the controls and of the address's parameters. */
export const settings = {
  text: {
    kind: 'text',
    default: 'The cat sat on the mat',
    attribute: 'tokens',
    use: 'core',
    control: true,
  },
  num_heads: {
    kind: 'integer',
    default: 2,
    min: 1,
    max: kMaxHeads,
    divisorOf: 'd_model',
    attribute: 'heads',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  head: {
    kind: 'head',
    default: 0,
    min: 0,
    max: kMaxHeads - 1,
    clamped: true,
    attribute: 'head',
    use: 'core',
    control: true,
  },
  d_model: {
    kind: 'integer',
    default: 8,
    min: 1,
    max: 256,
    multipleOf: 'num_heads',
    attribute: 'd-model',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  seed: {
    kind: 'integer',
    default: 1,
    min: 0,
    max: 999_999_999,
    size: 9,
    attribute: 'seed',
    use: 'core',
    control: true,
    sentenceOnly: true,
  },
  mask: {
    kind: 'word',
    words: sharedSettings.mask.words,
    default: 'none',
    attribute: 'mask',
    use: 'core',
    control: true,
    computedOnly: true,
  },
  positions: {
    kind: 'word',
    words: sharedSettings.positions.words,
    default: 'sinusoidal',
    attribute: 'positions',
    use: 'core',
    control: true,
    sentenceOnly: true,
  },
  /** weights = softmax(masked_scores / temperature) */
  temperature: {
    kind: 'number',
    default: 1,
    min: 0.01,
    max: 100,
    step: 0.1,
    attribute: 'temperature',
    use: 'config',
    control: true,
    sentenceOnly: true,
  },
  /** The token whose weights are shown, counted from 0. */
  word: {
    kind: 'integer',
    default: 5,
    min: 0,
    max: 511,
    clamped: true,
    attribute: 'word',
    older: 'query',
    use: 'core',
    control: false,
  },
  /** The matrix that a heatmap without a field shows, in the order of the formula. */
  matrix: {
    kind: 'word',
    words: ['scores', 'masked_scores', 'weights'],
    default: 'weights',
    attribute: 'matrix',
    older: 'step',
    use: 'page',
    control: false,
  },
} as const satisfies Record<string, SettingRow>;

type Table = typeof settings;
export type SettingName = keyof Table;

type ValueOf<R extends SettingRow> = R extends { kind: 'head' }
  ? number | null
  : R extends { kind: 'integer' | 'number' }
    ? number
    : R extends { words: readonly (infer W)[] }
      ? W
      : string;
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

export type Step = SettingValues['matrix'];

export function isStep(field: string): field is Step {
  return (settings.matrix.words as readonly string[]).includes(field);
}

export const settingNames = Object.keys(settings) as SettingName[];
export const controlNames = settingNames.filter((name): name is ControlName => hasControl(name));

export function rowOf(name: SettingName): SettingRow {
  return settings[name];
}

/** The settings of version 1 whose names have changed, with their present ones. */
export const olderNames: readonly (readonly [older: string, name: SettingName])[] =
  settingNames.flatMap((name) => {
    const { older } = rowOf(name);
    return older === undefined ? [] : [[older, name]];
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
  return rowOf(name).attribute.replace(/-(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  ) as keyof SettingProperties;
}
