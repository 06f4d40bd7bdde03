import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngine, EngineError } from '../../web/src/engine/client/engine';
import { seeded } from '../support/seeded';
import { engine } from './attention-engine';
import { randomTensor } from './inputs';
import { newCalls, wasmBinary, wasmUrl } from './module';
import { expectNear } from './near';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

const x = randomTensor(seeded(1), 5, 8);
const config = { d_model: 8, num_heads: 2 };
const scores = { shape: [1, 2], data: Float32Array.of(0, Math.log(3)) };
const softmax = (signal?: AbortSignal) => engine.run('softmax', { inputs: { scores } }, { signal });
/** Model numbers count up, so a gap reveals a model that nobody requested. */
const newModel = (signal?: AbortSignal) =>
  engine.request('prepare', ['multi_head', config, 1], { signal });

describe('an engine', () => {
  it("returns the module's results", async () => {
    const { module } = await newCalls();
    const parameters = await engine.randomParameters('multi_head', config, 7);
    expect(parameters).toEqual(module.randomParameters('multi_head', config, 7));
    const inputs = { query: x };
    const call = { config, parameters, inputs };
    const args = [config, parameters, inputs] as const;
    const traced = await engine.run('multi_head', { ...call, keep: 'trace' });
    expect(traced).toEqual(module.run('multi_head', ...args, 'trace'));
    const weighed = await engine.run('multi_head', { ...call, keep: 'weights' });
    expect(weighed.trace).toEqual({ weights: traced.trace['weights'] });
    expect(await engine.run('multi_head', call)).toEqual({ outputs: traced.outputs });
    const d_outputs = { d_output: x };
    expect(await engine.gradients('multi_head', { ...call, d_outputs })).toEqual(
      module.gradients('multi_head', ...args, d_outputs),
    );
    expect(await engine.operations()).toEqual(module.operations());
  });

  it('reports its build, where it runs, and how much memory it holds', async () => {
    const info = await engine.info();
    expect(info).toMatchObject({ simd: 'SIMD', runs_in: 'thread' });
    expect(info.heap_bytes).toBeGreaterThan(info.used_bytes);
    expect(info.used_bytes).toBeGreaterThan(0);
  });

  it('accepts calls without the parts that an operation does not have', async () => {
    const { outputs } = await softmax();
    expectNear('weights', outputs.weights.data, [0.25, 0.75], 1e-6);
    const { outputs: alibi } = await engine.run('alibi', {
      config: { num_heads: 1, n_query: 1, n_key: 2 },
    });
    expect(alibi.bias.axes).toEqual(['head', 'query', 'key']);
  });

  it('treats a key whose value is undefined as absent', async () => {
    const parameters = await engine.randomParameters('multi_head', config, 1);
    const call = { parameters, inputs: { query: x } };
    const scale = undefined as unknown as number;
    expect(await engine.run('multi_head', { ...call, config: { ...config, scale } })).toEqual(
      await engine.run('multi_head', { ...call, config }),
    );
  });

  it('starts from the URL of a file', async () => {
    const other = await createEngine({ wasmUrl: wasmUrl.href, worker: false });
    expect(await other.run('softmax', { inputs: { scores } })).toEqual(await softmax());
    other.close();
  });

  it.each([
    ['an HTML page', '<!doctype html><title>404</title>'],
    ['nothing', ''],
    ['half a module', '\0asm\u0001\0\0\0garbage'],
  ])('does not start from %s, and says so', async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const started = createEngine({ wasmBinary: bytes.buffer as ArrayBuffer, worker: false });
    await expect(started).rejects.toThrow(EngineError);
    await expect(started).rejects.toThrow('The engine could not start: ');
  });

  it('does not start from a URL without a file', async () => {
    const absent = new URL('absent.wasm', wasmUrl).href;
    const started = createEngine({ wasmUrl: absent, worker: false });
    await expect(started).rejects.toThrow(EngineError);
    await expect(started).rejects.toThrow('absent.wasm');
  });

  describe('whose module never arrives', () => {
    beforeEach(() => {
      // This promise rejects only when it is aborted.
      vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
        while (true) {
          signal.throwIfAborted();
          await new Promise((resolve) => setTimeout(resolve));
        }
      });
    });
    afterEach(() => vi.unstubAllGlobals());
    const start = (signal: AbortSignal) =>
      createEngine({ wasmUrl: 'https://localhost/attention.wasm', worker: false, signal });

    it('stops starting when its signal is aborted', async () => {
      const controller = new AbortController();
      const starting = start(controller.signal);
      controller.abort(new Error('enough'));
      await expect(starting).rejects.toThrow('enough');
    });

    it('does not start with a signal that is aborted already', async () => {
      await expect(start(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  it('does not change the tensors passed to it', async () => {
    const before = structuredClone(x);
    const parameters = await engine.randomParameters('multi_head', config, 1);
    const copy = structuredClone(parameters);
    await engine.run('multi_head', { config, parameters, inputs: { query: x } });
    expect(x).toEqual(before);
    expect(parameters).toEqual(copy);
  });
});

describe('inspect', () => {
  const inputs = { query: x };

  it('returns trace, row and mean in one call, and a prepared model returns the same', async () => {
    const parameters = await engine.randomParameters('multi_head', config, 3);
    const { outputs, trace } = await engine.run('multi_head', {
      config: { ...config, causal: 'end' },
      parameters,
      inputs,
      keep: 'trace',
    });
    const request = { inputs, mask: { causal: 'end' }, head: 1, query: 4, max_keys: 2 } as const;
    const one = await engine.inspect('multi_head', { config, parameters, ...request });
    expect(one.outputs).toEqual(outputs);
    expect(one.trace).toEqual(trace);
    expect(one.row.weights.data).toEqual(trace['weights']!.data.slice(45, 50));
    expect(one.row.ranking.data).toHaveLength(2);
    expect(Object.keys(one.mean)).toEqual(['weights']);
    expect(await engine.inspect('multi_head', { config, seed: 3, ...request })).toEqual(one);
    const model = await engine.prepare('multi_head', { config, parameters });
    expect(await model.inspect(request)).toEqual(one);
  });

  it('ranks a row several times, averages heads, and returns the fields that keep selects', async () => {
    const model = await engine.prepare('multi_head', { config, seed: 3 });
    const { trace } = await model.inspect({ inputs });
    const { row, mean, ...rest } = await model.inspect({
      inputs,
      head: null,
      query: 1,
      max_keys: [3, 1],
      keep: 'outputs',
    });
    expect(rest.trace).toEqual({});
    expect(row.map(({ ranking }) => ranking.data.length)).toEqual([3, 1]);
    expect(Object.keys(mean)).toEqual(['scores', 'masked_scores', 'weights']);
    const { data } = trace.weights;
    const halves = Array.from({ length: 25 }, (_, i) => (data[i]! + data[25 + i]!) / 2);
    expectNear('mean', mean.weights.data, halves, 1e-6);
    const kept = await model.inspect({ inputs, keep: 'weights' });
    expect(kept.trace).toEqual({ weights: trace.weights });
  });

  it("accepts queries, keys and values instead of a layer's input", async () => {
    const [q, k] = [randomTensor(seeded(2), 1, 2, 3, 4), randomTensor(seeded(3), 1, 2, 5, 4)];
    const heads = { q, k, v: k };
    const { trace } = await engine.run('scaled_dot_product', { inputs: heads, keep: 'trace' });
    const inspected = await engine.inspect('scaled_dot_product', { inputs: heads, head: 1 });
    expect(inspected.trace).toMatchObject(trace);
    expect(inspected.trace.q.data).toEqual(q.data);
    expect(inspected.row.weights.data).toEqual(trace['weights']!.data.slice(15, 20));
  });
});

describe('requests', () => {
  it('are answered in the order of the calls, whatever their size', async () => {
    const answered: number[] = [];
    const sizes = [300, 1, 200, 2, 100, 3];
    await Promise.all(
      sizes.map(async (n) => {
        const config = { tokens: Array.from({ length: n }, (_, i) => `${i}`), d_model: 64 };
        const { outputs } = await engine.run('sentence_embedding', { config });
        expect(outputs.x.shape).toEqual([n, 64]);
        answered.push(n);
      }),
    );
    expect(answered).toEqual(sizes);
  });

  it('that are refused reject with the core’s message, and the next ones are answered', async () => {
    const refused = engine.run('softmax', { inputs: { y: x } as never });
    const next = softmax();
    await expect(refused).rejects.toThrow(
      'expected one of the inputs "scores" for softmax, got "y"',
    );
    await expect(refused).rejects.not.toBeInstanceOf(EngineError);
    expect((await next).outputs.weights.shape).toEqual([1, 2]);
    expect(engine.generation).toBe(1);
  });

  it('that are refused reject with the template and its pieces', async () => {
    await expect(
      engine.prepare('multi_head', { config: { ...config, num_heads: 3 }, seed: 1 }),
    ).rejects.toMatchObject({
      message: 'expected num_heads to divide d_model 8, got 3',
      words: 'expected num_heads to divide d_model {}, got {}',
      pieces: ['8', '3'],
    });
  });

  it('with a configuration that cannot be copied reject instead of throwing', async () => {
    const config: Record<string, unknown> = {};
    config['self'] = config;
    await expect(engine.run('softmax', { config, inputs: { scores } })).rejects.toThrow(
      'for "self", got an object',
    );
    const call = { config: { num_heads: () => 1 } as never, inputs: { query: x } };
    await expect(engine.run('multi_head', call)).rejects.toThrow('a function cannot be copied');
    expect((await softmax()).outputs).toHaveProperty('weights');
  });

  it('use the configuration as it was at the call', async () => {
    const config = { temperature: 1 };
    const [first, second] = [softmax(), engine.run('softmax', { config, inputs: { scores } })];
    config.temperature = 9;
    expect(await second).toEqual(await first);
  });

  it('that are aborted while they wait reject at once and are never computed', async () => {
    const controller = new AbortController();
    const [first, waiting, last] = [newModel(), newModel(controller.signal), newModel()];
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toBe(1);
    expect(await last).toBe(2);
  });

  it('with a signal that is aborted already are never computed either', async () => {
    await expect(newModel(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(await newModel()).toBe(1);
  });

  it('that are aborted while they are computed reject, and their late answer is ignored', async () => {
    const controller = new AbortController();
    const active = newModel(controller.signal);
    const next = softmax();
    controller.abort();
    await expect(active).rejects.toMatchObject({ name: 'AbortError' });
    expect((await next).outputs.weights.shape).toEqual([1, 2]);
  });

  it('that prepare a model free it if they are aborted while it is computed', async () => {
    const controller = new AbortController();
    const aborted = engine.prepare('multi_head', { config, seed: 1 }, controller);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    await engine.info();
    const run = (model: number) => engine.request('runModel', [model, { query: x }, 'outputs']);
    await expect(run(1)).rejects.toThrow('a model that has not been released, got 1');
    const second = await newModel();
    expect(second).toBe(2);
    await run(second);
  });

  it('reject with the reason of the abort', async () => {
    const reason = new Error('a newer sentence was typed');
    await expect(newModel(AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = newModel(controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('of all kinds can be aborted', async () => {
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    const signal = AbortSignal.abort(new Error('enough'));
    const inputs = { query: x };
    for (const call of [
      engine.randomParameters('multi_head', config, 1, signal),
      engine.gradients('softmax', { inputs: { scores }, d_outputs: {} }, { signal }),
      engine.inspect('multi_head', { config, seed: 1, inputs }, { signal }),
      engine.prepare('multi_head', { config, seed: 1 }, { signal }),
      model.run(inputs, { signal }),
      model.inspect({ inputs }, { signal }),
      model.parameters(undefined, { signal }),
    ])
      await expect(call).rejects.toThrow('enough');
  });

  it('that were answered ignore a later abort', async () => {
    const controller = new AbortController();
    expect(await newModel(controller.signal)).toBe(1);
    controller.abort();
    expect(await newModel()).toBe(2);
  });

  it('leave no listener on a signal that many of them share', async () => {
    const { signal } = new AbortController();
    let listening = 0;
    const [add, remove] = [signal.addEventListener, signal.removeEventListener];
    signal.addEventListener = (...args: unknown[]) => {
      listening++;
      // The AbortSignal among the options removes the listener.
      const { signal: end } = (args[2] ?? {}) as AddEventListenerOptions;
      end?.addEventListener('abort', () => listening--);
      Reflect.apply(add, signal, args);
    };
    signal.removeEventListener = (...args: unknown[]) => {
      listening--;
      Reflect.apply(remove, signal, args);
    };
    for (let i = 0; i < 5; i++) await softmax(signal);
    expect(listening).toBe(0);
  });
});

describe('when the engine breaks', () => {
  const crash = () => engine.request('crash' as never, [] as never);

  it('pending requests reject with the reason, and the next request starts another engine', async () => {
    const before = await softmax();
    const pending = [crash(), softmax(), engine.info()];
    for (const one of pending) {
      await expect(one).rejects.toThrow(EngineError);
      await expect(one).rejects.toThrow(/^The engine stopped: .+\.$/);
    }
    expect(await softmax()).toEqual(before);
    expect(engine.generation).toBe(2);
  });

  it('it can break and restart many times', async () => {
    for (let i = 0; i < 3; i++) {
      await expect(crash()).rejects.toThrow(EngineError);
      await engine.info();
    }
    expect(engine.generation).toBe(4);
  });

  it('and is closed during the restart, no request is answered', async () => {
    await expect(crash()).rejects.toThrow(EngineError);
    const [call, started] = [engine.info(), engine.start()];
    engine.close();
    for (const refused of [call, started])
      await expect(refused).rejects.toThrow('The engine has been closed.');
    await expect(engine.info()).rejects.toThrow('The engine has been closed.');
  });
});

describe('a closed engine', () => {
  it('rejects pending and later requests', async () => {
    const pending = [newModel(), newModel(), softmax()];
    engine.close();
    for (const one of [...pending, newModel(), engine.info(), softmax()]) {
      await expect(one).rejects.toThrow(EngineError);
      await expect(one).rejects.toThrow('The engine has been closed.');
    }
  });

  it('may be closed twice', () => {
    engine.close();
    expect(() => engine.close()).not.toThrow();
  });

  it('before it has started never starts', async () => {
    const other = await createEngine({ wasmBinary: wasmBinary(), worker: false });
    const waiting = other.info();
    other.close();
    await expect(waiting).rejects.toThrow('The engine has been closed.');
    await expect(other.start()).rejects.toThrow('The engine has been closed.');
  });
});
