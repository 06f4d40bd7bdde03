/** All works in Node: ONNX Runtime's and TensorFlow.js's own builds for it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as ort from 'onnxruntime-web';
import createFamilyModule from '#wasm/family.mjs';
import createProductsModule from '#products/products.mjs';
import { works } from '../engine/works.ts';
import type { Place } from './chromium.ts';
import { measure, type Setting } from './measure.ts';

const root = new URL('../../../', import.meta.url);
const bytes = (path: string) => {
  const { buffer, byteOffset, byteLength } = readFileSync(fileURLToPath(new URL(path, root)));
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
};

async function settingInNode(rounds: number): Promise<Setting> {
  ort.env.wasm.numThreads = 1;
  const wasmOfTf = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(`${dirname(wasmOfTf)}/`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setThreadsCount(1);
  return {
    modules: {
      family: await createFamilyModule({ wasmBinary: bytes('build/wasm/wasm/family.wasm') }),
      products: await createProductsModule({
        wasmBinary: bytes('build/wasm/tests/bench/products/products.wasm'),
      }),
    },
    limit: bytes('build/wasm/wasm/limit.wasm'),
    onnx: ort as never,
    rounds,
  };
}

export function inNode(): Place {
  return {
    name: `Node ${process.versions.node}`,
    measure: async (id, rounds) =>
      measure(
        works.find((work) => work.id === id)!,
        await settingInNode(rounds),
      ),
    close: async () => {},
  };
}
