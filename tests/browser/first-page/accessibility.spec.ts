/** The first page has no accessibility violation, in three languages, light and dark, and in forced colors. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { openTrained, word } from './first-page.ts';

for (const lang of ['en', 'de', 'zh'])
  test(`axe finds nothing in ${lang}, light and dark, with everything open`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await openTrained(page, `v=3&mask=causal&text=the+horse+ran.&lang=${lang}`);
    await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
    await expect(page.locator('attention-head-maps').locator('canvas').first()).toBeVisible();
    await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
    await expect(page.locator('attention-guess h2')).toBeVisible();
    await page.locator('attention-trained .tab').first().click();
    await expect(page.getByRole('slider')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
    const light = await ink();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ink).not.toBe(light);
    expect(await violations(page)).toEqual([]);
  });

test('in forced colors the chosen word, the chosen parameters and the answer stay visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openTrained(page);
  const border = (i: number) =>
    word(page, 0, i)
      .locator('.text')
      .evaluate((text) => getComputedStyle(text).borderBlockEndColor);
  expect(await border(8)).not.toBe(await border(7));
  const tab = (pressed: boolean) => page.locator('.tab').and(page.getByRole('button', { pressed }));
  await expect(tab(true)).toHaveCSS('text-decoration-line', 'underline');
  await expect(tab(false)).toHaveCSS('text-decoration-line', 'none');
  expect(await violations(page)).toEqual([]);
});
