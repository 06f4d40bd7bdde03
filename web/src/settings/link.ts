/** Settings in an address, after the `#`. An invalid one is named, and the others are kept. */
import { excerpt } from '../text/excerpt';
import { paragraph } from '../words/forms/paragraph';
import { Refusal, refusalOf } from '../words/refusal';
import type { Row, ValueOf } from './row';
import { kVersion } from './shared';

/** How many wrong settings are named: a hostile link may have thousands. */
const kMaxNamedRefusals = 3;

type Value = string | number | null | undefined | readonly (string | number)[];

/**
 * The hash of these settings, without `#`. Leaves out settings that are absent or have their default value.
 *   defaults  by name: '' if not listed; null for a setting that is always written
 */
export function linkOf(
  values: Readonly<Record<string, Value>>,
  defaults: Readonly<Record<string, Value>> = {},
): string {
  const text = (value: Value) => String(value ?? '');
  const parameters = new URLSearchParams({ v: String(kVersion) });
  for (const [name, value] of Object.entries(values))
    if (value != null && (defaults[name] === null || text(value) !== text(defaults[name])))
      parameters.set(name, text(value));
  return readable(parameters);
}

/** Settings as the text of a hash, with few escapes: none of these characters needs one after the `#`. */
export const readable = (parameters: URLSearchParams): string =>
  parameters.toString().replace(/%(?:2C|3A|3B|3D|5B|5D)/g, decodeURIComponent);

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
export function rename(parameters: URLSearchParams, earlier: string, name: string): void {
  const text = parameters.get(earlier);
  if (text === null) return;
  parameters.delete(earlier);
  parameters.set(name, text);
}

/** A list is empty if it is absent. */
type Read<R extends Row, Absent> = R extends { kind: 'list' } ? ValueOf<R> : ValueOf<R> | Absent;

/** Reads settings, and collects refusals. */
export class LinkSettings {
  readonly #refusals: Refusal[] = [];
  readonly #known = new Set<string>();

  constructor(private readonly parameters: URLSearchParams) {}

  readonly refuse = (refusal: Refusal): void => {
    this.#refusals.push(refusal);
  };

  /** The values of these rows, by name. `absent`: those of settings that are absent or invalid. */
  values<const Rows extends Readonly<Record<string, Row>>, Absent>(
    rows: Rows,
    absent: Absent,
  ): { [Name in keyof Rows]: Read<Rows[Name], Absent[Name & keyof Absent]> } {
    const values = Object.entries(rows).map(([name, row]) => {
      const other = row.kind === 'list' ? [] : absent[name as keyof Absent];
      return [name, this.read(name, other, (text) => row.parse(name, text, this.refuse))];
    });
    return Object.fromEntries(values) as ReturnType<typeof this.values<Rows, Absent>>;
  }

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

  refuseUnknown(): void {
    for (const name of new Set(this.parameters.keys()))
      if (!this.#known.has(name))
        this.refuse(new Refusal(({ refused }) => refused.unknownSetting(excerpt(name))));
  }

  /** Names the first wrong settings; the others are as in the link. */
  get refusal(): Refusal | null {
    const refusals = this.#refusals.slice(0, kMaxNamedRefusals);
    if (refusals.length === 0) return null;
    return new Refusal((words) =>
      words.refused.linkPart(paragraph(refusals.map(({ translate }) => translate(words)))),
    );
  }
}
