/**
 * Settings, one row each. The rows of a page are in tables: shared.ts, playground.ts, recipe.ts, or beside the page's state.
 * A row says what kind of setting it is, and parses its text: from an address (link.ts), an attribute or a field.
 * Here are the kinds that every page has; field.ts has the others.
 */
import { excerpt } from '../text/excerpt';
import { Refusal } from '../words/refusal';
import type { Words } from '../words/words';

export interface Row<Value = unknown> {
  /** For code that treats kinds differently: fields, checks of states, and addresses, where an absent list is empty. */
  readonly kind?: string;
  /**
   * Throws a Refusal that shows the text, and what is possible. `refuse` receives those of parts of a text whose other
   * parts are valid.
   */
  readonly parse: (name: string, text: string, refuse: Refuse) => Value;
}
export type Refuse = (refusal: Refusal) => void;
export type ValueOf<R extends Row> = ReturnType<R['parse']>;

/** A setting whose text is valid or not as a whole. */
export interface WholeRow<Value> extends Row<Value> {
  readonly parse: (name: string, text: string) => Value;
}
export interface TextRow extends WholeRow<string> {
  readonly kind: 'text';
}
export interface WordRow<Word extends string = string> extends WholeRow<Word> {
  readonly kind: 'word';
  readonly words: readonly Word[];
}
export interface Limits {
  readonly min: number;
  readonly max: number;
}
/** Without a name, a refusal is for the setting's field, which has a label. */
export interface NumberRow<Kind = 'integer' | 'number'> extends WholeRow<number>, Limits {
  readonly kind: Kind & string;
}

const refusal = (name: string, message: (words: Words['refused']) => string): Refusal =>
  new Refusal(({ refused }) => message(refused), name);

/** `max`: the maximum number of characters. */
export const text = (max: number): TextRow => ({
  kind: 'text',
  parse(name, text) {
    if (text.length <= max) return text;
    throw refusal(name, (refused) => refused.characters(max, text.length));
  },
});

/** `elsewhere`: words that lead to another page, which a refusal names too. */
export const word = <const Words extends readonly string[]>(
  words: Words,
  elsewhere: readonly string[] = [],
): WordRow<Words[number]> & { readonly words: Words } => ({
  kind: 'word',
  words,
  parse(name, text) {
    const found = words.find((word) => word === text.trim());
    if (found !== undefined) return found;
    throw refusal(name, (refused) => refused.oneOf(name, [...words, ...elsewhere], excerpt(text)));
  },
});

/** `format`: that of the text. */
export const numberRow =
  <Kind extends 'integer' | 'number'>(kind: Kind, format: RegExp) =>
  (min: number, max: number): NumberRow<Kind> => ({
    kind,
    min,
    max,
    parse(name, text) {
      const typed = text.trim();
      const value = format.test(typed) ? Number(typed.replace(',', '.')) : NaN;
      if (value >= min && value <= max) return value;
      throw refusedNumber(name, this, excerpt(typed) || null);
    },
  });

export const integer = numberRow('integer', /^\d{1,15}$/);

/** `actual`: the text, a number that was not typed, or null if there is none. */
export const refusedNumber = (
  name: string,
  { kind, min, max }: Limits & { readonly kind: string },
  actual: string | number | null,
): Refusal =>
  refusal(name, (refused) => {
    const why = (kind === 'number' ? refused.number : refused.wholeNumber)(min, max, actual);
    return name ? refused.named(name, why) : why;
  });

const refusedForm = (name: string, sample: string, text: string): Refusal =>
  refusal(name, (refused) => refused.suchAs(name, sample, excerpt(text)));

/** A text of a form. `sample`: an example, for refusals. */
export const form = (pattern: RegExp, sample: string): WholeRow<string> => ({
  parse(name, text) {
    if (pattern.test(text)) return text;
    throw refusedForm(name, sample, text);
  },
});

/** What the groups of a list's pattern match in one item. */
export type Parts = readonly (string | undefined)[];
export interface ListRow extends Row<readonly Parts[]> {
  readonly kind: 'list';
}
/** Texts of a form, separated by commas. An item of another form is refused, the others are read. */
export const list = (pattern: RegExp, sample: string): ListRow => ({
  kind: 'list',
  parse: (name, text, refuse) =>
    text.split(',').flatMap((item) => {
      const parts = pattern.exec(item);
      if (parts) return [parts.slice(1)];
      refuse(refusedForm(name, sample, item));
      return [];
    }),
});

/** A setting with a parser of its own. */
export const own = <Value>(parse: (text: string, refuse: Refuse) => Value): Row<Value> => ({
  parse: (_, text, refuse) => parse(text, refuse),
});
