/** The stages of a model's computation for one attention and head, in their order, with the shapes of their tensors. */
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
 * is the encoder's output, which cross-attention reads.
 */
const stageNames = sharedSettings.stage.words;
export type StageName = (typeof stageNames)[number];

/** A symbol of the formula, which leads to its stages. */
export type SymbolName =
  | ('x' | 'context' | 'softmax' | 'q' | 'k' | 'scale' | 'mask' | 'v')
  | ('output' | 'w_o' | 'residual' | 'p' | 'u');

export const symbolsOf: Record<StageName, readonly SymbolName[]> = {
  tokens: ['x'],
  embedding_sum: ['x'],
  embedding_norm: ['x'],
  embedded: ['x'],
  input: ['x'],
  norm_1: ['x'],
  q: ['q'],
  memory: ['k', 'v'],
  k: ['k'],
  v: ['v'],
  scores: ['q', 'k', 'scale'],
  mask: ['mask'],
  weights: ['softmax'],
  weighted: ['softmax', 'v'],
  context: ['context'],
  concat: ['context'],
  output: ['output', 'w_o'],
  residual_1: ['residual'],
  norm_2: ['residual'],
  feed_forward: ['residual'],
  residual_2: ['residual'],
  next_layer: ['x'],
  final_norm: ['p'],
  prediction: ['p'],
  pooled: ['u'],
  similarity: ['u'],
};

/** The stages that a symbol leads to: the first of them that the layer has. */
export const stagesOfSymbol: Record<SymbolName, readonly StageName[]> = {
  x: ['embedded', 'embedding_norm', 'input'],
  context: ['context'],
  softmax: ['weights'],
  q: ['q'],
  k: ['k'],
  v: ['v'],
  scale: ['scores'],
  mask: ['mask'],
  output: ['output'],
  w_o: ['output'],
  residual: ['residual_1'],
  p: ['prediction'],
  u: ['pooled'],
};

/** The stages of this attention, from the tokens to the prediction. Images have no tokens. */
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
    ...endOf(config),
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

const withParameters: readonly StageName[] = [
  'embedding_sum',
  'embedding_norm',
  'embedded',
  'norm_1',
  'q',
  'k',
  'v',
  'output',
  'norm_2',
  'feed_forward',
  'final_norm',
  'prediction',
];

/** Whether the model has learned numbers for this stage. */
export const hasParameters = (stage: StageName): boolean => withParameters.includes(stage);

/** A stage's tensors in letters and in numbers: `n × d_model · d_model × d_head = n × d_head`. */
export interface StageShape {
  readonly letters: string;
  readonly numbers: string;
}

/** `n`: the number of queries. `m`: the number of keys, if these are other words, as in a cross-attention. */
type Letter = 'n' | 'm' | 'd_model' | 'd_head' | 'd_v' | 'd_ff' | 'heads·d_v' | 'labels' | '1';
type Matrix = readonly [Letter, Letter];

/** The factors of a product and its result; or a single matrix. */
const products: Record<StageName, readonly Matrix[]> = {
  tokens: [['1', 'n']],
  embedding_sum: [['n', 'd_model']],
  embedding_norm: [['n', 'd_model']],
  embedded: [['n', 'd_model']],
  input: [['n', 'd_model']],
  norm_1: [['n', 'd_model']],
  q: product(['n', 'd_model', 'd_head']),
  memory: [['m', 'd_model']],
  k: product(['m', 'd_model', 'd_head']),
  v: product(['m', 'd_model', 'd_v']),
  scores: product(['n', 'd_head', 'm']),
  mask: [['n', 'm']],
  weights: [['n', 'm']],
  weighted: [['m', 'd_v']],
  context: product(['n', 'm', 'd_v']),
  concat: [['n', 'heads·d_v']],
  output: product(['n', 'heads·d_v', 'd_model']),
  residual_1: [['n', 'd_model']],
  norm_2: [['n', 'd_model']],
  feed_forward: product(['n', 'd_model', 'd_ff', 'd_model']),
  residual_2: [['n', 'd_model']],
  next_layer: [['n', 'm']],
  final_norm: [['n', 'd_model']],
  prediction: product(['n', 'd_model', 'labels']),
  pooled: product(['1', 'n', 'd_model']),
  similarity: product(['1', 'd_model', '1']),
};

/** [a, b] times [b, c] is [a, c]. */
function product(letters: readonly Letter[]): Matrix[] {
  const factors = letters.slice(1).map((letter, i) => [letters[i]!, letter] as const);
  return [...factors, [letters[0]!, letters.at(-1)!]];
}

/**
 *   n       the number of tokens that look
 *   m       the number of those that a cross-attention looks at; by default n
 *   labels  the width of the logits
 */
export function shapeOf(
  stage: StageName,
  config: TokenModelConfig,
  layer: number,
  { n, m = n, labels }: { n: number; m?: number; labels: number },
): StageShape {
  const { heads, d_head, d_v, d_ff } = attentionAt(config, layer).shape;
  const { isCross } = attentionAt(config, layer + Number(stage === 'next_layer'));
  const { d_model } = config;
  const sizes: Record<Letter, number> = {
    n,
    m,
    labels,
    d_model,
    d_head,
    d_v,
    d_ff,
    'heads·d_v': heads * d_v,
    '1': 1,
  };
  const text = (name: (letter: Letter) => string | number) =>
    products[stage]
      .map(([rows, columns]) => `${name(rows)} × ${name(columns)}`)
      .map((matrix, i, all) => (i === 0 ? '' : i === all.length - 1 ? ' = ' : ' · ') + matrix)
      .join('');
  const letter = (symbol: Letter) => (symbol === 'm' && !isCross ? 'n' : symbol);
  return { letters: text(letter), numbers: text((symbol) => sizes[letter(symbol)]) };
}
