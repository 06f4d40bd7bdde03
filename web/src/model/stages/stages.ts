/** The stages of a model's computation for one attention and head, in their order. */
import type { TokenModelConfig } from '../../../../wasm/engine';
import { sharedSettings } from '../../settings/shared';
import { attentionAt, layerCount } from './attentions';

/** The configuration of a model whose story is shown. */
export interface StoryConfig extends TokenModelConfig {
  /** Whether a head for masked words is on top of an encoder without logits. */
  readonly predicts_words?: boolean;
}

/**
 * `embedded` is the X of the first layer, `input` that of later ones. `embedding_sum` comes before `embedding_norm`. `memory`
 * is the encoder's output, which cross-attention reads; `to_decoder` is the same at the end of the encoder.
 */
const stageNames = sharedSettings.stage.words;
export type StageName = (typeof stageNames)[number];

/** The stages of this attention, from the tokens to the prediction, or in an encoder to its decoder. Images have no tokens. */
export function stagesOf(config: StoryConfig, layer: number): StageName[] {
  const { norm_first = false } = config;
  const attentionPlace = attentionAt(config, layer);
  const feeds = attentionPlace.feeds && attentionPlace.shape.d_ff > 0;
  const block = (part: readonly StageName[], norm: StageName, sum: StageName): StageName[] =>
    norm_first ? [norm, ...part, sum] : [...part, sum, norm];
  const attention: StageName[] = [
    'q',
    ...(attentionPlace.isCross ? ['memory' as const] : []),
    'k',
    'v',
    'scores',
    'mask',
    'weights',
    'weighted',
    'context',
    'concat',
    'output',
  ];
  const leads =
    layer + 1 < layerCount(config) && attentionAt(config, layer + 1).stack === attentionPlace.stack;
  return [
    ...(config.architecture === 'vision' ? [] : (['tokens'] as const)),
    ...inputOf(config, attentionPlace.input),
    ...block(attention, 'norm_1', 'residual_1'),
    ...(feeds ? block(['feed_forward'], 'norm_2', 'residual_2') : []),
    ...(leads ? (['next_layer'] as const) : []),
    ...(config.final_norm ? (['final_norm'] as const) : []),
    ...(attentionPlace.stack === 'encoder.' ? (['to_decoder'] as const) : endOf(config)),
  ];
}

/** The name of the layer's input. */
function inputOf({ embedding_norm }: StoryConfig, input: string): StageName[] {
  if (!input.endsWith('embedded')) return ['input'];
  return embedding_norm ? ['embedding_sum', 'embedding_norm'] : ['embedded'];
}

/** An encoder without logits ends with the vector of the text, unless it has a head for masked words. */
const endOf = ({ head = true, predicts_words }: StoryConfig): StageName[] =>
  head || predicts_words ? ['prediction'] : ['pooled', 'similarity'];
