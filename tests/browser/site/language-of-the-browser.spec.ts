/** A browser in German gets German pages, until another language is chosen. */
import { expect, test } from '@playwright/test';
import { status, tableOf } from '../playground/playground-page.ts';

test.describe('a browser in German', () => {
  test.use({ locale: 'de-AT' });

  test('gets German, and a link can ask for English', async ({ page }) => {
    const first = page.locator('attention-trained').getByRole('heading', { level: 1 });
    await page.goto('./');
    await expect(first).toHaveText('Wer ist it?');
    await expect(page.locator('#language')).toHaveValue('de');
    await page.goto('./playground.html');
    await expect(status(page)).toHaveText(/^6 Tokens/);
    await page.locator('#language').selectOption('en');
    await expect(status(page)).toHaveText(/^6 tokens/);
    await expect(page).toHaveURL(/lang=en$/);
    await page.reload();
    await expect(status(page)).toHaveText(/^6 tokens/);
  });
});

test.describe('in a browser in German', () => {
  test.use({ locale: 'de-DE' });

  for (const [path, title, name] of [
    ['playground.html', 'Eine Schicht Attention, untrainiert', /^Eine Schicht.* · Attention Lab$/],
    ['proof.html', 'Mit PyTorch verglichen, in Ihrem Browser', 'Nachweis · Attention Lab'],
    ['speed.html', 'Wie schnell Attention in Ihrem Browser ist', 'Tempo · Attention Lab'],
    ['course.html', 'Eine Lektion über Attention', 'Eine Lektion über Attention'],
  ] as const)
    test(`${path} is in German, with decimal commas`, async ({ page }) => {
      await page.goto(`./${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(name);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      for (const article of await page.locator('article.in').all())
        await expect(article).toBeVisible({
          visible: (await article.getAttribute('lang')) === 'de',
        });
      const numbers = { 'playground.html': 'attention-bars', 'course.html': '#one attention-bars' };
      const view = numbers[path as keyof typeof numbers];
      if (view) await expect(page.locator(view).first()).toContainText(/\d,\d\u00a0%/);
    });

  test('tables have decimal commas too', async ({ page }) => {
    await page.goto('./playground.html');
    for (const view of [page.locator('attention-bars'), page.locator('attention-vector')]) {
      const { cells } = await tableOf(view);
      expect(cells.length).toBeGreaterThan(2);
      for (const [number] of cells) expect(number).toMatch(/^-?\d+,\d+$/);
    }
  });

  test('the lesson in English is a choice away, and stays', async ({ page }) => {
    await page.goto('./course.html');
    await expect(page).toHaveURL(/course-de\.html$/);
    await page.getByLabel('Sprache').selectOption('English');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A lesson on attention');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A lesson on attention');
  });

  test('a lesson named by its language stays in that language', async ({ page }) => {
    await page.goto('./course-zh.html');
    await expect(page.getByLabel('语言')).toHaveValue('zh');
    await expect(page).toHaveURL(/course-zh\.html$/);
  });
});
