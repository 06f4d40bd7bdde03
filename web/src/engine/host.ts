/**
 * Carries requests out on a wasm module, in the order in which they came. The worker and, where
 * workers are refused, the page itself run this same host.
 */
import { expectUsable } from './load';
import type { FromHost, ToHost } from './protocol';

export type Send = (message: FromHost, transfer: Transferable[]) => void;
/** All that is not about the worker itself. */
export type HostMessage = Exclude<ToHost, { kind: 'hold' | 'client' }>;
export type CreateHost = (send: Send) => (message: HostMessage) => void;

/** What the module can be asked for, by name. */
type Verbs = Record<string, (...given: unknown[]) => unknown>;

/** `start` makes the module, or the object of it that has the verbs, from its bytes. */
export function hostOf(start: (wasmBinary: ArrayBuffer) => Promise<object>): CreateHost {
  return (send) => {
    let verbs: Verbs | null = null;

    const fail = (id: number | null, error: unknown) => {
      // The core's refusals arrive as plain Errors; anything else means that the module broke.
      const refused = error instanceof Error && error.constructor === Error;
      const message = (error instanceof Error ? error.message : String(error)) || 'it broke off';
      send({ kind: 'error', id, message, fatal: id === null || !refused }, []);
    };

    const open = async (wasmBinary: ArrayBuffer) => {
      try {
        expectUsable(wasmBinary);
        verbs = (await start(wasmBinary)) as Verbs;
        send({ kind: 'started' }, []);
      } catch (error) {
        fail(null, error);
      }
    };

    return (message) => {
      if (message.kind === 'start') return void open(message.wasmBinary);
      try {
        const result = verbs![message.verb]!(...message.arguments);
        send({ kind: 'result', id: message.id, result }, [...new Set(buffersOf(result))]);
      } catch (error) {
        fail(message.id, error);
      }
    };
  };
}

/** The results are owned copies, some of them parts of one, so their buffers can be handed over instead of copied again. */
function buffersOf(result: unknown): Transferable[] {
  if (typeof result !== 'object' || result === null) return [];
  if (ArrayBuffer.isView(result)) return [result.buffer as ArrayBuffer];
  return Object.values(result).flatMap(buffersOf);
}
