/** What a client and its host say to each other: the verbs are the methods of the wasm module. */

/** The methods that a client can call. */
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

/** Fewer bytes than this are cloned sooner than their buffer is transferred (measured in Chromium). */
export const kLeastTransferred = 1024;

/** Arrays that results are written to, by the names of the results. */
export type Into = Readonly<Record<string, Float32Array>>;

export type ToHost =
  /** The name of a Web Lock for a worker to hold as long as it lives. */
  | { kind: 'hold'; lock: string }
  /** The name of a lock that the client holds: when it is free, the client is gone. */
  | { kind: 'client'; lock: string }
  | { kind: 'start'; wasmBinary: ArrayBuffer }
  | { kind: 'request'; id: number; verb: string; arguments: unknown[]; into?: Into };

export type FromHost =
  | { kind: 'started' }
  /** Whether the lock is held: if so, the worker is gone when somebody else gets it. */
  | { kind: 'locked'; held: boolean }
  | { kind: 'result'; id: number; result: unknown }
  | {
      kind: 'error';
      /** null: the host could not start. */
      id: number | null;
      message: string;
      /** Of a refusal (refusal.ts). */
      words?: string;
      pieces?: readonly string[];
      /** The module itself broke, and its memory cannot be trusted any more. */
      fatal: boolean;
    };
