/**
 * The visitor's changes of a model and of its views, and their form in the address:
 * `off=layers.0.attention:1&row=0:layers.1.attention:0:8-1&word=0:5&shown=layers.0.attention:2`.
 */
import type { ExampleInspection } from '../../../../wasm/engine';
import type { LinkSettings } from '../../settings/link';
import { sharedSettings } from '../../settings/shared';
import { placesOf } from '../examples/example-view';
import { headOf, headText, type HeadPlace, type TextParts } from '../heads/head-place';
import { forcedRowOf, rowText, type ForcedRow } from './forced-row';

/** A row of weights that is forced in one example. */
export interface ForcedExampleRow extends ForcedRow {
  readonly example: number;
}
export interface ChosenWord {
  readonly example: number;
  readonly word: number;
}

/** The changes, by their names in the address. */
export interface Changes {
  /** Heads that are switched off. */
  readonly off: readonly HeadPlace[];
  /** Rows of weights that look at one word only. */
  readonly row: readonly ForcedExampleRow[];
  /** The words whose arcs and answers are shown. */
  readonly word: readonly ChosenWord[];
  /** The heads whose arcs are drawn, one of an attention. */
  readonly shown: readonly HeadPlace[];
}

/** The example that the visitor types or draws. */
export const kOwnExample = 2;

export const noChanges: Changes = { off: [], row: [], word: [], shown: [] };

interface Form<One> {
  /** `examples`: the examples that an item applies to if it names none. */
  read(parts: TextParts, examples: readonly number[]): readonly One[];
  write(one: One): string;
  /** Names the place. A later change at the same place replaces an earlier one. */
  place(one: One): string;
  /** Whether the model and the examples have it. */
  fits(one: One, inspections: readonly (ExampleInspection | undefined)[]): boolean;
}

const shapeOf = (
  inspection: ExampleInspection | undefined,
  attention: string,
): readonly number[] =>
  inspection && Object.hasOwn(inspection.weights, attention)
    ? inspection.weights[attention]!.shape
    : [0, 0, 0];

const named = (example: string | undefined, examples: readonly number[]) =>
  example === undefined ? examples : [Number(example)];

const isWithin = (at: number, count: number | undefined) => at >= 0 && at < count!;

const headForm: Form<HeadPlace> = {
  read: (parts) => [headOf(parts)],
  write: headText,
  place: headText,
  fits: ({ attention, head }, [first]) => head < shapeOf(first, attention)[0]!,
};

const forms: { readonly [Name in keyof Changes]: Form<Changes[Name][number]> } = {
  off: headForm,
  row: {
    read: ([example, ...row], examples) =>
      named(example, examples).map((example) => ({ example, ...forcedRowOf(row) })),
    write: (row) => `${row.example}:${rowText(row)}`,
    place: (row) => `${row.example} ${headForm.place(row)} ${row.query}`,
    fits({ example, attention, head, query, key }, inspections) {
      const [heads, queries, keys] = shapeOf(inspections[example], attention);
      return head < heads! && isWithin(query, queries) && isWithin(key, keys);
    },
  },
  word: {
    read: ([example, word], examples) =>
      named(example, examples).map((example) => ({ example, word: Number(word) })),
    write: ({ example, word }) => `${example}:${word}`,
    place: ({ example }) => `${example}`,
    fits({ example, word }, inspections) {
      const inspection = inspections[example];
      return inspection !== undefined && isWithin(word, placesOf(inspection));
    },
  },
  shown: { ...headForm, place: ({ attention }) => attention },
};

const changeNames = Object.keys(forms) as (keyof Changes)[];

const { off, row, word, shown } = sharedSettings;
const rows = { off, row, word, shown };

const formOf = (name: keyof Changes) => forms[name] as Form<unknown>;

/** The texts in the address, by the name of the change. */
export function changeTexts(changes: Changes): Record<keyof Changes, string[]> {
  const texts = changeNames.map((name) => [
    name,
    changes[name].map((change) => formOf(name).write(change)),
  ]);
  return Object.fromEntries(texts) as Record<keyof Changes, string[]>;
}

/** Without an example number, a word or a row belongs to the visitor's own example, or else to the pinned ones. */
export function readChanges(settings: LinkSettings, hasOwn: boolean): Changes {
  const examples = hasOwn ? [kOwnExample] : [0, 1];
  const items = settings.values(rows, {});
  let changes = noChanges;
  for (const name of changeNames)
    for (const one of items[name].flatMap((parts) => formOf(name).read(parts, examples)))
      changes = withChange(changes, name, one as Changes[typeof name][number]);
  return changes;
}

/** The changes that a model and its examples have. `absent`: those that they do not have, as in the address. */
export function fittingVisitorChanges(
  changes: Changes,
  inspections: readonly (ExampleInspection | undefined)[],
): { changes: Changes; absent: string[] } {
  const absent: string[] = [];
  const fitting = changeNames.map((name) => {
    const { fits, write } = formOf(name);
    return [
      name,
      changes[name].filter((change) => {
        if (fits(change, inspections)) return true;
        absent.push(`${name}=${write(change)}`);
        return false;
      }),
    ];
  });
  return { changes: Object.fromEntries(fitting) as Changes, absent };
}

/** The rows that are forced in an example. */
export const forcedRowsOf = (changes: Changes, example: number): readonly ForcedExampleRow[] =>
  changes.row.filter((row) => row.example === example);

/** Replaces the item at the same place, or adds it. */
export function withChange<Name extends keyof Changes>(
  changes: Changes,
  name: Name,
  one: Changes[Name][number],
): Changes {
  return { ...changes, [name]: [...without(changes, name, one), one] };
}

/**
 * Forces a row of an example to look at `key`, or frees it if `key` is undefined. Null if the attention has no such key:
 * a word of the decoder's input cannot be a key of cross-attention.
 */
export function withForcedRow(
  changes: Changes,
  inspection: ExampleInspection | undefined,
  row: Omit<ForcedExampleRow, 'key'>,
  key: number | undefined,
): Changes | null {
  if (key === undefined) return withoutChange(changes, 'row', { ...row, key: 0 });
  const [, , keys] = shapeOf(inspection, row.attention);
  return key < keys! ? withChange(changes, 'row', { ...row, key }) : null;
}

/** The changes except those of the visitor's own example, which depend on its words or its picture. */
export function withoutOwn(changes: Changes): Changes {
  const others = <One extends { example: number }>(all: readonly One[]) =>
    all.filter(({ example }) => example !== kOwnExample);
  return { ...changes, row: others(changes.row), word: others(changes.word) };
}

/** Removes the item at the same place. */
export function withoutChange<Name extends keyof Changes>(
  changes: Changes,
  name: Name,
  one: Changes[Name][number],
): Changes {
  return { ...changes, [name]: without(changes, name, one) };
}

function without<Name extends keyof Changes>(
  changes: Changes,
  name: Name,
  one: Changes[Name][number],
): unknown[] {
  const { place } = formOf(name);
  return changes[name].filter((other) => place(other) !== place(one));
}
