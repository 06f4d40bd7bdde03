/** The speed page and the benchmarks time correct results: each kind of workload, at a small size. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { check } from '../../web/src/measure/check.ts';
import { dataFor } from '../../web/src/measure/data.ts';
import { limitOf } from '../../web/src/measure/limit.ts';
import { productContender, ourContender } from '../../web/src/measure/ours.ts';
import { measureOurs, runOrder, type MeasuredModules } from '../../web/src/measure/run.ts';
import type { SpeedMessage } from '../../web/src/speed/run.ts';
import { workloads, type Product, type Workload } from '../../web/src/speed/workloads.ts';
import { engineInNode } from '../bench/engine-in-node.ts';

const measured = engineInNode();
const modules = await measured.open();

function sortOf(workload: Workload): string {
  const { kind, causal, results, of } = workload as Workload &
    Record<'causal' | 'results' | 'of', unknown>;
  return [kind, causal, results, of].join();
}

/** One workload of each kind, reduced in size. */
const smallWorkloads = workloads
  .map((workload): Workload => {
    switch (workload.kind) {
      case 'product':
        return { ...workload, rows: 9, depth: 20, columns: 13 };
      case 'attention':
        return { ...workload, n: 33 };
      case 'window':
        return { ...workload, n: 40, window: 5 };
      case 'multi_head':
        return { ...workload, n: 19, d_model: 24, num_heads: 3 };
      case 'stack':
      case 'step':
        return {
          ...workload,
          n: workload.kind === 'step' ? 1 : 7,
          cached: workload.kind === 'step' ? 9 : 0,
          ...(workload.reads && { reads: 5000 }),
          num_layers: 2,
          d_model: 16,
          num_heads: 2,
          d_ff: 32,
        };
      case 'training':
        return { ...workload, batch: 3, n: 5, d_model: 16, d_ff: 24, num_heads: 2 };
      case 'small':
        return workload;
    }
  })
  .filter((workload, i, all) => all.findIndex((other) => sortOf(other) === sortOf(workload)) === i);

const products = workloads.filter((workload): workload is Product => workload.kind === 'product');

// Speeds up the clock, to shorten the warm-up before each timing.
beforeEach(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => 20 * now());
});

describe('measuring', () => {
  it.each(smallWorkloads.map((workload) => [workload.name, workload] as const))(
    'compares %s with plain loops, then times it',
    async (_, workload) => {
      const figure = await measureOurs(workload, modules, measured.limits, 1);
      expect(figure.difference).toBeLessThan(1e-5);
      expect(figure.milliseconds).toBeGreaterThan(0);
      expect(figure.limit).toBeGreaterThan(0);
    },
  );

  it.each(smallWorkloads.map((workload) => [workload.name, workload] as const))(
    'refuses %s with a wrong number',
    (_, workload) => {
      const data = dataFor(workload, modules.engine);
      const own = ourContender(workload, data, modules);
      const spoil = (results: Float32Array[]) => {
        results[0]![0]! += 0.01;
        return results;
      };
      const { proof } = own;
      const spoilt = {
        ...own,
        run: () => spoil(own.run() as Float32Array[]),
        ...(proof ? { proof: () => spoil(proof()) } : {}),
      };
      expect(() => check(workload, data, spoilt)).toThrow(
        /expected a difference of at most 0.0001 from the reference/,
      );
      own.release?.();
    },
  );

  // Eigen packs on the stack. A stack overflow traps, or corrupts the operands, which both products share. Eigen goes
  // first, because both write their result to the same place.
  it.each(products.map((workload) => [workload.name, workload] as const))(
    'measures %s by Eigen and by the core in turns',
    async (_, workload) => {
      const fresh = await measured.open();
      const data = dataFor(workload, fresh.engine);
      const both = (['eigen', 'core'] as const).map((verb) =>
        productContender(verb, workload, data, fresh.products),
      );
      for (const one of [...both, ...both]) expect(check(workload, data, one)).toBeLessThan(1e-5);
    },
  );

  it('checks training by the losses of its first steps, whatever ran before', () => {
    const workload = smallWorkloads.find(({ kind }) => kind === 'training')!;
    const own = ourContender(workload, dataFor(workload, modules.engine), modules);
    const lossOf = (results: unknown) => (results as Float32Array[])[0]![0]!;
    const taken = [0, 1, 2].map(() => lossOf(own.run()));
    expect(new Set(taken).size).toBe(3);
    expect(own.proof!().map(([loss]) => loss)).toEqual(taken);
    expect(taken).not.toContain(lossOf(own.run()));
    own.release?.();
  });

  it('reports progress, and continues after a workload fails', async () => {
    const messages: SpeedMessage[] = [];
    const broken: MeasuredModules = {
      ...measured,
      limits: { SIMD: new Uint8Array([0, 0x61, 0x73, 0x6d]) },
    };
    const order = { ids: ['small-weights', 'small-trace'], rounds: 1 };
    await runOrder(
      order,
      broken,
      (message) => messages.push(message),
      async () => {},
    );
    expect(messages.map(({ kind }) => kind)).toEqual([
      'begun',
      'round',
      'failed',
      'begun',
      'round',
      'failed',
      'done',
    ]);
    messages.length = 0;
    await runOrder(
      order,
      measured,
      (message) => messages.push(message),
      async () => {},
    );
    expect(messages.filter(({ kind }) => kind === 'measured')).toHaveLength(2);
    expect(messages.at(-1)).toEqual({ kind: 'done' });
  });
});

describe('the limit of workloads that read', () => {
  it('sums all numbers in memory, each of them 1', async () => {
    const { instance } = await WebAssembly.instantiate(measured.limits['SIMD']!);
    const { hold, read } = instance.exports as Record<string, (number: number) => number>;
    expect(read!(1)).toBe(0);
    expect(hold!(4096)).toBe(1);
    expect(read!(1)).toBe(1024);
    expect(read!(3)).toBe(3 * 1024);
    expect(hold!(100_000)).toBe(1);
    expect(read!(1)).toBe(24_992);
  });

  it('reads a part if memory cannot hold all of it', async () => {
    const { instance } = await WebAssembly.instantiate(measured.limits['SIMD']!);
    const { hold } = instance.exports as Record<string, (number: number) => number>;
    expect(hold!(4.2e9)).toBe(0);
    const exports = { hold: (bytes: number) => (bytes > 1000 ? 0 : 1) };
    vi.spyOn(WebAssembly, 'instantiate').mockResolvedValueOnce({ instance: { exports } } as never);
    const quarter = await limitOf(new ArrayBuffer(0), { reads: 4000, flops: 8 });
    expect(quarter.flops).toBe(2);
  });
});
