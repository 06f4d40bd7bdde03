/** Zoom in a heatmap of 512 tokens: by buttons, by keys and by touch. The weights are those of a file. */
import { expect, test, type Page } from '@playwright/test';
import { npyOf } from '../../../web/src/files/npy.ts';
import { dragByTouch } from '../support/drag-by-touch.ts';
import { choose, fileNote } from './export-page.ts';
import { grid, open } from './playground-page.ts';

const n = 512;
/** The only key that a query attends to. */
const keyOf = (query: number) => (7 * query + 443) % n;

async function openWeights(page: Page) {
  const data = new Float32Array(n * n);
  for (let query = 0; query < n; query++) data[query * n + keyOf(query)] = 1;
  await open(page);
  await choose(page, 'weights.npy', npyOf({ shape: [n, n], data }));
  await expect(fileNote(page)).toContainText('weights.npy');
  await expect(picture(page)).toHaveAccessibleName(/512 rows by 512 columns/);
}

const picture = (page: Page) => grid(page).getByRole('application');
const readout = (page: Page) => grid(page).locator('.readout');
const larger = (page: Page) => grid(page).getByRole('button', { name: 'Enlarge cells' });
const smaller = (page: Page) => grid(page).getByRole('button', { name: 'Shrink cells' });

/** Rows and columns are counted from 1. */
const said = (row: number, column: number, value: string) => (text: string) =>
  new RegExp(`^${row} →\\s+${column}: ${value}$`).test(text.replace(/\s+/g, ' ').trim());
const describes = async (page: Page, row: number, column: number, value: string) =>
  expect.poll(async () => said(row, column, value)(await readout(page).innerText())).toBe(true);

interface Range {
  rows: [number, number];
  columns: [number, number];
}

async function range(page: Page): Promise<Range> {
  const text = await readout(page).locator('.range').textContent();
  const [, ...ends] = /rows (\d+)–(\d+), columns (\d+)–(\d+)/.exec(text!)!;
  const [a, b, c, d] = ends.map(Number);
  return { rows: [a!, b!], columns: [c!, d!] };
}

/** Returns the frame around the described cell, and how dark that cell and its right neighbor are drawn. */
async function drawn(page: Page) {
  return grid(page).evaluate((view) => {
    const root = view.shadowRoot!;
    const canvas = root.querySelector<HTMLCanvasElement>('canvas.cells')!;
    const [box, mark] = [canvas, root.querySelector('.mark.pointed')!].map((element) =>
      element!.getBoundingClientRect(),
    );
    const density = canvas.width / box!.width;
    const inkAt = (x: number, y: number) => {
      const [left, top] = [x - box!.left, y - box!.top].map((at) => Math.floor(at * density));
      const [red] = canvas.getContext('2d')!.getImageData(left!, top!, 1, 1).data;
      return red!;
    };
    // A large cell has its number in its middle, so look above it.
    const down = mark!.height < 20 ? 1 / 2 : 1 / 6;
    const [x, y] = [mark!.left + mark!.width / 2, mark!.top + mark!.height * down];
    const frame = root.querySelector('.picture')!.getBoundingClientRect();
    const isIn =
      mark!.left >= frame.left &&
      mark!.right <= frame.right + 1 &&
      mark!.top >= frame.top &&
      mark!.bottom <= frame.bottom + 1;
    return {
      width: mark!.width,
      isIn,
      isDark: inkAt(x, y) < 100,
      isRightDark: inkAt(x + mark!.width, y) < 100,
    };
  });
}

test('buttons, the wheel, the pointer and keys reach every cell', async ({ page }) => {
  await openWeights(page);

  await test.step('buttons enlarge the cells, the wheel scrolls them, and the pointer finds them', async () => {
    for (let step = 0; step < 4; step++) await larger(page).click();
    const first = await range(page);
    // Repeated in case a busy browser drops the wheel event, or scrolls the page with it.
    await expect(async () => {
      await picture(page).hover();
      await page.mouse.wheel(4000, 4000);
      const { rows, columns } = await range(page);
      expect(columns[0]).toBeGreaterThan(first.columns[1]);
      expect(rows[0]).toBeGreaterThan(first.rows[1]);
    }).toPass();
    const box = (await picture(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2 + 1);
    const { rows, columns } = await range(page);
    let value: number | undefined;
    // The cell of the hover before is described until the next frame.
    await expect(async () => {
      const text = (await readout(page).innerText()).replace(/\s+/g, ' ');
      const [, row, column, ...rest] = /^(\d+) → (\d+): (\S+)/.exec(text)!.map(Number);
      expect(row).toBeGreaterThanOrEqual(rows[0]);
      expect(row).toBeLessThanOrEqual(rows[1]);
      expect(column).toBeGreaterThanOrEqual(columns[0]);
      expect(column).toBeLessThanOrEqual(columns[1]);
      [value] = rest;
      expect(value).toBe(keyOf(row! - 1) === column! - 1 ? 1 : 0);
    }).toPass();
    await expect.poll(() => drawn(page)).toMatchObject({ isIn: true, isDark: value === 1 });

    // Zooming keeps the middle in sight.
    await page.mouse.move(0, 0);
    await smaller(page).click();
    const wide = await range(page);
    expect(wide.rows[0]).toBeLessThanOrEqual(rows[0]);
    expect(wide.rows[1]).toBeGreaterThanOrEqual(rows[1]);
    for (let step = 0; step < 3; step++) await smaller(page).click();
    await expect(smaller(page)).toBeDisabled();
    await expect(smaller(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(readout(page).locator('.range')).toHaveText('');
    // All cells are in sight again.
    await picture(page).scrollIntoViewIfNeeded();
    const whole = (await picture(page).boundingBox())!;
    await page.mouse.move(whole.x + whole.width - 0.7, whole.y + whole.height - 0.7);
    await expect(readout(page)).toContainText('512');
    await page.mouse.move(0, 0);
  });

  await test.step('keys enlarge the cells around the chosen one until its number is readable', async () => {
    await expect(larger(page)).toBeEnabled();
    await expect(smaller(page)).toBeDisabled();
    const before = await grid(page).boundingBox();
    await picture(page).focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    for (let row = 0; row < 12; row++) await page.keyboard.press('ArrowDown');
    for (let column = 0; column < keyOf(12); column++) await page.keyboard.press('ArrowRight');
    await describes(page, 13, keyOf(12) + 1, '1\\.0000');
    while (await larger(page).isEnabled()) {
      await page.keyboard.press('+');
      await describes(page, 13, keyOf(12) + 1, '1\\.0000');
      await expect
        .poll(() => drawn(page))
        .toMatchObject({ isIn: true, isDark: true, isRightDark: false });
    }
    expect((await drawn(page)).width).toBeGreaterThanOrEqual(40);
    const { rows, columns } = await range(page);
    expect(rows[0]).toBeGreaterThan(1);
    expect(rows[1] - rows[0]).toBeLessThan(20);
    expect(columns[0]).toBeLessThanOrEqual(keyOf(12) + 1);
    expect(columns[1]).toBeGreaterThan(keyOf(12));

    // The cells follow the keyboard to the last corner, whose left neighbor is empty too.
    await page.keyboard.press('End');
    await page.keyboard.press('PageDown');
    await describes(page, n, n, '0\\.0000');
    await expect.poll(async () => (await range(page)).columns[1]).toBe(n);
    expect((await range(page)).rows[1]).toBe(n);
    await expect.poll(() => drawn(page)).toMatchObject({ isIn: true, isDark: false });
    const after = await grid(page).boundingBox();
    expect(Math.abs(after!.height - before!.height)).toBeLessThan(40);

    for (let step = 0; step < 9; step++) await page.keyboard.press('-');
    await expect(smaller(page)).toBeDisabled();
    await expect(readout(page).locator('.range')).toHaveText('');
    await describes(page, n, n, '0\\.0000');
  });
});

test('six words need no zoom', async ({ page }) => {
  await open(page);
  await expect(larger(page)).toHaveCount(0);
  await picture(page).focus();
  await page.keyboard.press('+');
  await expect(readout(page).locator('.range')).toHaveText('');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('zooming by touch keeps the tapped cell in place, and a finger scrolls the cells', async ({
    page,
  }) => {
    await openWeights(page);
    await larger(page).tap();
    const box = (await picture(page).boundingBox())!;
    await page.touchscreen.tap(box.x + 200, box.y + 150);
    await expect(readout(page)).toContainText('→');
    const tapped = (await readout(page).innerText()).replace(/\s+/g, ' ');
    const [, row, column] = /^(\d+) → (\d+)/.exec(tapped)!.map(Number);
    while (await larger(page).isEnabled()) await larger(page).tap();
    expect((await readout(page).innerText()).replace(/\s+/g, ' ')).toBe(tapped);
    const near = await range(page);
    expect(near.rows[0]).toBeLessThanOrEqual(row!);
    expect(near.rows[1]).toBeGreaterThanOrEqual(row!);
    expect(near.columns[0]).toBeLessThanOrEqual(column!);
    expect(near.columns[1]).toBeGreaterThanOrEqual(column!);
    await picture(page).scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await picture(page).boundingBox())!;
    const middle = { x: x + width / 2, y: y + height / 2 };
    await dragByTouch(page, middle, { x: middle.x - 100, y: middle.y });
    await expect.poll(async () => (await range(page)).columns[0]).toBeGreaterThan(near.columns[0]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
