/** Rows, columns and cells of the story are stepped and dragged like a single number, and plain loops agree. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { button, cellAt, chips, editor, grid, matrix, stage, story, typed } from './story-page.ts';
import { expectPrediction, openTrainedStory, stateOf } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

const heading = (page: Page, side: 'down' | 'across', i: number) =>
  matrix(page).locator(`.${side} span`).nth(i);
/** Expects the field to be for several numbers at once. */
const several = (page: Page) => expect(typed(page)).toHaveAttribute('placeholder', /^\d+ numbers$/);

async function openAt(page: Page, hash: string, matrixName?: RegExp) {
  await openTrainedStory(page, hash);
  if (!matrixName) return;
  await story(page).getByRole('button', { name: matrixName }).click();
  await expect(grid(page)).toBeVisible();
}

/** Drags sideways, from the middle of an element or from a point in it. */
async function drag(page: Page, from: Locator, by: number, at?: { x: number; y: number }) {
  await from.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await from.boundingBox())!;
  const start = { x: x + (at?.x ?? width / 2), y: y + (at?.y ?? height / 2) };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const part of [0.5, 1]) await page.mouse.move(start.x + part * by, start.y);
  await page.mouse.up();
}

/** The only edit in the link. */
async function onlyEdit(page: Page) {
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  const { edits } = await stateOf(page);
  expect(edits).toHaveLength(1);
  return edits[0]!;
}

/** Steps the selection by arrow keys, by buttons and by the handle. Each adds to all of its numbers. */
async function stepAll(page: Page, place: object) {
  await several(page);
  await typed(page).focus();
  await page.keyboard.press('ArrowUp');
  const { value: step, ...first } = await onlyEdit(page);
  expect(first).toEqual({ ...place, adds: true });
  expect(step).toBeGreaterThan(0);
  await expectPrediction(page);
  await page.keyboard.press('Shift+ArrowUp');
  expect((await onlyEdit(page)).value).toBeCloseTo(11 * step, 6);
  await expectPrediction(page);
  await expect(chips(page).getByRole('listitem')).toContainText('+ ');
  await button(page, 'Less').click();
  expect((await onlyEdit(page)).value).toBeCloseTo(10 * step, 6);
  await button(page, 'More').press('Enter');
  expect((await onlyEdit(page)).value).toBeCloseTo(11 * step, 6);
  // One step per 4 pixels.
  await drag(page, editor(page).locator('.drag'), -80);
  expect((await onlyEdit(page)).value).toBeCloseTo(-9 * step, 6);
  await expect(chips(page).getByRole('listitem')).toContainText('− ');
  await expectPrediction(page);
  await drag(page, editor(page).locator('.drag'), 36);
  await expect(chips(page)).toHaveCount(0);
}

test('a row and a column of the score are stepped and dragged, all numbers at once', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openAt(page, '&stage=q&shown=layers.0.attention:2');
  const layer = 'layers.0.attention';
  const q = (await stage(page, 'q').locator('.editable').nth(8).getAttribute('data-place'))!;
  const column = Number(/(\d+)\]$/.exec(q)![1]);
  const learned = await expectPrediction(page);
  await cellAt(page, q).click();
  const scope = editor(page).getByRole('combobox', { name: 'Change' });
  await scope.selectOption('its row');
  await stepAll(page, { layer, field: 'q', index: [0, 2, 8, null] });
  await cellAt(page, q).focus();
  await scope.selectOption('its column');
  await stepAll(page, { layer, field: 'q', index: [0, 2, null, column] });
  expect(await expectPrediction(page)).toEqual(learned);
  expect(complaints).toEqual([]);
});

test('headings choose a row, a column and all of a parameter, which are stepped by pointer and keyboard', async ({
  page,
}) => {
  await openAt(page, '&stage=v', /^WV, 32 × 4$/);
  const place = (index: (number | null)[]) => ({
    layer: 'layers.0.attention',
    field: 'w_v',
    index,
  });
  await heading(page, 'down', 3).click();
  await expect(editor(page)).toContainText('W_V, layer 1, row 4');
  await stepAll(page, place([3, null]));
  await heading(page, 'across', 1).click();
  await expect(editor(page)).toContainText('W_V, layer 1, column 2');
  await stepAll(page, place([null, 1]));
  await matrix(page).locator('.corner').click();
  await expect(typed(page)).toHaveAttribute('placeholder', '128 numbers');
  await button(page, 'More').click();
  const { value, ...all } = await onlyEdit(page);
  expect(all).toEqual({ ...place([null, null]), adds: true });
  expect(value).toBeGreaterThan(0);
  await expectPrediction(page);
  await button(page, '× −1').click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await expectPrediction(page);
  // The edit is in the link, and survives a reload.
  const { edits } = await stateOf(page);
  await page.reload();
  await expect.poll(async () => (await stateOf(page)).edits).toEqual(edits);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expectPrediction(page);
  await button(page, 'Undo all').click();
  // With the keyboard alone.
  await grid(page).focus();
  for (const key of ['Home', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key);
  await expect(editor(page)).toContainText('W_V, layer 1, row');
  await page.keyboard.press('Enter');
  await expect(typed(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  expect((await onlyEdit(page)).value).toBeLessThan(0);
  await expectPrediction(page);
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeFocused();
});

test('a cell of an opened matrix is dragged in place; the release chooses no other cell', async ({
  page,
}) => {
  await openAt(page, '&stage=q', /^WQ, 32 × 32$/);
  const learned = await expectPrediction(page);
  const { width } = (await grid(page).boundingBox())!;
  const point = { x: (17.5 * width) / 32, y: 3 * 18 + 9 };
  await drag(page, grid(page), 80, point);
  const edit = await onlyEdit(page);
  expect(edit).toMatchObject({ layer: 'layers.0.attention', field: 'w_q', index: [3, 17] });
  expect(edit.adds).toBe(undefined);
  await expect(editor(page)).toContainText('W_Q, layer 1, row 4, column 18');
  const before = chips(page).getByRole('listitem').locator('s');
  const number = (text: string) => Number(text.replace('before:', '').replace('−', '-'));
  const was = number((await before.innerText()).trim());
  expect(Math.abs(edit.value - was)).toBeGreaterThan(0.1);
  const moved = await expectPrediction(page);
  expect(moved).not.toEqual(learned);
  // A press without a move is a click.
  await grid(page).click({ position: { x: (2.5 * width) / 32, y: 10 * 18 + 9 } });
  await expect(editor(page)).toContainText('W_Q, layer 1, row 11, column 3');
  expect(await stateOf(page)).toMatchObject({ edits: [edit] });
  // Drags back by the same number of pixels.
  await drag(page, grid(page), -80, point);
  await expect(editor(page)).toContainText('row 4, column 18');
  expect((await onlyEdit(page)).value).toBeCloseTo(was, 3);
  await button(page, 'Undo').first().click();
  await expect(chips(page)).toHaveCount(0);
  expect(await expectPrediction(page)).toEqual(learned);
});
