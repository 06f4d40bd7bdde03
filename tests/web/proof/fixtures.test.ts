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
  it('keep the order of the case list, each with its own tensors', () => {
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
    ['with an empty list', { cases: '[]' }, [], 'to be a list of cases'],
    ['with an object instead of a list', { cases: '{}' }, [], 'to be a list of cases'],
    ['with truncated JSON', { cases: '[{' }, [], 'JSON'],
    ['with a case without outputs', metadata, ['linear/no_bias/inputs/x'], 'expected outputs'],
    [
      'with tensors of an unknown case',
      metadata,
      ['linear/no_bias/outputs/y', 'linear/other/outputs/y'],
      'got "linear/other/outputs/y"',
    ],
    [
      'with tensors of an unknown group',
      metadata,
      ['linear/no_bias/results/y'],
      'no_bias/results/y',
    ],
    ['with an unnamed tensor', metadata, ['linear/no_bias/outputs/'], 'no_bias/outputs/'],
  ])('%s are refused', (_, invalidMetadata, paths, message) => {
    const tensors = Object.fromEntries(paths.map((path) => [path, tensor]));
    expect(() => fixturesOf({ metadata: invalidMetadata, tensors })).toThrow(message);
  });
});
