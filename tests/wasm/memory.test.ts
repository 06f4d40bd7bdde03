import { expect, it } from 'vitest';
import type { EngineModule, NamedTensors } from '../../wasm/engine';
import { seeded, type Seeded } from '../support/seeded';
import { examples, names } from './examples';
import { newCalls, type Calls } from './module';
import { randomTensor } from './inputs';
import { newSession, type Session } from './session';
import { expectNear } from './near';
import { referenceContext } from './operation-reference';

/** The allocator adds a few bytes to a block if the remainder would be unusable. */
const kSlack = 512;

/** Calls each operation once: forward, backward and with invalid arguments. Returns the number of calls, about 100. */
function everything(engine: Calls): number {
  let calls = 0;
  const call = <T>(result: T): T => (calls++, result);
  const backward = new Set(
    engine.module.operations().flatMap((one) => (one.has_gradients ? [one.name] : [])),
  );
  for (const name of names) {
    const example = { ...(examples[name] as typeof examples.softmax) };
    const parameters = call(engine.parameters(name as 'softmax', example));
    const complete = { ...example, parameters };
    const { outputs } = call(engine.traced(name as 'softmax', complete));
    const [output, tensor] = Object.entries(outputs as NamedTensors)[0]!;
    if (backward.has(name))
      call(engine.gradients(name as 'softmax', complete, { [`d_${output}`]: tensor }));
    call(
      expect(() =>
        engine.run(name as 'softmax', {
          ...complete,
          config: { ...complete.config, key: 1 } as never,
        }),
      ).toThrow('got "key"'),
    );
  }
  return calls;
}

it('1,000 calls of all kinds need no more memory than the first', async () => {
  const engine = await newCalls();
  let calls = everything(engine);
  const settled = engine.module.info();
  while (calls < 1000) calls += everything(engine);
  const afterwards = engine.module.info();
  expect(afterwards.heap_bytes).toBe(settled.heap_bytes);
  expect(Math.abs(afterwards.used_bytes - settled.used_bytes)).toBeLessThan(kSlack);
});

// TEST-CASES 47
it('when memory grows during a call, earlier results stay and its own result is right', async () => {
  const engine = await newCalls();
  const earlier = engine.traced('multi_head', examples.multi_head);
  const copy = structuredClone(earlier);
  const before = engine.module.info();

  // Scores and weights are 2 x 1200 x 1200 floats, 11.5 MB each; the initial heap has 16 MB.
  const random = seeded(50);
  const heads = {
    q: randomTensor(random, 1, 2, 1200, 4),
    k: randomTensor(random, 1, 2, 1200, 4),
    v: randomTensor(random, 1, 2, 1200, 4),
  };
  const { outputs, trace } = engine.traced('scaled_dot_product', { inputs: heads });
  expect(engine.module.info().heap_bytes).toBeGreaterThan(before.heap_bytes);
  expect(earlier).toEqual(copy);
  expect(trace['weights']!.shape).toEqual([1, 2, 1200, 1200]);
  expectNear('context', outputs.context.data, referenceContext(heads), 1e-4);
  expect(engine.traced('multi_head', examples.multi_head)).toEqual(copy);
  // Everything that the large call allocated is free again.
  expect(Math.abs(engine.module.info().used_bytes - before.used_bytes)).toBeLessThan(kSlack);
});

/** Prepares layers of about 130 kB, as many as fit without growing the heap. */
function fill(module: EngineModule): number[] {
  const { heap_bytes } = module.info();
  const models: number[] = [];
  for (;;) {
    const model = module.prepare('multi_head', { d_model: 64, num_heads: 1 }, 1);
    if (module.info().heap_bytes > heap_bytes) return models;
    models.push(model);
  }
}

it('attention in tiles takes less than 2 MB beyond inputs and output', async () => {
  const fitting = fill((await newCalls()).module).length;
  const { module } = await newCalls();
  const models = Array.from({ length: fitting }, () =>
    module.prepare('multi_head', { d_model: 64, num_heads: 1 }, 1),
  );
  const full = module.info();
  const [n, d_head] = [8192, 64];
  // Room for the inputs, the output, and 2 MB.
  const room = 4 * n * d_head * 4 + 2e6;
  while (full.used_bytes - module.info().used_bytes < room) module.releaseModel(models.pop()!);

  const random = seeded(51);
  const tensor = () => randomTensor(random, 1, 1, n, d_head);
  const inputs = { q: tensor(), k: tensor(), v: tensor() };
  for (const [name, config] of [
    ['flash', { causal: 'end' }],
    ['sliding_window', { window: 256 }],
  ] as const) {
    module.run(name, config, {}, inputs, 'outputs');
    expect(module.info().heap_bytes, name).toBe(full.heap_bytes);
  }
});

it('10,000 changes of a sentence or a control need no more memory than the first', async () => {
  const session = await newSession();
  const random = seeded(11);
  let calls = 0;
  while (calls < 100) calls += change(session, random, true);
  const settled = session.module.info();
  while (calls < 10_000) calls += change(session, random, false);
  const afterwards = session.module.info();
  expect(afterwards.heap_bytes).toBe(settled.heap_bytes);
  expect(Math.abs(afterwards.used_bytes - settled.used_bytes)).toBeLessThan(kSlack);
});

/** Computes a sentence, a layer and a trace of random sizes, or of the largest. Returns the number of calls. */
function change(session: Session, random: Seeded, largest: boolean): number {
  const n = largest ? 64 : random.integer(1, 64);
  const num_heads = largest ? 8 : random.pick([1, 2, 4, 8]);
  const d_model = num_heads * (largest ? 8 : random.integer(1, 8));
  const seed = random.integer(0, 1e9);
  const tokens = Array.from({ length: n }, () => `word ${random.integer(0, 200)}`);
  const positions = random.pick(['none', 'sinusoidal'] as const);
  const { x } = session.embed({ tokens, d_model, seed, positions });
  const layer = session.createMultiHead({ d_model, num_heads, seed });
  const mask = random.pick(['none', 'causal'] as const);
  const inputs = { query: x, key: x, value: x, mask };
  session.trace(layer, inputs);
  const head = random.pick([null, 0, num_heads - 1]);
  session.rowDetail(layer, { batch: 0, head, query: n - 1, max_keys: random.integer(0, n) });
  session.parameters(layer);
  const absent = () => session.rowDetail(layer, { batch: 0, head: 0, query: n, max_keys: 1 });
  expect(absent).toThrow('expected query');
  session.release(layer);
  return 7;
}

it('a prepared model counts as used memory, and releasing it frees all of it', async () => {
  const session = await newSession();
  const config = { d_model: 64, num_heads: 4, seed: 1 };
  session.release(session.createMultiHead(config));
  const used = () => session.module.info().used_bytes;
  const base = used();
  const layers = Array.from({ length: 10 }, () => session.createMultiHead(config));
  const tenLayers = 2 * 10 * 4 * 64 * 64 * Float32Array.BYTES_PER_ELEMENT;
  expect(used() - base).toBeGreaterThanOrEqual(tenLayers);
  expect(used() - base).toBeLessThan(tenLayers * 1.1);
  for (const layer of layers) session.release(layer);
  expect(Math.abs(used() - base)).toBeLessThan(kSlack);
});
