/** Presenting the training page: its sentences, the run and its curves, in large type. */
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { overflow, scrollOverflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const present = (page: Page) => page.getByRole('button', { name: 'Present' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

type Sizes = Record<string, number>;

/** Keeps the size in which each text was last written on a canvas of curves. */
function recordSizes(): void {
  const sizes: Sizes = {};
  Object.assign(globalThis, { sizes });
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    if (this.canvas.closest('.film')) sizes[text] = parseFloat(this.font.match(/[\d.]+px/)![0]);
    fillText.call(this, text, ...place);
  };
}

test('the training page can be presented: sentences and curves, and arrow keys move along the run', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await page.goto('./training.html#v=3&model=sort&seed=1');
  const run = page.locator('attention-training-run');
  await expect(page.locator('attention-training attention-arcs').first()).toBeVisible();
  await present(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.locator('attention-head-maps')).toBeHidden();
  await expect(page.locator('.reading').first()).toBeHidden();
  // On a fresh page, steps forward are trained.
  for (const [key, step] of [
    ['ArrowRight', 10],
    ['PageDown', 30],
    ['ArrowLeft', 10],
    ['PageUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(run).toContainText(`step ${step} of`);
  }
  await run.getByRole('button', { name: 'One step' }).click();
  await expect(run).toContainText('step 1 of');
  await page.getByRole('button', { name: 'Leave' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(run).toContainText('step 0 of');
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(pages(page)).toBeVisible();
  await expect(page.locator('attention-head-maps')).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const [width, height] of [
  [1280, 720],
  [1366, 768],
] as const)
  test(`the sentences of the training page show all their words, and the curves have large labels, at ${width} x ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(recordSizes);
    await page.goto('./training.html');
    const sentences = page.locator('attention-training attention-arcs');
    await expect(sentences.first()).toBeVisible();
    await present(page).click();
    for (const example of [0, 1]) {
      const beyond = () => scrollOverflow(sentences.nth(example));
      await expect.poll(beyond).toBeLessThanOrEqual(0);
      await expect(sentences.nth(example).locator('.text').last()).toBeInViewport({ ratio: 1 });
    }
    const sizes = () => page.evaluate(() => (globalThis as { sizes?: Sizes }).sizes ?? {});
    for (const label of ['0.8: a head earns its name', '800'])
      await expect.poll(async () => (await sizes())[label]).toBeGreaterThanOrEqual(21);
  });
