/** Numbers of random parameters are gray and labeled as such; numbers from a file are not. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { grid, open, projection } from '../playground/playground-page.ts';
import { readSvg, saved } from '../support/saved-file.ts';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';

const badge = (page: Page) => page.getByText('untrained: random parameters');

/**
 * The share of pixels whose red and blue differ by more than 30, which no gray of the page does. The chosen word is
 * red.
 */
const colorful = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i]! - data[i + 2]!) > 30) count++;
    return (4 * count) / data.length;
  });

/** How far apart the channels of `#rrggbb` or `rgb(r, g, b)` are. */
function spreadOf(color: string): number {
  const channels = color.startsWith('#')
    ? color.match(/[0-9a-f]{2}/g)!.map((channel) => parseInt(channel, 16))
    : color.match(/[\d.]+/g)!.map(Number);
  return Math.max(...channels) - Math.min(...channels);
}

/** The context chart is mostly background. */
const canvases = (page: Page) => ({
  weights: grid(page).locator('canvas'),
  queries: projection(page, 'q').locator('canvas'),
  heads: page.locator('attention-heads canvas').first(),
  context: page.locator('attention-vector canvas'),
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the playground’s numbers are gray, and say why (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expect(badge(page)).toBeVisible();
    for (const [name, canvas] of Object.entries(canvases(page)))
      expect(await colorful(canvas), name).toBeLessThan(name === 'context' ? 0.001 : 0.02);
    const bar = page.locator('attention-tokens .weight').first();
    const [red, , blue] = (
      await bar.evaluate((element) => getComputedStyle(element).backgroundColor)
    ).match(/\d+/g)!;
    expect(Math.abs(Number(red) - Number(blue))).toBeLessThan(30);
  });

test('a saved picture of untrained numbers says so, and is gray', async ({ page }) => {
  await open(page);
  const svg = await saved(grid(page), 'SVG');
  const { texts } = await readSvg(page, svg);
  expect(
    texts
      .map(({ text }) => text)
      .join(' ')
      .replaceAll('\u00a0', ' '),
  ).toContain('untrained: random parameters');
  const colors = svg.bytes.toString('utf8').match(/#[0-9a-f]{6}|rgb\([^)]*\)/g)!;
  const query = '#b23a1e';
  expect(colors).toContain(query);
  const colored = colors.filter((color) => color !== query && spreadOf(color) > 30);
  expect(colored).toEqual([]);
});

test('the difference of two untrained layers is gray, and says why', async ({ page }) => {
  await page.goto('./course.html');
  const difference = page.locator('attention-difference');
  await difference.scrollIntoViewIfNeeded();
  const canvas = difference.locator('canvas');
  await expect(canvas).toBeVisible();
  await expect(difference).toContainText('untrained: random parameters');
  expect(await colorful(canvas)).toBeLessThan(0.02);
});

test('queries, keys and values of a file have colors and no note', async ({ page }) => {
  await open(page);
  await page.locator('attention-playground attention-lab').evaluate((lab: AttentionLab) => {
    const rows = { shape: [3, 2], data: Float32Array.of(2, -2, 1, 0, -1, 2) };
    lab.opened = { name: 'rows.npz', q: rows, k: rows, v: rows };
  });
  await expect(page.locator('attention-file-note')).toContainText('rows.npz');
  await expect(badge(page)).toHaveCount(0);
  for (const [name, canvas] of Object.entries(canvases(page)))
    await expect
      .poll(() => colorful(canvas), name)
      .toBeGreaterThan(name === 'context' ? 0.01 : 0.2);
});

test('on the training page the badge is apart from the bar above it, and the speed has no rule where its line begins', async ({
  page,
}) => {
  await page.goto('./training.html');
  const answer = page.locator('attention-answer').first();
  await expect(answer.locator('.badge')).toBeVisible();
  const bar = (await answer.locator('li').last().locator('.bar').boundingBox())!;
  expect((await answer.locator('.badge').boundingBox())!.y - bar.y - bar.height).toBeGreaterThan(4);
  const speed = page.locator('attention-training-run .speed');
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(speed).toHaveCSS('border-inline-start-width', '0px');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(speed).toHaveCSS('border-inline-start-width', '1px');
});
