/**
 * Copies a call's arguments when the call is made, because the call may have to wait while the caller
 * writes to its arrays. Values that cannot be read or copied are refused here by name, so that neither
 * the worker nor the wasm module reads a getter or a detached buffer.
 */
import { kMinTransferred } from '../transport/protocol';
import { describe, escaped } from '../checks/expect';
import { refusal, type RefusalError } from '../checks/refusal';

export interface Snapshot<T> {
  values: T;
  /** Buffers of the copies that are worth transferring to a worker. */
  buffers: ArrayBuffer[];
}

/** With `transfer` the arrays' buffers are moved instead of copied, which detaches the caller's arrays. */
export function snapshotOf<T extends readonly unknown[]>(values: T, transfer = false): Snapshot<T> {
  const walk = new Walk(transfer);
  try {
    const copies = walk.copy(values) as T;
    if (walk.moved.size === 0) return { values: copies, buffers: walk.buffers };
    const buffers = [...walk.moved.keys()];
    const moved = structuredClone({ values: copies, buffers }, { transfer: buffers });
    return { values: moved.values, buffers: moved.buffers };
  } catch (error) {
    throw walk.refused(error);
  }
}

class Walk {
  readonly buffers: ArrayBuffer[] = [];
  /** Buffers to move, with the path to the first array in each. */
  readonly moved = new Map<ArrayBuffer, string>();
  /** An object that occurs twice is copied once, so cycles end. */
  readonly #copies = new Map<object, unknown>();
  /** The keys that lead to the value being copied. */
  readonly #path: (string | number)[] = [];

  constructor(private readonly transfer: boolean) {}

  copy(value: unknown): unknown {
    // The browser's own error would show the whole code of a function.
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new Error(`${describe(value)} cannot be copied`);
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) return this.#list(value);
    if (value instanceof Float32Array || value instanceof Uint8Array) return this.#array(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#object(value);
    return structuredClone(value);
  }

  #array(array: Float32Array | Uint8Array): Float32Array | Uint8Array {
    const { buffer } = array;
    if (this.transfer && buffer instanceof ArrayBuffer && buffer.byteLength > 0) {
      if (!this.moved.has(buffer)) this.moved.set(buffer, this.#name());
      return array;
    }
    const copy = copyOf(array);
    this.#copies.set(array, copy);
    if (copy.byteLength >= kMinTransferred) this.buffers.push(copy.buffer);
    return copy;
  }

  #list(list: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    this.#copies.set(list, copy);
    for (let i = 0; i < list.length; i++) {
      this.#path.push(i);
      // The length of a list with holes says nothing: a walk through `new Array(2 ** 32 - 1)` would not end.
      if (!(i in list)) throw new Error('the array has a hole');
      copy.push(this.copy(list[i]));
      this.#path.pop();
    }
    return copy;
  }

  #object(object: object): object {
    const copy: Record<string, unknown> = {};
    this.#copies.set(object, copy);
    for (const key of Object.keys(object)) {
      this.#path.push(key);
      const value = this.copy((object as Record<string, unknown>)[key]);
      this.#path.pop();
      // Assigning to `__proto__` would set the prototype.
      if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
      else copy[key] = value;
    }
    return copy;
  }

  /**
   * Leaves out the first key, the argument's position, which means nothing to the caller, and the middle of a long path.
   * Dots and quotes in keys are escaped.
   */
  #name(): string {
    const path = this.#path
      .slice(1)
      .map((key) => escaped(`${key}`).replaceAll('.', '\\.'))
      .join('.');
    if (path === '') return 'each argument';
    return path.length > 80 ? `"${path.slice(0, 40)} ... ${path.slice(-20)}"` : `"${path}"`;
  }

  refused(error: unknown): RefusalError {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#path.length > 0)
      return refusal('expected {} to be data that can be copied, got an error: {}', [
        this.#name(),
        reason,
      ]);
    return refusal('expected {} to be data that can be transferred, got an error: {}', [
      [...this.moved.values()].join(', '),
      reason,
    ]);
  }
}

/** Throws when the buffer is detached. Not `slice` for bytes: that of Node's Buffer copies nothing. */
function copyOf(
  array: Float32Array | Uint8Array,
): Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> {
  return array instanceof Float32Array ? array.slice() : new Uint8Array(array);
}
