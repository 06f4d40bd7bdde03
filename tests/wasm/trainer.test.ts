/** Training through the engine, like in an application. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  createEngine,
  EngineError,
  type NamedTensors,
  type StepReport,
  type TrainerState,
} from '../../web/src/engine/client/engine';
import { readSafetensors, writeSafetensors } from '../../web/src/files/tensor-files';
import { newCalls, wasmBinary } from './module';
import { engine } from './training-engine';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

const small = { task: 'induction', batch: 4, steps: 200, seed: 7 } as const;

/** FNV-1a over the bits of all parameters, as tests/core/training/trainer_test.cpp computes it. */
function hashOf(parameters: NamedTensors): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const { data } of Object.values(parameters))
    for (const byte of new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

/** The hash that the native test expects for a recipe. */
function nativeHash(task: string): bigint {
  const url = new URL('../core/training/trainer_test.cpp', import.meta.url);
  const [, hash] = readFileSync(url, 'utf8').match(new RegExp(`\\{"${task}", ([0-9]+)u\\}`))!;
  return BigInt(hash!);
}

describe('a trainer', () => {
  it.each(['induction', 'goes_with', 'translation'] as const)(
    'of %s equals the native one bit for bit after 200 steps',
    async (task) => {
      const trainer = await engine.trainer({ ...small, task });
      await trainer.step(200, { every: 200 });
      expect(hashOf(await trainer.parameters())).toBe(nativeHash(task));
    },
    60_000,
  );

  it('returns its complete recipe, which creates the same trainer', async () => {
    const recipe = { ...small, heads: [2, 1], weight_decay: 0.3 } as const;
    const trainer = await engine.trainer(recipe);
    expect(trainer.recipe).toMatchObject({ ...small, heads: [2, 1], weight_decay: 0.3 });
    expect(trainer.recipe).toMatchObject({ d_head: [32, 32], rotary: [1, 1] });
    const again = await engine.trainer(JSON.parse(JSON.stringify(trainer.recipe)));
    expect(again.recipe).toEqual(trainer.recipe);
    expect(await again.step(3)).toEqual(await trainer.step(3));
    expect(await again.parameters()).toEqual(await trainer.parameters());
  });

  it('describes its task', async () => {
    const trainer = await engine.trainer({ task: 'goes_with', batch: 1 });
    expect(trainer.vocabulary).toContain('animal');
    expect(trainer.answers).toEqual(trainer.vocabulary);
    expect(trainer.target_vocabulary).toEqual([]);
    expect(trainer.answers_per_place).toBe(1);
    expect(trainer.categories.length).toBeGreaterThan(1);
    expect(trainer.relations.length).toBeGreaterThan(1);
  });

  it('reports the same steps, including the last, however a call is sliced', async () => {
    const trainer = await engine.trainer({ ...small, learning_rate: 0.01, warm_up: 20 });
    expect((await trainer.step(3, { every: 4 })).map(({ step }) => step)).toEqual([3]);
    const heard: StepReport[] = [];
    const reports = await trainer.step(30, { every: 4, onReport: (report) => heard.push(report) });
    expect(reports.map(({ step }) => step)).toEqual([4, 8, 12, 16, 20, 24, 28, 32, 33]);
    expect(heard).toEqual(reports);
    expect(trainer.step_count).toBe(33);
    expect(reports[0]).toEqual({
      step: 4,
      loss: expect.any(Number),
      penalty: 0,
      gradient_norm: expect.any(Number),
      learning_rate: expect.closeTo((0.01 * 4) / 20, 4),
      accuracy: expect.any(Number),
    });
    expect(await trainer.step(0)).toEqual([]);
  });

  it('reports requested evaluations and inspections with the values after the step', async () => {
    const inspect = [{ held_out: 3 }, { ids: [1, 2, 1] }];
    const trainer = await engine.trainer(small);
    const reports = await trainer.step(10, { every: 4, evaluate: 20, inspect });
    const plain = await engine.trainer(small);
    for (const report of reports) {
      const [of_step] = await plain.step(report.step - plain.step_count, { every: 100 });
      expect(report).toEqual({
        ...of_step,
        evaluation: await plain.evaluate(20),
        inspections: [await plain.inspect(inspect[0]!), await plain.inspect(inspect[1]!)],
      });
    }
    expect(reports.map(({ step }) => step)).toEqual([4, 8, 10]);
    expect(await trainer.parameters()).toEqual(await plain.parameters());
    const [{ heads }, inspections] = [reports[2]!.evaluation!, reports[2]!.inspections!];
    expect(heads.map(({ attention }) => attention)).toContain('layers.1.attention');
    expect(inspections[1]!.weights['layers.1.attention']!.shape).toEqual([1, 3, 3]);
    const [inspected] = await trainer.step(1, { inspect });
    expect(Object.keys(inspected!)).not.toContain('evaluation');
    expect(inspected!.inspections).toHaveLength(2);
  });

  it('uses the options as they were at the call', async () => {
    const ids = [1, 2, 1];
    const options = { every: 4, evaluate: 0, inspect: [{ ids }], onReport: () => (ids[1] = 5) };
    const training = (await engine.trainer(small)).step(10, options);
    Object.assign(options, { every: 1, evaluate: 3 });
    options.inspect.push({ ids });
    ids[0] = 4;
    const same = await engine.trainer(small);
    const inspect = [{ ids: [1, 2, 1] }];
    expect(await training).toEqual(await same.step(10, { every: 4, inspect }));
  });

  it('learns, and answers other requests in the meantime', async () => {
    const trainer = await engine.trainer({ task: 'reverse', batch: 8, steps: 200 });
    const before = await trainer.evaluate(50);
    const training = trainer.step(200);
    let answered = 0;
    let done = false;
    void training.then(() => (done = true));
    while (!done) {
      const { heads } = await trainer.evaluate(1);
      expect(heads.length).toBe(2);
      answered++;
    }
    await training;
    expect(answered).toBeGreaterThan(3);
    const after = await trainer.evaluate(50);
    expect(after.loss).toBeLessThan(0.5 * before.loss);
    expect(after.accuracy).toBeGreaterThan(before.accuracy);
  });

  it('seeks back and forth to the same bits', async () => {
    const trainer = await engine.trainer(small, { snapshots: { every: 4, count: 3 } });
    const at: NamedTensors[] = [await trainer.parameters()];
    const reports: StepReport[] = [];
    for (let i = 0; i < 20; i++) {
      reports.push(...(await trainer.step()));
      at.push(await trainer.parameters());
    }
    expect(await trainer.snapshotSteps()).toEqual([0, 12, 16, 20]);
    for (const step of [13, 20, 3, 0, 17, 16, 5]) {
      await trainer.seek(step);
      expect(trainer.step_count).toBe(step);
      expect(await trainer.parameters()).toEqual(at[step]);
      if (step < 20) expect(await trainer.step()).toEqual([reports[step]]);
    }
  });

  it('continues from a snapshot, also from a file, bit for bit like an uninterrupted run', async () => {
    const uninterrupted = await engine.trainer(small);
    await uninterrupted.step(12);
    const states = [await uninterrupted.snapshot()];
    const reports = await uninterrupted.step(8);
    const file = writeSafetensors(states[0]!.tensors, { step: '12' });
    states.push({ step: 12, tensors: (await readSafetensors(file)).tensors });
    for (const from of states) {
      const trainer = await engine.trainer(uninterrupted.recipe, { from });
      expect([trainer.first_step, trainer.step_count]).toEqual([12, 12]);
      expect(await trainer.step(8)).toEqual(reports);
      expect(await trainer.snapshot()).toEqual(await uninterrupted.snapshot());
      expect(await trainer.snapshotSteps()).toEqual([12, 15, 20]);
      await expect(trainer.seek(11)).rejects.toThrow('expected step to be a whole number from 12');
      await trainer.seek(12);
      expect((await trainer.snapshot()).tensors['progress']).toEqual(
        states[0]!.tensors['progress'],
      );
    }
  });

  it('of a shipped model can be evaluated at its step, and continues', async () => {
    const url = new URL('../../web/public/models/induction.safetensors', import.meta.url);
    const { tensors, metadata } = await readSafetensors(readFileSync(url));
    const step = Number(metadata['steps']);
    const recipe = { task: 'induction', seed: Number(metadata['seed']) } as const;
    const trainer = await engine.trainer(recipe, { from: { step, tensors } });
    expect([trainer.first_step, trainer.step_count]).toEqual([400, 400]);
    expect((await trainer.evaluate(50)).accuracy).toBeGreaterThan(0.99);
    const [report] = await trainer.step();
    expect(report).toMatchObject({ step: 401, accuracy: expect.closeTo(1, 1) });
    const untouched = await engine.trainer(recipe, { from: { step, tensors } });
    expect(Object.keys(await untouched.parameters())).toEqual(Object.keys(tensors));
    for (const [name, { data }] of Object.entries(await untouched.parameters()))
      expect(data, name).toEqual(tensors[name]!.data);
  });

  it('returns the batches of the next steps without taking a step', async () => {
    const trainer = await engine.trainer({ ...small, task: 'translation', pool: 20 });
    const batches = await trainer.batches(3);
    expect(trainer.step_count).toBe(0);
    expect(Object.keys(batches).sort()).toEqual([
      'ids',
      'keep',
      'labels',
      'target_ids',
      'target_keep',
    ]);
    await trainer.step(2);
    for (const [name, { axes, shape, data }] of Object.entries(await trainer.batches(1))) {
      expect(axes).toEqual(batches[name]!.axes);
      expect(shape.slice(0, 2)).toEqual([1, small.batch]);
      // All three batches are padded to the longest row.
      const all = batches[name]!;
      const columns = all.shape[2]!;
      for (let row = 0; row < small.batch; row++) {
        const begin = (2 * small.batch + row) * columns;
        const found = all.data.slice(begin, begin + columns);
        const given = data.slice(row * shape[2]!, (row + 1) * shape[2]!);
        const padded = new Float32Array(columns).fill(name === 'labels' ? -1 : 0);
        padded.set(given);
        expect(found, name).toEqual(padded);
      }
    }
  });

  it('can continue after an abort', async () => {
    const trainer = await engine.trainer(small);
    const uninterrupted = await engine.trainer(small);
    const stop = new AbortController();
    const training = trainer.step(1000, {
      signal: stop.signal,
      onReport: ({ step }) => step >= 5 && stop.abort(),
    });
    await expect(training).rejects.toThrow('abort');
    expect(trainer.step_count).toBeGreaterThanOrEqual(5);
    expect(trainer.step_count).toBeLessThan(1000);
    await expect(trainer.step(1, { signal: stop.signal })).rejects.toThrow('abort');
    await uninterrupted.step(trainer.step_count + 2);
    await trainer.step(2);
    expect(await trainer.parameters()).toEqual(await uninterrupted.parameters());
  });

  it('runs steps and seeks in the order of the calls', async () => {
    const trainer = await engine.trainer(small);
    const calls = [trainer.step(6), trainer.seek(2), trainer.step(1)] as const;
    const [, , reports] = await Promise.all(calls);
    expect(reports.map(({ step }) => step)).toEqual([3]);
    expect(trainer.step_count).toBe(3);
  });

  it('stops at a number that is not finite, and can be rewound', async () => {
    const wild = { ...small, learning_rate: 1e30, warm_up: 0 };
    const trainer = await engine.trainer(wild);
    await expect(trainer.step(20)).rejects.toThrow('has a NaN or an infinity in step');
    const stopped = trainer.step_count;
    expect(stopped).toBeLessThan(20);
    await trainer.seek(0);
    expect(trainer.step_count).toBe(0);
    const other = await engine.trainer(wild);
    expect(await trainer.parameters()).toEqual(await other.parameters());
  });
});

describe('a refusal', () => {
  it('names the key, and what was expected', async () => {
    const make = (recipe: object, options?: object) => engine.trainer(recipe as never, options);
    await expect(make({ ...small, lr: 1 })).rejects.toThrow('got "lr"');
    await expect(make({})).rejects.toThrow('expected "task"');
    await expect(make({ task: 'chess' })).rejects.toThrow('got "chess"');
    await expect(make({ ...small, heads: [1, 2, 3] })).rejects.toThrow('got [1,2,3]');
    await expect(make({ ...small, seed: -1 })).rejects.toThrow('seed');
    await expect(make(small, { every: 3 })).rejects.toThrow('got "every"');
    await expect(make(small, { snapshots: { each: 3 } })).rejects.toThrow('got "each"');
    await expect(make({ task: 'digits' })).rejects.toThrow('got 0 digits');
    const snapshot = await (await make(small)).snapshot();
    const from = (changed: object) => make(small, { from: { ...snapshot, ...changed } });
    await expect(from({ steps: 3 })).rejects.toThrow('got "steps"');
    await expect(from({ step: undefined })).rejects.toThrow('expected step');
    await expect(from({ step: -1 })).rejects.toThrow('expected step');
    await expect(from({ step: 3 })).rejects.toThrow(
      "expected step 0, as in the state's tensor progress, got 3",
    );
    await expect(from({ tensors: {} })).rejects.toThrow('expected the tensor "');
    await expect(make({ ...small, task: 'sort' }, { from: snapshot })).rejects.toThrow(
      'expected embedding of shape [17, 32], got [26, 32]',
    );
    const trainer = await make(small);
    await expect(trainer.step(-1)).rejects.toThrow('expected count');
    await expect(trainer.step(1, { every: 0 })).rejects.toThrow('expected every');
    await expect(trainer.seek(0.5)).rejects.toThrow('expected step');
    const misspelled = { evry: 2 } as object;
    await expect(trainer.step(1, misspelled)).rejects.toThrow('got "evry"');
    await expect(trainer.seek(0, misspelled)).rejects.toThrow('got "evry"');
    await expect(trainer.step(1, { evaluate: -1 })).rejects.toThrow('expected evaluate');
    await expect(trainer.step(1, { evaluate: 65537 })).rejects.toThrow(
      'expected evaluate of 0 to 65536, got 65537',
    );
    await expect(trainer.step(1, { inspect: [{ ids: [-1] }] })).rejects.toThrow('expected ids');
    await expect(trainer.step(1, { inspect: [{ ids: [1e5] }] })).rejects.toThrow(
      'expected ids of at least 0 and below 26, got 100000 at position 0 of batch item 0',
    );
    expect(trainer.step_count).toBe(0);
    await expect(trainer.batches(0)).rejects.toThrow('expected count');
    await expect(trainer.batches(2 ** 31 - 1)).rejects.toThrow('expected count of at most');
    await expect(trainer.evaluate(0)).rejects.toThrow('expected count');
    await expect(trainer.inspect({ id: [1] } as never)).rejects.toThrow('got "id"');
    await expect(trainer.inspect({ ids: [0.5] })).rejects.toThrow('ids');
    await expect(trainer.inspect('a', { trace: true } as never)).rejects.toThrow('got "trace"');
    expect(await trainer.step()).toHaveLength(1);
  });

  it('for a module without trainers', async () => {
    const plain = await createEngine({ wasmBinary: wasmBinary(), worker: false });
    await expect(plain.trainer(small)).rejects.toThrow(
      'expected the module training.wasm for this call, got attention.wasm',
    );
    plain.close();
  });

  it('for operations that the module does not have', async () => {
    const sentence = (modules: string) =>
      `expected the module ${modules} for this call, got training.wasm`;
    await expect(engine.operations()).rejects.toThrow(
      sentence('attention.wasm, lab.wasm or language.wasm'),
    );
    await expect(engine.prepare('linear', { config: {}, seed: 1 } as never)).rejects.toThrow(
      sentence('attention.wasm or lab.wasm'),
    );
  });

  it('for a trainer that has been disposed of, or was lost with the engine', async () => {
    const disposed = await engine.trainer(small);
    const lost = await engine.trainer(small);
    disposed.dispose();
    disposed.dispose();
    await expect(disposed.step()).rejects.toThrow('this trainer has been disposed of');
    await lost.step(2);
    const snapshot = await lost.snapshot();
    const waiting = lost.step(1000);
    const crashed = engine.request('crash' as never, [] as never);
    await expect(crashed).rejects.toThrow(EngineError);
    await expect(waiting).rejects.toThrow(EngineError);
    await expect(lost.step()).rejects.toThrow('this trainer was lost when the engine stopped');
    expect(lost.isGone).toBe(true);
    lost.dispose();
    const another = await engine.trainer(lost.recipe, { from: snapshot });
    await another.step(5);
    const uninterrupted = await engine.trainer(small);
    await uninterrupted.step(7);
    expect(another.step_count).toBe(7);
    expect(await another.snapshot()).toEqual(await uninterrupted.snapshot());
  });
});

describe('the module’s trainers', () => {
  it('leave no memory behind', async () => {
    const { module } = await newCalls('training.wasm');
    let from: TrainerState | undefined;
    const use = () => {
      const { number } = module.createTrainer({ ...small, batch: 1 }, {}, { every: 1 }, from);
      module.stepTrainer(number, 3, 1, true, 2, ['a b', { held_out: 1 }]);
      from = module.trainerState(number);
      module.evaluateTrainer(number, 2, {});
      module.trainerBatches(number, 2);
      module.inspectTrainer(number, { held_out: 1 }, [], 'trace');
      module.releaseTrainer(number);
    };
    use();
    const before = module.info().used_bytes;
    for (let i = 0; i < 20; i++) use();
    expect(Math.abs(module.info().used_bytes - before)).toBeLessThan(512);
  });

  it('are found only by their numbers', async () => {
    const { module } = await newCalls('training.wasm');
    const { number } = module.createTrainer(small, {}, {}, undefined);
    for (const other of [number + 1, 0, 1.5, NaN, '1', null])
      expect(() => module.trainerProgress(other as number)).toThrow('trainer');
    module.releaseTrainer(number);
    expect(() => module.trainerProgress(number)).toThrow('released');
    expect(() => module.releaseTrainer(number)).toThrow('released');
  });
});
