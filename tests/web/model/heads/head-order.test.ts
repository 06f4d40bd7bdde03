import { expect, it } from 'vitest';
import { orderedHeads } from '../../../../web/src/model/heads/head-order';

const heads = [
  {},
  { name: 'verb → object', score: 0.8 },
  { name: 'adjective → noun', score: 0.9 },
  {},
  { name: 'verb → object', score: 0.95 },
];
const figures = { entropy: [2, 0.1, 0.1, 3, 1], distance: [1, 5, 4, 3, 2] };

it('sorts heads by layer, by name with the best first, and by figures with the smallest first', () => {
  expect(orderedHeads('layer', heads, figures)).toEqual([0, 1, 2, 3, 4]);
  expect(orderedHeads('name', heads, figures)).toEqual([2, 4, 1, 0, 3]);
  expect(orderedHeads('entropy', heads, figures)).toEqual([1, 2, 4, 0, 3]);
  expect(orderedHeads('distance', heads, figures)).toEqual([0, 4, 3, 2, 1]);
});

it('keeps the order of layers until there are figures', () => {
  expect(orderedHeads('entropy', heads, null)).toEqual([0, 1, 2, 3, 4]);
});
