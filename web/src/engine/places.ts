/**
 * Where the site has the module and its worker. The other builds replace this file by
 * `places.package.ts` or `places.file.ts`.
 */
import workerUrl from './worker.ts?worker&url';
import { fetchWasm } from './load';
import { buildFor } from './simd';
import type { HostPlaces } from './transport';
import { wasmUrls } from './wasm-urls';

export const places: HostPlaces = {
  wasm: (signal) => fetchWasm(buildFor(wasmUrls).url, signal),
  worker: () => new Worker(workerUrl, { type: 'module' }),
  workerUrl,
  // Each generation has its own name, because a worker that is ending still accepts connections.
  sharedWorker: (generation) =>
    new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
      type: 'module',
      name: `attention-engine-${generation}`,
    }),
  thisThread: async () => (await import('./engine-host')).createEngineHost,
};
