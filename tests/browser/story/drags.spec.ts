/** Numbers of a story are dragged: in their cells, in an open matrix, and by the handle of the editor. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  cellAt,
  chips,
  dragNumber,
  editor,
  grid,
  heard,
  openStory,
  sentence,
  stage,
  story,
  tired,
} from './story-page.ts';
import { shownNumber } from './shown-number.ts';
import { dragListeners } from '../support/drag-listeners.ts';
import { drawnTwice } from '../support/frames.ts';

test('a number is dragged sideways, in its cell and in the editor', async ({ page }) => {
  await openStory(page);
  const cell = cellAt(page, tired);
  const before = shownNumber(await cell.innerText());
  await dragNumber(cell, 40);
  const shown = async () => shownNumber(await cell.locator('span').last().innerText());
  // Takes ten steps of a hundredth.
  await expect.poll(shown).toBeCloseTo(before + 0.1, 2);
  const handle = (await editor(page).locator('.drag').boundingBox())!;
  await page.mouse.move(handle.x + 10, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(handle.x - 30, handle.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect.poll(shown).toBeCloseTo(before, 2);
});

/** Opens V of layer 1 as a matrix, in a story that shows the stage v. */
const openMatrix = async (page: Page) => {
  await openStory(page, sentence, { stage: 'v', matrix: 'layers.0.attention.v' });
  await expect(grid(page)).toBeVisible();
};
const numbers = {
  'in a cell': {
    open: (page: Page) => openStory(page, sentence, { stage: 'v' }),
    number: (page: Page) => cellAt(page, tired),
  },
  'in an open matrix': { open: openMatrix, number: grid },
  'by the handle of the editor': {
    open: async (page: Page) => {
      await openStory(page, sentence, { stage: 'v' });
      await cellAt(page, tired).focus();
    },
    number: (page: Page) => editor(page).locator('.drag'),
  },
};

/** The middle of an element. */
async function middle(element: Locator) {
  await element.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

for (const [where, { open, number }] of Object.entries(numbers)) {
  test(`a press that leaves straight up and is released elsewhere drags no number ${where}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 2400 });
    await open(page);
    const { x, y } = await middle(number(page));
    const { y: top } = (await story(page).getByRole('grid').first().boundingBox())!;
    expect(top).toBeGreaterThan(8);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, top - 8, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(x - 60, y);
    await page.mouse.move(x - 90, y, { steps: 3 });
    await drawnTwice(page);
    expect(await heard(page, 'edit')).toEqual([]);
  });

  test(`Escape gives a dragged number back ${where}`, async ({ page }) => {
    await open(page);
    const { x, y } = await middle(number(page));
    const listeners = await dragListeners(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    await expect(chips(page).getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(chips(page)).toHaveCount(0);
    expect((await heard(page, 'edit')).at(-1)).toEqual([]);
    // The pointer is still pressed.
    const count = (await heard(page, 'edit')).length;
    await page.mouse.move(x + 120, y, { steps: 3 });
    await page.mouse.up();
    await drawnTwice(page);
    expect(await heard(page, 'edit')).toHaveLength(count);
    expect(await dragListeners(page)).toEqual(listeners);
  });

  test(`another button than the first drags no number ${where}`, async ({ page }) => {
    await open(page);
    const { x, y } = await middle(number(page));
    for (const button of ['middle', 'right'] as const) {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up({ button });
    }
    await drawnTwice(page);
    expect(await heard(page, 'edit')).toEqual([]);
  });
}

test('Escape gives several dragged numbers back, and leaves the earlier change of them', async ({
  page,
}) => {
  await openStory(page, sentence, { stage: 'v' });
  await cellAt(page, tired).focus();
  await editor(page).getByRole('combobox', { name: 'Change' }).selectOption('its row');
  const { x, y } = await middle(editor(page).locator('.drag'));
  const drag = async (by: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 3 });
  };
  await drag(20);
  await page.mouse.up();
  const kept = (await heard(page, 'edit')).at(-1);
  expect(kept).toEqual([expect.objectContaining({ adds: true })]);
  await drag(60);
  await expect.poll(async () => (await heard(page, 'edit')).at(-1)).not.toEqual(kept);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(async () => (await heard(page, 'edit')).at(-1)).toEqual(kept);
  await expect(stage(page, 'v').locator('.cells s').first()).toBeVisible();
});
