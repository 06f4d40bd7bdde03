/** Escape during a drag, or at a forced row, while presenting. */
import { expect, test, type Locator } from '@playwright/test';
import { arcs, openTrained, word } from '../first-page/first-page.ts';
import { story } from '../story/story-page.ts';

test('Escape during a drag, of an arc or of a number, ends the drag and not the presentation', async ({
  page,
}) => {
  await openTrained(page);
  const [present, leave] = ['Present', 'Leave'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator];
  await present.click();
  /** Drags sideways and presses Escape before the release. */
  const dragAndEscape = async (from: Locator) => {
    const { x, y, width, height } = (await from.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 200, y + height / 2, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
  };
  await dragAndEscape(arcs(page, 0).locator('.slot .grip').first());
  await expect(leave).toBeVisible();
  await expect(arcs(page, 0).locator('.dragging')).toHaveCount(0);
  for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown');
  const number = story(page).locator('.stage.current .editable').first();
  await expect(number).toBeInViewport();
  await dragAndEscape(number);
  await expect(leave).toBeVisible();
  await expect(story(page).locator('.changed')).toHaveCount(0);
  await expect(page).not.toHaveURL(/row=|edits=/);
  await page.keyboard.press('Escape');
  await expect(present).toBeVisible();
  await expect(page).not.toHaveURL(/row=|edits=/);
});

test('Escape at a word whose row is forced frees the row; only the next one leaves the presentation', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=goes_with&row=0:layers.1.attention:0:8-6');
  await page.getByRole('button', { name: 'Present' }).click();
  const leave = page.getByRole('button', { name: 'Leave' });
  await word(page, 0, 8).press('Escape');
  await expect(page).not.toHaveURL(/row=/);
  await expect(leave).toBeVisible();
  await word(page, 0, 8).press('Escape');
  await expect(leave).toBeHidden();
});
