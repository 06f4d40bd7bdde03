/** The benchmarked workloads: shapes, cost in FLOPs, and target speed. */

export const kPlain = 'plain JavaScript';
/** Computes only output and weights, not the whole trace. */
export const kPlainWeights = 'plain JavaScript, output and weights';

/** A minimum share of the limit, or a minimum speedup over the rival `than` (default: the fastest). */
export type Target =
  { readonly share: number } | { readonly times: number; readonly than?: string };

interface Common {
  readonly id: string;
  readonly name: string;
  /** Label of a bar. */
  readonly short: string;
  /** Floating-point operations of the formula, without masked ones. */
  readonly flops: number;
  /** Bytes read, for a memory-bound workload: its limit is memory bandwidth, not `flops`. */
  readonly reads?: number;
  readonly target?: Target;
}

export interface Product extends Common {
  readonly kind: 'product';
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
}
/** A single attention head. */
export interface SingleHead extends Common {
  readonly kind: 'attention';
  readonly n: number;
  readonly d_head: number;
  readonly causal: boolean;
}
export interface Window extends Common {
  readonly kind: 'window';
  readonly n: number;
  readonly d_head: number;
  readonly window: number;
}
export interface MultiHead extends Common {
  readonly kind: 'multi_head';
  readonly n: number;
  readonly d_model: number;
  readonly num_heads: number;
  readonly causal: boolean;
}
/** A layer of the playground's size, without a mask. */
export interface Small extends Common {
  readonly kind: 'small';
  readonly n: number;
  readonly d_model: number;
  readonly num_heads: number;
  /** Output and weights only, or every intermediate. */
  readonly results: 'weights' | 'trace';
}
export interface Stack extends Common {
  readonly kind: 'stack' | 'step';
  /** Input tokens. A step has one, after `cached` tokens. */
  readonly n: number;
  readonly cached: number;
  readonly num_layers: number;
  readonly d_model: number;
  readonly num_heads: number;
  readonly d_ff: number;
}
/** Forward, backward and Adam on the mean squared error. */
export interface Training extends Common {
  readonly kind: 'training';
  readonly of: 'multi_head' | 'encoder_layer';
  readonly batch: number;
  readonly n: number;
  readonly d_model: number;
  readonly num_heads: number;
  readonly d_ff: number;
}
export type Workload = Product | SingleHead | Window | MultiHead | Small | Stack | Training;

const product = (rows: number, depth: number, columns: number, share?: number): Product => ({
  kind: 'product',
  id: `product-${rows}x${depth}x${columns}`,
  name: `product ${rows} × ${depth} × ${columns}`,
  short: `product ${rows} × ${depth} × ${columns}`,
  flops: 2 * rows * depth * columns,
  rows,
  depth,
  columns,
  ...(share ? { target: { share } } : {}),
});

/** Number of unmasked query-key pairs. */
const pairs = (n: number, causal: boolean) => (causal ? (n * (n + 1)) / 2 : n * n);
const attentionFlops = (n: number, d: number, causal: boolean) => 4 * d * pairs(n, causal);
const layerFlops = (n: number, d_model: number, causal: boolean) =>
  8 * n * d_model * d_model + attentionFlops(n, d_model, causal);

const multiHead = (n: number, times: number): MultiHead => ({
  kind: 'multi_head',
  id: `multi-head-${n}`,
  name: `multi-head layer, d 768, 12 heads, causal, n = ${n}`,
  short: `multi-head layer, n = ${n}`,
  flops: layerFlops(n, 768, true),
  n,
  d_model: 768,
  num_heads: 12,
  causal: true,
  target: { times },
});

const attention = (n: number, causal: boolean, times?: number): SingleHead => ({
  kind: 'attention',
  id: `attention-${n}${causal ? '-causal' : ''}`,
  name: `attention, one head, d 64, n = ${n}, ${causal ? 'causal' : 'no mask'}`,
  short: `attention, n = ${n}, ${causal ? 'causal' : 'no mask'}`,
  flops: attentionFlops(n, 64, causal),
  n,
  d_head: 64,
  causal,
  ...(times ? { target: { times } } : {}),
});

const window = (n: number): Window => ({
  kind: 'window',
  id: `window-${n}`,
  name: `sliding window 256, d 64, n = ${n}`,
  short: `sliding window 256, n = ${n}`,
  // Each query sees up to 256 keys before and after it.
  flops: 4 * 64 * (n * 513 - 256 * 257),
  n,
  d_head: 64,
  window: 256,
});

const gpt2 = { num_layers: 12, d_model: 768, num_heads: 12, d_ff: 3072 };
const stackFlops = (n: number, cached: number) =>
  gpt2.num_layers *
  (n * (8 * gpt2.d_model ** 2 + 4 * gpt2.d_model * gpt2.d_ff) +
    4 * gpt2.d_model * (n * cached + pairs(n, true)));

/** Bytes of all layers: parameters, without biases and norms, and cached keys and values. */
const stepReads = (cached: number) =>
  4 * gpt2.num_layers * gpt2.d_model * (4 * gpt2.d_model + 2 * gpt2.d_ff + 2 * cached);

const small = (results: Small['results'], target: Target): Small => ({
  kind: 'small',
  id: `small-${results}`,
  name: `6 tokens, d 8, 2 heads: ${results === 'weights' ? 'output and weights' : 'the whole trace'}`,
  short: `6 tokens: ${results === 'weights' ? 'output and weights' : 'the whole trace'}`,
  flops: layerFlops(6, 8, false),
  n: 6,
  d_model: 8,
  num_heads: 2,
  results,
  target,
});

const training = (of: Training['of'], num_heads: number): Training => {
  const [d_model, n, batch, d_ff] = [64, 24, 32, 256];
  const layer = of === 'multi_head' ? 'attention layer' : 'encoder layer';
  const heads = `${num_heads} head${num_heads > 1 ? 's' : ''}`;
  const feedForward = of === 'encoder_layer' ? 4 * n * d_model * d_ff : 0;
  return {
    kind: 'training',
    id: `training-${of.replace('_', '-')}-${num_heads}`,
    name: `training step, ${layer}, d 64, ${heads}, n = 24, batch 32`,
    short: `training, ${layer}, ${heads}`,
    flops: 3 * batch * (layerFlops(n, d_model, false) + feedForward),
    of,
    batch,
    n,
    d_model,
    num_heads,
    d_ff,
    target: { times: 10 },
  };
};

export const workloads: readonly Workload[] = [
  product(512, 768, 768, 0.9),
  product(128, 768, 768, 0.9),
  product(64, 768, 3072, 0.9),
  product(64, 64, 64, 0.8),
  // Products of batched training, for example 32 sequences of 64 tokens.
  product(2048, 32, 32),
  product(2048, 64, 64),
  product(2048, 128, 128),
  multiHead(128, 1.5),
  multiHead(512, 1.8),
  multiHead(1024, 2.2),
  attention(4096, false, 1.15),
  attention(8192, false, 1.15),
  attention(4096, true, 2.1),
  attention(8192, true, 2.1),
  window(4096),
  window(16384),
  window(65536),
  {
    kind: 'stack',
    id: 'stack-64',
    name: '12 layers of GPT-2, n = 64',
    short: '12 layers of GPT-2, n = 64',
    flops: stackFlops(64, 0),
    n: 64,
    cached: 0,
    ...gpt2,
    target: { times: 1.4 },
  },
  {
    kind: 'step',
    id: 'step-512',
    name: '12 layers of GPT-2, one token after 512 cached',
    short: '12 layers of GPT-2, one step',
    flops: stackFlops(1, 512),
    reads: stepReads(512),
    n: 1,
    cached: 512,
    ...gpt2,
    target: { times: 1.4 },
  },
  small('weights', { times: 1 }),
  small('trace', { times: 0.5, than: kPlainWeights }),
  training('multi_head', 1),
  training('multi_head', 8),
  training('encoder_layer', 1),
  training('encoder_layer', 8),
];
