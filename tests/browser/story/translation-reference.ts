/**
 * The independent reference for the numbers of a translation: the trained encoder-decoder as plain double-precision loops
 * over the parameters of its file (Vaswani et al. 2017, with norms before the attentions).
 */
import { type HeadTrace, type Matrix, product, softmax } from '../support/reference.ts';
import { type Change, changedHead, editor } from './story-reference.ts';

type Parameters = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>
>;

export interface Part {
  input: Matrix;
  norm: Matrix;
  /** The input of keys and values. */
  memory: Matrix;
  heads: HeadTrace[];
  output: Matrix;
  residual: Matrix;
}

export interface Translated {
  encoder: Part;
  self: Part;
  cross: Part;
  /** The result after the last norms. */
  read: Matrix;
  said: Matrix;
  logits: Matrix;
  probabilities: Matrix;
}

const kHeads = 4;

/**
 * `change`: attention 0 is the encoder's, 1 the decoder's own, 2 the cross-attention. The mask is that of attention 1.
 */
export function translate(
  parameters: Parameters,
  ids: readonly number[],
  targets: readonly number[],
  change: Change = {},
): Translated {
  const edit = editor(change);
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
        (value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!,
      );
    });
  const embedded = (side: string, at: readonly number[]) => {
    const added = change.positions === 'none' ? undefined : matrix(`${side}_positions`);
    const rows = matrix(`${side}_embedding`);
    return edit(
      `${side}_embedded`,
      at.map((id, i) => (added ? sum(rows[id]!, added[i]!) : [...rows[id]!])),
    );
  };

  /** `ends`: the field for the sum that the part returns. */
  const part = (
    layer: number,
    [stack, attention, norm, ends]: readonly [string, string, string, string],
    input: Matrix,
    encoded?: Matrix,
  ): Part => {
    const name = `${stack}.layers.0.${attention}`;
    const rows = edit(`${stack}.layers.0.${norm}`, normed(input, `${stack}.layers.0.${norm}`));
    const memory = encoded ?? rows;
    const q = linear(rows, `${name}.w_q`, `${name}.b_q`);
    const [k, v] = ['k', 'v'].map((letter) =>
      linear(memory, `${name}.w_${letter}`, `${name}.b_${letter}`),
    );
    const mask = layer === 1 ? (change.mask ?? 'causal') : 'none';
    const heads = Array.from({ length: kHeads }, (_, head) =>
      changedHead(
        { q: split(q, head), k: split(k!, head), v: split(v!, head) },
        { part: name, layer, head, mask },
        change,
      ),
    );
    const joined = input.map((_, i) => heads.flatMap(({ context }) => context[i]!));
    const output = edit(`${name}.output`, linear(joined, `${name}.w_o`, `${name}.b_o`));
    const residual = edit(
      `${stack}.layers.0.${ends}`,
      input.map((row, i) => sum(row, output[i]!)),
    );
    return { input, norm: rows, memory, heads, output, residual };
  };
  const encoder = part(0, ['encoder', 'attention', 'norm_1', 'output'], embedded('source', ids));
  const read = edit('encoder.output', normed(encoder.residual, 'encoder.norm'));
  const self = part(
    1,
    ['decoder', 'self_attention', 'norm_1', 'residual_1'],
    embedded('target', targets),
  );
  const cross = part(2, ['decoder', 'cross_attention', 'norm_2', 'output'], self.residual, read);
  const said = edit('decoder.output', normed(cross.residual, 'decoder.norm'));
  const logits = edit('logits', linear(said, 'w_out', 'b_out'));
  return { encoder, self, cross, read, said, logits, probabilities: logits.map(softmax) };
}

const split = (x: Matrix, head: number) => {
  const width = x[0]!.length / kHeads;
  return x.map((row) => row.slice(head * width, (head + 1) * width));
};

const sum = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value + b[i]!);
