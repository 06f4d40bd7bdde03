/** The messages between client and host. The verbs are the methods of the wasm module. */

/** The methods that a client can call. */
export type Verb<Module> = keyof Module & string;
export type Arguments<Module, V extends Verb<Module>> = Module[V] extends (
  ...args: infer Args
) => unknown
  ? Args
  : never;
export type Result<Module, V extends Verb<Module>> = Module[V] extends (
  ...args: never[]
) => infer Answer
  ? Answer
  : never;

/** Below this many bytes, cloning is faster than transferring the buffer (measured in Chromium). */
export const kMinTransferred = 1024;

/** Arrays to write results to, by the name of the result. */
export type Into = Readonly<Record<string, Float32Array>>;

export type ToHost =
  /** The name of a Web Lock that the worker must hold as long as it lives. */
  | { kind: 'hold'; lock: string }
  /** The name of a lock that the client holds. When it is released, the client is gone. */
  | { kind: 'client'; lock: string }
  | { kind: 'start'; wasmBinary: ArrayBuffer }
  | { kind: 'request'; id: number; verb: string; arguments: unknown[]; into?: Into };

export type FromHost =
  | { kind: 'started' }
  /** Whether the worker holds the lock. If so, the worker has ended when the lock is released. */
  | { kind: 'locked'; held: boolean }
  | { kind: 'result'; id: number; result: unknown }
  | {
      kind: 'error';
      /** null: the host could not start. */
      id: number | null;
      message: string;
      /** `words` and `pieces` are those of a refusal (refusal.ts). */
      words?: string;
      pieces?: readonly string[];
      /** Whether the module itself failed, so its memory can no longer be trusted. */
      fatal: boolean;
    };

export type Send = (message: FromHost) => void;
/** Every message except those about the worker itself. */
export type HostMessage = Exclude<ToHost, { kind: 'hold' | 'client' }>;
export type CreateHost = (send: Send) => (message: HostMessage) => void;
