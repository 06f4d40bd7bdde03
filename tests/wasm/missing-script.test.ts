/** Without the script of its class, a model or trainer that the engine has created is freed. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { wasmBinary } from './module';

const script = () => {
  throw new Error('offline');
};
vi.doMock('../../web/src/engine/client/token-model', script);
vi.doMock('../../web/src/engine/client/trainer', script);

const recipe = { task: 'copy', seed: 1, steps: 2 } as const;
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
});
afterAll(() => engine.close());

it('a trainer', async () => {
  await expectFreed(() => engine.trainer(recipe), 'releaseTrainer');
});

it('a model', async () => {
  const { config } = await engine.recipeInfo(recipe);
  await expectFreed(() => engine.model({ config, seed: 1 }), 'releaseTokenModel');
});

async function expectFreed(create: () => Promise<unknown>, release: string): Promise<void> {
  const request = vi.spyOn(engine, 'request');
  await expect(create()).rejects.toThrow();
  const { number } = (await request.mock.results[0]!.value) as unknown as { number: number };
  await expect.poll(() => request.mock.lastCall).toEqual([release, [number]]);
  request.mockRestore();
}
