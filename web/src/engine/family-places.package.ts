/** In the npm package: beside this script, in words that bundlers know to follow. */
import { besideScript } from './load';
import type { FamilyPlaces } from './relaxed';

declare const hasRelaxedFamily: boolean;

export const familyPlaces: FamilyPlaces = {
  wasmUrl: new URL('./family.wasm', import.meta.url).href,
  relaxedUrl: hasRelaxedFamily ? new URL('./family.relaxed.wasm', import.meta.url).href : undefined,
  worker: () => new Worker(new URL('./family-worker.js', import.meta.url), { type: 'module' }),
  workerUrl: besideScript('family-worker.js', import.meta.url),
  filesUrl: new URL('./files.wasm', import.meta.url).href,
  filesWorker: () => new Worker(new URL('./files-worker.js', import.meta.url), { type: 'module' }),
};
