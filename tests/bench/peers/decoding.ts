/** Decodes a stack's causal tokens operation by operation, and keeps the keys and values of each layer. */
import type { EngineModule, OperationName } from '../../../wasm/engine.d.ts';
import {
  stripPrefix,
  type Data,
  type PlainTensor,
  type PlainTensors,
} from '../../../web/src/measure/data.ts';
import type { Stack } from '../../../web/src/speed/workloads.ts';

export interface Caches {
  readonly k: readonly PlainTensor[];
  readonly v: readonly PlainTensor[];
}

/** Runs x [1, n, d_model] through all layers, following the tokens in the caches. */
export function decode(
  module: EngineModule,
  { num_layers, d_model, num_heads, d_ff }: Stack,
  parameters: PlainTensors,
  start: PlainTensor,
  caches?: Caches,
): { output: PlainTensor; caches: Caches } {
  const run = (name: OperationName, config: object, own: PlainTensors, inputs: PlainTensors) =>
    module.run(name, config, own, inputs, 'outputs').outputs as unknown as PlainTensors;
  const norm = (own: PlainTensors, x: PlainTensor) =>
    run('layer_norm', { d_model }, own, { x })['y']!;
  const k: PlainTensor[] = [];
  const v: PlainTensor[] = [];
  let x = start;
  for (let i = 0; i < num_layers; i++) {
    const own = stripPrefix(`layers.${i}.`, parameters);
    const cached: PlainTensors = caches ? { cache_k: caches.k[i]!, cache_v: caches.v[i]! } : {};
    const attended = run(
      'multi_head_step',
      { d_model, num_heads },
      stripPrefix('attention.', own),
      {
        x: norm(stripPrefix('norm_1.', own), x),
        ...cached,
      },
    );
    k.push(attended['cache_k']!);
    v.push(attended['cache_v']!);
    x = sum(x, attended['output']!);
    const bent = { d_model, d_ff, activation: 'gelu_tanh' };
    const inner = norm(stripPrefix('norm_2.', own), x);
    x = sum(x, run('feed_forward', bent, stripPrefix('feed_forward.', own), { x: inner })['y']!);
  }
  return { output: norm(stripPrefix('norm.', parameters), x), caches: { k, v } };
}

/** Adds the keys and values of earlier tokens to the inputs, for contenders that take a cache as input. */
export function withCaches(module: EngineModule, workload: Stack, data: Data): Data {
  const { caches } = decode(module, workload, data.parameters, data.inputs['before']!);
  const inputs = { ...data.inputs };
  for (let i = 0; i < workload.num_layers; i++) {
    inputs[`k.${i}`] = caches.k[i]!;
    inputs[`v.${i}`] = caches.v[i]!;
  }
  return { ...data, inputs };
}

function sum(x: PlainTensor, y: PlainTensor): PlainTensor {
  return { shape: x.shape, data: x.data.map((value, i) => value + y.data[i]!) };
}
