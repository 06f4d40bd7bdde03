/**
 * Runs requests on a wasm module, in order of arrival. Workers run this host, and so does the page's
 * own thread where workers are refused.
 */
import type { EngineModule } from '../../../../wasm/engine';
import { expectUsable } from '../transport/wasm-file';
import type { CreateHost, Into } from '../transport/protocol';
import { refusal, type RefusalError } from '../checks/refusal';
import { shortened } from '../checks/expect';

/** The module's functions by name. */
type Verbs = Record<string, (...args: unknown[]) => unknown>;

/** `start` instantiates the module from its bytes and returns the object that has the verbs. */
export function hostOf(start: (wasmBinary: ArrayBuffer) => Promise<object>): CreateHost {
  return (send) => {
    let verbs: Verbs | null = null;

    const fail = (id: number | null, error: unknown) => {
      const message =
        (error instanceof Error ? error.message : String(error)) || 'it failed without a message';
      const { words, pieces } = (error ?? {}) as Partial<RefusalError>;
      const template = words !== undefined && pieces !== undefined ? { words, pieces } : {};
      send({ kind: 'error', id, message, ...template, fatal: id === null || isFatal(error) });
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
      const { id, verb, arguments: args, into } = message;
      try {
        const lengths = into && lengthsBefore(verb, args);
        if (lengths) expectRoom(lengths, into);
        const result = verbs![verb]!(...args);
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

/** The number of elements of each result. */
type Lengths = ReadonlyMap<string, number>;

/** The verbs that change nothing: their `into` is checked after the call, when the lengths of the results are known. */
const kReading = new Set<string>([
  'run',
  'gradients',
  'inspect',
  'runModel',
  'inspectModel',
  'modelGradients',
  'modelCache',
  'modelParameters',
  'tokenModelParameters',
] satisfies (keyof EngineModule)[]);

/**
 * The lengths of a call's results, for verbs that change or create a model: their `into` is checked before the call,
 * because a refusal must change nothing. Null for the other verbs, and for a call that will be refused.
 */
function lengthsBefore(verb: string, [, inputs]: readonly unknown[]): Lengths | null {
  if (kReading.has(verb)) return null;
  if (verb !== 'stepModel') return new Map();
  const { x } = (inputs ?? {}) as { x?: Partial<Tensor> };
  return x?.data instanceof Float32Array ? new Map([['output', x.data.length]]) : null;
}

function expectRoom(lengths: Lengths, into: Into): void {
  for (const [name, { length }] of Object.entries(into)) {
    const expected = lengths.get(name);
    if (lengths.size === 0)
      throw refusal('expected no "into" for a call without results, got "{}"', [shortened(name)]);
    if (expected === undefined)
      throw refusal('expected "into" to name a result ({}), got "{}"', [
        [...lengths.keys()].join(', '),
        shortened(name),
      ]);
    if (length !== expected)
      throw refusal('expected "into" to hold {} numbers for "{}", got {}', [
        String(expected),
        name,
        String(length),
      ]);
  }
}

interface Tensor {
  data: Float32Array;
}

/** Writes the results, or those in `outputs`, to the arrays that `into` holds under the same names. */
function write(result: unknown, into: Into): void {
  const { outputs = result } = (result ?? {}) as { outputs?: unknown };
  const tensors = Object.entries((outputs ?? {}) as Record<string, Tensor>).filter(
    ([, tensor]) => tensor?.data instanceof Float32Array,
  );
  expectRoom(new Map(tensors.map(([name, { data }]) => [name, data.length])), into);
  for (const [name, tensor] of tensors) {
    if (!Object.hasOwn(into, name)) continue;
    into[name]!.set(tensor.data);
    tensor.data = into[name]!;
  }
}
