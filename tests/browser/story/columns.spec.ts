/** The columns of the story: only complete ones are visible, and names of stages are written in full. */
import { expect, test, type Page } from '@playwright/test';
import { story } from './story-page.ts';
import { openTrained } from '../first-page/first-page.ts';

async function open(page: Page, hash: string, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await openTrained(page, hash);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(story(page).locator('[data-stage=weighted] canvas').first()).toBeVisible();
}

/** The cells and words that an edge of the visible part cuts off. */
const cut = (page: Page) =>
  story(page).evaluate(({ shadowRoot }) => {
    const scroll = shadowRoot!.querySelector('.scroll')!;
    const label = shadowRoot!.querySelector('.stage .label')!.getBoundingClientRect();
    const { left, right } = scroll.getBoundingClientRect();
    const from = label.right < right - 1 ? label.right : left;
    const cells = shadowRoot!.querySelectorAll(
      '.cells .cell, .lane-cells .cell, .sentence [role=columnheader]:not(.label)',
    );
    return [...cells]
      .filter((cell) => {
        const box = cell.getBoundingClientRect();
        const isCut = (edge: number) => box.left < edge - 2 && box.right > edge + 2;
        return isCut(from) || isCut(right);
      })
      .map((cell) => cell.textContent.trim());
  });

for (const [model, widths] of [
  ['goes_with', [360, 768, 1440]],
  ['sort', [400, 1440]],
] as const)
  test(`${model}: no number is cut at any width, wherever the story was scrolled`, async ({
    page,
  }) => {
    await open(page, `v=3&model=${model}`, widths[0]);
    const scroll = story(page).locator('.scroll');
    const left = () => scroll.evaluate((element) => element.scrollLeft);
    // In a window of 1440 pixels all 13 words of the first page are visible.
    const isWhole = () => scroll.evaluate((element) => element.scrollWidth === element.clientWidth);
    for (const width of widths)
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(isWhole).toBe(model === 'goes_with' && width === 1440);
        await expect.poll(() => cut(page)).toEqual([]);
        for (const to of [29, 95, 1e4, 0]) {
          await scroll.evaluate((element, to) => (element.scrollLeft = to), to);
          await expect.poll(() => cut(page), `scrolled to ${to}`).toEqual([]);
        }
        expect(await left()).toBe(0);
      });
  });

/** A few pixels of the words' row just inside an edge of the columns in sight. */
async function edge(page: Page, side: 'left' | 'right'): Promise<string> {
  const { x, y, width } = (await story(page).locator('.column-words').boundingBox())!;
  const label = (await story(page).locator('.sentence .label').boundingBox())?.width ?? 0;
  const at = side === 'left' ? x + label + 1 : x + width - 3;
  const clip = { x: at, y: y + 4, width: 2, height: 3 };
  return (await page.screenshot({ clip })).toString('base64');
}

test('a shade marks the sides on which more columns follow; where all are in sight there is none', async ({
  page,
}) => {
  await open(page, 'v=3&model=goes_with', 360);
  await story(page).evaluate((view) => view.scrollIntoView());
  const scroll = story(page).locator('.scroll');
  const goTo = async (left: number) => {
    await scroll.evaluate((one, left) => (one.scrollLeft = left), left);
    await expect.poll(() => cut(page)).toEqual([]);
  };
  await goTo(0);
  const paper = await edge(page, 'left');
  for (const width of [360, 768])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await story(page).evaluate((view) => view.scrollIntoView());
      await goTo(0);
      await expect.poll(() => edge(page, 'left')).toBe(paper);
      await expect.poll(() => edge(page, 'right')).not.toBe(paper);
      await goTo(1e4);
      await expect.poll(() => edge(page, 'right')).toBe(paper);
      await expect.poll(() => edge(page, 'left')).not.toBe(paper);
    });
  await page.setViewportSize({ width: 1440, height: 900 });
  await story(page).evaluate((view) => view.scrollIntoView());
  await expect.poll(() => edge(page, 'right')).toBe(paper);
  await expect.poll(() => edge(page, 'left')).toBe(paper);
});

test('the name of a stage is not truncated, with its word set apart', async ({ page }) => {
  for (const [hash, width] of [
    ['v=3&model=goes_with&word=0:6', 1440],
    ['v=3&model=goes_with&word=0:6&lang=de', 1440],
    ['v=3&model=goes_with&word=0:6', 360],
  ] as const) {
    await open(page, hash, width);
    const names = story(page).locator('.label .name');
    const clipped = await names.evaluateAll((all) =>
      all
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent.trim()),
    );
    expect(clipped).toEqual([]);
    const word = story(page).locator('[data-stage=concat] .label em');
    await expect(word).toHaveText('street');
    await page.goto('about:blank');
  }
});

test('an open matrix is below the lines, and closes by its own button', async ({ page }) => {
  await open(page, 'v=3&stage=q&matrix=layers.0.attention.w_q', 1440);
  const matrix = story(page).locator('attention-number-matrix');
  await expect(matrix.getByRole('heading')).toHaveText('WQ 32 × 32');
  const grid = (await matrix.getByRole('grid').boundingBox())!;
  const lane = (await story(page).locator('[data-stage=q] .lane').boundingBox())!;
  expect(Math.abs(grid.x - lane.x)).toBeLessThan(2);
  await matrix.getByRole('button', { name: 'Close' }).click();
  await expect(matrix).toHaveCount(0);
  await expect(page).not.toHaveURL(/matrix=/);
  const opens = story(page).getByRole('group', { name: 'Matrices' }).getByRole('button', {
    name: /^WQ/,
  });
  await expect(opens).toBeFocused();
  // Where names stand above their lines, the matrix has its own names.
  await page.setViewportSize({ width: 360, height: 780 });
  await opens.click();
  await expect(matrix.locator('.down bdi').first()).toBeVisible();
  expect((await matrix.getByRole('grid').boundingBox())!.x).toBeGreaterThan(100);
});
