/** MiniLM in two tabs at once. */
import { expect, test } from '@playwright/test';
import { maps } from './minilm-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

test('two tabs that load MiniLM at the same time both open it', async ({ context }) => {
  const tabs = [await context.newPage(), await context.newPage()];
  for (const page of tabs) {
    await withoutMeasuring(page);
    await page.goto('./model.html');
    await expect(page.getByRole('button', { name: /^Open MiniLM/ })).toBeVisible();
  }
  await Promise.all(tabs.map((page) => page.getByRole('button', { name: /^Open MiniLM/ }).click()));
  for (const page of tabs)
    await expect(maps(page).getByRole('button', { name: /, head 12(,|$)/ })).toHaveCount(6);
});
