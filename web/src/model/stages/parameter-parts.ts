/** The parts of an opened model's parameters that belong to a story's head and layer, and edits of them. */
import type { TokenModelConfig } from '../../../../wasm/engine';
import type { Tensor } from '../../tensors/tensor';
import { attentionAt, attentionsOf } from './attentions';
import { fieldName, type Edit, type EditPlace } from '../edits/edits';
import { changedParameters } from '../edits/parameter-edits';

/** A parameter, or a part of it. */
export interface ParameterPart extends Pick<Tensor, 'shape' | 'data'> {
  /** The index of its first number in the whole parameter; absent for a whole parameter. */
  readonly from?: readonly number[] | undefined;
  /** The shape of the whole parameter; absent for a whole parameter. */
  readonly whole?: readonly number[] | undefined;
}

export type ParameterParts = Readonly<Record<string, ParameterPart>>;

export interface PartPlace {
  readonly name: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The parameters of a head and its layer, without the feed-forward's matrices, which are large. */
export function parameterParts(config: TokenModelConfig, layer: number, head: number): PartPlace[] {
  const { d_model } = config;
  const { name, shape } = attentionAt(config, layer);
  const { d_head, d_v, d_ff } = shape;
  const part = `layers.${layer}`;
  const headColumns = (d: number) => [head * d, (head + 1) * d] as const;
  const vector = (name: string, width: number): PartPlace => ({ name, from: [0], to: [width] });
  const norm = (of: string) =>
    ['gamma', 'beta'].map((parameter) => vector(`${of}.${parameter}`, d_model));
  return [
    ...(['q', 'k', 'v'] as const).flatMap((letter) => {
      const [from, to] = headColumns(letter === 'v' ? d_v : d_head);
      return [
        { name: `${name}.w_${letter}`, from: [0, from], to: [d_model, to] },
        { name: `${name}.b_${letter}`, from: [from], to: [to] },
      ];
    }),
    { name: `${name}.w_o`, from: [headColumns(d_v)[0], 0], to: [headColumns(d_v)[1], d_model] },
    vector(`${name}.b_o`, d_model),
    vector(`${part}.feed_forward.b_1`, d_ff),
    vector(`${part}.feed_forward.b_2`, d_model),
    ...norm(`${part}.norm_1`),
    ...norm(`${part}.norm_2`),
    ...(layer === 0 ? norm('embedding_norm') : []),
  ];
}

/** The matrices of a layer's feed-forward, which belong to no head. */
export function feedForwardParts(config: TokenModelConfig, layer: number): PartPlace[] {
  const { d_model } = config;
  const { d_ff } = attentionAt(config, layer).shape;
  const part = `layers.${layer}.feed_forward`;
  return [
    { name: `${part}.w_1`, from: [0, 0], to: [d_model, d_ff] },
    { name: `${part}.w_2`, from: [0, 0], to: [d_ff, d_model] },
  ];
}

type Shapes = Readonly<Record<string, { readonly shape: readonly number[] }>>;

/** The shapes of an encoder's parameters that can be changed: those of its layers and norms. */
export function parameterShapes(config: TokenModelConfig): Shapes {
  const { d_model } = config;
  const normOf = (norm: string) =>
    ['gamma', 'beta'].map((one): [string, number[]] => [`${norm}.${one}`, [d_model]]);
  const layers = attentionsOf(config).flatMap(({ name, layer, shape }): [string, number[]][] => {
    const { heads, d_head, d_v, d_ff } = shape;
    const part = `layers.${layer}`;
    const forward = `${part}.feed_forward`;
    const projections = { q: d_head, k: d_head, v: d_v };
    return [
      ...Object.entries(projections).flatMap(([one, width]): [string, number[]][] => [
        [`${name}.w_${one}`, [d_model, heads * width]],
        [`${name}.b_${one}`, [heads * width]],
      ]),
      [`${name}.w_o`, [heads * d_v, d_model]],
      [`${name}.b_o`, [d_model]],
      [`${forward}.w_1`, [d_model, d_ff]],
      [`${forward}.b_1`, [d_ff]],
      [`${forward}.w_2`, [d_ff, d_model]],
      [`${forward}.b_2`, [d_model]],
      ...normOf(`${part}.norm_1`),
      ...normOf(`${part}.norm_2`),
    ];
  });
  const all = [...layers, ...normOf('embedding_norm')];
  return Object.fromEntries(all.map(([name, shape]) => [name, { shape }]));
}

/** Whether it is the place of a parameter of a layer or a norm, whose edit applies to all texts. */
export const isParameter = ({ field }: EditPlace): boolean => /^([wb]_\w+|gamma|beta)$/.test(field);

/** The parts with the edits of their numbers. */
export function changedParts(parts: ParameterParts, edits: readonly Edit[]): ParameterParts {
  const partEdits = edits.flatMap((edit) => {
    const from = parts[fieldName(edit)]?.from ?? [];
    const index = edit.index.map((at, axis) => (at === null ? null : at - (from[axis] ?? 0)));
    return index.some((at) => at !== null && at < 0) ? [] : [{ ...edit, index }];
  });
  return { ...parts, ...changedParameters(parts, partEdits) };
}
