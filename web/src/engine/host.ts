/**
 * Carries requests out on a Session, in the order in which they came. The worker and, where workers
 * are refused, the page itself run this same host.
 */
import type { Session } from '../../../wasm/engine';
import { fetchWasm, startSession } from './load';
import type { FromHost, ToHost, WasmSource } from './protocol';

export type Send = (message: FromHost, transfer: Transferable[]) => void;

export function createHost(send: Send): (message: ToHost) => void {
  let session: Session | null = null;

  const fail = (id: number | null, error: unknown) => {
    // The core's refusals arrive as plain Errors; anything else means that the module broke.
    const refused = error instanceof Error && error.constructor === Error;
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'error', id, message, fatal: id === null || !refused }, []);
  };

  const start = async (wasm: WasmSource) => {
    try {
      session = await startSession('url' in wasm ? await fetchWasm(wasm.url) : wasm.binary);
      send({ kind: 'started' }, []);
    } catch (error) {
      fail(null, error);
    }
  };

  return (message) => {
    if (message.kind === 'start') return void start(message.wasm);
    try {
      const method = session![message.verb] as (...given: unknown[]) => unknown;
      const result = method.apply(session, message.arguments);
      send({ kind: 'result', id: message.id, result }, buffersOf(result));
    } catch (error) {
      fail(message.id, error);
    }
  };
}

/** The results are owned copies, so their buffers can be handed over instead of copied again. */
function buffersOf(result: unknown): Transferable[] {
  if (typeof result !== 'object' || result === null) return [];
  if ('data' in result && result.data instanceof Float32Array) return [result.data.buffer];
  return Object.values(result).flatMap(buffersOf);
}
