/** The parts of an opened model's parameters that belong to a story's head and layer, and edits of them. */
import type { TokenModelConfig } from '../../../../wasm/engine';
import type { Tensor } from '../../tensors/tensor';
import { attentionAt, attentionsOf, type Attention } from './attentions';
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

/** The name and the shape of a parameter. */
type Shape = readonly [name: string, shape: readonly number[]];

const normShapes = (name: string, { d_model }: TokenModelConfig): Shape[] =>
  ['gamma', 'beta'].map((parameter) => [`${name}.${parameter}`, [d_model]]);

/** The parameters of an encoder's layer. */
function layerShapes({ name, layer, shape }: Attention, config: TokenModelConfig): Shape[] {
  const { d_model } = config;
  const { heads, d_head, d_v, d_ff } = shape;
  const part = `layers.${layer}`;
  return [
    ...Object.entries({ q: d_head, k: d_head, v: d_v }).flatMap(([letter, width]): Shape[] => [
      [`${name}.w_${letter}`, [d_model, heads * width]],
      [`${name}.b_${letter}`, [heads * width]],
    ]),
    [`${name}.w_o`, [heads * d_v, d_model]],
    [`${name}.b_o`, [d_model]],
    [`${part}.feed_forward.w_1`, [d_model, d_ff]],
    [`${part}.feed_forward.b_1`, [d_ff]],
    [`${part}.feed_forward.w_2`, [d_ff, d_model]],
    [`${part}.feed_forward.b_2`, [d_model]],
    ...normShapes(`${part}.norm_1`, config),
    ...normShapes(`${part}.norm_2`, config),
  ];
}

const isFeedForwardMatrix = ([name]: Shape): boolean => /\.feed_forward\.w_\d$/.test(name);

const whole = ([name, shape]: Shape): PartPlace => ({ name, from: shape.map(() => 0), to: shape });

/** The axis of a parameter on which the parts of the heads are side by side; undefined if they share it. */
function headAxis(name: string): number | undefined {
  if (/\.(w_o|b_[qkv])$/.test(name)) return 0;
  return /\.w_[qkv]$/.test(name) ? 1 : undefined;
}

/** The parameters of a head and its layer, without the feed-forward's matrices, which are large. */
export function parameterParts(config: TokenModelConfig, layer: number, head: number): PartPlace[] {
  const attention = attentionAt(config, layer);
  const shapes = layerShapes(attention, config).filter((shape) => !isFeedForwardMatrix(shape));
  const embedding = layer === 0 ? normShapes('embedding_norm', config) : [];
  return [...shapes, ...embedding].map((shape) => {
    const place = whole(shape);
    const axis = headAxis(place.name);
    if (axis === undefined) return place;
    const width = place.to[axis]! / attention.shape.heads;
    const { name, from, to } = place;
    return { name, from: from.with(axis, head * width), to: to.with(axis, (head + 1) * width) };
  });
}

/** The matrices of a layer's feed-forward, which belong to no head. */
export const feedForwardParts = (config: TokenModelConfig, layer: number): PartPlace[] =>
  layerShapes(attentionAt(config, layer), config).filter(isFeedForwardMatrix).map(whole);

/** The shapes of an encoder's parameters that can be changed: those of its layers and norms. */
export function parameterShapes(
  config: TokenModelConfig,
): Readonly<Record<string, { readonly shape: readonly number[] }>> {
  const layers = attentionsOf(config).flatMap((attention) => layerShapes(attention, config));
  const all = [...layers, ...normShapes('embedding_norm', config)];
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
