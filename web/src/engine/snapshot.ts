/**
 * A call's arguments as they are when the call is made: the call may have to wait, and the caller may
 * write to its arrays meanwhile. What cannot be read or copied is refused here, by its name, so that
 * neither the worker nor the wasm module meets a getter or a detached buffer.
 */
import { refusal, type Refusal } from './refusal';

export interface Snapshot<T> {
  values: T;
  /** Buffers of the copies that are worth transferring to a worker. */
  buffers: ArrayBuffer[];
}

/** Cloning fewer bytes than this costs less than transferring their buffer. */
const kLeastTransferred = 1 << 14;

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
  readonly #path: string[] = [];

  constructor(private readonly transfer: boolean) {}

  copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null)
      return typeof value === 'function' || typeof value === 'symbol'
        ? structuredClone(value)
        : value;
    const known = this.#copies.get(value);
    if (known !== undefined) return known;
    if (value instanceof Float32Array) return this.#array(value);
    if (Array.isArray(value)) return this.#entries(value, Array.from({ length: value.length }));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#entries(value, {});
    return structuredClone(value);
  }

  #array(array: Float32Array): Float32Array {
    const { buffer } = array;
    if (this.transfer && buffer instanceof ArrayBuffer && buffer.byteLength > 0) {
      if (!this.moved.has(buffer)) this.moved.set(buffer, this.#name());
      return array;
    }
    const copy = array.slice(); // throws when the buffer is detached
    this.#copies.set(array, copy);
    if (copy.byteLength >= kLeastTransferred) this.buffers.push(copy.buffer);
    return copy;
  }

  #entries(value: object, copy: object): object {
    this.#copies.set(value, copy);
    const to = copy as Record<string, unknown>;
    for (const key of Object.keys(value)) {
      this.#path.push(key);
      const entry = this.copy((value as Record<string, unknown>)[key]);
      // Assigned, it would be the prototype.
      if (key === '__proto__') Object.defineProperty(to, key, { value: entry, enumerable: true });
      else to[key] = entry;
      this.#path.pop();
    }
    return copy;
  }

  /** The first key is the argument's position, which says nothing to the caller. */
  #name(): string {
    return `"${this.#path.slice(1).join('.')}"`;
  }

  refused(error: unknown): Refusal {
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
