/**
 * The independent reference for the numbers of a translation: the trained encoder-decoder as plain double-precision loops
 * over the parameters of its file (Vaswani et al. 2017, with norms before the attentions).
 */
import { attendOnce, type HeadTrace, type Matrix, product, softmax } from './reference.ts';

type Parameters = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>
>;

export interface Part {
  input: Matrix;
  norm: Matrix;
  /** What keys and values are made of. */
  memory: Matrix;
  heads: HeadTrace[];
  output: Matrix;
  residual: Matrix;
}

export interface Translated {
  encoder: Part;
  self: Part;
  cross: Part;
  /** After the last norms. */
  read: Matrix;
  said: Matrix;
  logits: Matrix;
  probabilities: Matrix;
}

const kHeads = 4;

export function translate(
  parameters: Parameters,
  ids: readonly number[],
  targets: readonly number[],
): Translated {
  const matrix = (name: string): Matrix => {
    const { shape, data } = parameters[name]!;
    const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : [shape[0]!, shape[1]!];
    return Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, j) => data[i * columns + j]!),
    );
  };
  const vector = (name: string) => matrix(name)[0]!;
  const linear = (x: Matrix, w: string, b: string) =>
    product(x, matrix(w)).map((row) => sum(row, vector(b)));
  const normed = (x: Matrix, name: string) =>
    x.map((row) => {
      const mean = row.reduce((total, value) => total + value, 0) / row.length;
      const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / row.length;
      const [gamma, beta] = [vector(`${name}.gamma`), vector(`${name}.beta`)];
      return row.map(
        (one, i) => ((one - mean) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!,
      );
    });
  const embedded = (side: string, at: readonly number[]) =>
    at.map((id, i) => sum(matrix(`${side}_embedding`)[id]!, matrix(`${side}_positions`)[i]!));

  const part = (
    input: Matrix,
    name: string,
    norm: string,
    mask: 'none' | 'causal',
    encoded?: Matrix,
  ): Part => {
    const rows = normed(input, norm);
    const memory = encoded ?? rows;
    const q = linear(rows, `${name}.w_q`, `${name}.b_q`);
    const [k, v] = ['k', 'v'].map((one) => linear(memory, `${name}.w_${one}`, `${name}.b_${one}`));
    const heads = Array.from({ length: kHeads }, (_, head) =>
      attendOnce(split(q, head), split(k!, head), split(v!, head), mask),
    );
    const joined = input.map((_, i) => heads.flatMap(({ context }) => context[i]!));
    const output = linear(joined, `${name}.w_o`, `${name}.b_o`);
    const residual = input.map((row, i) => sum(row, output[i]!));
    return { input, norm: rows, memory, heads, output, residual };
  };
  const at = (stack: string) => `${stack}.layers.0`;
  const encoder = part(
    embedded('source', ids),
    `${at('encoder')}.attention`,
    `${at('encoder')}.norm_1`,
    'none',
  );
  const read = normed(encoder.residual, 'encoder.norm');
  const self = part(
    embedded('target', targets),
    `${at('decoder')}.self_attention`,
    `${at('decoder')}.norm_1`,
    'causal',
  );
  const cross = part(
    self.residual,
    `${at('decoder')}.cross_attention`,
    `${at('decoder')}.norm_2`,
    'none',
    read,
  );
  const said = normed(cross.residual, 'decoder.norm');
  const logits = linear(said, 'w_out', 'b_out');
  return { encoder, self, cross, read, said, logits, probabilities: logits.map(softmax) };
}

const split = (x: Matrix, head: number) => {
  const width = x[0]!.length / kHeads;
  return x.map((row) => row.slice(head * width, (head + 1) * width));
};

const sum = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value + b[i]!);
