/**
 * The URLs of the operations' modules and their worker in the npm package: beside this script, in a form that bundlers
 * resolve.
 */
import { besideScript, fetchWasm } from '../transport/wasm-file';
import { buildFor } from './simd';
import type { HostPlaces } from '../transport/transport';
import { languageWasmUrl, trainingWasmUrl } from './whole-model-places';

/** Set by the build (web/package.config.ts). */
declare const hasRelaxedWasm: boolean;

const urls = {
  wasmUrl: new URL('./attention.wasm', import.meta.url).href,
  relaxedUrl: hasRelaxedWasm
    ? new URL('./attention.relaxed.wasm', import.meta.url).href
    : undefined,
};

export const places: HostPlaces = {
  wasm: (signal) => fetchWasm(buildFor(urls).url, signal),
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  workerUrl: besideScript('worker.js', import.meta.url),
  thisThread: async () => (await import('../host/engine-host')).createEngineHost,
  wholeModels: {
    training: (signal) => fetchWasm(trainingWasmUrl, signal),
    language: (signal) => fetchWasm(languageWasmUrl, signal),
  },
};

const labUrl = new URL('./lab.wasm', import.meta.url).href;

/** The same build on all machines, so that a link shows the same digits everywhere. */
export const labPlaces: HostPlaces = { ...places, wasm: (signal) => fetchWasm(labUrl, signal) };
