/** What is said of a weight that could go to another word. */
import { expect, it } from 'vitest';
import { turnOf } from '../../../web/src/model/measured-examples';

it.each([
  ['leans', 0.4, 0.6, 0.2],
  ['flips', 0.2, 0.6, 0.4],
  ['flips', 0.3, 0.2, 0.4],
  ['stays', 0.6, 0.4, 0.2],
  ['stays', 0.4, 0.4, 0.2],
] as const)('it %s: %d, before %d, the rival %d', (said, weight, before, rival) => {
  expect(turnOf(weight, before, rival)).toBe(said);
});
