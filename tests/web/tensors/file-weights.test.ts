/** Weights from a file: their shapes, tokens and names in code, and rows that are not distributions. */
import { describe, expect, test } from 'vitest';
import { areDistributions, checkedWeights, oddRows } from '../../../web/src/tensors/file-weights';
import { codeOf, type FileWeights } from '../../../web/src/tensors/opened';

function weights(...shape: number[]): FileWeights {
  const size = shape.reduce((product, extent) => product * extent, 1);
  const data = new Float32Array(size).fill(1 / shape.at(-1)!);
  return { name: 'a.npz', weights: { shape, data } };
}

describe('shapes', () => {
  test.each([
    [
      [2, 3],
      [1, 1, 2, 3],
    ],
    [
      [4, 2, 3],
      [1, 4, 2, 3],
    ],
    [
      [1, 4, 1, 1],
      [1, 4, 1, 1],
    ],
  ])('%j', (shape, full) => {
    const asked = weights(...shape);
    const checked = checkedWeights(asked);
    expect(checked.weights.shape).toEqual(full);
    expect(checked.weights.data).toBe(asked.weights.data);
  });

  test('numbers in a plain array are shown as well', () => {
    const data = [0.25, 0.75] as unknown as Float32Array;
    const { weights, odd } = checkedWeights({ name: 'page', weights: { shape: [1, 2], data } });
    expect(weights.data).toEqual(Float32Array.of(0.25, 0.75));
    expect(odd.otherSums).toBe(0);
  });

  const t = (shape: number[], count: number) => ({ shape, data: new Float32Array(count) });
  test.each<[string, Partial<FileWeights>, RegExp]>([
    ['a vector', { weights: t([4], 4) }, /shape \[query, key\].*not \[4\]/],
    ['a batch of two', { weights: t([2, 1, 2, 2], 8) }, /not \[2, 1, 2, 2\]/],
    ['no shape', { weights: { data: new Float32Array(4) } as never }, /not undefined/],
    ['no rows', { weights: t([0, 4], 0) }, /not \[0, 4\]/],
    ['no data', { weights: { shape: [2, 3] } as never }, /should have 6 numbers, but has 0/],
    ['fewer numbers', { weights: t([2, 3], 5) }, /should have 6 numbers, but has 5/],
    ['too many tokens', { weights: t([513, 1], 513) }, /At most 512/],
    ['too many weights', { weights: t([17, 512, 512], 17 * 512 * 512) }, /At most 4194304/],
    ['other tokens', { ...weights(2, 2), tokens: ['a'] }, /tokens should have 2 tokens, but has 1/],
    ['other keys', { ...weights(2, 2), keyTokens: [] }, /keyTokens should have 2/],
  ])('%s is refused with its reason', (_, asked, reason) => {
    expect(() => checkedWeights({ name: 'a', ...asked } as FileWeights)).toThrow(reason);
  });
});

test('tokens are those of the file, or numbered places', () => {
  const names = (asked: FileWeights) => {
    const { tokens, keys } = checkedWeights(asked);
    return [tokens, keys, tokens === keys];
  };
  expect(names(weights(2, 2))).toEqual([['1', '2'], ['1', '2'], true]);
  expect(names(weights(1, 2))).toEqual([['q1'], ['k1', 'k2'], false]);
  const tokens = ['a', 'b'];
  expect(names({ ...weights(2, 2), tokens })).toEqual([tokens, tokens, true]);
  expect(names({ ...weights(2, 2), tokens, keyTokens: ['a', 'b'] })).toEqual([
    tokens,
    tokens,
    true,
  ]);
  expect(names({ ...weights(2, 2), tokens, keyTokens: ['b', 'a'] })[2]).toBe(false);
});

test('rows that are no distributions are counted by kind of error', () => {
  const rows = [
    [0.5, 0.5],
    [0, 0],
    [0.504, 0.5],
    [NaN, 1],
    [Infinity, -1],
    [-0.5, 1.5],
    [0.5, 0.6],
    [0.9, 0],
  ];
  expect(oddRows(Float32Array.from(rows.flat()), 2)).toEqual({
    rows: 8,
    notFinite: 2,
    negative: 1,
    otherSums: 2,
  });
  expect(areDistributions(oddRows(Float32Array.from(rows.slice(0, 3).flat()), 2))).toBe(true);
  expect(areDistributions(oddRows(Float32Array.from(rows[5]!), 2))).toBe(false);
});

test('a number is named by its indices in the file', () => {
  expect(codeOf(weights(2, 3), 0)).toBe('weights');
  expect(codeOf(weights(2, 3), 0, 1, 2)).toBe('weights[1, 2]');
  expect(codeOf(weights(4, 2, 3), 3, 1, 2)).toBe('weights[3, 1, 2]');
  expect(codeOf(weights(1, 4, 2, 3), 3)).toBe('weights[0, 3]');
  expect(codeOf({ ...weights(1, 4, 2, 3), tensor: 'attn', index: [5, 0] }, 3)).toBe(
    'attn[5, 0, 3]',
  );
});
