/** The experiments of the first page. */
import { expect, type Page } from '@playwright/test';

export const guess = (page: Page) => page.locator('attention-guess');
export const experiment = (page: Page, i: number) => guess(page).getByRole('listitem').nth(i);
export const outcome = (page: Page, i: number) => experiment(page, i).locator('.outcome');
export const reason = (page: Page, i: number) => experiment(page, i).locator('.reason');
export const button = (page: Page, i: number, name: string) =>
  experiment(page, i).getByRole('button', { name, exact: true });
export const back = (page: Page) =>
  guess(page).getByRole('button', { name: 'Undo the experiment' });

/** Scrolls to the questions, and expects `count` unanswered ones. */
export async function guesses(page: Page, count: number) {
  await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
  await expect(guess(page).getByRole('listitem')).toHaveCount(count);
  for (let i = 0; i < count; i++) await expect(outcome(page, i)).toBeEmpty();
  await expect(guess(page).locator('.reason')).toHaveCount(0);
}
