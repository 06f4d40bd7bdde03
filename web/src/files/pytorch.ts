/** Writes the PyTorch script for the numbers on the screen. */
import { scriptOf, type Dialect, type Screen, type Script } from './script';

const pytorch: Dialect = {
  name: 'PyTorch',
  imports: ['import torch'],
  array: (literal) => `torch.tensor(${literal})`,
  loaded: (expression) => `torch.from_numpy(${expression})`,
  positions: [
    'position = torch.arange(len(tokens), dtype=torch.float64)[:, None]',
    'angle = position / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)',
    'P = torch.empty(len(tokens), d_model)',
    'P[:, 0::2], P[:, 1::2] = torch.sin(angle), torch.cos(angle[:, : d_model // 2])',
  ],
  causal:
    'masked = scores.masked_fill(torch.ones(len(tokens), len(keys)).tril(len(keys) - len(tokens)) == 0, float("-inf"))',
  softmax: (hasEmptyRows) =>
    hasEmptyRows
      ? [
          '# The first queries may attend to no key: their weights are 0.',
          'weights = torch.softmax(masked, -1).nan_to_num()',
        ]
      : ['weights = torch.softmax(masked, -1)'],
};

export function pytorchScript(screen: Screen): Script {
  return scriptOf(screen, pytorch);
}
