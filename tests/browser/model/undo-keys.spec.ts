/** On the page of a model, Ctrl+Z and Back undo the last change; opening the model is none. */
import { expect, test } from '@playwright/test';
import { cells, typed } from '../story/story-page.ts';

test('a typed number is undone by Ctrl+Z and by Back, and the model stays open', async ({
  page,
}) => {
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open MiniLM/ }).click();
  const model = page.locator('attention-model');
  await expect(model.locator('attention-arcs')).toBeVisible();
  await expect(page).toHaveURL(/model=minilm/);
  await page.keyboard.press('Control+z');
  await model.locator('attention-head-story').scrollIntoViewIfNeeded();
  const cell = cells(page, 'q').first();
  const learned = await cell.textContent();
  for (const undo of [() => page.keyboard.press('Control+z'), () => page.goBack()]) {
    await cell.press('Enter');
    await typed(page).fill('-9');
    await typed(page).press('Enter');
    await expect(cell).toContainText('−9');
    await undo();
    await expect(cell).toHaveText(learned!);
    await expect(page).toHaveURL(/model=minilm/);
  }
});
