/** Parameters and inputs of a workload, equal for all contenders: drawn by the engine and from a fixed seed. */
import type { EngineModule, OperationName } from '../../../wasm/engine';
import type { Workload } from '../speed/workloads';

/** A tensor without axis names. */
export interface PlainTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array<ArrayBuffer>;
}
export type PlainTensors = Record<string, PlainTensor>;
export interface Data {
  readonly parameters: PlainTensors;
  readonly inputs: PlainTensors;
}

/** The operation and configuration that compute a workload. */
export function operationOf(workload: Workload): { name: OperationName; config: object } {
  switch (workload.kind) {
    case 'product':
      return {
        name: 'linear',
        config: { d_in: workload.depth, d_out: workload.columns, bias: false },
      };
    case 'attention':
      return { name: 'flash', config: { causal: workload.causal ? 'end' : 'none' } };
    case 'window':
      return { name: 'sliding_window', config: { window: workload.window } };
    case 'multi_head': {
      const { d_model, num_heads, causal } = workload;
      const config = { d_model, num_heads, causal: causal ? 'end' : 'none', need_weights: false };
      return { name: 'multi_head', config };
    }
    case 'small':
      return {
        name: 'multi_head',
        config: { d_model: workload.d_model, num_heads: workload.num_heads, need_weights: false },
      };
    case 'stack':
    case 'step': {
      const { num_layers, d_model, num_heads, d_ff } = workload;
      const style = { norm_first: true, final_norm: true, activation: 'gelu_tanh', causal: 'end' };
      return { name: 'encoder', config: { num_layers, d_model, num_heads, d_ff, ...style } };
    }
    case 'training': {
      const { of, d_model, num_heads, d_ff } = workload;
      const config = of === 'multi_head' ? { d_model, num_heads } : { d_model, num_heads, d_ff };
      return { name: of, config };
    }
  }
}

/** Seed of models that draw their own parameters. */
export const kSeed = 1;

/** `withParameters`: false for models that draw their own parameters. */
export function dataFor(workload: Workload, module: EngineModule, withParameters = true): Data {
  const { name, config } = operationOf(workload);
  const bare = !withParameters || workload.kind === 'attention' || workload.kind === 'window';
  const randomParameters = bare ? {} : module.randomParameters(name, config, kSeed);
  const random = mulberry(7);
  const parameters = randomParameters as unknown as PlainTensors;
  // Initial biases are 0 and gains 1. Change them, so that a rival that ignores them is noticed.
  for (const { shape, data } of Object.values(parameters))
    if (shape.length === 1) for (let i = 0; i < data.length; i++) data[i]! += 0.1 * random();
  return { parameters, inputs: inputsFor(workload, random) };
}

function inputsFor(workload: Workload, random: () => number): PlainTensors {
  const tensor = (...shape: number[]): PlainTensor => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, random),
  });
  switch (workload.kind) {
    case 'product':
      return { x: tensor(workload.rows, workload.depth) };
    case 'attention':
    case 'window': {
      const shape = [1, 1, workload.n, workload.d_head];
      return { q: tensor(...shape), k: tensor(...shape), v: tensor(...shape) };
    }
    case 'multi_head':
    case 'small':
      return { query: tensor(1, workload.n, workload.d_model) };
    case 'stack':
      return { x: tensor(1, workload.n, workload.d_model) };
    case 'step':
      return {
        before: tensor(1, workload.cached, workload.d_model),
        x: tensor(1, 1, workload.d_model),
      };
    case 'training': {
      const shape = [workload.batch, workload.n, workload.d_model];
      return { x: tensor(...shape), target: tensor(...shape) };
    }
  }
}

/** The tensors whose names start with `prefix`, with the prefix removed from their names. */
export function stripPrefix(prefix: string, named: PlainTensors): PlainTensors {
  const entries = Object.entries(named).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(entries.map(([name, tensor]) => [name.slice(prefix.length), tensor]));
}

/** Mulberry32: a deterministic generator of uniform numbers in [-1, 1). */
function mulberry(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
