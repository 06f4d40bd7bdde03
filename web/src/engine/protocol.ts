/** What the client and the engine's host say to each other: the verbs are those of the wasm Session. */
import type { Session } from '../../../wasm/engine';

export type Verb = Exclude<keyof Session, 'delete'>;
export type Arguments<V extends Verb> = Parameters<Session[V]>;
export type Result<V extends Verb> = ReturnType<Session[V]>;

/** Where the module's bytes come from. */
export type WasmSource = { url: string } | { binary: ArrayBuffer };

export type ToHost =
  /** `lock`: the name of a Web Lock for a worker to hold as long as it lives. */
  | { kind: 'start'; wasm: WasmSource; lock: string }
  | { kind: 'request'; id: number; verb: Verb; arguments: unknown[] };

export type FromHost =
  | { kind: 'started' }
  /** The lock is held: whoever gets it next knows that the worker is gone. */
  | { kind: 'locked' }
  | { kind: 'result'; id: number; result: unknown }
  /** `fatal`: the module itself broke, and its memory cannot be trusted any more. */
  | { kind: 'error'; id: number | null; message: string; fatal: boolean };
