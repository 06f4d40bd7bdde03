/** Chinese words and sentences follow each other without a space. */
import { expect, test } from '@playwright/test';

test.use({ locale: 'zh' });

for (const [path, where] of [
  ['./', 'attention-trained header > .muted'],
  ['./training.html', 'attention-training .objective'],
] as const)
  test(`${path} has no space between two Chinese sentences`, async ({ page }) => {
    await page.goto(path);
    const text = page.locator(where);
    await expect(text).toHaveText(/。没有任何例子说明该关注哪里。$/, { useInnerText: true });
    expect(await text.innerText()).not.toMatch(/。\s/);
  });

for (const path of ['./#v=3&model=digits', './training.html#v=3&model=digits&from=shipped'])
  test(`${path} has no space inside a Chinese sentence about an image`, async ({ page }) => {
    await page.goto(path);
    for (const text of [
      page.locator('attention-answer p').first(),
      page.locator('attention-patches .readout').first(),
    ]) {
      await expect(text).toHaveText(/\p{Script=Han}/u);
      expect(await text.innerText()).not.toMatch(/\p{Script=Han} \p{Script=Han}/u);
    }
  });
