import { expect, it } from 'vitest';
import { nextSeed } from '../../../../web/src/elements/training/next-seed';
import { seedRow } from '../../../../web/src/settings/shared';

it('the next seed is one that a link may have', () => {
  expect(nextSeed(0)).toBe(1);
  expect(nextSeed(41)).toBe(42);
  expect(seedRow.parse('seed', String(nextSeed(seedRow.max)))).toBe(1);
});
