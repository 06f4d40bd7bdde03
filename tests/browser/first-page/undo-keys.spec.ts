/** Ctrl+Z undoes the last change, and Ctrl+Shift+Z or Ctrl+Y brings it back. */
import { expect, test, type Page } from '@playwright/test';
import { cells, editor, typed } from '../story/story-page.ts';
import { choice, expectAnswers, openTrained, ownField } from './first-page.ts';

async function openStory(page: Page): Promise<void> {
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
}

test('a typed number is undone and comes back, and after a new change nothing can come back', async ({
  page,
}) => {
  await openStory(page);
  const cell = cells(page, 'q').first();
  const learned = await cell.textContent();
  await cell.press('Enter');
  await typed(page).fill('-9');
  await typed(page).press('Enter');
  await expect(cell).toContainText('−9');
  await page.keyboard.press('Control+z');
  await expect(cell).toHaveText(learned!);
  await page.keyboard.press('Control+Shift+z');
  await expect(cell).toContainText('−9');
  await page.keyboard.press('Control+z');
  await expect(cell).toHaveText(learned!);
  await page.keyboard.press('Control+y');
  await expect(cell).toContainText('−9');
  await page.keyboard.press('Control+z');
  await expect(cell).toHaveText(learned!);
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/causal/);
  const masked = page.url();
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/causal/);
  await page.keyboard.press('Control+y');
  await expect(page).toHaveURL(masked);
});

test('before the first change the keys do not leave the page, and a text field keeps them', async ({
  page,
}) => {
  await page.goto('./course.html');
  await openStory(page);
  const first = page.url();
  await page.keyboard.press('Control+z');
  await expectAnswers(page, 'animal', 'street');
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/causal/);
  await ownField(page).press('Control+z');
  await expect(page).toHaveURL(/causal/);
  await cells(page, 'q').first().press('Enter');
  await expect(editor(page)).toBeVisible();
  await typed(page).press('Control+z');
  await expect(page).toHaveURL(/causal/);
  await typed(page).press('Escape');
  await expect(page).toHaveURL(/causal&stage=q/);
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(/causal$/);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/causal/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(new URL(page.url()).pathname).toBe(new URL(first).pathname);
});
