/** What a client and its host say to each other: the verbs are the methods of the wasm module. */

/** The methods that can be asked for from afar. */
export type Verb<Module> = keyof Module & string;
export type Arguments<Module, V extends Verb<Module>> = Module[V] extends (
  ...given: infer Given
) => unknown
  ? Given
  : never;
export type Result<Module, V extends Verb<Module>> = Module[V] extends (
  ...given: never[]
) => infer Answer
  ? Answer
  : never;

export type ToHost =
  /** The name of a Web Lock for a worker to hold as long as it lives. */
  | { kind: 'hold'; lock: string }
  /** The name of a lock that the client holds: when it is free, the client is gone. */
  | { kind: 'client'; lock: string }
  | { kind: 'start'; wasmBinary: ArrayBuffer }
  | { kind: 'request'; id: number; verb: string; arguments: unknown[] };

export type FromHost =
  | { kind: 'started' }
  /** Whether the lock is held: if so, whoever gets it next knows that the worker is gone. */
  | { kind: 'locked'; held: boolean }
  | { kind: 'result'; id: number; result: unknown }
  /** `fatal`: the module itself broke, and its memory cannot be trusted any more. */
  | { kind: 'error'; id: number | null; message: string; fatal: boolean };
