/** The parts of an opened model's parameters that belong to the head and the layer of a story. */
import type { TokenModelConfig } from '../../../wasm/engine';
import type { Tensor } from '../tensor';
import { attentionAt } from './attentions';

/** A parameter, or a part of it. */
export interface ParameterPart extends Pick<Tensor, 'shape' | 'data'> {
  /** Where its first number is; absent for all of it. */
  readonly from?: readonly number[] | undefined;
}

export type ParameterParts = Readonly<Record<string, ParameterPart>>;

export interface PartPlace {
  readonly name: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The feed-forward's matrices are left out: they are large, and belong to no head. */
export function partsOf(config: TokenModelConfig, layer: number, head: number): PartPlace[] {
  const { d_model } = config;
  const { name, shape } = attentionAt(config, layer);
  const { d_head, d_v, d_ff } = shape;
  const part = `layers.${layer}`;
  const own = (d: number) => [head * d, (head + 1) * d] as const;
  const vector = (name: string, width: number): PartPlace => ({ name, from: [0], to: [width] });
  const norm = (of: string) => ['gamma', 'beta'].map((one) => vector(`${of}.${one}`, d_model));
  return [
    ...(['q', 'k', 'v'] as const).flatMap((one) => {
      const [from, to] = own(one === 'v' ? d_v : d_head);
      return [
        { name: `${name}.w_${one}`, from: [0, from], to: [d_model, to] },
        { name: `${name}.b_${one}`, from: [from], to: [to] },
      ];
    }),
    { name: `${name}.w_o`, from: [own(d_v)[0], 0], to: [own(d_v)[1], d_model] },
    vector(`${name}.b_o`, d_model),
    vector(`${part}.feed_forward.b_1`, d_ff),
    vector(`${part}.feed_forward.b_2`, d_model),
    ...norm(`${part}.norm_1`),
    ...norm(`${part}.norm_2`),
    ...(layer === 0 ? norm('embedding_norm') : []),
  ];
}
