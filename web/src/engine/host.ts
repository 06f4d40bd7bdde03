/**
 * Runs requests on a wasm module, in order of arrival. Workers run this host, and so does the page's
 * own thread where workers are refused.
 */
import { expectUsable } from './load';
import type { FromHost, Into, ToHost } from './protocol';
import { refusal, type Refusal } from './refusal';

export type Send = (message: FromHost) => void;
/** Every message except those about the worker itself. */
export type HostMessage = Exclude<ToHost, { kind: 'hold' | 'client' }>;
export type CreateHost = (send: Send) => (message: HostMessage) => void;

/** The module's functions by name. */
type Verbs = Record<string, (...given: unknown[]) => unknown>;

/** `start` instantiates the module from its bytes and returns the object that has the verbs. */
export function hostOf(start: (wasmBinary: ArrayBuffer) => Promise<object>): CreateHost {
  return (send) => {
    let verbs: Verbs | null = null;

    const fail = (id: number | null, error: unknown) => {
      const message = (error instanceof Error ? error.message : String(error)) || 'it broke off';
      const { words, pieces } = (error ?? {}) as Partial<Refusal>;
      const told = words !== undefined && pieces !== undefined ? { words, pieces } : {};
      send({ kind: 'error', id, message, ...told, fatal: id === null || isFatal(error) });
    };

    const open = async (wasmBinary: ArrayBuffer) => {
      try {
        expectUsable(wasmBinary);
        verbs = (await start(wasmBinary)) as Verbs;
        send({ kind: 'started' });
      } catch (error) {
        fail(null, error);
      }
    };

    return (message) => {
      if (message.kind === 'start') return void open(message.wasmBinary);
      const { id, verb, arguments: given, into } = message;
      try {
        const result = verbs![verb]!(...given);
        if (into) write(result, into);
        send({ kind: 'result', id, result });
      } catch (error) {
        fail(id, error);
      }
    };
  };
}

/** A trap, or an uncaught C++ exception: both may leave the module's memory in an inconsistent state. */
function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || !(error instanceof Error);
}

interface Tensor {
  data: Float32Array;
}

/** Writes the results, or those in `outputs`, to the arrays that `into` holds under the same names. */
function write(result: unknown, into: Into): void {
  const { outputs = result } = (result ?? {}) as { outputs?: unknown };
  const tensors = (outputs ?? {}) as Record<string, Tensor | undefined>;
  const targets = Object.entries(into).map(([name, target]) => {
    const tensor = Object.hasOwn(tensors, name) ? tensors[name] : undefined;
    if (!(tensor?.data instanceof Float32Array))
      throw refusal('expected "into" to name a result ({}), got "{}"', [
        Object.keys(tensors).join(', '),
        name,
      ]);
    if (target.length !== tensor.data.length)
      throw refusal('expected {} numbers of room in "into" for "{}", got {}', [
        String(tensor.data.length),
        name,
        String(target.length),
      ]);
    return { tensor, target };
  });
  for (const { tensor, target } of targets) {
    target.set(tensor.data);
    tensor.data = target;
  }
}
