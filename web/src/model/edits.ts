/**
 * Numbers of a model's trace that the visitor has replaced, and their form in an address:
 * `layers.0.attention.v[0,1,11,0]=-0.61;logits[0,8,4]=2`. It needs no escaping there.
 */
import type { Intervention } from '../../../wasm/engine';
import { decimal } from '../files/decimal';
import { excerpt } from '../excerpt';
import { Refusal } from '../words/refusal';

export interface Edit {
  /** 'layers.1.attention'; absent for a field of the model itself. */
  readonly layer?: string;
  /** 'q', 'scores', 'weights' .. */
  readonly field: string;
  /** One index for each axis, null for all of it. */
  readonly index: readonly (number | null)[];
  /** A float32 number. */
  readonly value: number;
}

/** Where an edit is. */
export type EditPlace = Omit<Edit, 'value'>;

const kMaxEdits = 1000;
const kExample = 'layers.0.attention.v[0,1,11,0]=-0.61';
const format =
  /^((?:[a-z_]+|\d{1,3})(?:\.(?:[a-z]\w{0,31}|\d{1,3})){0,7})\[((?:\*|\d{1,6})(?:,(?:\*|\d{1,6})){0,7})\]=(-?\d{1,39}(?:\.\d{1,60})?(?:e-?\d{1,2})?)$/;

/** The name of a field in the trace: 'layers.1.attention.weights'. */
export const fieldName = ({ layer, field }: Pick<EditPlace, 'layer' | 'field'>): string =>
  layer === undefined ? field : `${layer}.${field}`;

/** The place of a number, by the name of its field. */
export function placeIn(name: string, index: EditPlace['index']): EditPlace {
  const dot = name.lastIndexOf('.');
  const field = name.slice(dot + 1);
  return dot < 0 ? { field, index } : { layer: name.slice(0, dot), field, index };
}

/** The place as text: equal places have equal keys. */
export const placeKey = (place: EditPlace): string =>
  `${fieldName(place)}[${place.index.map((at) => at ?? '*').join(',')}]`;

export function editText(edit: Edit): string {
  return `${placeKey(edit)}=${decimal(edit.value).replace('+', '').replace(/\.0$/, '')}`;
}

export const formatEdits = (edits: readonly Edit[]): string => edits.map(editText).join(';');

/** Throws a Refusal that shows an example and the wrong edit. */
export function parseEdits(text: string): Edit[] {
  if (text === '') return [];
  const edits = text.split(';').map(parseEdit);
  const keys = new Set(edits.map(placeKey));
  if (keys.size < edits.length || edits.length > kMaxEdits) throw refused(text);
  return edits;
}

export function parseEdit(text: string): Edit {
  const [, name, index, number] = format.exec(text) ?? [];
  const value = floatOf(Number(number));
  if (name === undefined || index === undefined || !Number.isFinite(value)) throw refused(text);
  const at = index.split(',').map((one) => (one === '*' ? null : Number(one)));
  return { ...placeIn(name, at), value };
}

/** The place of a key that `placeKey` has made. */
export function parsePlace(key: string): EditPlace {
  const { value: _, ...place } = parseEdit(`${key}=0`);
  return place;
}

const refused = (text: string) =>
  new Refusal((words) => words.refused.suchAs('edits', kExample, excerpt(text)));

/** The number that the core computes with. */
export const floatOf = (value: number): number => Math.fround(value) + 0;

/** With this number replaced: an earlier edit of the same place is changed where it stands. */
export function withEdit(edits: readonly Edit[], edit: Edit): Edit[] {
  const changed = { ...edit, value: floatOf(edit.value) };
  const key = placeKey(edit);
  const found = edits.findIndex((other) => placeKey(other) === key);
  return found < 0 ? [...edits, changed] : edits.with(found, changed);
}

export const withoutEdit = (edits: readonly Edit[], index: number): Edit[] =>
  edits.toSpliced(index, 1);

/** What the engine replaces. */
export const interventionsOf = (edits: readonly Edit[]): Intervention[] =>
  edits.map(({ layer, field, index, value }) => ({
    ...(layer !== undefined && { layer }),
    field,
    index,
    value,
  }));
