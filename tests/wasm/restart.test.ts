import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine, EngineError } from '../../web/src/engine/client';
import type { Tensor } from '../../wasm/engine';
import { wasmBinary } from './module';
import { hostWithCrash } from './trap';

vi.mock('../../web/src/engine/session-host', async (original) => {
  const { openSession } = await original<typeof import('../../web/src/engine/session-host')>();
  return { createSessionHost: hostWithCrash(openSession) };
});

let engine: Engine;
let x: Tensor;
beforeEach(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary() });
  const tokens = ['the', 'cat', 'sat'];
  ({ x } = await engine.embed({ tokens, d_model: 8, seed: 1, positions: 'none' }));
});
afterEach(() => engine.close());

const config = (seed: number) => ({ d_model: 8, num_heads: 2, seed });
const row = { head: 1, query: 2, most: 3 };

const crash = () => engine.request('crash' as never, [] as never);

/** How many layers the session has made so far. */
async function layersMade(): Promise<number> {
  return (await engine.request('createMultiHead', [config(1)])) - 1;
}

describe('when the engine breaks', () => {
  it('everything pending is rejected with the reason', async () => {
    const pending = [crash(), engine.memory(), engine.memory()];
    for (const one of pending) {
      await expect(one).rejects.toThrow(EngineError);
      await expect(one).rejects.toThrow(/^The engine stopped: .+\.$/);
    }
  });

  it('the next request starts a fresh one', async () => {
    await expect(crash()).rejects.toThrow(EngineError);
    expect((await engine.memory()).heap_bytes).toBeGreaterThan(0);
    expect(engine.generation).toBe(2);
  });

  it('it can break and start again and again', async () => {
    for (let i = 0; i < 3; i++) {
      await expect(crash()).rejects.toThrow(EngineError);
      await engine.memory();
    }
    expect(engine.generation).toBe(4);
  });

  it('and is closed while a fresh one starts, nothing more is answered', async () => {
    await expect(crash()).rejects.toThrow(EngineError);
    const [asked, started] = [engine.memory(), engine.start()];
    engine.close();
    for (const refused of [asked, started])
      await expect(refused).rejects.toThrow('The engine has been closed.');
    await expect(engine.memory()).rejects.toThrow('The engine has been closed.');
  });

  // TEST-CASES 38
  it('a layer is made anew and computes the same bits', async () => {
    const [other, layer] = [await engine.multiHead(config(2)), await engine.multiHead(config(3))];
    const before = {
      forward: await layer.forward({ query: x }),
      parameters: await layer.parameters(),
      other: await other.forward({ query: x }),
    };
    await expect(crash()).rejects.toThrow();
    expect(await layer.forward({ query: x })).toEqual(before.forward);
    expect(await layer.parameters()).toEqual(before.parameters);
    expect(await other.forward({ query: x })).toEqual(before.other);
  });

  it('the trace of a layer is made anew with it', async () => {
    const layer = await engine.multiHead(config(3));
    await layer.trace({ query: x, mask: 'causal' });
    const [detail, mean] = [await layer.rowDetail(row), await layer.average('weights')];
    await expect(crash()).rejects.toThrow();
    expect(await layer.rowDetail(row)).toEqual(detail);
    await expect(crash()).rejects.toThrow();
    expect(await layer.average('weights')).toEqual(mean);
  });

  it('a layer without a trace still has none, and does not show that of another', async () => {
    const [untraced, traced] = [
      await engine.multiHead(config(2)),
      await engine.multiHead(config(3)),
    ];
    await expect(crash()).rejects.toThrow();
    await traced.trace({ query: x }); // now the first layer of the new session
    await expect(untraced.rowDetail(row)).rejects.toThrow('no trace yet');
  });

  it('a layer is made anew once, however many requests wait for it', async () => {
    const layer = await engine.multiHead(config(3));
    await layer.trace({ query: x });
    const detail = await layer.rowDetail(row);
    await expect(crash()).rejects.toThrow();
    const answers = [layer.forward({ query: x }), layer.rowDetail(row), layer.average('weights')];
    expect((await Promise.all(answers))[1]).toEqual(detail);
    expect(await layersMade()).toBe(1);
  });
});

describe('a released layer', () => {
  it('gives its memory back', async () => {
    const warm = await engine.multiHead({ ...config(1), d_model: 256 });
    warm.release();
    const base = (await engine.memory()).used_bytes;
    const layer = await engine.multiHead({ ...config(1), d_model: 256 });
    const one = (await engine.memory()).used_bytes;
    expect(one - base).toBeGreaterThan(4 * 256 * 256 * 4 - 256);
    layer.release();
    expect(Math.abs((await engine.memory()).used_bytes - base)).toBeLessThan(256);
  });

  it('rejects what is asked of it, and is not made anew for it', async () => {
    const layer = await engine.multiHead(config(1));
    await layer.trace({ query: x });
    layer.release();
    await expect(layer.rowDetail(row)).rejects.toThrow('released');
    await expect(layer.forward({ query: x })).rejects.toThrow('released');
    expect(await layersMade()).toBe(1);
  });

  it('takes no other with it when the engine broke in between', async () => {
    const old = await engine.multiHead(config(1));
    await expect(crash()).rejects.toThrow();
    const making = engine.multiHead(config(2)); // has the number that `old` had
    old.release();
    const layer = await making;
    expect((await layer.forward({ query: x })).shape).toEqual([3, 8]);
  });

  it('may be released again, and after a break, without touching any other', async () => {
    const layer = await engine.multiHead(config(1));
    const before = await layer.forward({ query: x });
    await expect(crash()).rejects.toThrow();
    const other = await engine.multiHead(config(1)); // has the number that `layer` had
    layer.release();
    layer.release();
    expect(await other.forward({ query: x })).toEqual(before);
    expect(await layersMade()).toBe(1);
  });
});
