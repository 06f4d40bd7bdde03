/** The symbols of the formula lead to their numbers, and hovered numbers highlight their symbol. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { MatrixName } from '../../../web/src/settings/playground.ts';
import { grid, open, projection, showStep, vector } from './playground-page.ts';

const kUnseen = 'Choose a symbol to go to its numbers';

test.use({ viewport: { width: 1000, height: 500 } });

const symbols: [name: string, step: MatrixName, view: (page: Page) => Locator][] = [
  ['Q, queries', 'weights', (page) => projection(page, 'q')],
  ['K, keys', 'weights', (page) => projection(page, 'k')],
  ['V, values', 'weights', (page) => projection(page, 'v')],
  ['scaled scores', 'scores', grid],
  ['mask', 'masked_scores', grid],
  ['softmax, weights', 'weights', grid],
  ['context', 'weights', vector],
];

test('a symbol highlights its numbers and leads to them', async ({ page }) => {
  const formula = page.locator('attention-formula');
  for (const [name, step, view] of symbols)
    await test.step(name, async () => {
      await open(page, { step });
      const symbol = formula.getByRole('button', { name: `${name}: go to its numbers` });
      await expect(formula).toContainText(kUnseen);
      await expect(view(page)).not.toHaveAttribute('lit');
      await symbol.hover();
      await expect(formula).toContainText(`${name}: `);
      await expect(view(page)).toHaveAttribute('lit');
      await symbol.click();
      await expect(view(page).getByRole('application')).toBeInViewport({ ratio: 0.6 });
      // Back to the top, where nothing is pointed at or has the focus.
      await symbol.blur();
      await page.mouse.move(0, 0);
      await page.evaluate(() => scrollTo(0, 0));
    });
});

test('numbers and the arithmetic highlight symbols', async ({ page }) => {
  await open(page);

  await test.step('the symbols of scores, mask and softmax show their matrix in the heatmap', async () => {
    for (const [name, heading] of [
      ['scaled scores', 'Scores'],
      ['mask', 'Masked scores'],
      ['softmax, weights', 'Weights'],
    ] as const) {
      const formula = page.locator('attention-formula');
      await formula.getByRole('button', { name: `${name}: go to its numbers` }).press('Enter');
      await expect(grid(page).locator('h2')).toHaveText(new RegExp(`^${heading}`));
      await expect(grid(page)).toHaveAttribute('lit');
    }
  });

  await test.step('a number highlights its symbol only while it is hovered', async () => {
    const formula = page.locator('attention-formula');
    for (const [name, step, view] of symbols) {
      await showStep(page, step === 'masked_scores' ? 'masked scores' : step);
      await view(page).getByRole('application').hover();
      await expect(formula).toContainText(`${name}:`);
      await page.getByRole('heading', { level: 1 }).hover();
      await expect(formula).toContainText(kUnseen);
    }
  });

  await test.step('a line of the arithmetic highlights its symbol', async () => {
    await page.locator('attention-arithmetic dt').last().hover();
    await expect(page.locator('attention-formula')).toContainText('softmax, weights:');
    await expect(grid(page)).toHaveAttribute('lit');
  });
});
