/** The symbols of the formula, and the stages that they belong to. */
import type { StageName } from './stages';

/** A symbol of the formula, which leads to its stages. */
export type SymbolName =
  | ('x' | 'context' | 'softmax' | 'q' | 'k' | 'scale' | 'mask' | 'v')
  | ('output' | 'w_o' | 'residual' | 'p' | 'u' | 'y');

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
  final_norm: ['p', 'y'],
  to_decoder: ['y'],
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
  y: ['to_decoder'],
};
