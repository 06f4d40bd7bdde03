/** Ctrl+Z undoes the last change, and Ctrl+Shift+Z or Ctrl+Y brings it back. */
import { expect, test, type Page } from '@playwright/test';
import { cells, editor, typed } from '../story/story-page.ts';
import { hold } from '../support/hold.ts';
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

test('the first change is undone although no more code arrives', async ({ page }) => {
  await openTrained(page);
  const release = await hold(page, '**/*.js');
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/causal/);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/causal/);
  release();
  await expectAnswers(page, 'animal', 'street');
});

test('before the first change the keys do not leave the page, and a text field keeps them', async ({
  page,
}) => {
  await page.goto('./course.html');
  await openStory(page);
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
  // More presses than changes, quicker than the browser goes back.
  await page.evaluate(() => {
    for (let i = 0; i < 4; i++)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }),
      );
  });
  await expect(page).not.toHaveURL(/causal/);
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/\/#.*causal/);
});

test('a key that reaches the document or the window without an element undoes as well', async ({
  page,
}) => {
  await openTrained(page);
  for (const place of ['document', 'window'] as const) {
    await choice(page, 'Mask').selectOption('causal');
    await expect(page).toHaveURL(/causal/);
    await page.evaluate(
      (place) =>
        globalThis[place].dispatchEvent(
          new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }),
        ),
      place,
    );
    await expect(page).not.toHaveURL(/causal/);
  }
});

test('Ctrl+Y does not go on to a page that was visited after the changes', async ({ page }) => {
  await openTrained(page);
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/causal/);
  await choice(page, 'Positions').selectOption('none');
  await expect(page).toHaveURL(/positions=none/);
  await page.keyboard.press('Control+z');
  await expect(page).not.toHaveURL(/positions/);
  // The browser's own keys, and a page that takes the place of what was undone.
  await page.goForward();
  await expect(page).toHaveURL(/positions=none/);
  await page.goBack();
  await expect(page).not.toHaveURL(/positions/);
  await page.evaluate(() => void (location.href = './course.html'));
  await expect(page).toHaveURL(/course/);
  await page.goBack();
  await expect(page).toHaveURL(/causal/);
  await page.keyboard.press('Control+y');
  await choice(page, 'Model').selectOption('induction');
  await expect(page).toHaveURL(/model=induction/);
});
