/**
 * The independent reference for the numbers of a translation: the trained encoder-decoder as plain double-precision loops
 * over the parameters of its file (Vaswani et al. 2017, with norms before the attentions).
 */
import { type HeadTrace, type Matrix, softmax } from '../support/reference.ts';
import { headOf, layersOf, type Parameters, sum } from './loops.ts';
import { type Change, changedHead, editor } from './story-reference.ts';

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
  const { matrix, linear, normed } = layersOf(parameters);
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
        { q: headOf(q, kHeads, head), k: headOf(k!, kHeads, head), v: headOf(v!, kHeads, head) },
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
