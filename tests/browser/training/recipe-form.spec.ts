/**
 * The form of a recipe: short numbers that keep their exact values, limits, and error messages beside their control.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';

async function open(page: Page, hash: string) {
  await page.goto(`./training.html#${hash}`);
  await expect(page.locator('attention-training-run .progress')).toHaveText(/^(step|Schritt|第)/);
  await page
    .locator('summary')
    .filter({ hasText: /^(Recipe|Rezept|配方)$/ })
    .click();
}
const field = (page: Page, name: string) => page.locator(`attention-training-recipe #${name}`);

async function savedRecipe(page: Page) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Recipe, JSON' }).click();
  return JSON.parse(await readFile(await (await coming).path(), 'utf8')) as Record<string, unknown>;
}

test('numbers and weight decay of the recipe', async ({ page }) => {
  const link = 'v=3&model=goes_with&seed=1&steps=30';
  await open(page, link);

  await test.step('a long number is displayed rounded, and stays exact until it is edited', async () => {
    const std = page.getByLabel('initial standard deviation of embeddings');
    await expect(std).toHaveValue('0.1768');
    const exact = (await savedRecipe(page))['embedding_std'];
    expect(exact).toBeCloseTo(1 / Math.sqrt(32), 9);
    await std.fill('0.2');
    await std.fill('0.1768');
    await std.press('Enter');
    await page.getByLabel('weight decay', { exact: true }).fill('0.25');
    await page.getByLabel('weight decay', { exact: true }).press('Enter');
    await expect(page).toHaveURL(/weight_decay=0.25/);
    expect(page.url()).not.toContain('embedding_std');
    expect(await savedRecipe(page)).toMatchObject({ weight_decay: 0.25, embedding_std: exact });
    await std.fill('0.2');
    await std.press('Enter');
    await expect(page).toHaveURL(/embedding_std=0.2/);
    await expect(std).toHaveValue('0.2');
    // An emptied field gets the recommended value.
    await std.fill('');
    await std.press('Enter');
    await expect(page).not.toHaveURL(/embedding_std/);
    await expect(std).toHaveValue('0.1768');
  });

  await test.step('weight decay may apply to matrices only', async () => {
    await page.evaluate((hash) => (location.hash = hash), link);
    await expect(page.getByLabel('weight decay', { exact: true })).toHaveValue('0.5');
    const decayed = page.getByLabel('weight decay applies to');
    await expect(decayed).toHaveValue('all');
    await expect(decayed).toHaveAccessibleDescription(
      'matrices only: not biases, norms and embeddings',
    );
    await decayed.selectOption({ label: 'matrices only' });
    await expect(page).toHaveURL(/decayed=matrices/);
    await expect(page.locator('attention-training-run .progress')).toHaveText('step 0 of 30');
    expect(await savedRecipe(page)).toMatchObject({ weight_decay: 0.5, decayed: 'matrices' });
    expect(await violations(page)).toEqual([]);
    // Adam and SGD have no weight decay.
    await page.getByLabel('optimizer', { exact: true }).selectOption('adam');
    await expect(decayed).toBeHidden();
    await expect(page.getByLabel('weight decay', { exact: true })).toBeHidden();
  });
});

test('each field states its limits, and shows a refusal beside it', async ({ page }) => {
  await open(page, 'v=3&model=reverse&seed=1&steps=30');
  const batch = page.getByLabel('examples per step');
  await expect(batch).toHaveAccessibleDescription('1 to 256');
  await expect(page.getByLabel('heads', { exact: true })).toHaveAccessibleDescription(
    '1 to 16 in each layer',
  );
  const beta = page.getByLabel('Adam’s β₂');
  await expect(beta).toHaveAccessibleDescription('0 to 0.99999');
  await batch.fill('many');
  await batch.press('Enter');
  await expect(batch).toHaveAccessibleDescription(
    /^Enter a whole number from 1 to 256, not “many”/,
  );
  await expect(batch).toHaveValue('many');
  // Only the core can refuse this: rows of at least 20 letters, where the longest have 8.
  const least = page.getByLabel('minimum length, in tokens');
  await least.fill('20');
  await least.press('Enter');
  await expect(least).toHaveAttribute('aria-invalid', 'true');
  await expect(least).toHaveAccessibleDescription(/min_length.*20/);
  await expect(least).toHaveValue('20');
  // There is no run to save.
  await expect(page.getByRole('button', { name: 'Recipe, JSON' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await least.fill('5');
  await least.press('Enter');
  await expect(least).toHaveAttribute('aria-invalid', 'false');
  await expect(page.locator('attention-training-run .progress')).toHaveText('step 0 of 30');
});

test('a refused text does not stay in the form of another task', async ({ page }) => {
  await open(page, 'v=3&model=reverse&seed=1&steps=30');
  const batch = page.getByLabel('examples per step');
  await batch.fill('many');
  await batch.press('Enter');
  await expect(batch).toHaveAttribute('aria-invalid', 'true');
  await page.locator('attention-training .task select').selectOption('sort');
  await expect(batch).toHaveAttribute('aria-invalid', 'false');
  await expect(batch).toHaveValue(/^\d+$/);
  await expect(batch).toHaveAccessibleDescription('1 to 256');
});

test('in German and Chinese every field has a label, and every choice is translated', async ({
  page,
}) => {
  const link = 'v=3&model=translation&seed=1&steps=30';
  await open(page, link);
  for (const [lang, optimizer, untranslated] of [
    ['de', 'Optimierer', /^(d_model|relu|gelu|silu|layer|rms|adamw|none|learned|constant|cosine)$/],
    ['zh', '优化器', /^(relu|gelu|silu|layer|rms|adamw|none|learned|constant|cosine|sinusoidal)$/],
  ] as const)
    await test.step(lang, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate((hash) => (location.hash = hash), `${link}&lang=${lang}`);
      const form = page.locator('attention-training-recipe');
      await expect(form).toContainText(optimizer);
      const fields = form.locator('input, select');
      expect(await fields.count()).toBeGreaterThan(35);
      for (const one of await fields.all()) await expect(one).toHaveAccessibleName(/\S/);
      for (const choice of await form.locator('option').allTextContents())
        expect(choice.trim()).not.toMatch(untranslated);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflow(page)).toBe(0);
      await expect(field(page, 'd_model')).toHaveValue('32');
    });
});

test('in German its numbers have a comma, shown and typed', async ({ page }) => {
  await open(page, 'v=3&lang=de&model=goes_with&seed=1&steps=30');
  const rate = field(page, 'learning_rate');
  await expect(rate).toHaveValue(/^0,0\d+$/);
  await expect(field(page, 'dropout')).toHaveAccessibleDescription('0 bis 0,9');
  await rate.fill('0,015');
  await rate.press('Enter');
  await expect(page).toHaveURL(/learning_rate=0.015/);
  await expect(rate).toHaveValue('0,015');
  // A comma still separates the numbers of layers.
  await field(page, 'heads').fill('4, 2');
  await field(page, 'heads').press('Enter');
  await expect(page).toHaveURL(/heads=4(,|%2C)2/);
  await expect(field(page, 'heads')).toHaveValue('4, 2');
});
