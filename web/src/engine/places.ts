/**
 * Where the site has the playground's module and its worker. Other builds put their own file in the
 * place of this one: `places.package.ts`, `places.file.ts`.
 */
import wasmUrl from '#wasm/attention.wasm?url';
import workerUrl from './worker.ts?worker&url';
import { fetchWasm } from './load';
import type { HostPlaces } from './transport';

export const places: HostPlaces = {
  wasm: () => fetchWasm(wasmUrl),
  worker: () => new Worker(workerUrl, { type: 'module' }),
  workerUrl,
  // Under a name of its own, since one that is ending still answers to its address.
  sharedWorker: (generation) =>
    new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
      type: 'module',
      name: `attention-engine-${generation}`,
    }),
  thisThread: async () => (await import('./session-host')).createSessionHost,
};
