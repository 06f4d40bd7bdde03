/** The story follows the visitor's scrolling: the stage in the middle of the window becomes the current one. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { button, note, stage, story } from './story-page.ts';
import { openTrained, openTrainedStory } from '../first-page/first-page.ts';
import { drawnTwice } from '../support/frames.ts';

const heading = (page: Page) => note(page).getByRole('heading');
const lit = (page: Page) =>
  story(page)
    .getByRole('group', { name: /^The formula/ })
    .locator('[aria-current=step]');
const matrices = (page: Page) => story(page).getByRole('group', { name: 'Matrices' });

/** The positions of all rows in the page, independent of scrolling. */
const rows = (page: Page) =>
  story(page).evaluate((view) =>
    [...view.shadowRoot!.querySelectorAll('[data-stage]')].map((row) =>
      Math.round(row.getBoundingClientRect().top + scrollY),
    ),
  );

/** Turns the wheel until the middle of a stage is in the middle of the window: a busy browser may drop the event. */
async function wheelTo(page: Page, name: string) {
  const { height: window } = page.viewportSize()!;
  const above = async () => {
    const { y, height } = (await stage(page, name).boundingBox())!;
    return y + height / 2 - window / 2;
  };
  // Beside the lines, because an open matrix scrolls by itself.
  await page.mouse.move(4, window / 2);
  await expect(async () => {
    await page.mouse.wheel(0, await above());
    await drawnTwice(page);
    expect(Math.abs(await above())).toBeLessThan(2);
  }).toPass();
}

test('the formula and the note follow the wheel; nothing moves, and no history entry is added', async ({
  page,
}) => {
  await openTrainedStory(page);
  await expect(heading(page)).toHaveText('Weights');
  await stage(page, 'q').getByRole('gridcell').first().focus();
  await expect(heading(page)).toHaveText('Query');
  const focused = () =>
    story(page).evaluate((view) => (view.shadowRoot!.activeElement as HTMLElement).dataset['key']);
  const key = await focused();
  const url = page.url();
  const entries = await page.evaluate(() => history.length);
  const places = await rows(page);
  for (const [name, title, symbol] of [
    ['v', 'Value', 'V'],
    ['context', 'Context', 'context'],
    ['scores', 'Scores', 'Q'],
  ] as const) {
    await wheelTo(page, name);
    await expect(heading(page)).toHaveText(title);
    await expect(lit(page).first()).toContainText(symbol);
    await expect(stage(page, name)).toHaveClass(/current/);
    const { y, height } = (await stage(page, name).boundingBox())!;
    expect(Math.abs(y + height / 2 - page.viewportSize()!.height / 2)).toBeLessThan(height);
  }
  expect(await rows(page)).toEqual(places);
  expect(await focused()).toBe(key);
  expect(page.url()).toBe(url);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  // The step continues from there, by button and by key.
  await button(page, 'next ›').click();
  await expect(heading(page)).toHaveText('Mask');
  await expect(page).toHaveURL(/&stage=mask$/);
});

test('keys that scroll the page step as well; a chosen stage stays, even while the page scrolls to it', async ({
  page,
}) => {
  await openTrainedStory(page, '&stage=v');
  await expect(heading(page)).toHaveText('Value');
  // The page has scrolled by itself.
  await page.evaluate(() => scrollBy(0, 120));
  await drawnTwice(page);
  await expect(heading(page)).toHaveText('Value');
  for (let i = 0; i < 6 && (await heading(page).innerText()) === 'Value'; i++) {
    await page.keyboard.press('ArrowDown');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(heading(page)).not.toHaveText('Value');
  await story(page)
    .getByRole('group', { name: /^The formula/ })
    .getByRole('button', { name: 'mask' })
    .click();
  await expect(heading(page)).toHaveText('Mask');
  await page.evaluate(() => scrollBy(0, 200));
  await drawnTwice(page);
  await expect(heading(page)).toHaveText('Mask');
});

test('while a matrix is open, or on a phone, only the formula follows the scroll', async ({
  page,
}) => {
  await openTrainedStory(page, '&stage=q');
  await matrices(page).getByRole('button', { name: /^WQ/ }).click();
  await expect(story(page).locator('attention-number-matrix').getByRole('grid')).toBeVisible();
  let places = await rows(page);
  await wheelTo(page, 'context');
  await expect(lit(page).first()).toContainText('context');
  await expect(heading(page)).toHaveText('Query');
  expect(await rows(page)).toEqual(places);
  await expect(story(page).locator('attention-number-matrix')).toHaveCount(1);
  await matrices(page).getByRole('button', { name: /^WQ/ }).click();
  // Opens a matrix of the stage that was scrolled to.
  await wheelTo(page, 'v');
  await expect(heading(page)).toHaveText('Value');
  await matrices(page).getByRole('button', { name: /^WV/ }).click();
  await expect(page).toHaveURL(/stage=v&matrix=layers\.0\.attention\.w_v$/);
  await expect(heading(page)).toHaveText('Value');
  await expect(story(page).locator('attention-number-matrix')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('about:blank');
  await openTrainedStory(page);
  places = await rows(page);
  await wheelTo(page, 'context');
  await expect(lit(page).first()).toContainText('context');
  await expect(heading(page)).toHaveText('Weights');
  expect(await rows(page)).toEqual(places);
});

test('choosing another stage closes the matrix, and the story follows the scroll again', async ({
  page,
}) => {
  await openTrainedStory(page, '&stage=q');
  const matrix = story(page).locator('attention-number-matrix');
  await matrices(page).getByRole('button', { name: /^WQ/ }).click();
  await expect(matrix).toBeVisible();
  await button(page, 'next ›').click();
  await expect(heading(page)).toHaveText('Key');
  await expect(matrix).toHaveCount(0);
  await expect(page).toHaveURL(/&stage=k$/);
  await wheelTo(page, 'context');
  await expect(heading(page)).toHaveText('Context');
  await wheelTo(page, 'q');
  await expect(heading(page)).toHaveText('Query');
  await expect(matrix).toHaveCount(0);
  await matrices(page).getByRole('button', { name: /^WQ/ }).click();
  await expect(page).toHaveURL(/&stage=q&matrix=layers\.0\.attention\.w_q$/);
  await story(page).getByRole('radio', { name: 'layer 2' }).click({ force: true });
  await expect(page).toHaveURL(/&layer=1&stage=q$/);
  // A link may name a matrix of another stage than its own.
  await page.goto('about:blank');
  await openTrainedStory(page, '&stage=q&matrix=w_out');
  // The rows move when the typeface arrives.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const places = await rows(page);
  for (const [name, title] of [
    ['context', 'Context'],
    ['prediction', 'Prediction'],
  ] as const) {
    await wheelTo(page, name);
    await expect(heading(page)).toHaveText(title);
  }
  await expect(matrix).toHaveCount(0);
  expect(await rows(page)).toEqual(places);
  await button(page, '‹ back').click();
  await expect(page).toHaveURL(/stage=[a-z_]+$/);
});

test('keys that scroll the page are followed even while a button has the focus', async ({
  page,
}) => {
  await openTrainedStory(page, '&stage=q');
  await button(page, 'next ›').click();
  await expect(heading(page)).toHaveText('Key');
  await expect(button(page, 'next ›')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(heading(page)).not.toHaveText('Key');
});

test('a stage that the loading model does not have is not lost', async ({ page }) => {
  await openTrainedStory(page, '&stage=next_layer');
  await page.evaluate(() => (location.hash = 'v=3&model=sort&stage=next_layer'));
  await expect(page.locator('attention-story').getByRole('status')).toContainText([/./, /layer/i]);
  await page.evaluate(() => (location.hash = 'v=3&model=induction&stage=next_layer'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('k');
  await expect(story(page).locator('.problem')).toHaveCount(0);
  await expect(stage(page, 'next_layer')).toHaveClass(/current/);
  expect(await story(page).evaluate((view: AttentionStory) => view.stage)).toBe('next_layer');
});

test('on a phone the word with the largest weight is named while it is off screen, and a tap scrolls to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const strongest = stage(page, 'next_layer').locator('.strongest');
  await expect(strongest).toHaveText(/^\s*animal (100\.0|99\.\d)%\s*$/);
  await expect(strongest).toBeVisible();
  await expect(stage(page, 'weights').locator('.strongest')).toBeHidden();
  await strongest.click();
  await expect(strongest).toBeHidden();
  await expect(stage(page, 'next_layer').getByRole('gridcell').nth(1)).toBeInViewport();
  await expect(stage(page, 'weights').locator('.strongest')).toHaveText(
    /^\s*tired (100\.0|99\.\d)%\s*$/,
  );
  await expect(stage(page, 'weights').locator('.strongest')).toBeVisible();
});

/** The left end of each word, and of each weight below it. */
const columns = (page: Page) =>
  story(page).evaluate((view) => {
    const left = (selector: string) =>
      [...view.shadowRoot!.querySelectorAll(selector)].map((element) =>
        Math.round(element.getBoundingClientRect().left),
      );
    return {
      words: left('.sentence [role=columnheader]:not(.label)'),
      numbers: left('[data-stage=weights] .cells > .cell'),
    };
  });

test('the words stay under the formula and over their columns at every width', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await openTrainedStory(page);
  const words = story(page).locator('.column-words');
  const formula = story(page).getByRole('group', { name: /^The formula/ });
  for (const width of [360, 768, 1280])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 });
      for (const name of ['scores', 'context', 'prediction']) {
        await stage(page, name).evaluate((row) => row.scrollIntoView({ block: 'center' }));
        await expect(async () => {
          const [bar, box, line] = await Promise.all(
            [formula, words, stage(page, name)].map(async (one) => (await one.boundingBox())!),
          );
          expect(Math.abs(bar!.y)).toBeLessThan(1);
          expect(Math.abs(box!.y - bar!.height)).toBeLessThan(1);
          // The words cover nothing of the line that was scrolled to.
          expect(line!.y).toBeGreaterThanOrEqual(box!.y + box!.height - 1);
        }).toPass();
      }
      await stage(page, 'weights').evaluate((row) => row.scrollIntoView({ block: 'center' }));
      const together = async () => {
        const { words, numbers } = await columns(page);
        return words.every((left, i) => Math.abs(left - numbers[i]!) <= 1);
      };
      const scroll = story(page).locator('.scroll');
      for (const to of [0, 60, 1000]) {
        await scroll.evaluate((element, to) => (element.scrollLeft = to), to);
        await expect.poll(together).toBe(true);
      }
      // Scrolling the words by keyboard or finger also scrolls the lines.
      await words.evaluate((element) => (element.scrollLeft = 30));
      await expect.poll(together).toBe(true);
      await expect
        .poll(async () =>
          Math.abs(
            (await scroll.evaluate((it) => it.scrollLeft)) -
              (await words.evaluate((it) => it.scrollLeft)),
          ),
        )
        .toBeLessThanOrEqual(1);
      // A line reached by keyboard is not covered.
      await stage(page, 'prediction').getByRole('gridcell').first().focus();
      await page.evaluate(() => scrollBy(0, 400));
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
      const [cell, box] = await Promise.all([
        story(page).evaluate((view) => view.shadowRoot!.activeElement!.getBoundingClientRect().top),
        words.boundingBox(),
      ]);
      expect(cell).toBeGreaterThanOrEqual(box!.y + box!.height - 1);
    });
});

test('lines under the words of two sentences each have their words above them', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=translation&layer=2');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
  await stage(page, 'prediction').evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const words = (await story(page).locator('.column-words').boundingBox())!;
  expect(words.y + words.height).toBeLessThan(0);
});

test('where the story ends, its words do not cover the formula above them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTrainedStory(page);
  const formula = story(page).getByRole('group', { name: /^The formula/ });
  const below = story(page).getByText('each line on its own scale');
  await expect(below).toBeAttached();
  const isOnTop = async (share: number) => {
    const { x, y, width, height } = (await formula.boundingBox())!;
    return story(page).evaluate(
      (view, [x, y]) =>
        Boolean(
          view
            .shadowRoot!.elementFromPoint(x!, y!)
            ?.closest('.formula, [aria-label^="The formula"]'),
        ),
      [x + width * share, Math.max(2, y + height - 4)],
    );
  };
  // Repeated, because parts of the page that are drawn late may move it.
  await expect(async () => {
    // The line below the table comes to the lower edge of the formula, which then still stays at the top.
    const { y } = (await below.boundingBox())!;
    await page.evaluate((y) => scrollBy({ top: y - 60, behavior: 'instant' }), y);
    await drawnTwice(page);
    expect(Math.abs((await below.boundingBox())!.y - 60)).toBeLessThan(2);
    expect(await Promise.all([0.1, 0.3, 0.5].map(isOnTop))).toEqual([true, true, true]);
  }).toPass();
});
