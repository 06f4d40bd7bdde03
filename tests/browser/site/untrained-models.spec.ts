/** An untrained model is gray, and labeled as such in every view and every saved file. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { colorfulOnScreen } from './colorful.ts';
import { readSvg, saved } from '../support/saved-file.ts';
import { story } from '../story/story-page.ts';
import { arcs, element, film, openTrained } from '../first-page/first-page.ts';
import { few, patches } from '../training/digits-page.ts';
import * as training from '../training/training-page.ts';

const kSays = 'untrained: random parameters';

const part = (page: Page, name: string) => element(page).locator(`[data-part=${name}]`);
const heatmaps = (page: Page) => part(page, 'matrices').locator('attention-heatmap');
const openMatrix = (page: Page) => story(page).locator('attention-number-matrix canvas.values');

/** The pictures of "every word at once", and of a matrix that is open in the story. */
const pictures = (page: Page) => ({
  weights: heatmaps(page).first().locator('canvas.cells'),
  bars: part(page, 'matrices').locator('attention-bars canvas'),
  context: heatmaps(page).nth(1).locator('canvas.cells'),
  'open matrix': openMatrix(page),
});

/** Opens the first page with all its parts. */
async function openAll(page: Page) {
  await openTrained(page, 'v=3&stage=q');
  for (const name of ['story', 'matrices', 'maps']) await part(page, name).scrollIntoViewIfNeeded();
  await expect(part(page, 'maps').locator('attention-head-maps canvas').first()).toBeVisible();
}

/** Shows the film before the training. */
async function goBefore(page: Page) {
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(story(page)).toHaveAttribute('untrained', '');
}

/** The caption of a saved picture. */
async function captionOf(page: Page, view: Locator) {
  const svg = await saved(view, 'SVG');
  const { texts } = await readSvg(page, svg);
  const caption = texts.map(({ text }) => text.replaceAll('\u00a0', ' ')).join(' ');
  return { name: svg.name, caption };
}

test('before the training all views of the first page, and files saved from it, are gray and say why', async ({
  page,
}) => {
  await openAll(page);
  await story(page)
    .getByRole('button', { name: /^WQ, 32 × 32$/ })
    .click();
  await expect(openMatrix(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`all views are gray and say why (${colorScheme})`, async () => {
      await page.emulateMedia({ colorScheme });
      await goBefore(page);
      for (const name of ['matrices', 'maps'])
        await expect(part(page, name).locator('.line')).toContainText(kSays);
      // The chosen word is red where the weights are.
      for (const [name, picture] of Object.entries(pictures(page)))
        await expect.poll(() => colorfulOnScreen(picture), name).toBeLessThan(0.015);
      await film(page).getByRole('button', { name: 'after' }).click();
      await expect(story(page)).not.toHaveAttribute('untrained');
      for (const name of ['matrices', 'maps'])
        await expect(part(page, name)).not.toContainText(kSays);
      const { context, 'open matrix': matrix } = pictures(page);
      // Most numbers of a trained context are near 0.
      await expect.poll(() => colorfulOnScreen(context)).toBeGreaterThan(0.03);
      await expect.poll(() => colorfulOnScreen(matrix)).toBeGreaterThan(0.2);
    });

  await test.step('saved files say so, and pictures are gray', async () => {
    await goBefore(page);
    for (const view of [
      arcs(page),
      heatmaps(page).nth(1),
      part(page, 'maps').locator('attention-head-maps'),
    ]) {
      const { name, caption } = await captionOf(page, view);
      expect(name).toMatch(/^untrained-/);
      expect(caption).toContain(kSays);
    }
    expect((await saved(arcs(page), 'CSV')).name).toBe('untrained-weights-of-it-goes_with.csv');
    expect((await saved(heatmaps(page).first(), 'NPY')).name).toMatch(/^untrained-.*\.npy$/);
    const context = (await saved(heatmaps(page).nth(1), 'SVG')).bytes.toString('utf8');
    // The ends of the color scale for trained numbers.
    for (const color of ['#4f2379', '#14582f', 'rgb(79, 35, 121)', 'rgb(20, 88, 47)'])
      expect(context).not.toContain(color);
    await film(page).getByRole('button', { name: 'after' }).click();
    await expect(story(page)).not.toHaveAttribute('untrained');
    const after = await captionOf(page, arcs(page));
    expect(after.name).toBe('weights-of-it-goes_with.svg');
    expect(after.caption).not.toContain(kSays);
  });
});

test('on the training page the heads and saved files are marked as untrained until the first step', async ({
  page,
}) => {
  await training.open(page);
  const heads = page.locator('attention-training section', {
    has: page.locator('attention-head-maps'),
  });
  const maps = heads.locator('attention-head-maps');
  const sentence = training.row(page).locator('attention-arcs');
  await expect(heads).toContainText(kSays);
  for (const view of [maps, sentence]) {
    const { name, caption } = await captionOf(page, view);
    expect(name).toMatch(/^untrained-/);
    expect(caption).toContain(kSays);
  }
  await training.button(page, 'One step').click();
  await expect(training.progress(page)).toHaveText('step 1 of 30');
  await expect(heads).not.toContainText(kSays);
  const { name, caption } = await captionOf(page, sentence);
  expect(name).toMatch(/^weights-of/);
  expect(caption).not.toContain(kSays);
});

test('saved weights over an image are marked as untrained before the first step', async ({
  page,
}) => {
  await training.open(page, few);
  await expect(patches(page).locator('canvas').first()).toBeVisible();
  const { name, caption } = await captionOf(page, patches(page));
  expect(name).toMatch(/^untrained-weights-of-/);
  expect(caption).toContain(kSays);
});
