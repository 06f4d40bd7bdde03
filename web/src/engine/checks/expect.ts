/** Refuses invalid arguments: names what was expected, and shows the actual value. */
import { refusal } from './refusal';

const kMaxShown = 80;

/** The maximum of a whole number that C++ reads as one word. */
export const kMaxInteger = 2147483647;

/** Throws "expected {words}, got {actual}"; each {} in the words is replaced by the next piece. */
export function refuseValue(words: string, pieces: readonly string[], actual: unknown): never {
  throw refusal(`expected ${words}, got {}`, [...pieces, describe(actual)]);
}

/** A value as a message shows it: a text is quoted, a long one is shortened. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return shownList(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return describeObject(value);
  const text = shortened(String(value));
  if (typeof value === 'bigint') return `the BigInt ${text}n`;
  return typeof value === 'string' ? `"${text}"` : text;
}

function describeObject(value: { length?: number; shape?: unknown }): string {
  const { length, shape } = value;
  const kind = kindOf(value);
  if (kind !== 'Object')
    return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}${/\dArray/.test(kind) ? ` of ${length} numbers` : ''}`;
  return Array.isArray(shape) ? `a tensor of shape ${shownList(shape)}` : 'an object';
}

/** Such as Object, Float32Array or Map. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** The start of a long text, with three dots at its end as in the messages of the core. Its quotes are escaped. */
export function shortened(text: string): string {
  return escaped(text.length > kMaxShown ? `${text.slice(0, kMaxShown)}...` : text);
}

/** Escapes what would end a text between quotation marks. */
export const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');

/** Without String(list), which would convert the elements: that may throw, or never end. */
function shownList(list: readonly unknown[]): string {
  let text = '[';
  for (let i = 0; i < list.length; i++) {
    if (i !== 0) text += ',';
    if (text.length > kMaxShown) return `${text}...]`;
    text += Array.isArray(list[i]) ? 'a list' : describe(list[i]);
  }
  return `${text}]`;
}

/**
 * Whether a value has fields by name, as a call's options need: a plain object, a module (its exports) or an
 * AbortController (its signal). A list, a typed array, a Map, an AbortSignal or a promise has none.
 */
export const isObject = (value: unknown): value is object =>
  /^(Object|Module|AbortController)$/.test(kindOf(value));

export function expectObject(name: string, value: unknown): object {
  if (!isObject(value)) refuseValue('{} to be an object', [name], value);
  return value;
}

export function expectList(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) refuseValue('{} to be an array', [name], value);
  return value;
}

export function expectText(name: string, value: unknown): string {
  if (typeof value !== 'string') refuseValue('{} to be a text', [name], value);
  return value;
}

export function expectTexts(name: string, value: unknown): readonly string[] {
  const list = expectList(name, value);
  for (const text of list)
    if (typeof text !== 'string') refuseValue('{} to be texts', [name], text);
  return list as readonly string[];
}

/** Refuses all but a function, undefined and null. */
export function expectCallback(name: string, value: unknown): void {
  if (value !== undefined && value !== null && typeof value !== 'function')
    refuseValue('{} to be a function', [name], value);
}

export function expectInteger(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max && Number.isInteger(value))
    return value;
  refuseValue('{} to be a whole number from {} to {}', [name, `${min}`, `${max}`], value);
}

const kMaxNames = 1 << 14;

/** An object's own fields. */
export function ownEntries(object: object): [string, unknown][] {
  const fields = Object.entries(object);
  if (fields.length > kMaxNames)
    throw refusal('expected at most {} names in one object, got {}', [
      `${kMaxNames}`,
      `${fields.length}`,
    ]);
  return fields;
}
