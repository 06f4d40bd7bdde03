/** On the page of a model, Ctrl+Z and Back undo the last change; opening the model is none. */
import { expect, test, type Page } from '@playwright/test';
import { cells, typed } from '../story/story-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { openOwnFiles } from './open-own-files.ts';

/** How many changes the undo keys can undo. */
const changeCount = (page: Page) => page.evaluate(() => Number(history.state));

test('a typed number is undone by Ctrl+Z and by Back, and the model stays open', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open MiniLM/ }).click();
  const model = page.locator('attention-model');
  await expect(model.locator('attention-arcs')).toBeVisible();
  await expect(page).toHaveURL(/model=minilm/);
  expect(await changeCount(page)).toBe(0);
  await model.locator('attention-head-story').scrollIntoViewIfNeeded();
  const cell = cells(page, 'q').first();
  const learned = await cell.textContent();
  await cell.press('Enter');
  await page.keyboard.press('Escape');
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

test('a long text survives the undo of a change, and a reload', async ({ page }) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open MiniLM/ }).click();
  const model = page.locator('attention-model');
  const field = model.getByRole('textbox', { name: 'Sentence', exact: true });
  const long = 'The old door. '.repeat(330).trim();
  expect(long.length).toBeGreaterThan(4500);
  await field.fill(long);
  await expect(page).toHaveURL(/text=The\+old\+door/);
  await model.getByLabel('Sort by').selectOption('entropy');
  await expect(page).toHaveURL(/entropy/);
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/entropy/);
  await expect(field).toHaveValue(long);
  await page.reload();
  await expect(field).toHaveValue(long);
});

test('opening files of one’s own is no change to undo, and a link to other files leaves the model and names them', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await openOwnFiles(page);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  await expect(page).toHaveURL(/files=BertForMaskedLM/);
  expect(await changeCount(page)).toBe(0);
  await page.getByLabel('Sort by').selectOption('entropy');
  await expect(page).toHaveURL(/entropy/);
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/entropy/);
  await page.keyboard.press('Control+z');
  await page.getByLabel('Sort by').selectOption('distance');
  await expect(page).toHaveURL(/files=BertForMaskedLM.*distance/);
  await page.evaluate(() => (location.hash = 'v=3&files=Another'));
  const notice = page.locator('#notice');
  await expect(notice).toHaveText(/^This link was made with Another, /);
  await page.getByLabel('Sort by').selectOption('entropy');
  await expect(page).toHaveURL(/files=BertForMaskedLM.*entropy/);
  await expect(notice).toBeVisible();
});

test('a link to a word that its sentence does not have is no change to undo, and its refusal stays', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm&text=The+cat+slept.&word=99&order=nowhere');
  const chosen = page.locator('attention-arcs').getByRole('radio', { checked: true });
  await expect(chosen).toHaveText('slept');
  await expect(page).toHaveURL(/word=2(&|$)/);
  expect(await changeCount(page)).toBe(0);
  await expect(page.locator('#notice')).toContainText('nowhere');
});
