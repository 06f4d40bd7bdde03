/** Writes the NumPy script for the numbers on the screen. */
import { scriptOf, type Dialect, type Screen, type Script } from './script';

const numpy: Dialect = {
  name: 'NumPy',
  imports: ['import numpy as np'],
  array: (literal) => `np.array(${literal}, dtype=np.float32)`,
  loaded: (expression) => expression,
  positions: [
    'angle = np.arange(len(tokens))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)',
    'P = np.empty((len(tokens), d_model))',
    'P[:, 0::2], P[:, 1::2] = np.sin(angle), np.cos(angle[:, : d_model // 2])',
  ],
  causal:
    'masked = np.where(np.tri(len(tokens), len(keys), len(keys) - len(tokens), dtype=bool), scores, -np.inf)',
  softmax: (hasEmptyRows) =>
    hasEmptyRows
      ? [
          '# The first queries may attend to no key: their weights are 0.',
          'weights = np.exp(masked - masked.max(-1, keepdims=True, initial=-1e30))',
          'weights /= weights.sum(-1, keepdims=True).clip(1e-30)',
        ]
      : [
          'weights = np.exp(masked - masked.max(-1, keepdims=True))',
          'weights /= weights.sum(-1, keepdims=True)  # softmax of each row',
        ],
};

export function numpyScript(screen: Screen): Script {
  return scriptOf(screen, numpy);
}
