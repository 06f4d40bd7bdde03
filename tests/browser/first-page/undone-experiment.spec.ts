/** Undoing an experiment takes back its numbers, and nothing else. */
import { expect, test } from '@playwright/test';
import { cells, typed } from '../story/story-page.ts';
import { expectAnswers, openTrained } from './first-page.ts';

test('the story stays where the visitor has gone since the experiment that is undone', async ({
  page,
}) => {
  await openTrained(page);
  const guess = page.locator('attention-guess');
  await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
  const causal = guess.getByRole('listitem').nth(1);
  await causal.getByRole('button', { name: 'both animal', exact: true }).click();
  await expect(causal.locator('.outcome')).not.toBeEmpty();
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await cells(page, 'q').first().press('Enter');
  await typed(page).press('Escape');
  await expect(page).toHaveURL(/mask=causal&stage=q$/);
  await guess.getByRole('button', { name: 'Undo the experiment' }).click();
  await expect(page).toHaveURL(/#v=3&model=goes_with&stage=q$/);
  await expectAnswers(page, 'animal', 'street');
});
