/**
 * The worker that all frames of one origin share: one module, and a connection to each frame. Each frame has its own
 * prepared models, which are released when the frame has gone.
 */
import { hostOf } from './host';
import { listen, type Port, sendTo } from './worker-port';
import type { FromHost } from '../transport/protocol';
import type { EngineModule } from '../../../../wasm/engine';
import { openModule } from '../module/module';

declare const close: () => void;

let module: Promise<EngineModule> | null = null;

async function sharedModule(wasmBinary: ArrayBuffer): Promise<EngineModule> {
  module ??= openModule(wasmBinary);
  return module.catch((error: unknown) => {
    module = null;
    throw error;
  });
}

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0] as unknown as Port;
  const models = new Set<number>();
  const reply = sendTo(port);
  const send = (message: FromHost) => {
    reply(message);
    // The module failed for all clients. Closing releases the worker's locks, so each client starts a new worker.
    if (message.kind === 'error' && message.id !== null && message.fatal) close();
  };
  const handle = hostOf(async (wasmBinary) => owning(models, await sharedModule(wasmBinary)))(send);
  listen(port, (message) => {
    if (message.kind === 'client') void whenGone(message.lock, models);
    else handle(message);
  });
});

function owning(models: Set<number>, verbs: EngineModule): EngineModule {
  return {
    ...verbs,
    prepare(...args) {
      const model = verbs.prepare(...args);
      models.add(model);
      return model;
    },
    releaseModel(model) {
      models.delete(model);
      verbs.releaseModel(model);
    },
  };
}

async function whenGone(lock: string, models: Set<number>): Promise<void> {
  await navigator.locks.request(lock, () => {});
  const verbs = await module;
  for (const model of models) verbs?.releaseModel(model);
}
