/** Writes the example that a trainer inspects, interventions, and the place of a number. */
import type { Intervention, NumberPlace, RowPlace } from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import type { Argument, Message } from './message';
import {
  expectInteger,
  expectList,
  expectObject,
  expectText,
  kMaxInteger,
  refuseValue,
} from '../checks/expect';

/** A text, a held-out example by its number, ids, or an image, in the order of kinds in wasm/verbs/examples.cpp. */
export const example: Argument = (message, value) => {
  if (typeof value === 'string') {
    message.word(0);
    return message.text(value);
  }
  const {
    held_out,
    ids,
    target_ids = [],
    image,
  } = expectObject('the example', value) as {
    held_out?: unknown;
    ids?: unknown;
    target_ids?: unknown;
    image?: unknown;
  };
  const only = { held_out, image };
  const kind = (['held_out', 'image'] as const).find((name) => only[name] !== undefined);
  checkCall(value, kind ? [kind] : ['ids', 'target_ids']);
  if (held_out !== undefined) {
    message.word(1);
    return message.word(expectInteger('held_out', held_out, 0, kMaxInteger));
  }
  if (image !== undefined) {
    message.word(3);
    return integers(message, 'image', image);
  }
  message.word(2);
  integers(message, 'ids', ids);
  integers(message, 'target_ids', target_ids);
};

export const examples: Argument = (message, value) => {
  const list = expectList('the examples', value);
  message.word(list.length);
  for (const each of list) example(message, each);
};

export function integers(message: Message, name: string, values: unknown): void {
  const list = expectList(name, values);
  message.word(list.length);
  for (const value of list) message.word(expectInteger(name, value, 0, kMaxInteger));
}

export const flagOf =
  (what: string): Argument =>
  (message, value) =>
    typeof value === 'boolean'
      ? message.flag(value)
      : refuseValue('{} to be true or false', [what], value);

export const interventions: Argument = (message, value) => {
  const list = expectList('the interventions', value);
  message.word(list.length);
  for (const each of list) intervention(message, each);
};

function intervention(message: Message, argument: unknown): void {
  checkCall(argument, ['layer', 'field', 'index', 'value', 'multiplies', 'adds']);
  const { index = [], value, multiplies, adds, ...field } = argument as Partial<Intervention>;
  fieldName(message, field);
  const places = expectList('index', index);
  message.word(places.length);
  for (const place of places)
    message.word(place === null ? -1 : expectInteger('index', place, 0, kMaxInteger));
  flagOf('multiplies')(message, multiplies ?? false);
  flagOf('adds')(message, adds ?? false);
  const numbers = value instanceof Float32Array ? value : [value].flat();
  message.word(numbers.length);
  for (const number of numbers) {
    if (typeof number !== 'number') refuseValue('{} to be numbers', ['value'], number);
    message.number(number);
  }
}

export const numberPlace: Argument = (message, value) => {
  checkCall(expectObject('the number', value), ['layer', 'field', 'index']);
  const { index, ...field } = value as Partial<NumberPlace>;
  fieldName(message, field);
  integers(message, 'index', index);
};

export const rowPlace: Argument = (message, value) => {
  const { attention, ...place } = expectObject('the row', value) as Partial<RowPlace>;
  message.text(expectText('{} to be a text', ['attention'], attention));
  message.config('the row', place);
};

function fieldName(message: Message, { layer = '', field }: { layer?: string; field?: string }) {
  message.text(expectText('{} to be a text', ['layer'], layer));
  message.text(expectText('{} to be a text', ['field'], field));
}
