/**
 * Where the site has the module and its worker. Other builds put their own file in the place of this
 * one: `places.package.ts`, `places.file.ts`.
 */
import workerUrl from './worker.ts?worker&url';
import { fetchWasm } from './load';
import { buildFor } from './simd';
import type { HostPlaces } from './transport';
import { wasmUrls } from './wasm-urls';

export const places: HostPlaces = {
  wasm: () => fetchWasm(buildFor(wasmUrls).url),
  worker: () => new Worker(workerUrl, { type: 'module' }),
  workerUrl,
  // Under a name of its own, since one that is ending still answers to its address.
  sharedWorker: (generation) =>
    new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
      type: 'module',
      name: `attention-engine-${generation}`,
    }),
  thisThread: async () => (await import('./engine-host')).createEngineHost,
};
