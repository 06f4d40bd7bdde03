/** The page in which Chromium measures: bench.ts requests one workload at a time, on the main thread. */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import '@tensorflow/tfjs-backend-cpu';
import languageUrl from '#wasm/language.wasm?url';
import limitUrl from '#wasm/limit.wasm?url';
import trainingUrl from '#wasm/training.wasm?url';
import * as ort from 'onnxruntime-web/wasm';
import { loadEngine } from '../../../web/src/pages/speed-engine.ts';
import type { Measured } from '../../../web/src/speed/figures.ts';
import { workloads } from '../../../web/src/speed/workloads.ts';
import { measure, type Setting } from './measure.ts';
import { measureMiniLm, type MeasuredMiniLm } from './minilm/compare.ts';
import { tensorFlowOnOneThread } from './tensorflow-in-page.ts';
import { measureTraining, type MeasuredTraining, type Task } from './training/compare.ts';
import { fromNothing, type FromNothing } from './training/from-nothing.ts';

async function setting(rounds: number): Promise<Setting> {
  if (crossOriginIsolated) throw new Error('expected a page without threads, got an isolated one');
  ort.env.wasm.numThreads = 1;
  tensorFlowOnOneThread(tf);
  const engine = await loadEngine();
  return { modules: await engine.open(), limits: engine.limits, onnx: ort as never, rounds };
}

declare global {
  // bench.ts calls these.
  var measureWorkload: (id: string, rounds: number) => Promise<Measured>;
  var measureTrainingStep: (task: Task, rounds: number) => Promise<MeasuredTraining>;
  var measureMiniLmOf: (tokens: number, rounds: number) => Promise<MeasuredMiniLm>;
  var trainFromNothing: (task: FromNothing) => Promise<number>;
}
const bytesOf = async (url: string) => (await fetch(url)).arrayBuffer();
globalThis.measureTrainingStep = async (task, rounds) => {
  tensorFlowOnOneThread(tf);
  return measureTraining(task, await bytesOf(trainingUrl), await bytesOf(limitUrl), rounds);
};
globalThis.measureMiniLmOf = async (tokens, rounds) => {
  ort.env.wasm.numThreads = 1;
  return measureMiniLm(
    tokens,
    async (path) => new Uint8Array(await bytesOf(`./minilm/${path}`)),
    ort as never,
    await bytesOf(languageUrl),
    await bytesOf(limitUrl),
    rounds,
  );
};
globalThis.trainFromNothing = (task) => fromNothing(task, { wasmUrl: trainingUrl });
globalThis.measureWorkload = async (id, rounds) =>
  measure(
    workloads.find((workload) => workload.id === id)!,
    await setting(rounds),
  );
