/** One small call of each operation, for tests of all operations. */
import { readFileSync } from 'node:fs';
import type { OperationCall, OperationName, Operations, VectorOperations } from '../../wasm/engine';
import { groupedHeads, numbers, tensorsFrom } from './inputs';

const tensor = tensorsFrom(20);

/** Rows that are distributions, like those of a softmax. */
function weights(...shape: number[]) {
  const { data } = tensor(...shape);
  const n_key = shape.at(-1)!;
  for (let row = 0; row < data.length; row += n_key) {
    const own = data.subarray(row, row + n_key);
    own.forEach((value, i) => (own[i] = Math.exp(value)));
    const sum = own.reduce((total, value) => total + value, 0);
    own.forEach((value, i) => (own[i] = value / sum));
  }
  return { shape, data };
}

const kScoreAxes = ['batch', 'head', 'query', 'key'];
const heads = groupedHeads(tensor);
const attention = { d_model: 8, num_heads: 4, num_kv_heads: 2 };
const layer = { ...attention, d_ff: 12, activation: 'gelu', norm_first: true } as const;
const transformer = {
  ...layer,
  num_encoder_layers: 2,
  num_decoder_layers: 1,
  causal: 'end',
} as const;
const model = { ...transformer, vocab_size: 11, target_vocab_size: 9 } as const;
const x = tensor(2, 5, 8);
const memory = tensor(2, 3, 8);

/** The calls in OPERATIONS.md whose only inputs are the heads, as for most efficient variants. */
const documented = Object.fromEntries(
  [
    ...readFileSync(new URL('../../wasm/OPERATIONS.md', import.meta.url), 'utf8').matchAll(
      /^await run\('(\w+)', \{ config: (\{.*\}), inputs: heads \}\);$/gm,
    ),
  ].map(([, name, config]) => [
    name!,
    { config: new Function(`return ${config}`)() as object, inputs: heads },
  ]),
);

export const examples = {
  scaled_dot_product: {
    config: { causal: 'end', window: 3, temperature: 1.5 },
    inputs: { ...heads, score_bias: tensor(6, 6) },
  },
  multi_head: { config: { ...attention, causal: 'end' }, inputs: { query: x } },
  multi_head_step: {
    config: attention,
    inputs: { x: tensor(2, 1, 8), cache_k: tensor(2, 2, 4, 2), cache_v: tensor(2, 2, 4, 2) },
  },
  linear: { config: { d_in: 8, d_out: 3 }, inputs: { x } },
  softmax: { inputs: { scores: tensor(3, 4) } },
  embedding: {
    config: { vocab_size: 7, d_model: 4 },
    inputs: { ids: { shape: [1, 5], data: Float32Array.of(3, 0, 6, 3, 1) } },
  },
  layer_norm: { config: { d_model: 8 }, inputs: { x } },
  rms_norm: { config: { d_model: 8 }, inputs: { x } },
  activation: { config: { kind: 'gelu_tanh' }, inputs: { x } },
  feed_forward: {
    config: { d_model: 8, d_ff: 6, activation: 'silu', gated: true },
    inputs: { x },
  },
  sinusoidal_positions: { config: { n: 5, d_model: 6 } },
  rotary: { config: { rotary_base: 100, first_position: 2 }, inputs: { x: tensor(2, 3, 5, 4) } },
  alibi: { config: { num_heads: 4, n_query: 3, n_key: 5 } },
  relative_buckets: {
    config: { num_buckets: 8, max_distance: 16, num_heads: 3, n_query: 4, n_key: 6 },
  },
  encoder_layer: { config: layer, inputs: { x } },
  decoder_layer: { config: { ...layer, causal: 'end' }, inputs: { x, memory } },
  encoder: { config: { ...layer, num_layers: 2, final_norm: true }, inputs: { x } },
  decoder: {
    config: { ...layer, num_layers: 2, final_norm: true, causal: 'end' },
    inputs: { x, memory },
  },
  transformer: { config: transformer, inputs: { source: memory, target: x } },
  encoder_decoder: {
    config: model,
    inputs: {
      source_ids: { shape: [2, 3], data: Float32Array.of(1, 10, 4, 7, 7, 2) },
      target_ids: { shape: [2, 4], data: Float32Array.of(0, 8, 3, 3, 0, 5, 6, 1) },
    },
  },
  greedy_decode: {
    config: { ...model, start_id: 0, end_id: 1, max_new: 6 },
    inputs: { source_ids: numbers(1, 10, 4) },
  },
  ...(documented as object),
  linformer: { config: { k_projected: 3, n_key: 6 }, inputs: heads },
  reformer: {
    config: { num_buckets: 2, num_rounds: 2, seed: 7 },
    inputs: { ...heads, k: tensor(2, 4, 6, 3), v: tensor(2, 4, 6, 5) },
  },
  cost: { config: { variant: 'flash', n: 1000, d_head: 64 } },
  row_entropy: {
    inputs: { weights: { ...weights(2, 3, 4, 5), axes: ['batch', 'head', 'query', 'key'] } },
  },
  weights_row: {
    config: { batch: 1, head: 2, query: 3, max_keys: 2 },
    inputs: { weights: weights(2, 3, 4, 5) },
  },
  attention_distance: { inputs: { weights: weights(2, 3, 4, 4) } },
  attention_rollout: { inputs: { weights: weights(2, 1, 3, 4, 4) } },
  head_patterns: {
    inputs: {
      weights: weights(2, 3, 6, 6),
      ids: { shape: [2, 6], data: Float32Array.of(1, 2, 1, 3, 2, 1, 4, 4, 5, 4, 6, 5) },
    },
  },
  sentence_embedding: { config: { tokens: ['the', 'cat', 'the'], d_model: 6, seed: 3 } },
  row_detail: {
    config: { batch: 1, head: 1, query: 2, max_keys: 2 },
    inputs: {
      ...heads,
      scores: tensor(2, 4, 6, 6),
      masked_scores: tensor(2, 4, 6, 6),
      weights: weights(2, 4, 6, 6),
      row_status: { shape: [2, 4, 6], data: new Float32Array(48) },
      context: tensor(2, 4, 6, 5),
    },
  },
  mean_of_heads: { inputs: { x: { ...weights(2, 3, 4, 5), axes: kScoreAxes } } },
  difference: { inputs: { a: tensor(2, 3), b: tensor(2, 3) } },
  from_pytorch: {
    config: { module: 'MultiheadAttention' },
    inputs: { in_proj_weight: tensor(12, 4), 'out_proj.weight': tensor(4, 4) },
  },
  to_pytorch: {
    config: { module: 'MultiheadAttention' },
    inputs: { w_q: tensor(4, 4), w_k: tensor(4, 4), w_v: tensor(4, 4), w_o: tensor(4, 4) },
  },
} satisfies { [O in OperationName]?: OperationCall<O> } as unknown as {
  [O in OperationName]: OperationCall<O>;
};

export const names = Object.keys(examples) as OperationName[];

/** The same for the operations of language.wasm. */
export const vectorExamples: { [O in keyof VectorOperations]: OperationCall<O> } = {
  cosine_by_layer: { inputs: { vectors: tensor(3, 2, 4) } },
  mean_cosines: { config: { groups: [0, 1, 0] }, inputs: { cosines: tensor(2, 3, 3) } },
  turned_vectors: { inputs: { before: tensor(3, 2, 4), after: tensor(3, 2, 4) } },
  word_paths: { inputs: { vectors: tensor(3, 2, 4) } },
  head_effects: { config: { before: 0.5, named: [1] }, inputs: { without: tensor(2, 3) } },
};

/** The call, typed as that of any operation. */
export function exampleOf(name: OperationName): {
  config?: object;
  parameters?: Operations['softmax']['inputs'];
  inputs?: Record<string, { shape: readonly number[]; data: Float32Array }>;
} {
  return examples[name] as never;
}
