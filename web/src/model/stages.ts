/** The stages of a model's computation for one layer and head, in their order, with the shapes of their tensors. */
import type { TokenModelConfig } from '../../../wasm/engine';

/** `input` is the X of a later layer; `embedded` that of the first. */
export const stageNames = [
  ...(['tokens', 'embedded', 'input', 'norm_1', 'q', 'k', 'v', 'scores', 'mask'] as const),
  ...(['weights', 'weighted', 'context', 'concat', 'output', 'residual_1', 'norm_2'] as const),
  ...(['feed_forward', 'residual_2', 'next_layer', 'final_norm', 'prediction'] as const),
] as const;
export type StageName = (typeof stageNames)[number];

/** A symbol of the formula, which leads to its stages. */
export type SymbolName =
  | ('x' | 'context' | 'softmax' | 'q' | 'k' | 'scale' | 'mask' | 'v')
  | ('output' | 'w_o' | 'residual' | 'p');

export const symbolsOf: Record<StageName, readonly SymbolName[]> = {
  tokens: ['x'],
  embedded: ['x'],
  input: ['x'],
  norm_1: ['x'],
  q: ['q'],
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
};

/** The stages that a symbol leads to: the first of them that the layer has. */
export const stagesOfSymbol: Record<SymbolName, readonly StageName[]> = {
  x: ['embedded', 'input'],
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
};

/** One layer: its part of every setting that can differ between layers. */
export interface LayerShape {
  readonly heads: number;
  readonly d_head: number;
  readonly d_v: number;
  readonly d_ff: number;
  readonly rotary: boolean;
}

export const layerCount = ({ layers }: TokenModelConfig): number => layers ?? 1;

export function layerShape(config: TokenModelConfig, layer: number): LayerShape {
  const of = (setting: number | readonly number[] | undefined, absent: number) =>
    typeof setting === 'object' ? (setting[layer] ?? absent) : (setting ?? absent);
  const heads = of(config.heads, 1);
  const d_head = of(config.d_head, 0) || config.d_model / heads;
  return {
    heads,
    d_head,
    d_v: of(config.d_v, 0) || d_head,
    d_ff: of(config.d_ff, 0),
    rotary: of(config.rotary, 0) === 1,
  };
}

/** The stages of this layer, from the tokens to the prediction. */
export function stagesOf(config: TokenModelConfig, layer: number): StageName[] {
  const { norm_first = false } = config;
  const feeds = layerShape(config, layer).d_ff > 0;
  const block = (part: readonly StageName[], norm: StageName, sum: StageName): StageName[] =>
    norm_first ? [norm, ...part, sum] : [...part, sum, norm];
  const attention = ['q', 'k', 'v', 'scores', 'mask', 'weights'] as const;
  const after = ['weighted', 'context', 'concat', 'output'] as const;
  return [
    'tokens',
    layer === 0 ? 'embedded' : 'input',
    ...block([...attention, ...after], 'norm_1', 'residual_1'),
    ...(feeds ? block(['feed_forward'], 'norm_2', 'residual_2') : []),
    ...(layer + 1 < layerCount(config) ? (['next_layer'] as const) : []),
    ...(config.final_norm ? (['final_norm'] as const) : []),
    'prediction',
  ];
}

/** A stage's tensors in letters and in numbers: `n × d_model · d_model × d_head = n × d_head`. */
export interface StageShape {
  readonly letters: string;
  readonly numbers: string;
}

type Letter = 'n' | 'd_model' | 'd_head' | 'd_v' | 'd_ff' | 'heads·d_v' | 'labels' | '1';
type Matrix = readonly [Letter, Letter];

/** The factors of a product, and what it gives; or one matrix. */
const products: Record<StageName, readonly Matrix[]> = {
  tokens: [['1', 'n']],
  embedded: [['n', 'd_model']],
  input: [['n', 'd_model']],
  norm_1: [['n', 'd_model']],
  q: product(['n', 'd_model', 'd_head']),
  k: product(['n', 'd_model', 'd_head']),
  v: product(['n', 'd_model', 'd_v']),
  scores: product(['n', 'd_head', 'n']),
  mask: [['n', 'n']],
  weights: [['n', 'n']],
  weighted: [['n', 'd_v']],
  context: product(['n', 'n', 'd_v']),
  concat: [['n', 'heads·d_v']],
  output: product(['n', 'heads·d_v', 'd_model']),
  residual_1: [['n', 'd_model']],
  norm_2: [['n', 'd_model']],
  feed_forward: product(['n', 'd_model', 'd_ff', 'd_model']),
  residual_2: [['n', 'd_model']],
  next_layer: [['n', 'n']],
  final_norm: [['n', 'd_model']],
  prediction: product(['n', 'd_model', 'labels']),
};

/** [a, b] times [b, c] is [a, c]. */
function product(letters: readonly Letter[]): Matrix[] {
  const factors = letters.slice(1).map((letter, i) => [letters[i]!, letter] as const);
  return [...factors, [letters[0]!, letters.at(-1)!]];
}

/**
 *   n       the number of tokens
 *   labels  the width of the logits
 */
export function shapeOf(
  stage: StageName,
  config: TokenModelConfig,
  layer: number,
  { n, labels }: { n: number; labels: number },
): StageShape {
  const { heads, d_head, d_v, d_ff } = layerShape(config, layer);
  const { d_model } = config;
  const sizes: Record<Letter, number> = {
    ...{ n, labels, d_model, d_head, d_v, d_ff },
    'heads·d_v': heads * d_v,
    '1': 1,
  };
  const text = (name: (letter: Letter) => string | number) =>
    products[stage]
      .map(([rows, columns]) => `${name(rows)} × ${name(columns)}`)
      .map((matrix, i, all) => (i === 0 ? '' : i === all.length - 1 ? ' = ' : ' · ') + matrix)
      .join('');
  return { letters: text((letter) => letter), numbers: text((letter) => sizes[letter]) };
}
