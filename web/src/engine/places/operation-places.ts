/**
 * The URLs of the operations' modules and their worker on the site. Other builds replace this file by
 * `operation-places.package.ts` or `operation-places.file.ts`.
 */
import labUrl from '#wasm/lab.wasm?url';
import workerUrl from '../host/worker.ts?worker&url';
import { fetchWasm } from '../transport/wasm-file';
import { buildFor } from './simd';
import type { HostPlaces } from '../transport/transport';
import { wasmUrls } from './site-wasm-urls';
import { languageWasmUrl, trainingWasmUrl } from './whole-model-places';

export const places: HostPlaces = {
  wasm: (signal) => fetchWasm(buildFor(wasmUrls).url, signal),
  worker: () => new Worker(workerUrl, { type: 'module' }),
  workerUrl,
  sharedWorker: sharedWorkerOf('engine'),
  thisThread: async () => (await import('../host/engine-host')).createEngineHost,
  wholeModels: {
    training: (signal) => fetchWasm(trainingWasmUrl, signal),
    language: (signal) => fetchWasm(languageWasmUrl, signal),
  },
};

/** The same build on all machines, so that a link shows the same digits everywhere. */
export const labPlaces: HostPlaces = {
  ...places,
  wasm: (signal) => fetchWasm(labUrl, signal),
  sharedWorker: sharedWorkerOf('lab'),
};

/** Each generation has its own name, because a worker that is ending still accepts connections. */
function sharedWorkerOf(module: string): (generation: number) => SharedWorker {
  return (generation) =>
    new SharedWorker(new URL('../host/shared-worker.ts', import.meta.url), {
      type: 'module',
      name: `attention-${module}-${generation}`,
    });
}
