/** The page that is profiled in Chromium: one workload, on its main thread. */
import type createAttentionModule from '#wasm/attention.mjs';
import { verbsOf } from '../../../web/src/engine/module/module.ts';
import { profiled, type Profiled } from './profiled.ts';

const bytesOf = async (url: string) => (await fetch(url)).arrayBuffer();

let ready: Profiled;

declare global {
  // in-chromium.ts calls these.
  var makeReady: (id: string, module: string, limit: string) => Promise<string>;
  var runFor: (ms: number) => void;
}
globalThis.makeReady = async (id, module, limit) => {
  const glue = (await import(/* @vite-ignore */ `${module}.mjs`)) as {
    default: typeof createAttentionModule;
  };
  const engine = verbsOf(await glue.default({ wasmBinary: await bytesOf(`${module}.wasm`) }));
  ready = await profiled(id, engine, await bytesOf(limit));
  return ready.words;
};
globalThis.runFor = (ms) => ready.runFor(ms);
