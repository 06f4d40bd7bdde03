/** Writes the example that a trainer inspects, interventions, and the place of a number. */
import type { Intervention, NumberPlace, RowPlace } from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import { flagNamed, integerNamed, integersNamed, listNamed, textNamed } from './arguments';
import type { Argument, Message } from './message';
import { expectInteger, expectObject, kMaxInteger, refuseValue } from '../checks/expect';

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
    return integerNamed('held_out', 0)(message, held_out);
  }
  if (image !== undefined) {
    message.word(3);
    return integersNamed('image')(message, image);
  }
  message.word(2);
  integersNamed('ids')(message, ids);
  integersNamed('target_ids')(message, target_ids);
};

export const examples = listNamed('the examples', example);

/** null stands for all numbers of an axis. */
const indexOrAll = listNamed('index', (message, place) =>
  message.word(place === null ? -1 : expectInteger('index', place, 0, kMaxInteger)),
);
const [multiplying, adding] = [flagNamed('multiplies'), flagNamed('adds')];

const intervention: Argument = (message, argument) => {
  checkCall(argument, ['layer', 'field', 'index', 'value', 'multiplies', 'adds']);
  const { index = [], value, multiplies, adds, ...field } = argument as Partial<Intervention>;
  fieldName(message, field);
  indexOrAll(message, index);
  multiplying(message, multiplies ?? false);
  adding(message, adds ?? false);
  const numbers = value instanceof Float32Array ? value : [value].flat();
  message.word(numbers.length);
  for (const number of numbers) {
    if (typeof number !== 'number') refuseValue('{} to be numbers', ['value'], number);
    message.number(number);
  }
};

export const interventions = listNamed('the interventions', intervention);

export const numberPlace: Argument = (message, value) => {
  checkCall(expectObject('the number', value), ['layer', 'field', 'index']);
  const { index, ...field } = value as Partial<NumberPlace>;
  fieldName(message, field);
  integersNamed('index')(message, index);
};

export const rowPlace: Argument = (message, value) => {
  const { attention, ...place } = expectObject('the row', value) as Partial<RowPlace>;
  textNamed('attention')(message, attention);
  message.config('the row', place);
};

function fieldName(message: Message, { layer = '', field }: { layer?: string; field?: string }) {
  textNamed('layer')(message, layer);
  textNamed('field')(message, field);
}
