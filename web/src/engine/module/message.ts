/**
 * Writes a call as 32-bit words, which C++ reads in the same order (wasm/messages/message.h). The numbers of
 * tensors are stored separately.
 */
import {
  expectObject,
  isObject,
  kMaxInteger,
  ownEntries,
  refuseValue,
  describe,
} from '../checks/expect';
import { refusal } from '../checks/refusal';

const kMaxAxes = 8;
const encoder = new TextEncoder();

/** The order of kinds in core/operations/config/config.h. */
const enum Kind {
  number,
  flag,
  word,
  list,
  texts,
}

/** Writes an argument of a call. Throws a refusal for a value of the wrong kind. */
export type Argument = (message: Message, value: unknown) => void;

export class Message {
  #words = new Int32Array(1024);
  #bytes = new Uint8Array(this.#words.buffer);
  #numbers = new Float64Array(1);
  #halves = new Int32Array(this.#numbers.buffer);
  #length = 0;
  /** The numbers of the tensors, or their bytes, in the order of the message. */
  data: (Float32Array | Uint8Array)[] = [];

  /** Starts a new message. */
  start(verb: string): void {
    this.#length = 0;
    this.data = [];
    this.text(verb);
  }

  get length(): number {
    return this.#length;
  }

  /** Writes the words to `memory`. A loop, because a call has few words and a typed-array view of them takes longer. */
  copyTo(memory: Int32Array, first: number): void {
    for (let i = 0; i < this.#length; i++) memory[first + i] = this.#words[i]!;
  }

  word(word: number): void {
    if (this.#length === this.#words.length) this.#grow(1);
    this.#words[this.#length++] = word;
  }

  flag(value: boolean): void {
    this.word(value ? 1 : 0);
  }

  number(value: number): void {
    this.#numbers[0] = value;
    this.word(this.#halves[0]!);
    this.word(this.#halves[1]!);
  }

  text(text: string): void {
    const { length } = text;
    // A UTF-16 unit is at most three bytes of UTF-8.
    const maxWords = (3 * length + 3) >> 2;
    if (this.#length + 1 + maxWords > this.#words.length) this.#grow(1 + maxWords);
    const start = 4 * (this.#length + 1);
    let count = 0;
    for (; count < length; count++) {
      const unit = text.charCodeAt(count);
      if (unit > 127) break;
      this.#bytes[start + count] = unit;
    }
    if (count < length)
      count += encoder.encodeInto(text.slice(count), this.#bytes.subarray(start + count)).written;
    this.#words[this.#length] = count;
    this.#length += 1 + ((count + 3) >> 2);
  }

  texts(texts: readonly string[]): void {
    this.word(texts.length);
    for (const text of texts) this.text(text);
  }

  /** `value`: an object of numbers, texts, flags, and lists of numbers or texts. Undefined counts as absent. */
  config(what: string, value: unknown): void {
    const entries = ownEntries(expectObject(what, value)).filter(
      ([, field]) => field !== undefined,
    );
    this.word(entries.length);
    for (const [key, field] of entries) {
      this.text(key);
      this.text(describe(field));
      this.#setting(what, key, field);
    }
  }

  #setting(what: string, key: string, value: unknown): void {
    if (typeof value === 'number' && Number.isFinite(value)) {
      this.word(Kind.number);
      this.number(value);
    } else if (typeof value === 'boolean') {
      this.word(Kind.flag);
      this.number(value ? 1 : 0);
    } else if (typeof value === 'string') {
      this.word(Kind.word);
      this.text(value);
    } else if (Array.isArray(value) && isOf<number>(value, Number.isFinite)) {
      this.word(Kind.list);
      this.word(value.length);
      for (const each of value) this.number(each);
    } else if (Array.isArray(value) && isOf<string>(value, (each) => typeof each === 'string')) {
      this.word(Kind.texts);
      this.texts(value);
    } else {
      refuseValue(
        '{} to have a number, a word, true, false or a list of numbers or of texts for {}',
        [what, describe(key)],
        value,
      );
    }
  }

  /** `value`: an object of tensors, named in messages by `what` and their names. Undefined counts as absent. */
  tensors(what: string, value: unknown): void {
    const fields = ownEntries(expectObject(what === 'data' ? what : `${what}s`, value));
    const tensors = fields.filter(([, tensor]) => tensor !== undefined);
    this.word(tensors.length);
    for (const [name, tensor] of tensors) {
      this.text(name);
      this.#tensor(`the ${what} ${describe(name)}`, tensor as Fields);
    }
  }

  #tensor(label: string, tensor: Fields): void {
    if (!isObject(tensor)) refuseValue('{} to be a tensor {shape, data}', [label], tensor);
    const { shape, axes, data } = tensor;
    if (!Array.isArray(shape))
      refuseValue('{} to be a tensor {shape, data} with an array for its shape', [label], shape);
    const rank = shape.length;
    if (rank > kMaxAxes)
      throw refusal('expected {} with at most {} axes, got {}', [label, `${kMaxAxes}`, `${rank}`]);
    this.word(rank);
    for (let i = 0; i < rank; i++) {
      const extent: unknown = shape[i];
      if (!Number.isInteger(extent) || (extent as number) < 0 || (extent as number) > kMaxInteger)
        refuseValue('the extents of {} to be whole numbers', [label], shape);
      this.word(extent as number);
    }
    this.#axes(label, axes, rank);
    if (!(data instanceof Float32Array)) refuseValue('{}.data to be a Float32Array', [label], data);
    this.data.push(data);
  }

  #axes(label: string, axes: unknown, rank: number): void {
    this.flag(axes !== undefined);
    if (axes === undefined) return;
    if (!Array.isArray(axes) || axes.length !== rank)
      refuseValue('the axes of {} to be {} texts', [label, `${rank}`], axes);
    for (const axis of axes) {
      if (typeof axis !== 'string') refuseValue('the axes of {} to be texts', [label], axis);
      this.text(axis);
    }
  }

  #grow(more: number): void {
    const words = new Int32Array(2 * (this.#length + more));
    words.set(this.#words);
    this.#words = words;
    this.#bytes = new Uint8Array(words.buffer);
  }
}

interface Fields {
  shape?: unknown;
  axes?: unknown;
  data?: unknown;
}

/** A loop, because `every` skips the holes of an array. */
function isOf<T>(list: readonly unknown[], is: (each: unknown) => boolean): list is T[] {
  for (let i = 0; i < list.length; i++) if (!is(list[i])) return false;
  return true;
}
