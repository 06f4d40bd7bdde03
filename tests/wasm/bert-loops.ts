/** BERT, DistilBERT and RoBERTa as plain double-precision loops: every intermediate, under the core's name for it. */
import { fieldName, type Edit } from '../../web/src/model/edits/edits';
import type { Folder, StoredTensor } from '../support/checkpoint-files';

export interface Field {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** The names of a layer's tensors, in the order q, k, v, w_o, norm_1, w_1, w_2, norm_2. */
const layouts = {
  bert: {
    layer: 'encoder.layer.',
    names: [
      ...['attention.self.query', 'attention.self.key', 'attention.self.value'],
      ...['attention.output.dense', 'attention.output.LayerNorm'],
      ...['intermediate.dense', 'output.dense', 'output.LayerNorm'],
    ],
    sizes: ['hidden_size', 'num_hidden_layers', 'num_attention_heads'],
  },
  distilbert: {
    layer: 'transformer.layer.',
    names: [
      ...['attention.q_lin', 'attention.k_lin', 'attention.v_lin'],
      ...['attention.out_lin', 'sa_layer_norm', 'ffn.lin1', 'ffn.lin2', 'output_layer_norm'],
    ],
    sizes: ['dim', 'n_layers', 'n_heads'],
  },
};

/** Applies each edit where its field is computed, or where its parameter is read. */
export function bertLoops(
  { config, tensors }: Folder,
  ids: readonly number[],
  edits: readonly Edit[] = [],
): Record<string, Field> {
  const kind = config['model_type'] as string;
  const { layer: layerName, names, sizes } = layouts[kind === 'distilbert' ? kind : 'bert'];
  const [d, layers, heads] = sizes.map((name) => Number(config[name])) as [number, number, number];
  const epsilon = Number(config['layer_norm_eps'] ?? 1e-12);
  const prefix = Object.keys(tensors).some((name) => name.startsWith(`${kind}.`)) ? `${kind}.` : '';
  const stored = (name: string) => tensors[prefix + name]!;
  const n = ids.length;
  const d_head = d / heads;
  const fields: Record<string, Field> = {};

  const edited = (name: string, shape: readonly number[], data: Float64Array) => {
    for (const edit of edits) if (fieldName(edit) === name) apply(edit, shape, data);
    return data;
  };
  const keep = (name: string, shape: readonly number[], data: Float64Array) => {
    fields[name] = { shape, data: edited(name, shape, data) };
    return data;
  };
  const rows = (name: string, data: Float64Array) => keep(name, [1, n, data.length / n], data);
  /** x w + b. The file stores wᵀ. `own`: the core's names of w and b, such as `layers.0.attention.*_q`. */
  const linear = (x: Float64Array, name: string, own: string) => {
    const { shape } = stored(`${name}.weight`);
    const [outputs, inputs] = shape as [number, number];
    const turned = numbers(stored(`${name}.weight`));
    const w = edited(
      own.replace('*', 'w'),
      [inputs, outputs],
      turned.map((_, at) => turned[(at % outputs) * inputs + Math.floor(at / outputs)]!),
    );
    const b = edited(own.replace('*', 'b'), [outputs], numbers(stored(`${name}.bias`)));
    const y = new Float64Array(n * outputs);
    for (let i = 0; i < n; ++i)
      for (let o = 0; o < outputs; ++o) {
        let sum = b[o]!;
        for (let j = 0; j < inputs; ++j) sum += x[i * inputs + j]! * w[j * outputs + o]!;
        y[i * outputs + o] = sum;
      }
    return y;
  };
  const norm = (x: Float64Array, name: string, own: string) => {
    const gamma = edited(`${own}.gamma`, [d], numbers(stored(`${name}.weight`)));
    const beta = edited(`${own}.beta`, [d], numbers(stored(`${name}.bias`)));
    return x.map((value, at) => {
      const row = x.subarray(at - (at % d), at - (at % d) + d);
      const mean = row.reduce((sum, one) => sum + one, 0) / d;
      const variance = row.reduce((sum, one) => sum + (one - mean) ** 2, 0) / d;
      return ((value - mean) / Math.sqrt(variance + epsilon)) * gamma[at % d]! + beta[at % d]!;
    });
  };
  const split = (name: string, x: Float64Array) => {
    const own = new Float64Array(n * d);
    for (let h = 0; h < heads; ++h)
      for (let i = 0; i < n; ++i)
        for (let c = 0; c < d_head; ++c) own[(h * n + i) * d_head + c] = x[i * d + h * d_head + c]!;
    return keep(name, [1, heads, n, d_head], own);
  };

  // RoBERTa's positions begin after that of the padding token.
  const first = kind === 'roberta' ? Number(config['pad_token_id']) + 1 : 0;
  const sum = new Float64Array(n * d);
  const tables = [
    [stored('embeddings.word_embeddings.weight'), (i: number) => ids[i]!],
    [stored('embeddings.position_embeddings.weight'), (i: number) => first + i],
    [stored('embeddings.token_type_embeddings.weight'), () => 0],
  ] as const;
  for (const [table, at] of tables)
    if (table)
      for (let i = 0; i < n; ++i)
        numbers(table, at(i) * d, d).forEach((value, c) => (sum[i * d + c]! += value));
  let x = rows(
    'embedded',
    norm(rows('embedding_sum', sum), 'embeddings.LayerNorm', 'embedding_norm'),
  );

  for (let layer = 0; layer < layers; ++layer) {
    const part = `layers.${layer}`;
    const of = (i: number) => `${layerName}${layer}.${names[i]}`;
    const [q, k, v] = ['q', 'k', 'v'].map((one, i) =>
      split(`${part}.attention.${one}`, linear(x, of(i), `${part}.attention.*_${one}`)),
    ) as [Float64Array, Float64Array, Float64Array];
    const square = [1, heads, n, n];
    let scores = new Float64Array(heads * n * n);
    for (let h = 0; h < heads; ++h)
      for (let i = 0; i < n; ++i)
        for (let j = 0; j < n; ++j)
          for (let c = 0; c < d_head; ++c)
            scores[(h * n + i) * n + j]! +=
              (q[(h * n + i) * d_head + c]! * k[(h * n + j) * d_head + c]!) / Math.sqrt(d_head);
    scores = keep(`${part}.attention.scores`, square, scores) as typeof scores;
    const masked = keep(`${part}.attention.masked_scores`, square, scores.slice());
    const shares = masked.map((score, at) => {
      const row = masked.subarray(at - (at % n), at - (at % n) + n);
      return Math.exp(score) / row.reduce((all, one) => all + Math.exp(one), 0);
    });
    const weights = keep(`${part}.attention.weights`, square, shares);
    let context = new Float64Array(n * d);
    for (let h = 0; h < heads; ++h)
      for (let i = 0; i < n; ++i)
        for (let c = 0; c < d_head; ++c)
          for (let j = 0; j < n; ++j)
            context[(h * n + i) * d_head + c]! +=
              weights[(h * n + i) * n + j]! * v[(h * n + j) * d_head + c]!;
    context = keep(`${part}.attention.context`, [1, heads, n, d_head], context) as typeof context;
    const joined = new Float64Array(n * d);
    for (let h = 0; h < heads; ++h)
      for (let i = 0; i < n; ++i)
        for (let c = 0; c < d_head; ++c)
          joined[i * d + h * d_head + c] = context[(h * n + i) * d_head + c]!;
    const concat = rows(`${part}.attention.concat`, joined);
    const output = rows(`${part}.attention.output`, linear(concat, of(3), `${part}.attention.*_o`));
    const plus = (one: Float64Array, other: Float64Array) =>
      one.map((value, i) => value + other[i]!);
    const residual_1 = rows(`${part}.residual_1`, plus(x, output));
    const norm_1 = rows(`${part}.norm_1`, norm(residual_1, of(4), `${part}.norm_1`));
    const activated = rows(
      `${part}.feed_forward.activated`,
      linear(norm_1, of(5), `${part}.feed_forward.*_1`).map(gelu),
    );
    const y = rows(`${part}.feed_forward.y`, linear(activated, of(6), `${part}.feed_forward.*_2`));
    const residual_2 = rows(`${part}.residual_2`, plus(norm_1, y));
    x = rows(`${part}.output`, norm(residual_2, of(7), `${part}.norm_2`));
  }
  const mean = new Float64Array(d);
  x.forEach((value, at) => (mean[at % d]! += value / n));
  keep('pooled', [1, 1, d], mean);
  return fields;
}

/** Changes the cells of an edit; null selects all of an axis. */
function apply(
  { index, value, multiplies, adds }: Edit,
  shape: readonly number[],
  data: Float64Array,
) {
  for (let cell = 0; cell < data.length; ++cell) {
    let rest = cell;
    const at = shape.toReversed().map((extent) => {
      const here = rest % extent;
      rest = (rest - here) / extent;
      return here;
    });
    if (!at.reverse().every((here, axis) => (index[axis] ?? here) === here)) continue;
    data[cell] = multiplies ? data[cell]! * value : adds ? data[cell]! + value : value;
  }
}

const gelu = (x: number) => (x / 2) * (1 + erf(x / Math.SQRT2));

/** Sums the power series near 0, and elsewhere the continued fraction of 1 - erf. */
function erf(x: number): number {
  if (x < 0) return -erf(-x);
  if (x > 3) {
    let fraction = x;
    for (let k = 80; k > 0; --k) fraction = x + k / 2 / fraction;
    return 1 - Math.exp(-x * x) / fraction / Math.sqrt(Math.PI);
  }
  let [sum, power] = [x, x];
  for (let k = 1; k < 60; ++k) {
    power *= (-x * x) / k;
    sum += power / (2 * k + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const halves = Float64Array.from({ length: 1 << 16 }, (_, bits) => {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 ? -size : size;
});

/** The numbers of an F32 or F16 tensor. */
function numbers(
  { dtype, bytes, shape }: StoredTensor,
  from = 0,
  count = shape.reduce((all, extent) => all * extent, 1),
): Float64Array {
  const size = dtype === 'F16' ? 2 : 4;
  const { buffer } = new Uint8Array(bytes.subarray(from * size, (from + count) * size));
  if (dtype === 'F32') return new Float64Array(new Float32Array(buffer));
  if (dtype !== 'F16') throw new Error(`expected F32 or F16, got ${dtype}`);
  const found = new Float64Array(count);
  new Uint16Array(buffer).forEach((bits, i) => (found[i] = halves[bits]!));
  return found;
}
