/** In the npm package: beside this script, in words that bundlers know to follow. */
import { besideScript, fetchWasm } from './load';
import type { HostPlaces } from './transport';

export const places: HostPlaces = {
  wasm: () => fetchWasm(new URL('./attention.wasm', import.meta.url).href),
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  workerUrl: besideScript('worker.js', import.meta.url),
  thisThread: async () => (await import('./session-host')).createSessionHost,
};
