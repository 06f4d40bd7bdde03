/** Models that are opened and closed leave nothing behind: no memory of the engine, worker, listener or node. */
import { expect, test } from '@playwright/test';
import { aliveWithModel, openModels } from './language-models.ts';
import { compared, kMore } from '../training/training-use.ts';

// `npm run soak` opens 100 of them.
test('8 models opened one after the other leave nothing behind', async ({ page }) => {
  await page.goto('./model.html');
  await openModels(page, 2);
  const before = await aliveWithModel(page);
  expect(before.models).toBe(1);
  await openModels(page, 8);
  const after = await aliveWithModel(page);
  const lines = compared(before, after, { ...kMore, nodes: 0, usedBytes: 256, wasm: 0 });
  expect(lines.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
});
