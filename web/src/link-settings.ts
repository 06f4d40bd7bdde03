/** Settings in an address, after the `#`. An invalid one is named, and the others are kept. */
import {
  sharedSettings,
  kVersion,
  type SharedSettingName,
  type SharedSettingOfKind,
  type WordOf,
} from './shared-settings';
import { excerpt } from './excerpt';
import { Refusal, refusalOf } from './words/refusal';

/** How many wrong settings a notice names: a hostile link may have thousands. */
const kNamed = 3;

type Value = string | number | null | undefined | readonly (string | number)[];

/** The hash of these settings, without `#`. It leaves out absent settings and defaults; the default of others is ''. */
export function linkOf(
  values: Readonly<Record<string, Value>>,
  defaults: Readonly<Record<string, Value>> = {},
): string {
  const text = (value: Value) => String(value ?? '');
  const parameters = new URLSearchParams({ v: String(kVersion) });
  for (const [name, value] of Object.entries(values))
    if (value != null && text(value) !== text(defaults[name])) parameters.set(name, text(value));
  // None of these characters needs an escape after the `#`.
  return parameters.toString().replace(/%(?:2C|3A|3B|3D|5B|5D)/g, decodeURIComponent);
}

/**
 * The settings of a hash (without `#`).
 *   upgradeFromV1  gives the settings of version 1 their present names and forms; version 2 had them
 */
export function readLink(
  hash: string,
  upgradeFromV1: (parameters: URLSearchParams) => void = () => {},
): LinkSettings {
  const parameters = new URLSearchParams(hash);
  const settings = new LinkSettings(parameters);
  settings.read('v', null, (text) => {
    if (/^[123]$/.test(text)) return null;
    throw new Refusal(({ refused }) => refused.version(String(kVersion), excerpt(text)));
  });
  if (parameters.get('v') === '1') upgradeFromV1(parameters);
  return settings;
}

/** Gives a setting its present name. */
export function rename(parameters: URLSearchParams, older: string, name: string): void {
  const text = parameters.get(older);
  if (text === null) return;
  parameters.delete(older);
  parameters.set(name, text);
}

/** Reads settings one by one, and collects refusals. */
export class LinkSettings {
  readonly #refusals: Refusal[] = [];
  readonly #known = new Set<string>();

  constructor(private readonly parameters: URLSearchParams) {}

  readonly refuse = (refusal: Refusal): void => {
    this.#refusals.push(refusal);
  };

  read<Value>(name: string, absent: Value, parse: (text: string) => Value): Value {
    this.#known.add(name);
    const text = this.parameters.get(name);
    if (text === null) return absent;
    try {
      return parse(text);
    } catch (error) {
      this.refuse(refusalOf(error));
      return absent;
    }
  }

  /** `elsewhere`: choices that lead to another page, which a refusal names too. */
  oneOf<Choice extends string, Absent>(
    name: string,
    choices: readonly Choice[],
    absent: Absent,
    elsewhere: readonly string[] = [],
  ): Choice | Absent {
    return this.read<Choice | Absent>(name, absent, (text) => {
      const choice = choices.find((word) => word === text);
      if (choice !== undefined) return choice;
      const all = [...choices, ...elsewhere];
      throw new Refusal(({ refused }) => refused.oneOf(name, all, excerpt(text)));
    });
  }

  text(name: SharedSettingName, absent: string, max: number): string {
    return this.read(name, absent, (text) => limited(text, max));
  }

  integer(
    name: SharedSettingOfKind<'integer'>,
    absent: number,
    max: number = sharedSettings[name].max,
  ): number {
    return this.read(name, absent, (text) => wholeNumber(name, text, max));
  }

  word<Name extends SharedSettingOfKind<'word'>, Absent>(
    name: Name,
    absent: Absent,
  ): WordOf<Name> | Absent {
    return this.oneOf<WordOf<Name>, Absent>(name, sharedSettings[name].words, absent);
  }

  form(name: SharedSettingOfKind<'form'>): string {
    return this.read(name, '', (text) => partsOf(name, text)[0]!);
  }

  /** The parts of each item, by its form. An item of another form is refused, the others are read. */
  list(name: SharedSettingOfKind<'list'>): (readonly (string | undefined)[])[] {
    return this.read(name, [], (text) =>
      text.split(',').flatMap((item) => {
        try {
          return [partsOf(name, item).slice(1)];
        } catch (error) {
          this.refuse(refusalOf(error));
          return [];
        }
      }),
    );
  }

  refuseUnknown(): void {
    for (const name of new Set(this.parameters.keys()))
      if (!this.#known.has(name))
        this.refuse(new Refusal(({ refused }) => refused.unknownSetting(excerpt(name))));
  }

  /** The refusals; all other settings are as in the link. */
  get notice(): Refusal | null {
    const refusals = this.#refusals.slice(0, kNamed);
    if (refusals.length === 0) return null;
    return new Refusal((words) =>
      words.refused.linkPart(refusals.map(({ translate }) => translate(words)).join(' ')),
    );
  }
}

function partsOf(name: SharedSettingOfKind<'form' | 'list'>, text: string): RegExpExecArray {
  const { pattern, sample } = sharedSettings[name];
  const parts = pattern.exec(text);
  if (parts) return parts;
  throw new Refusal(({ refused }) => refused.suchAs(name, sample, excerpt(text)));
}

/** Throws a Refusal for a longer text. */
export function limited(text: string, max: number): string {
  if (text.length <= max) return text;
  throw new Refusal(({ refused }) => refused.characters(max, text.length));
}

/** Throws a Refusal that names the setting and its limits. */
export function wholeNumber(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Refusal((words) =>
    words.refused.named(name, words.refused.wholeNumber(0, max, excerpt(text))),
  );
}
