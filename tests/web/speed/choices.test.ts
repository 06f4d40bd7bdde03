import { describe, expect, it } from 'vitest';
import { choices } from '../../../web/src/speed/choices.ts';
import { workloads } from '../../../web/src/speed/workloads.ts';

describe('the choices', () => {
  it('include every workload exactly once', () => {
    const offered = choices.flatMap(({ ids }) => ids);
    expect([...offered].sort()).toEqual(workloads.map(({ id }) => id).sort());
  });

  it('deselect workloads that need hundreds of megabytes, and state their memory', () => {
    const large = choices.find(({ ids }) => ids.includes('stack-64'))!;
    expect(large.byDefault).toBe(false);
    expect(large.note).toMatch(/memory/);
  });
});

describe('the workloads', () => {
  it('count the FLOPs of their formulas', () => {
    const flopsOf = (id: string) => workloads.find((workload) => workload.id === id)!.flops;
    expect(flopsOf('product-64x64x64')).toBe(2 * 64 ** 3);
    expect(flopsOf('attention-4096')).toBe(4 * 4096 ** 2 * 64);
    expect(flopsOf('attention-4096-causal')).toBe((4 * 64 * 4096 * 4097) / 2);
    let pairs = 0;
    for (let i = 0; i < 4096; i++) pairs += Math.min(4095, i + 256) - Math.max(0, i - 256) + 1;
    expect(flopsOf('window-4096')).toBe(4 * 64 * pairs);
  });
});
