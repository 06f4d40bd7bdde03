/** On the training page, a weight over the patches of a digit is dragged to another patch. */
import { expect, test, type Page } from '@playwright/test';
import { dragListeners } from '../support/drag-listeners.ts';
import { few, patches, place, says, weights } from './digits-page.ts';
import { button, open, progress } from './training-page.ts';
import { watch } from '../support/watch.ts';

const at = async (page: Page, layer: number, to: number) => {
  const one = patches(page).locator(`[data-layer="${layer}"][data-place="${to}"]`);
  await one.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await one.boundingBox())!;
  return [x + width / 2, y + height / 2] as const;
};
const drag = async (page: Page, layer: number, from: number, to: number) => {
  await page.mouse.move(...(await at(page, layer, from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, layer, to)), { steps: 4 });
};

test('a weight is dragged from patch to patch and the answer follows; Escape and a plain click drag nothing', async ({
  page,
}) => {
  await open(page, few);
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 1 of 12');
  const before = await says(page, 0);
  const learned = await weights(page, 0);
  const target = patches(page).locator('.target');
  await drag(page, 1, 6, 10);
  await expect(target).toHaveCount(1);
  await expect(target).toHaveText('100');
  await expect(patches(page).locator('.readout')).toHaveText(/^patch 3, 2; .*head 1: 100\.0%$/);
  await page.keyboard.press('Escape');
  await expect(target).toHaveCount(0);
  await page.mouse.up();
  expect(await weights(page, 0)).toEqual(learned);

  await drag(page, 1, 6, 10);
  await page.mouse.up();
  await expect(page).toHaveURL(/row=0:layers\.1\.attention:0:0-10/);
  await expect.poll(() => says(page, 0)).not.toBe(before);
  const forced = await weights(page, 0);
  expect(forced[1]!.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, i) => Number(i === 10)));
  expect(forced[0]).toEqual(learned[0]);
  await expect(place(page, 'class token')).toBeChecked();
  // Continues from there in the picture that also takes the keyboard, to the class token.
  await drag(page, 1, 10, 0);
  await page.mouse.up();
  await expect(page).toHaveURL(/row=0:layers\.1\.attention:0:0-0(&|$)/);
  await drag(page, 0, 1, 16);
  await page.mouse.up();
  await expect(page).toHaveURL(/layers\.0\.attention:0:0-16/);
  await patches(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => says(page, 0)).toBe(before);
  // A click chooses a patch; the weights of a chosen patch can be dragged too.
  await page.mouse.click(...(await at(page, 0, 6)));
  await expect(place(page, 'patch 2, 2')).toBeChecked();
  await expect(page).not.toHaveURL(/row=/);
  await drag(page, 0, 3, 5);
  await page.mouse.up();
  await expect(page).toHaveURL(/row=0:layers\.0\.attention:0:6-5/);
});

test('a drag ends when the picture is removed, and leaves no listener', async ({ page }) => {
  const { complaints } = await watch(page);
  await open(page, few);
  const before = await dragListeners(page);
  await drag(page, 1, 6, 10);
  await expect(patches(page).locator('.target')).toHaveText('100');
  const view = await patches(page).elementHandle();
  await view!.evaluate((view) => view.remove());
  expect(await dragListeners(page)).toEqual(before);
  await view!.evaluate((view) => document.querySelector('main')!.append(view));
  const again = page.locator('main > attention-patches');
  await expect(again.locator('.layers')).toBeVisible();
  await expect(again.locator('.dragging, .target')).toHaveCount(0);
  await page.mouse.up();
  await expect(page).not.toHaveURL(/row=/);
  expect(complaints).toEqual([]);
});
