/**
 * The worker that all frames of one origin share: one module, and a line to each frame. A frame's
 * layers are its own, and given back when it is gone.
 */
import { hostOf } from './host';
import { listen, type Port, sendTo } from './in-worker';
import type { FromHost } from './protocol';
import { openSession, type SessionVerbs } from './session-host';

declare const close: () => void;

let session: Promise<SessionVerbs> | null = null;

async function sharedSession(wasmBinary: ArrayBuffer): Promise<SessionVerbs> {
  session ??= openSession(wasmBinary);
  return session.catch((error: unknown) => {
    session = null;
    throw error;
  });
}

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0] as unknown as Port;
  const layers = new Set<number>();
  const reply = sendTo(port);
  const send = (message: FromHost) => {
    reply(message);
    // The module broke, for all who use it: their locks are free again, and each starts anew.
    if (message.kind === 'error' && message.id !== null && message.fatal) close();
  };
  const handle = hostOf(async (wasmBinary) => owning(layers, await sharedSession(wasmBinary)))(
    send,
  );
  listen(port, (message) => {
    if (message.kind === 'client') void whenGone(message.lock, layers);
    else handle(message);
  });
});

function owning(layers: Set<number>, verbs: SessionVerbs): SessionVerbs {
  return {
    ...verbs,
    createMultiHead(config) {
      const layer = verbs.createMultiHead(config);
      layers.add(layer);
      return layer;
    },
    release(layer) {
      layers.delete(layer);
      verbs.release(layer);
    },
  };
}

async function whenGone(lock: string, layers: Set<number>): Promise<void> {
  await navigator.locks.request(lock, () => {});
  const verbs = await session;
  for (const layer of layers) verbs?.release(layer);
}
