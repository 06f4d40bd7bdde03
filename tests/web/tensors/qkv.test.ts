/** Queries, keys and values that a page in JavaScript gives. */
import { expect, it } from 'vitest';
import { headsOf, type Qkv } from '../../../web/src/tensors/qkv';

const given = (data: unknown): Qkv => {
  const tensor = { shape: [2, 2], data: data as Float32Array };
  return { name: 'page', q: tensor, k: tensor, v: tensor };
};

it('numbers in a plain array become a Float32Array, which the engine needs', () => {
  expect(headsOf(given([1, 2, 3, 4])).q.data).toEqual(Float32Array.of(1, 2, 3, 4));
});

it('no data, nested arrays and text are refused', () => {
  expect(() => headsOf(given(undefined))).toThrow('q should have 4 numbers, but has 0.');
  expect(() =>
    headsOf(
      given([
        [1, 2],
        [3, 4],
      ]),
    ),
  ).toThrow('q should have 4 numbers, but has 2.');
  expect(() => headsOf(given([1, 2, 3, 'a']))).toThrow('q must contain only finite numbers');
});
