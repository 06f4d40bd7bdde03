/** In the npm package: beside this script, in words that bundlers know to follow. */
import { fetchWasm } from './load';
import type { HostPlaces } from './transport';

export const places: HostPlaces = {
  wasm: () => fetchWasm(new URL('./attention.wasm', import.meta.url).href),
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  thisThread: async () => (await import('./session-host')).createSessionHost,
};
