/** Settings in an address, after the `#`: a wrong one is named, and the others are kept. */
import { excerpt } from './excerpt';
import { Refusal } from './words/refusal';

/** None of these needs an escape after the `#`. */
export const readable = (hash: string): string =>
  hash.replace(/%(?:2C|3A|3B|3D|5B|5D)/g, decodeURIComponent);

/** A notice names the first few wrong settings: a hostile link may have thousands. */
const kNamed = 3;

/** Reads settings one by one, and collects what is refused. */
export class LinkSettings {
  readonly #refusals: Refusal[] = [];
  readonly #known = new Set(['v']);

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
      this.refuse(error as Refusal);
      return absent;
    }
  }

  oneOf<Choice extends string, Absent>(
    name: string,
    choices: readonly Choice[],
    absent: Absent,
  ): Choice | Absent {
    return this.read<Choice | Absent>(name, absent, (text) => {
      const choice = choices.find((one) => one === text);
      if (choice !== undefined) return choice;
      throw new Refusal(({ refused }) => refused.oneOf(name, choices, excerpt(text)));
    });
  }

  refuseUnknown(): void {
    for (const name of new Set(this.parameters.keys()))
      if (!this.#known.has(name))
        this.refuse(new Refusal(({ refused }) => refused.unknownSetting(excerpt(name))));
  }

  /** What was refused; the rest is as in the link. */
  get notice(): Refusal | null {
    const refusals = this.#refusals.slice(0, kNamed);
    if (refusals.length === 0) return null;
    return new Refusal((words) =>
      words.refused.linkPart(refusals.map(({ translate }) => translate(words)).join(' ')),
    );
  }
}

/** Throws a Refusal that names the setting and its limits. */
export function wholeNumber(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Refusal((words) =>
    words.refused.named(name, words.refused.wholeNumber(0, max, excerpt(text))),
  );
}
