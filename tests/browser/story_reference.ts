/**
 * The independent reference for the numbers of a story: the trained model that says which words go together, as plain
 * double-precision loops over the parameters of its file.
 */
import { attendOnce, type HeadTrace, type Matrix, product, softmax } from './reference.ts';

type Parameters = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>
>;

export interface Layer {
  norm: Matrix; // [word, d_model]
  heads: HeadTrace[]; // of rotated queries and keys
  output: Matrix;
  residual: Matrix;
}

export interface Computed {
  embedded: Matrix;
  layers: Layer[];
  norm: Matrix;
  logits: Matrix;
  probabilities: Matrix;
}

/** What is changed on the way. Layers and heads are counted from 0. */
export interface Change {
  mask?: 'causal';
  /** Queries and keys are not rotated. */
  positions?: 'none';
  /** Heads whose context is 0. */
  off?: readonly { layer: number; head: number }[];
  /** Words that look at one word alone. */
  rows?: readonly { layer: number; head: number; query: number; key: number }[];
  /** One value of one word. */
  value?: { layer: number; head: number; key: number; column: number; to: number };
}

export function compute(
  parameters: Parameters,
  ids: readonly number[],
  heads: readonly number[],
  change: Change = {},
): Computed {
  const matrix = (name: string): Matrix => {
    const { shape, data } = parameters[name]!;
    const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : [shape[0]!, shape[1]!];
    return Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, j) => data[i * columns + j]!),
    );
  };
  const linear = (x: Matrix, w: string, b: string) =>
    x.map((row) => sum(product([row], matrix(w))[0]!, matrix(b)[0]!));
  const normed = (x: Matrix, name: string) =>
    x.map((row) => norm(row, matrix(`${name}.gamma`)[0]!, matrix(`${name}.beta`)[0]!));
  const placed = change.positions === 'none' ? (x: Matrix) => x : rotated;
  const embedded = ids.map((id) => matrix('embedding')[id]!);
  let x = embedded;
  const layers = heads.map((count, layer): Layer => {
    const part = `layers.${layer}.attention`;
    const n = normed(x, `layers.${layer}.norm_1`);
    const [q, k, v] = ['q', 'k', 'v'].map((name) =>
      linear(n, `${part}.w_${name}`, `${part}.b_${name}`),
    );
    const found = Array.from({ length: count }, (_, head) => {
      const at = (one?: { layer: number; head: number }) =>
        one?.layer === layer && one.head === head;
      const values = split(v!, count, head);
      const { value, off = [], mask = 'none' } = change;
      if (value && at(value)) values[value.key]![value.column] = value.to;
      const trace = attendOnce(
        placed(split(q!, count, head)),
        placed(split(k!, count, head)),
        values,
        mask,
      );
      for (const { query, key } of (change.rows ?? []).filter(at)) {
        trace.weights[query] = ids.map((_, i) => (i === key ? 1 : 0));
        trace.context[query] = [...values[key]!];
      }
      if (!off.some(at)) return trace;
      return { ...trace, context: trace.context.map((row) => row.map(() => 0)) };
    });
    const joined = ids.map((_, i) => found.flatMap(({ context }) => context[i]!));
    const output = linear(joined, `${part}.w_o`, `${part}.b_o`);
    x = x.map((row, i) => sum(row, output[i]!));
    return { norm: n, heads: found, output, residual: x };
  });
  const last = normed(x, 'norm');
  const logits = linear(last, 'w_out', 'b_out');
  return { embedded, layers, norm: last, logits, probabilities: logits.map(softmax) };
}

const split = (x: Matrix, heads: number, head: number) => {
  const width = x[0]!.length / heads;
  return x.map((row) => row.slice(head * width, (head + 1) * width));
};

/** Rotates the pairs (c, c + d/2) of row p by p 10000^(-2c / d) (Su et al. 2021, eq. 34). */
function rotated(x: Matrix): Matrix {
  return x.map((row, p) => {
    const half = row.length / 2;
    const turned = [...row];
    for (let c = 0; c < half; c++) {
      const angle = p * 10000 ** ((-2 * c) / row.length);
      const [a, b] = [row[c]!, row[c + half]!];
      turned[c] = a * Math.cos(angle) - b * Math.sin(angle);
      turned[c + half] = a * Math.sin(angle) + b * Math.cos(angle);
    }
    return turned;
  });
}

function norm(row: number[], gamma: number[], beta: number[]): number[] {
  const mean = row.reduce((total, value) => total + value, 0) / row.length;
  const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / row.length;
  return row.map(
    (value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!,
  );
}

const sum = (a: number[], b: number[]) => a.map((value, i) => value + b[i]!);
