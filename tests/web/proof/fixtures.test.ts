import { describe, expect, it } from 'vitest';
import { fixturesOf } from '../../../web/src/proof/fixtures';

const tensor = { axes: ['axis_0'], shape: [1], data: Float32Array.of(1) };
const described = {
  name: 'linear/no_bias',
  operation: 'linear',
  config: {},
  module: null,
  source: 'torch.nn.functional.linear',
  header: 'ops/linear.h',
};
const metadata = { cases: JSON.stringify([described]) };

describe('fixtures', () => {
  it('are read in the order of their list, each with its own tensors', () => {
    const other = { ...described, name: 'linear/bias' };
    const fixtures = fixturesOf({
      metadata: { cases: JSON.stringify([other, described]) },
      tensors: {
        'linear/no_bias/inputs/x': tensor,
        'linear/bias/parameters/layers.0.w': tensor,
        'linear/no_bias/outputs/y': tensor,
        'linear/bias/outputs/y': tensor,
        'linear/no_bias/d_outputs/d_y': tensor,
        'linear/no_bias/gradients/d_x': tensor,
      },
    });
    expect(fixtures.map(({ name }) => name)).toEqual(['linear/bias', 'linear/no_bias']);
    expect(Object.keys(fixtures[0]!.parameters)).toEqual(['layers.0.w']);
    expect(fixtures[1]).toEqual({
      ...described,
      parameters: {},
      inputs: { x: tensor },
      outputs: { y: tensor },
      d_outputs: { d_y: tensor },
      gradients: { d_x: tensor },
    });
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['without a list of cases', {}, [], 'expected metadata "cases", got none'],
    ['with an empty one', { cases: '[]' }, [], 'to be a list of cases'],
    ['with a list that is none', { cases: '{}' }, [], 'to be a list of cases'],
    ['with a list that is cut', { cases: '[{' }, [], 'JSON'],
    ['with a case that has no outputs', metadata, ['linear/no_bias/inputs/x'], 'expected outputs'],
    [
      'with tensors of no case',
      metadata,
      ['linear/no_bias/outputs/y', 'linear/other/outputs/y'],
      'got "linear/other/outputs/y"',
    ],
    ['with tensors of no kind', metadata, ['linear/no_bias/results/y'], 'no_bias/results/y'],
    ['with a tensor of no name', metadata, ['linear/no_bias/outputs/'], 'no_bias/outputs/'],
  ])('%s are refused', (_, given, paths, words) => {
    const tensors = Object.fromEntries(paths.map((path) => [path, tensor]));
    expect(() => fixturesOf({ metadata: given, tensors })).toThrow(words);
  });
});
