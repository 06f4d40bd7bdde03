/** One engine offers every verb: those of whole models run in separate modules, which start at first use. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { wasmBinary } from './module';
import { places } from './places';

vi.mock('../../web/src/engine/places/operation-places', () => import('./places'));

let engine: Engine;
let fetched: string[];
beforeEach(async () => {
  fetched = [];
  for (const module of ['training', 'language'] as const)
    vi.spyOn(places.wholeModels!, module).mockImplementation(async () => {
      fetched.push(module);
      return wasmBinary(`${module}.wasm`);
    });
  engine = await createEngine({ worker: false });
});
afterEach(() => engine.close());

const scores = { shape: [1, 2], data: Float32Array.of(3, 3) };
const weights = async () => {
  const { outputs } = await engine.run('softmax', { inputs: { scores } });
  return [...outputs.weights.data];
};
const recipe = { task: 'copy', seed: 1, steps: 2 } as const;

it('loads no other module for operations', async () => {
  expect(await weights()).toEqual([0.5, 0.5]);
  expect(fetched).toEqual([]);
});

it('trains, creates models and sentences, and runs operations; each module is loaded once', async () => {
  const trainer = await engine.trainer(recipe);
  expect(await trainer.step(2)).toHaveLength(2);
  const [sentence] = await engine.relationSentences(1, 1);
  expect(sentence!.words.length).toBeGreaterThan(2);
  const { config } = await engine.recipeInfo(recipe);
  const model = await engine.model({ config, seed: 1 });
  expect(Object.keys(await model.parameters())).not.toHaveLength(0);
  model.dispose();
  trainer.dispose();
  expect(await weights()).toEqual([0.5, 0.5]);
  expect(fetched).toEqual(['training', 'language']);
});

it('closes all modules, and starts none afterwards', async () => {
  const trainer = await engine.trainer(recipe);
  engine.close();
  await expect(trainer.step(1)).rejects.toThrow('stopped');
  await expect(engine.relationSentences(1, 1)).rejects.toThrow('closed');
  expect(fetched).toEqual(['training']);
});

it('has only the module that its creator chose', async () => {
  const chosen = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
  await expect(chosen.relationSentences(1, 1)).rejects.toThrow('language.wasm');
  chosen.close();
  expect(fetched).toEqual([]);
});
