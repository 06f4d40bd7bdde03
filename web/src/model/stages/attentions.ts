/** The attentions of a model, in the order in which they are computed. A story shows one of them. */
import type { TokenModelConfig } from '../../../../wasm/engine';

/** One layer's share of every setting that can differ between layers. */
export interface LayerShape {
  readonly heads: number;
  readonly d_head: number;
  readonly d_v: number;
  readonly d_ff: number;
  readonly rotary: boolean;
}

/** The sequence that the rows of a field belong to. Only encoder-decoders have a target. */
export type Side = 'source' | 'target';

export interface Attention {
  /** 'layers.1.attention', 'decoder.layers.0.cross_attention' */
  readonly name: string;
  readonly stack: '' | 'encoder.' | 'decoder.';
  /** Within its stack. */
  readonly layer: number;
  readonly shape: LayerShape;
  readonly isCross: boolean;
  /** Whether the layer's feed-forward part, if it has one, follows. */
  readonly feeds: boolean;
  /** The sequences of the queries and of the keys. */
  readonly queries: Side;
  readonly keys: Side;
  /** The field of the rows that enter it. */
  readonly input: string;
  /** 1, or 2 for a cross-attention: the number in `norm_1` and `residual_1`. */
  readonly block: number;
}

const attentionsByConfig = new WeakMap<TokenModelConfig, readonly Attention[]>();

export function attentionsOf(config: TokenModelConfig): readonly Attention[] {
  let attentions = attentionsByConfig.get(config);
  if (!attentions) attentionsByConfig.set(config, (attentions = listAttentions(config)));
  return attentions;
}

/** Selects the last attention if the number is too large. */
export function attentionAt(config: TokenModelConfig, number: number): Attention {
  const attentions = attentionsOf(config);
  return attentions[Math.min(number, attentions.length - 1)]!;
}

export const layerCount = (config: TokenModelConfig): number => attentionsOf(config).length;

export const layerShape = (config: TokenModelConfig, number: number): LayerShape =>
  attentionAt(config, number).shape;

export type PositionKind = 'learned' | 'sinusoidal' | 'rotary' | 'none';

/** How a model encodes positions: by vectors that are added, or by rotating queries and keys. */
export function positionsOf(config: TokenModelConfig): PositionKind {
  const { positions = 'none' } = config;
  return positions === 'none' && layerShape(config, 0).rotary ? 'rotary' : positions;
}

/** The mask that a model was trained with. */
export const maskOf = ({ architecture }: TokenModelConfig): 'none' | 'causal' =>
  architecture === 'encoder_only' || architecture === 'vision' ? 'none' : 'causal';

function listAttentions(config: TokenModelConfig): Attention[] {
  if (config.architecture !== 'encoder_decoder') return encoderOf(config, '');
  const { layers = 1, decoder_layers = layers, norm_first = false } = config;
  const decoderShape = {
    heads: config.decoder_heads ?? config.heads,
    d_head: config.decoder_d_head ?? config.d_head,
    d_v: config.decoder_d_v ?? config.d_v,
    d_ff: config.decoder_d_ff ?? config.d_ff,
    rotary: config.decoder_rotary,
  };
  const decoder = Array.from({ length: decoder_layers }, (_, layer): Attention[] => {
    const part = `decoder.layers.${layer}`;
    const common = { stack: 'decoder.', layer, queries: 'target' } as const;
    const shape = shapeIn({ ...config, ...decoderShape }, layer);
    return [
      {
        ...common,
        shape,
        name: `${part}.self_attention`,
        isCross: false,
        feeds: false,
        input: layer === 0 ? 'target_embedded' : `decoder.layers.${layer - 1}.output`,
        keys: 'target',
        block: 1,
      },
      {
        ...common,
        name: `${part}.cross_attention`,
        isCross: true,
        feeds: true,
        shape: { ...shape, rotary: false },
        input: `${part}.${norm_first ? 'residual_1' : 'norm_1'}`,
        keys: 'source',
        block: 2,
      },
    ];
  });
  return [...encoderOf(config, 'encoder.'), ...decoder.flat()];
}

function encoderOf(config: TokenModelConfig, stack: '' | 'encoder.'): Attention[] {
  return Array.from({ length: config.layers ?? 1 }, (_, layer) => ({
    name: `${stack}layers.${layer}.attention`,
    stack,
    layer,
    shape: shapeIn(config, layer),
    isCross: false,
    feeds: true,
    queries: 'source',
    keys: 'source',
    block: 1,
    input:
      layer > 0
        ? `${stack}layers.${layer - 1}.output`
        : stack === ''
          ? 'embedded'
          : 'source_embedded',
  }));
}

type PerLayer = 'heads' | 'd_head' | 'd_v' | 'd_ff' | 'rotary';
type Settings = Pick<TokenModelConfig, 'd_model'> & {
  readonly [Name in PerLayer]?: TokenModelConfig[Name] | undefined;
};

function shapeIn(config: Settings, layer: number): LayerShape {
  const perLayer = (setting: number | readonly number[] | undefined, absent: number) =>
    typeof setting === 'object' ? (setting[layer] ?? absent) : (setting ?? absent);
  const heads = perLayer(config.heads, 1);
  const d_head = perLayer(config.d_head, 0) || config.d_model / heads;
  return {
    heads,
    d_head,
    d_v: perLayer(config.d_v, 0) || d_head,
    d_ff: perLayer(config.d_ff, 0),
    rotary: perLayer(config.rotary, 0) === 1,
  };
}
