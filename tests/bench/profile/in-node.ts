/** Profiles in Node with its inspector, with plain SIMD. */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import type createAttentionModule from '#wasm/attention.mjs';
import { wasmOf } from '../engine-in-node.ts';
import { kNamed, kSampledMs, kSampleMicroseconds, type Place } from './place.ts';
import { verbsOf } from '../../../web/src/engine/module/module.ts';
import { profiled } from './profiled.ts';

export async function inNode(): Promise<Place> {
  const glue = (await import(/* @vite-ignore */ pathToFileURL(`${kNamed}.mjs`).href)) as {
    default: typeof createAttentionModule;
  };
  const wasm = new Uint8Array(readFileSync(`${kNamed}.wasm`)).buffer;
  const module = verbsOf(await glue.default({ wasmBinary: wasm }));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: kSampleMicroseconds });
  return {
    name: `Node ${process.versions.node}, SIMD`,
    async profile(id) {
      const workload = await profiled(id, module, wasmOf('limit'));
      await session.post('Profiler.start');
      workload.runFor(kSampledMs);
      const { profile } = await session.post('Profiler.stop');
      workload.release();
      return { words: workload.words, sampled: profile };
    },
    close: async () => session.disconnect(),
  };
}
