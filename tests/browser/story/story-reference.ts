/**
 * The independent reference for the numbers of a story: a trained model with one stack as plain double-precision loops
 * over the parameters of its file.
 */
import { dot, type HeadTrace, type Matrix, product, softmax } from '../support/reference.ts';
import { headOf, layersOf, type Parameters, sum } from './loops.ts';

export interface Layer {
  norm: Matrix; // [word, d_model]
  heads: HeadTrace[]; // one per head, with rotated queries and keys
  output: Matrix;
  residual: Matrix;
  /** The feed-forward network, if there is one. */
  fed?: { norm: Matrix; hidden: Matrix; output: Matrix; residual: Matrix };
  /** The input of the next layer. */
  leaves: Matrix;
}

export interface Computed {
  embedded: Matrix;
  layers: Layer[];
  norm: Matrix;
  logits: Matrix;
  probabilities: Matrix;
}

/** Replaces, multiplies or shifts numbers of a field with a batch of one. null: all of an axis. */
export interface FieldChange {
  layer?: string;
  field: string;
  index: readonly (number | null)[];
  value: number;
  multiplies?: boolean;
  adds?: boolean;
}

/** Applies a change to one number; a masked score stays masked. */
function changedNumber(number: number, { value, multiplies, adds }: FieldChange): number {
  if (!multiplies && !adds) return value;
  return number === -Infinity ? number : adds ? number + value : number * value;
}

/** Changes of the computation. Attentions and heads are counted from 0, in the order in which they are computed. */
export interface Change {
  /** Applied after all other changes. */
  edits?: readonly FieldChange[];
  mask?: 'none' | 'causal';
  /** Without rotating queries and keys, and without adding positions. */
  positions?: 'none';
  /** Heads whose context is 0. */
  off?: readonly { layer: number; head: number }[];
  /** Words that are forced to look at one other word only. */
  rows?: readonly { layer: number; head: number; query: number; key: number }[];
  /** Sets one value of one word. */
  value?: { layer: number; head: number; key: number; column: number; to: number };
  /** Multiplies values: of one word or of all, in one column or in all. */
  times?: { layer: number; head: number; key: number | null; column: number | null; by: number };
}

/**
 *   read   the ids of the words, or [patch, pixel] of an image
 *   heads  the number of heads of each layer
 */
export function compute(
  parameters: Parameters,
  read: readonly number[] | Matrix,
  heads: readonly number[],
  change: Change = {},
): Computed {
  const { matrix, linear, normed } = layersOf(parameters);
  const edit = editor(change);
  // Adds positions where the file has them; otherwise rotates queries and keys.
  const isPlaced = change.positions !== 'none';
  const added = parameters['positions'] && isPlaced ? matrix('positions') : undefined;
  const placed = isPlaced && !parameters['positions'] ? rotated : (x: Matrix) => x;
  const table = parameters['embedding'] && matrix('embedding');
  const vectors = table
    ? (read as number[]).map((id) => table[id]!)
    : [matrix('class_token')[0]!, ...linear(read as Matrix, 'w_patch', 'b_patch')];
  const embedded = edit(
    'embedded',
    vectors.map((row, i) => row.map((value, j) => value + (added?.[i]![j] ?? 0))),
  );
  const feedForward = (layer: string, before: Matrix) => {
    const part = `${layer}.feed_forward`;
    if (!parameters[`${part}.w_1`]) return undefined;
    const n = edit(`${layer}.norm_2`, normed(before, `${layer}.norm_2`));
    const hidden = edit(
      `${part}.activated`,
      linear(n, `${part}.w_1`, `${part}.b_1`).map((row) => row.map(gelu)),
    );
    const output = edit(`${part}.y`, linear(hidden, `${part}.w_2`, `${part}.b_2`));
    return { norm: n, hidden, output, residual: before.map((row, i) => sum(row, output[i]!)) };
  };
  let x = embedded;
  const layers = heads.map((count, layer): Layer => {
    const part = `layers.${layer}.attention`;
    const n = edit(`layers.${layer}.norm_1`, normed(x, `layers.${layer}.norm_1`));
    const [q, k, v] = ['q', 'k', 'v'].map((name) =>
      linear(n, `${part}.w_${name}`, `${part}.b_${name}`),
    );
    const found = Array.from({ length: count }, (_, head) =>
      changedHead(
        {
          q: placed(headOf(q!, count, head)),
          k: placed(headOf(k!, count, head)),
          v: headOf(v!, count, head),
        },
        { part, layer, head, mask: change.mask ?? 'none' },
        change,
      ),
    );
    const joined = vectors.map((_, i) => found.flatMap(({ context }) => context[i]!));
    const output = edit(`${part}.output`, linear(joined, `${part}.w_o`, `${part}.b_o`));
    const residual = edit(
      `layers.${layer}.residual_1`,
      x.map((row, i) => sum(row, output[i]!)),
    );
    const fed = feedForward(`layers.${layer}`, residual);
    x = edit(`layers.${layer}.output`, fed?.residual ?? residual);
    return {
      norm: n,
      heads: found,
      output,
      residual: fed ? residual : x,
      leaves: x,
      ...(fed && { fed }),
    };
  });
  const last = edit('output', normed(x, 'norm'));
  const logits = edit('logits', linear(last, 'w_out', 'b_out'));
  return { embedded, layers, norm: last, logits, probabilities: logits.map(softmax) };
}

/** Returns a function that applies the edits of a field [row, column], or of one head's, where it is computed. */
export const editor =
  ({ edits = [] }: Change) =>
  (name: string, x: Matrix, head?: number): Matrix => {
    for (const change of edits) {
      const { layer, field, index } = change;
      if ((layer === undefined ? field : `${layer}.${field}`) !== name) continue;
      const rest = index.slice(head === undefined ? 1 : 2);
      if (head !== undefined && (index[1] ?? head) !== head) continue;
      const [row = null, column = null] = rest;
      x.forEach((numbers, i) =>
        numbers.forEach((number, j) => {
          if (i !== (row ?? i) || j !== (column ?? j)) return;
          numbers[j] = changedNumber(number, change);
        }),
      );
    }
    return x;
  };

interface HeadAt {
  /** The name of the head's attention. */
  part: string;
  layer: number;
  head: number;
  mask: 'none' | 'causal';
}

/** softmax(Q Kᵀ / √d_head + mask) V of one head, with the changes applied. */
export function changedHead(
  { q, k, v: values }: Pick<HeadTrace, 'q' | 'k' | 'v'>,
  { part, layer, head, mask }: HeadAt,
  change: Change,
): HeadTrace {
  const edit = editor(change);
  const of = (name: string, x: Matrix) => edit(`${part}.${name}`, x, head);
  const at = (one?: { layer: number; head: number }) => one?.layer === layer && one.head === head;
  const { value, times, off = [], rows = [] } = change;
  if (value && at(value)) values[value.key]![value.column] = value.to;
  if (times && at(times))
    values.forEach((row, key) =>
      row.forEach((value, column) => {
        const isMeant = key === (times.key ?? key) && column === (times.column ?? column);
        if (isMeant) row[column] = value * times.by;
      }),
    );
  of('q', q);
  of('k', k);
  of('v', values);
  const scores = of(
    'scores',
    q.map((row) => k.map((key) => dot(row, key) / Math.sqrt(row.length))),
  );
  const masked_scores = of(
    'masked_scores',
    scores.map((row, i) => row.map((score, j) => (mask === 'causal' && j > i ? -Infinity : score))),
  );
  const weights = masked_scores.map(softmax);
  for (const { query, key } of rows.filter(at))
    weights[query] = k.map((_, i) => (i === key ? 1 : 0));
  of('weights', weights);
  const context = product(weights, values);
  const switched = off.some(at) ? context.map((row) => row.map(() => 0)) : context;
  return {
    ...{ q, k, v: values, scores, masked_scores, weights },
    context: of('context', switched),
  };
}

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

/**
 * x Φ(x) (Hendrycks and Gimpel 2016), with Φ(x) = 1/2 + φ(x) (x + x³/3 + x⁵/(3·5) + ...). All terms have the same
 * sign, so none cancel. Beyond 8, Φ is 0 or 1 to 1e-15.
 */
function gelu(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? x : 0;
  let [term, series] = [x, x];
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(series); odd += 2) {
    term *= (x * x) / odd;
    series += term;
  }
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  return x * (0.5 + density * series);
}

/** Returns the parameters with numbers replaced, multiplied or shifted. */
export function edited(parameters: Parameters, edits: readonly FieldChange[]): Parameters {
  const all: Record<string, Parameters[string]> = { ...parameters };
  for (const change of edits) {
    const { layer, field, index } = change;
    const name = layer === undefined ? field : `${layer}.${field}`;
    const before = all[name];
    if (!before) continue;
    const columns = before.shape.at(-1)!;
    const [row, column] = before.shape.length === 1 ? [0, index[0]!] : [index[0]!, index[1]!];
    const data = Array.from(before.data, (number, cell) => {
      const [i, j] = [Math.floor(cell / columns), cell % columns];
      if (i !== (row ?? i) || j !== (column ?? j)) return number;
      return Math.fround(changedNumber(number, change));
    });
    all[name] = { shape: before.shape, data };
  }
  return all;
}
