/** Measures all workloads in Node, with ONNX Runtime's and TensorFlow.js's Node builds. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as ort from 'onnxruntime-web';
import { workloads } from '../../../web/src/speed/workloads.ts';
import { engineInNode, wasmOf } from '../engine-in-node.ts';
import type { Environment } from './chromium.ts';
import { measure, type Setting } from './measure.ts';
import { measureTraining } from './training/compare.ts';
import { fromNothing } from './training/from-nothing.ts';
// Imported by its path, so that Vite transforms it: its package declares CommonJS, but it is an ES module.
import './node_modules/@tensorflow/tfjs-core/dist/register_all_gradients.js';

function tensorFlowOnOneThread(): void {
  const wasmOfTf = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(`${dirname(wasmOfTf)}/`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setThreadsCount(1);
}

/** The processor time of this process, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function settingInNode(rounds: number): Promise<Setting> {
  ort.env.wasm.numThreads = 1;
  tensorFlowOnOneThread();
  const { open, limits } = engineInNode();
  return { modules: await open(), limits, onnx: ort as never, rounds };
}

export function inNode(): Environment {
  return {
    name: `Node ${process.versions.node}`,
    measure: async (id, rounds) =>
      measure(
        workloads.find((workload) => workload.id === id)!,
        await settingInNode(rounds),
      ),
    first: async () => [],
    trainingStep: async (task, rounds) => {
      tensorFlowOnOneThread();
      return measureTraining(task, wasmOf('training'), wasmOf('limit'), rounds, processorTime);
    },
    fromNothing: (task) =>
      fromNothing(task, { wasmBinary: wasmOf('training'), worker: false }, processorTime),
    close: async () => {},
  };
}
