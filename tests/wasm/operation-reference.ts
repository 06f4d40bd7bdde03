/** Operations of the engine as plain loops in double precision. */
import type { TensorInput } from '../../wasm/engine';

interface HeadsGiven {
  q: TensorInput; // [batch, head, query, d_head]
  k: TensorInput; // [batch, kv_head, key, d_head]
  v: TensorInput; // [batch, kv_head, key, d_v]
}

interface ReferenceMask {
  allowed?: (query: number, key: number) => boolean;
  bias?: (query: number, key: number) => number;
  scale?: number;
}

/** softmax(scale q kᵀ + bias) v, for all rows of all heads and batch items. */
export function referenceContext(
  { q, k, v }: HeadsGiven,
  { allowed = () => true, bias = () => 0, scale }: ReferenceMask = {},
): number[] {
  const [batch, heads, n_query, d_head] = q.shape as [number, number, number, number];
  const [, kv_heads, n_key, d_v] = v.shape as [number, number, number, number];
  const factor = scale ?? 1 / Math.sqrt(d_head);
  const context: number[] = [];
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++) {
      const own = b * heads + h;
      const shared = b * kv_heads + Math.floor(h / (heads / kv_heads));
      for (let i = 0; i < n_query; i++) {
        const scores = Array.from({ length: n_key }, (_, j) => {
          if (!allowed(i, j)) return -Infinity;
          let dot = 0;
          for (let d = 0; d < d_head; d++)
            dot +=
              q.data[(own * n_query + i) * d_head + d]! *
              k.data[(shared * n_key + j) * d_head + d]!;
          return dot * factor + bias(i, j);
        });
        const weights = referenceSoftmax(scores);
        for (let c = 0; c < d_v; c++) {
          let sum = 0;
          for (let j = 0; j < n_key; j++)
            sum += weights[j]! * v.data[(shared * n_key + j) * d_v + c]!;
          context.push(sum);
        }
      }
    }
  return context;
}

export function referenceSoftmax(scores: readonly number[]): number[] {
  const max = Math.max(...scores);
  if (max === -Infinity) return scores.map(() => 0);
  const exponentials = scores.map((score) => Math.exp(score - max));
  const sum = exponentials.reduce((total, e) => total + e, 0);
  return exponentials.map((e) => e / sum);
}

/** Applies `change` to each row of the last axis. */
export function eachRow(
  { shape, data }: TensorInput,
  change: (row: number[]) => readonly number[],
): number[] {
  const n = shape.at(-1)!;
  const rows: number[] = [];
  for (let start = 0; start < data.length; start += n)
    rows.push(...change([...data.subarray(start, start + n)]));
  return rows;
}

/** (row - mean) / √(variance + epsilon) */
export function referenceLayerNorm(row: readonly number[], epsilon = 1e-5): number[] {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  return row.map((value) => (value - mean) / Math.sqrt(variance + epsilon));
}

export function referenceRmsNorm(row: readonly number[], epsilon = 1e-5): number[] {
  const square = row.reduce((sum, value) => sum + value ** 2, 0) / row.length;
  return row.map((value) => value / Math.sqrt(square + epsilon));
}

export const referenceActivations = {
  relu: (x: number) => Math.max(0, x),
  gelu_tanh: (x: number) =>
    0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  silu: (x: number) => x / (1 + Math.exp(-x)),
  /** x Φ(x), with the normal distribution as a Taylor series. */
  gelu: (x: number) => {
    let term = x;
    let sum = x;
    for (let n = 1; n < 200; n++) {
      term *= (-x * x) / (2 * n);
      sum += term / (2 * n + 1);
    }
    return x * (0.5 + sum / Math.sqrt(2 * Math.PI));
  },
};

/** x w + b, row by row. */
export function referenceLinear(x: TensorInput, w: TensorInput, b?: TensorInput): number[] {
  const d_out = w.shape[1]!;
  return eachRow(x, (row) =>
    Array.from({ length: d_out }, (_, column) =>
      row.reduce(
        (sum, value, d) => sum + value * w.data[d * d_out + column]!,
        b ? b.data[column]! : 0,
      ),
    ),
  );
}
