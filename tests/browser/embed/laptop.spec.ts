/** On a small laptop, the first code to embed can be copied without scrolling. */
import { expect, test } from '@playwright/test';

for (const path of ['./', './training.html', './playground.html'])
  test(`${path}: the first button of the dialog that copies is on the screen`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole('button', { name: 'Embed …' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('iframe')).toBeVisible();
    const copy = dialog.getByRole('button', { name: 'Copy' }).first();
    await expect(copy).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => (await dialog.locator('.preview').boundingBox())!.height)
      .toBeGreaterThan(350);
  });
