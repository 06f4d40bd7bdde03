/** Reads a call's result from memory, as owned copies. wasm/messages/result.h describes the words. */
import type { Tensor } from '../../../../wasm/engine';

const enum Kind {
  none,
  flag,
  number,
  text,
  list,
  object,
  tensor,
  refusal,
}

const decoder = new TextDecoder();
const kShort = 32;

export class ResultReader {
  #words = new Int32Array();
  #bytes = new Uint8Array();
  #floats = new Float32Array();
  #numbers = new Float64Array(1);
  #halves = new Int32Array(this.#numbers.buffer);
  #at = 0;

  /** Sets the memory to read results from; set it again when memory has grown. */
  set memory(buffer: ArrayBuffer) {
    this.#words = new Int32Array(buffer);
    this.#bytes = new Uint8Array(buffer);
    this.#floats = new Float32Array(buffer);
  }

  /** Throws the error if the call was refused. */
  read(address: number): unknown {
    this.#at = address >> 2;
    return this.#value();
  }

  #value(): unknown {
    const kind = this.#words[this.#at++];
    switch (kind) {
      case Kind.none:
        return undefined;
      case Kind.flag:
        return this.#words[this.#at++] === 1;
      case Kind.number:
        return this.#number();
      case Kind.text:
        return this.#text();
      case Kind.list:
        return Array.from({ length: this.#words[this.#at++]! }, () => this.#value());
      case Kind.object:
        return this.#object();
      case Kind.tensor:
        return this.#tensor();
      case Kind.refusal:
        throw this.#error();
      default:
        throw new Error(`unknown kind of result: ${kind}`);
    }
  }

  #number(): number {
    this.#halves[0] = this.#words[this.#at++]!;
    this.#halves[1] = this.#words[this.#at++]!;
    return this.#numbers[0]!;
  }

  #text(): string {
    const length = this.#words[this.#at++]!;
    const start = 4 * this.#at;
    this.#at += (length + 3) >> 2;
    if (length > kShort) return decoder.decode(this.#bytes.subarray(start, start + length));
    let text = '';
    for (let i = start; i < start + length; i++) {
      const byte = this.#bytes[i]!;
      if (byte > 127) return decoder.decode(this.#bytes.subarray(start, start + length));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  #object(): object {
    const object: Record<string, unknown> = {};
    for (let remaining = this.#words[this.#at++]!; remaining > 0; remaining--) {
      const name = this.#text();
      const value = this.#value();
      // Names may come from a file. Assigning to `__proto__` would set the prototype.
      if (name === '__proto__')
        Object.defineProperty(object, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else object[name] = value;
    }
    return object;
  }

  #tensor(): Tensor {
    const rank = this.#words[this.#at++]!;
    const shape: number[] = [];
    for (let i = 0; i < rank; i++) shape.push(this.#words[this.#at++]!);
    const axes: string[] = [];
    for (let i = 0; i < rank; i++) axes.push(this.#text());
    const count = this.#words[this.#at++]!;
    const first = this.#words[this.#at++]! >>> 2;
    return { axes, shape, data: this.#floats.slice(first, first + count) };
  }

  #error(): Error {
    const message = this.#text();
    const words = this.#text();
    const pieces = Array.from({ length: this.#words[this.#at++]! }, () => this.#text());
    return Object.assign(new Error(message), { words, pieces });
  }
}
