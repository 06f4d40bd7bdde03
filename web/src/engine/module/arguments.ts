/** Writes arguments of any kind of call. Each refuses a value of another kind, and names it by `what`. */
import type { Argument } from './message';
import {
  expectInteger,
  expectList,
  expectText,
  expectTexts,
  kMaxInteger,
  refuseValue,
} from '../checks/expect';

export const textNamed =
  (what: string): Argument =>
  (message, value) =>
    message.text(expectText(what, value));

export const textsNamed =
  (what: string): Argument =>
  (message, value) => {
    if (!Array.isArray(value)) refuseValue('{} to be an array of texts', [what], value);
    message.texts(expectTexts(what, value));
  };

export const flagNamed =
  (what: string): Argument =>
  (message, value) => {
    if (typeof value !== 'boolean') refuseValue('{} to be true or false', [what], value);
    message.flag(value);
  };

export const integerNamed =
  (what: string, min: number): Argument =>
  (message, value) =>
    message.word(expectInteger(what, value, min, kMaxInteger));

/** The length of a list, then its elements. */
export const listNamed =
  (what: string, element: Argument): Argument =>
  (message, value) => {
    const list = expectList(what, value);
    message.word(list.length);
    for (const each of list) element(message, each);
  };

export const integersNamed = (what: string, min = 0): Argument =>
  listNamed(what, integerNamed(what, min));

/** Whether there is a value, and the value if there is. */
export const optional =
  (argument: Argument): Argument =>
  (message, value) => {
    message.flag(value !== undefined);
    if (value !== undefined) argument(message, value);
  };

export const configNamed =
  (what: string): Argument =>
  (message, value) =>
    message.config(what, value);

export const tensorsNamed =
  (what: string): Argument =>
  (message, value) =>
    message.tensors(what, value);
