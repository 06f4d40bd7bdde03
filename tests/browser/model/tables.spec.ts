/** The table of all heads: each row can be told from the others. */
import { expect, test } from '@playwright/test';
import { maps, open } from './minilm-page.ts';

test('the names of rows are shown whole, with the number of the head', async ({ page }) => {
  await open(page);
  const table = maps(page).locator('attention-table');
  await table.locator('summary').press('Enter');
  const names = table.locator('tbody th');
  await expect(names.last()).toHaveText('Layer 6 (layers.5), head 12');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(names.last()).toBeVisible();
    const cut = () =>
      names.evaluateAll(
        (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    await expect.poll(cut).toBe(0);
  }
});
