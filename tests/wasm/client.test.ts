import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine, EngineError } from '../../web/src/engine/client';
import { wasmBinary, wasmUrl } from './module';

let engine: Engine;
beforeEach(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary() });
});
afterEach(() => engine.close());

const sentence = { tokens: ['the', 'cat', 'sat'], d_model: 8, seed: 1, positions: 'none' } as const;
const request = { ...sentence, tokens: [...sentence.tokens] };
const config = { d_model: 8, num_heads: 2, seed: 1 };
/** The number of the layer made: they count up, so a gap tells of one that was made unasked. */
const newLayer = (signal?: AbortSignal) => engine.request('createMultiHead', [config], signal);

describe('an engine', () => {
  it('computes what the session computes', async () => {
    const { x } = await engine.embed(request);
    const layer = await engine.multiHead(config);
    const trace = await layer.trace({ query: x, mask: 'causal' });
    const output = await layer.forward({ query: x, mask: 'causal' });
    expect(trace.output.data).toEqual(output.data);
    expect([...trace.weights.data.slice(0, 6)]).toEqual([
      1,
      0,
      0,
      expect.any(Number),
      expect.any(Number),
      0,
    ]);
    const detail = await layer.rowDetail({ head: 1, query: 2, most: 2 });
    expect(detail.weights.data).toEqual(trace.weights.data.slice(15, 18));
    const mean = await layer.average('weights');
    expect(mean.data[8]).toBeCloseTo((trace.weights.data[8]! + trace.weights.data[17]!) / 2, 6);
  });

  it('takes the query for the key, the key for the value and no mask when not told otherwise', async () => {
    const { x } = await engine.embed(request);
    const other = (await engine.embed({ ...request, seed: 2 })).x;
    const layer = await engine.multiHead(config);
    const full = await layer.forward({ query: x, key: x, value: x, mask: 'none' });
    expect(await layer.forward({ query: x })).toEqual(full);
    const cross = await layer.forward({ query: x, key: other, value: other });
    expect(await layer.forward({ query: x, key: other })).toEqual(cross);
    expect(cross).not.toEqual(full);
  });

  it('starts from the address of a file', async () => {
    const other = await createEngine({ wasmUrl: wasmUrl.href });
    expect(await other.embed(request)).toEqual(await engine.embed(request));
    other.close();
  });

  it.each([
    ['an HTML page', '<!doctype html><title>404</title>'],
    ['nothing', ''],
    ['half a module', '\0asm\u0001\0\0\0garbage'],
  ])('does not start from %s, and says so', async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const started = createEngine({ wasmBinary: bytes.buffer as ArrayBuffer });
    await expect(started).rejects.toThrow(EngineError);
    await expect(started).rejects.toThrow('The engine could not start: ');
  });

  it('does not start from an address where nothing is', async () => {
    const absent = new URL('absent.wasm', wasmUrl).href;
    const started = createEngine({ wasmUrl: absent });
    await expect(started).rejects.toThrow(EngineError);
    await expect(started).rejects.toThrow('absent.wasm');
  });
});

describe('requests', () => {
  it('are answered in the order in which they were made, large and small', async () => {
    const answered: number[] = [];
    const sizes = [300, 1, 200, 2, 100, 3];
    await Promise.all(
      sizes.map(async (n) => {
        const tokens = Array.from({ length: n }, (_, i) => `${i}`);
        const { x } = await engine.embed({ ...request, tokens, d_model: 64 });
        expect(x.shape).toEqual([n, 64]);
        answered.push(n);
      }),
    );
    expect(answered).toEqual(sizes);
  });

  it('that are refused reject with the core’s words, and the next ones are answered', async () => {
    const refused = engine.multiHead({ ...config, num_heads: 3 });
    const next = newLayer();
    await expect(refused).rejects.toThrow('d_model 8 is not divisible by num_heads 3');
    await expect(refused).rejects.not.toBeInstanceOf(EngineError);
    expect(await next).toBe(1);
    expect(engine.generation).toBe(1);
  });

  it('that are aborted while they wait reject at once and are never computed', async () => {
    const controller = new AbortController();
    const [first, waiting, last] = [newLayer(), newLayer(controller.signal), newLayer()];
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toBe(1);
    expect(await last).toBe(2);
  });

  it('that are aborted before they are made are never computed either', async () => {
    await expect(newLayer(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(await newLayer()).toBe(1);
  });

  it('that are aborted while they are computed reject, and their late answer harms nothing', async () => {
    const controller = new AbortController();
    const active = newLayer(controller.signal);
    const next = engine.embed(request);
    controller.abort();
    await expect(active).rejects.toMatchObject({ name: 'AbortError' });
    expect((await next).x.shape).toEqual([3, 8]);
  });

  it('reject with the reason that the abort gave', async () => {
    const reason = new Error('a newer sentence was typed');
    await expect(newLayer(AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = newLayer(controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('that were answered are not undone by a later abort', async () => {
    const controller = new AbortController();
    expect(await newLayer(controller.signal)).toBe(1);
    controller.abort();
    expect(await newLayer()).toBe(2);
  });

  it('that are aborted while they are computed leave the trace that was given out last', async () => {
    const { x } = await engine.embed(request);
    const layer = await engine.multiHead(config);
    await layer.trace({ query: x });
    const row = { head: 0, query: 0, most: 1 };
    const before = await layer.rowDetail(row);
    const controller = new AbortController();
    const shorter = { shape: [1, 8], data: x.data.slice(0, 8) };
    // No time is left in this turn of the event loop: the engine answers in the next.
    vi.spyOn(performance, 'now').mockReturnValue(Infinity);
    const tracing = layer.trace({ query: shorter }, controller.signal);
    // Until it has been handed to the engine.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    controller.abort();
    await expect(tracing).rejects.toMatchObject({ name: 'AbortError' });
    expect(await layer.rowDetail(row)).toEqual(before);
  });

  it('leave no listener on a signal that serves many of them', async () => {
    const { signal } = new AbortController();
    let listening = 0;
    const [add, remove] = [signal.addEventListener, signal.removeEventListener];
    signal.addEventListener = (...given: unknown[]) => {
      listening++;
      // An AbortSignal among the options takes the listener off again.
      const { signal: end } = (given[2] ?? {}) as AddEventListenerOptions;
      end?.addEventListener('abort', () => listening--);
      Reflect.apply(add, signal, given);
    };
    signal.removeEventListener = (...given: unknown[]) => {
      listening--;
      Reflect.apply(remove, signal, given);
    };
    for (let i = 0; i < 5; i++) await engine.embed(request, signal);
    expect(listening).toBe(0);
  });

  it('leave the tensors that were given to them intact', async () => {
    const { x } = await engine.embed(request);
    const copy = structuredClone(x);
    const layer = await engine.multiHead(config);
    await layer.trace({ query: x });
    expect(x).toEqual(copy);
  });
});

describe('a closed engine', () => {
  it('rejects what is pending and what comes later', async () => {
    const pending = [newLayer(), newLayer(), engine.embed(request)];
    engine.close();
    for (const one of [...pending, newLayer(), engine.memory(), engine.multiHead(config)]) {
      await expect(one).rejects.toThrow(EngineError);
      await expect(one).rejects.toThrow('The engine has been closed.');
    }
  });

  it('may be closed again', () => {
    engine.close();
    expect(() => engine.close()).not.toThrow();
  });

  it('before it has started never starts', async () => {
    const starting = createEngine({ wasmBinary: wasmBinary() });
    const other = await starting;
    const waiting = other.memory();
    other.close();
    await expect(waiting).rejects.toThrow('The engine has been closed.');
    await expect(other.start()).rejects.toThrow('The engine has been closed.');
  });
});
