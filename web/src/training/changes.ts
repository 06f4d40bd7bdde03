/**
 * What the visitor changes in the model of a run and in its views, and its form in the address:
 * `off=layers.0.attention:1&row=0:layers.1.attention:0:8-1&word=0:5&shown=layers.0.attention:2`.
 * Examples, heads and words are counted from 0, as in the core.
 */
import type { ExampleInspection } from '../../../wasm/engine';
import { excerpt } from '../excerpt';
import { Refusal } from '../words/refusal';
import { placesOf } from './example-view';
import { headKey } from './heads';
import type { ForcedWeights } from './interventions';
import type { HeadPlace } from './view-types';

/** Of one example. */
export interface ForcedExampleRow extends ForcedWeights {
  readonly example: number;
}
export interface ChosenWord {
  readonly example: number;
  readonly word: number;
}

/** By their names in the address. */
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

export const noChanges: Changes = { off: [], row: [], word: [], shown: [] };

interface Form<One> {
  readonly sample: string;
  readonly pattern: RegExp;
  read(parts: readonly string[]): One;
  write(one: One): string;
  /** Of two with the same place the later one counts. */
  place(one: One): string;
  /** Whether the model and the examples have it. */
  fits(one: One, seen: readonly (ExampleInspection | undefined)[]): boolean;
}

const shapeOf = (seen: ExampleInspection | undefined, attention: string): readonly number[] =>
  seen && Object.hasOwn(seen.weights, attention) ? seen.weights[attention]!.shape : [0, 0, 0];

const headForm: Form<HeadPlace> = {
  sample: 'layers.0.attention:1',
  pattern: /^([a-z_.\d]{1,60}):(\d{1,2})$/,
  read: ([attention, head]) => ({ attention: attention!, head: Number(head) }),
  write: ({ attention, head }) => `${attention}:${head}`,
  place: ({ attention, head }) => headKey(attention, head),
  fits: ({ attention, head }, [first]) => head < shapeOf(first, attention)[0]!,
};

const forms: { readonly [Name in keyof Changes]: Form<Changes[Name][number]> } = {
  off: headForm,
  row: {
    sample: '0:layers.1.attention:0:8-1',
    pattern: /^([0-2]):([a-z_.\d]{1,60}):(\d{1,2}):(\d{1,3})-(\d{1,3})$/,
    read([example, attention, head, query, key]) {
      const place = headForm.read([attention!, head!]);
      return { example: Number(example), ...place, query: Number(query), key: Number(key) };
    },
    write: (row) => `${row.example}:${headForm.write(row)}:${row.query}-${row.key}`,
    place: (row) => `${row.example} ${headForm.place(row)} ${row.query}`,
    fits({ example, attention, head, query, key }, seen) {
      const [heads, queries, keys] = shapeOf(seen[example], attention);
      return head < heads! && query < queries! && key < keys!;
    },
  },
  word: {
    sample: '0:5',
    pattern: /^([0-2]):(\d{1,3})$/,
    read: ([example, word]) => ({ example: Number(example), word: Number(word) }),
    write: ({ example, word }) => `${example}:${word}`,
    place: ({ example }) => `${example}`,
    fits({ example, word }, seen) {
      const inspection = seen[example];
      return inspection !== undefined && word < placesOf(inspection);
    },
  },
  shown: { ...headForm, place: ({ attention }) => attention },
};

export const changeNames = Object.keys(forms) as (keyof Changes)[];

const formOf = (name: keyof Changes) => forms[name] as Form<unknown>;

/** Each change with its text in the address, by name. */
export function changeTexts(changes: Changes): [name: keyof Changes, texts: string[]][] {
  return changeNames.map((name) => [name, changes[name].map((one) => formOf(name).write(one))]);
}

/** Those of one name in the address. What has another form is refused, the others are read. */
export function readChange(
  name: keyof Changes,
  text: string,
  refuse: (refusal: Refusal) => void,
): Changes[typeof name] {
  const { pattern, sample, read, place } = formOf(name);
  const byPlace = new Map<string, unknown>();
  for (const part of text.split(',')) {
    const parts = pattern.exec(part);
    if (parts) {
      const one = read(parts.slice(1));
      const at = place(one);
      byPlace.delete(at);
      byPlace.set(at, one);
    } else {
      refuse(new Refusal(({ refused }) => refused.suchAs(name, sample, excerpt(part))));
    }
  }
  return [...byPlace.values()] as never;
}

/** The changes that a model and its examples have, and the others as they are in the address. */
export function fittingChanges(
  changes: Changes,
  seen: readonly (ExampleInspection | undefined)[],
): { changes: Changes; others: string[] } {
  const others: string[] = [];
  const fitting = changeNames.map((name) => {
    const { fits, write } = formOf(name);
    return [
      name,
      changes[name].filter((one) => {
        if (fits(one, seen)) return true;
        others.push(`${name}=${write(one)}`);
        return false;
      }),
    ];
  });
  return { changes: Object.fromEntries(fitting) as Changes, others };
}

/** With this one instead of the one at the same place. */
export function withChange<Name extends keyof Changes>(
  changes: Changes,
  name: Name,
  one: Changes[Name][number],
): Changes {
  return { ...changes, [name]: [...without(changes, name, one), one] };
}

/** Without the one at the same place. */
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
