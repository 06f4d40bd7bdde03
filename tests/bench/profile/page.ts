/** The page in which Chromium is profiled: one work, on its main thread. */
import type createFamilyModule from '#wasm/family.mjs';
import { profiled, type Profiled } from './profiled.ts';

const bytesOf = async (url: string) => (await fetch(url)).arrayBuffer();

let ready: Profiled;

declare global {
  // What in_chromium.ts calls.
  var makeReady: (id: string, module: string, limit: string) => Promise<string>;
  var runFor: (ms: number) => void;
}
globalThis.makeReady = async (id, module, limit) => {
  const glue = (await import(/* @vite-ignore */ `${module}.mjs`)) as {
    default: typeof createFamilyModule;
  };
  const family = await glue.default({ wasm: await bytesOf(`${module}.wasm`) });
  ready = await profiled(id, family, await bytesOf(limit));
  return ready.words;
};
globalThis.runFor = (ms) => ready.runFor(ms);
