/** One worker for all frames of an origin: what the frames share and what is separate. */
import { readdirSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { Engine } from '../../../web/src/engine/client/engine.ts';

/** Opens a page of the site's origin with `count` engines in the shared worker, like that many frames. */
async function openEngines(page: Page, count: number): Promise<void> {
  await page.route('**/engines.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Engines</title>' }),
  );
  await page.goto('./engines.html');
  await page.evaluate(async (count) => {
    const module = './engine.js';
    const { createEngine } = await import(new URL(module, location.href).href);
    const make = () => createEngine({ worker: 'shared' });
    const engines = await Promise.all(Array.from({ length: count }, make));
    Object.assign(globalThis, { engines });
  }, count);
}

test('without the Web Locks API, each engine has its own worker', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await openEngines(page, 2);
  expect(page.workers()).toHaveLength(2);
});

test('an engine with another module has its own worker', async ({ page }) => {
  await openEngines(page, 1);
  const training = readdirSync('dist/assets').find((name) => /^training-.*\.wasm$/.test(name));
  const steps = await page.evaluate(async (wasmUrl) => {
    const { createEngine } = await import(new URL('./engine.js', location.href).href);
    const engine: Engine = await createEngine({ worker: 'shared', wasmUrl });
    const trainer = await engine.trainer({ task: 'reverse', seed: 1 });
    await trainer.step(2);
    return trainer.step_count;
  }, `./assets/${training}`);
  expect(steps).toBe(2);
  expect(page.workers()).toHaveLength(1);
});

/** The number of models in the worker. */
const models = (page: Page) =>
  page.evaluate(async () => {
    const { engines } = globalThis as unknown as { engines: Engine[] };
    return (await engines[0]!.info()).models;
  });

/** Prepares five models in the engine with this index. */
const addModels = (page: Page, engine: number) =>
  page.evaluate(async (engine) => {
    const { engines } = globalThis as unknown as { engines: Engine[] };
    for (let i = 0; i < 5; i++) {
      const config = { d_model: 64, num_heads: 4 };
      const model = await engines[engine]!.prepare('multi_head', { config, seed: i });
      await model.run({ query: { shape: [32, 64], data: new Float32Array(32 * 64).fill(0.5) } });
    }
  }, engine);

test('engines of one origin share one worker and its memory', async ({ page }) => {
  await openEngines(page, 3);
  await addModels(page, 1);
  expect(await models(page)).toBe(5);
  expect(page.workers()).toEqual([]);
});

test('closing an engine frees its models only', async ({ page }) => {
  await openEngines(page, 3);
  await addModels(page, 2);
  await addModels(page, 1);
  expect(await models(page)).toBe(10);
  await page.evaluate(() => {
    const { engines } = globalThis as unknown as { engines: Engine[] };
    engines[1]!.close();
  });
  await expect.poll(() => models(page)).toBe(5);
  await page.evaluate(() => {
    const { engines } = globalThis as unknown as { engines: Engine[] };
    engines[2]!.close();
  });
  await expect.poll(() => models(page)).toBe(0);
});

test('when the worker ends, each engine starts a new one', async ({ page, context }) => {
  await openEngines(page, 2);
  const cdp = await context.browser()!.newBrowserCDPSession();
  const { targetInfos } = await cdp.send('Target.getTargets');
  const origin = new URL(page.url()).origin;
  const worker = targetInfos.find(
    ({ type, url }) => type === 'shared_worker' && url.startsWith(origin),
  );
  const generations = () =>
    page.evaluate(() =>
      (globalThis as unknown as { engines: Engine[] }).engines.map((engine) => engine.generation),
    );
  expect(await generations()).toEqual([1, 1]);
  const session = await cdp.send('Target.attachToTarget', {
    targetId: worker!.targetId,
    flatten: false,
  });
  await cdp.send('Target.sendMessageToTarget', {
    sessionId: session.sessionId,
    message: JSON.stringify({
      id: 1,
      method: 'Runtime.evaluate',
      params: { expression: 'close()' },
    }),
  });
  await expect.poll(generations).toEqual([2, 2]);
  expect(await models(page)).toBe(0);
});
