/** A page may move the element, as a talk does with its slides: it goes on with the model that was open. */
import { expect, test } from '@playwright/test';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { openOwnFiles } from './open-own-files.ts';

test('a moved element opens the visitor’s own files again, with the sentence and its changes', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await openOwnFiles(page);
  const heads = page.locator('attention-all-heads');
  const maps = heads.getByRole('button', { name: /^Layer \d/ });
  await expect(maps).toHaveCount(12);
  const link = 'v=3&text=A+river+bank.&off=layers.2.attention:1';
  await page.evaluate((link) => (location.hash = link), link);
  const off = page.getByRole('button', { name: 'Layer 3 (layers.2), head 2, off' });
  await expect(off).toBeVisible();
  const weights = () =>
    heads.evaluate(({ heads }: AttentionAllHeads) => heads.map(({ weights }) => [...weights]));
  const element = page.locator('attention-model');
  const state = () => element.evaluate(({ state }: AttentionModel) => state);
  const before = { weights: await weights(), state: await state() };
  await element.evaluate((model: AttentionModel) => model.parentElement!.prepend(model));
  await expect(maps).toHaveCount(12);
  await expect(off).toBeVisible();
  await expect.poll(weights).toEqual(before.weights);
  expect(await state()).toEqual(before.state);
});
