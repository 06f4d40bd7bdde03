/** The shapes of a stage's tensors, and whether it has parameters. */
import type { TokenModelConfig } from '../../../../wasm/engine';
import { attentionAt } from './attentions';
import type { StageName } from './stages';

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
  to_decoder: [['n', 'd_model']],
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
