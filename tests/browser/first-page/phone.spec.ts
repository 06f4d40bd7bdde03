/** The first page on a phone: one upright sentence; everything else is collapsed or below. */
import { expect, test, type Locator } from '@playwright/test';
import { answer, arcs, expectAnswers, openTrained, row, word } from './first-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { overflow } from '../support/overflow.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the first screen on a phone', async ({ page }) => {
  await test.step('on a phone the introduction appears once, below the first sentence', async () => {
    await openTrained(page);
    const intro = page.getByText('A small model has learned that here the last word decides');
    await expect(intro.filter({ visible: true })).toHaveCount(1);
    const { y } = (await intro.filter({ visible: true }).boundingBox())!;
    const answered = (await answer(page, 0).boundingBox())!;
    expect(y).toBeGreaterThan(answered.y + answered.height);
  });
  await test.step('on a phone the first screen has one upright sentence and its answer', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    for (const one of [0, 12]) await expect(word(page, 0, one)).toBeInViewport({ ratio: 1 });
    await expect(answer(page, 0)).toBeInViewport({ ratio: 1 });
    // Controls that change the sentence are collapsed below it.
    const forced = arcs(page).getByLabel('layer 2, head 1: make “it” look at');
    await expect(forced).toBeHidden();
    await arcs(page).getByText('Change, table, save').click();
    await forced.selectOption('street');
    await expectAnswers(page, 'street');
    await expect(row(page, 1)).toBeHidden();
    await page.locator('.choice.first').getByText('… wide').locator('..').click();
    await expect(word(page, 1, 11)).toBeVisible();
    await expect(row(page, 0)).toBeHidden();
    await expect(page).toHaveURL(/example=1/);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => overflow(page)).toBe(0);
  });
});

test('numbers of the story fit into their cells', async ({ page }) => {
  await openTrained(page, 'v=3&model=translation&stage=context');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const cells = page.locator('attention-story [data-stage=context] .cells .cell');
  await expect(cells).toHaveCount(8);
  const beyond = () =>
    cells.evaluateAll((all) =>
      all.map((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().width - element.getBoundingClientRect().width;
      }),
    );
  for (const pixels of await beyond()) expect(pixels).toBeLessThan(0);
});

test('all numbers of a word are in sight, however far its strip is scrolled', async ({ page }) => {
  await openTrained(page, 'v=3&model=goes_with&stage=residual_1');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'All 32 numbers of it' }).click();
  const cells = page.locator('attention-story .opened .cell');
  await expect(cells).toHaveCount(32);
  const strip = page.locator('attention-story .scroll').first();
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(300);
  await cells.first().evaluate((cell) => cell.scrollIntoView({ block: 'center' }));
  const seen = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      const hits = [left + 2, right - 2].map((x) =>
        (cell.getRootNode() as ShadowRoot).elementFromPoint(x, (top + bottom) / 2),
      );
      return hits.every((hit) => cell.contains(hit));
    }),
  );
  expect(seen).toEqual(Array(32).fill(true));
});

test('the first change does not move the page under the finger', async ({ page }) => {
  await openTrained(page);
  const top = async (locator: Locator) => (await locator.boundingBox())!.y;
  /** The place of an element once the parts around it have loaded. */
  const settled = async (locator: Locator) => {
    let place = NaN;
    await expect(async () => {
      place = await top(locator);
      await drawnTwice(page);
      expect(await top(locator)).toBe(place);
    }).toPass();
    return place;
  };
  // A number, whose editor covers the lower half of the screen.
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const cell = page.locator('attention-story [data-stage=v] .editable').first();
  await cell.click();
  const twice = page.locator('attention-story .bar').getByRole('button', { name: '× 2' });
  await expect(twice).toBeVisible();
  const before = await settled(cell);
  await twice.click();
  await expect(page.locator('.model attention-changes li')).toHaveCount(1);
  await expect.poll(async () => Math.abs((await top(cell)) - before)).toBeLessThan(1.6);
  await page.keyboard.press('Escape');

  // The switch of a head, far below the list of changes.
  await page.goto('./#v=3&model=goes_with');
  await expect(page.locator('.model attention-changes li')).toHaveCount(0);
  await page.locator('[data-part=matrices]').scrollIntoViewIfNeeded();
  await expect(page.locator('attention-matrices canvas.cells').first()).toBeVisible();
  await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
  const toggle = page.locator('attention-head-maps .switch').first();
  await toggle.scrollIntoViewIfNeeded();
  const place = await settled(toggle);
  await toggle.click();
  await expect(page.locator('.model attention-changes li')).toHaveCount(1);
  await expect.poll(async () => Math.abs((await top(toggle)) - place)).toBeLessThan(1.6);
});
