/** The page that a browser measures in: one work at a time, on its main thread, asked for by bench.ts. */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import '@tensorflow/tfjs-backend-cpu';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import tfPlain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import tfSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import tfThreaded from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import * as ort from 'onnxruntime-web/wasm';
import createFamilyModule from '#wasm/family.mjs';
import familyUrl from '#wasm/family.wasm?url';
import limitUrl from '#wasm/limit.wasm?url';
import createProductsModule from '#products/products.mjs';
import productsUrl from '#products/products.wasm?url';
import { works } from '../engine/works.ts';
import { measure, type Measured, type Setting } from './measure.ts';

const bytes = async (url: string) => (await fetch(url)).arrayBuffer();

async function setting(rounds: number): Promise<Setting> {
  if (crossOriginIsolated) throw new Error('expected a page without threads, got an isolated one');
  ort.env.wasm.numThreads = 1;
  setWasmPaths({
    'tfjs-backend-wasm.wasm': tfPlain,
    'tfjs-backend-wasm-simd.wasm': tfSimd,
    'tfjs-backend-wasm-threaded-simd.wasm': tfThreaded,
  });
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setThreadsCount(1);
  return {
    modules: {
      family: await createFamilyModule({ wasmBinary: await bytes(familyUrl) }),
      products: await createProductsModule({ wasmBinary: await bytes(productsUrl) }),
    },
    limit: await bytes(limitUrl),
    onnx: ort as never,
    rounds,
  };
}

declare global {
  // What bench.ts calls.
  var measureWork: (id: string, rounds: number) => Promise<Measured>;
}
globalThis.measureWork = async (id, rounds) =>
  measure(
    works.find((work) => work.id === id)!,
    await setting(rounds),
  );
