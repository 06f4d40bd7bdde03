/** Switching heads on or off. */
import { expect, it } from 'vitest';
import { allHeads, switchedHeads } from '../../../../web/src/model/heads/switched-heads';

const at = (layer: number, head: number) => ({ attention: `layers.${layer}.attention`, head });

it('switches heads off once, and leaves the others as they are', () => {
  const off = [at(0, 1), at(1, 0)];
  expect(switchedHeads(off, [at(1, 0), at(1, 1)], false)).toEqual([at(0, 1), at(1, 0), at(1, 1)]);
});

it('switches heads of one attention on', () => {
  const off = [at(0, 1), at(1, 0), at(1, 1)];
  expect(switchedHeads(off, allHeads('layers.1.attention', 4), true)).toEqual([at(0, 1)]);
});
