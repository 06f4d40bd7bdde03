/**
 * The visitor's edits of numbers in a model's trace and parameters (replaced, multiplied or shifted), and their form in
 * an address: `layers.0.attention.v[0,1,11,0]=-0.61;layers.0.attention.w_q[3,*]*2;logits[0,8,*]+0.5`. Only the plus
 * sign needs escaping there.
 */
import type { Intervention, NumberPlace } from '../../../../wasm/engine';
import { decimal } from '../../files/decimal';
import { excerpt } from '../../text/excerpt';
import { Refusal, refusalOf } from '../../words/refusal';

export interface Edit {
  /** 'layers.1.attention'; absent for a field of the model itself. */
  readonly layer?: string;
  /** 'q', 'scores', 'weights' .., or a parameter: 'w_q', 'embedding' .. */
  readonly field: string;
  /** One index per axis, null for all of it. */
  readonly index: readonly (number | null)[];
  /** A float32 number. */
  readonly value: number;
  /** Whether the numbers are multiplied by it. */
  readonly multiplies?: boolean;
  /** Whether it is added to the numbers. */
  readonly adds?: boolean;
}

/** The place of an edit. */
export type EditPlace = Omit<Edit, 'value' | 'multiplies' | 'adds'>;

/** The effect of an edit on the numbers there. */
export type NumberChange = Pick<Edit, 'value' | 'multiplies' | 'adds'>;

const kMaxEdits = 1000;
const kExample = 'layers.0.attention.v[0,1,11,0]=-0.61';
const kNumber = 'layers.0.attention.weights[0,2,8,11]';
/** A plus sign that is not escaped in an address is read as a space. */
const format =
  /^((?:[a-z_]+|\d{1,3})(?:\.(?:[a-z]\w{0,31}|\d{1,3})){0,7})\[((?:\*|\d{1,6})(?:,(?:\*|\d{1,6})){0,7})\]([=*+ ])(-?\d{1,39}(?:\.\d{1,60})?(?:e-?\d{1,2})?)$/;

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
  const sign = edit.multiplies ? '*' : edit.adds ? '+' : '=';
  return `${placeKey(edit)}${sign}${decimal(edit.value).replace('+', '').replace(/\.0$/, '')}`;
}

export const formatEdits = (edits: readonly Edit[]): string => edits.map(editText).join(';');

/** Skips invalid edits, and passes each to `refuse` as a Refusal that shows an example and the edit. */
export function parseEdits(text: string, refuse: (refusal: Refusal) => void = raise): Edit[] {
  if (text === '') return [];
  const keys = new Set<string>();
  const edits = text.split(';').flatMap((item) => {
    try {
      const edit = parseEdit(item);
      const key = placeKey(edit);
      // A replacement removes earlier edits of its place (`withEdit`), so no valid link has both.
      if (keys.has(key) && !edit.multiplies && !edit.adds) throw refused(item);
      keys.add(key);
      return [edit];
    } catch (error) {
      refuse(refusalOf(error));
      return [];
    }
  });
  if (edits.length > kMaxEdits) refuse(refused(editText(edits[kMaxEdits]!)));
  return edits.slice(0, kMaxEdits);
}

function raise(refusal: Refusal): never {
  throw refusal;
}

export function parseEdit(text: string): Edit {
  const [, name, index, sign, number] = format.exec(text) ?? [];
  const value = floatOf(Number(number));
  if (name === undefined || index === undefined || !Number.isFinite(value)) throw refused(text);
  const indices = index.split(',').map((part) => (part === '*' ? null : Number(part)));
  const how = {
    ...(sign === '*' && { multiplies: true }),
    ...(sign !== '=' && sign !== '*' && { adds: true }),
  };
  return { ...placeIn(name, indices), value, ...how };
}

/** Reads a key written by `placeKey`. */
export function parsePlace(key: string): EditPlace {
  const { value: _, ...place } = parseEdit(`${key}=0`);
  return place;
}

/** Reads the key of one number, whose gradients are shown. Throws a Refusal that shows an example. */
export function parseNumberPlace(text: string): NumberPlace {
  const place = format.test(`${text}=0`) ? parsePlace(text) : undefined;
  if (place?.index.every((at) => at !== null)) return place as NumberPlace;
  throw new Refusal(({ refused }) => refused.suchAs('asked', kNumber, excerpt(text)));
}

const refused = (text: string) =>
  new Refusal((words) => words.refused.suchAs('edits', kExample, excerpt(text)));

/** The number that the core computes with. */
export const floatOf = (value: number): number => Math.fround(value) + 0;

/** The edits as interventions of the engine. */
export const editInterventions = (edits: readonly Edit[]): Intervention[] =>
  edits.map(({ layer, field, index, value, multiplies, adds }) => ({
    ...(layer !== undefined && { layer }),
    field,
    index,
    value,
    ...(multiplies && { multiplies }),
    ...(adds && { adds }),
  }));
