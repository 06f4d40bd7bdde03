/** Contrast in light and dark, on paper, and in forced colors. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { bars, grid, open, projection, vector } from '../playground/playground-page.ts';
import type { CanvasColors } from '../../../web/src/elements/styles/theme.ts';
import { lightnessOf } from './lightness.ts';

/** Red, green and blue, 0 to 255. */
type Color = [number, number, number];

/** The ink color of the element's canvases and the background color of the page. */
async function colorsOf(page: Page): Promise<{ ink: Color; paper: Color }> {
  return page.evaluate(() => {
    const parse = (text: string) =>
      text
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number) as Color;
    const view = document
      .querySelector('attention-playground')!
      .shadowRoot!.querySelector('attention-bars')!;
    return {
      ink: parse(getComputedStyle(view).color),
      paper: parse(getComputedStyle(document.documentElement).backgroundColor),
    };
  });
}

/** WCAG 2.2's contrast ratio. */
function contrast(a: Color, b: Color): number {
  const luminance = (color: Color) => {
    const [r, g, b] = color.map((channel) => {
      const c = channel / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

const lightness = (color: Color) => (color[0] + color[1] + color[2]) / 3;

test('text has enough contrast in light and dark mode, also on the canvases', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const light = await colorsOf(page);
  const lightChart = await meanOfCanvas(page);
  expect(lightness(light.ink)).toBeLessThan(lightness(light.paper));
  expect(contrast(light.ink, light.paper)).toBeGreaterThan(7);

  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await colorsOf(page);
  expect(lightness(dark.ink)).toBeGreaterThan(lightness(dark.paper));
  expect(contrast(dark.ink, dark.paper)).toBeGreaterThan(7);
  // The canvases are redrawn with light text.
  await expect.poll(() => meanOfCanvas(page)).toBeGreaterThan(lightChart + 40);
});

/** The mean lightness of the token names, drawn left of the bars. */
const meanOfCanvas = (page: Page) => bars(page).locator('canvas').evaluate(lightnessOf, kNames);
/** Their width in pixels. */
const kNames = 30;

test('a dark page prints with dark text, also on its canvases, and is dark again afterwards', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // The first listener for the end of printing still sees what was printed.
  await page.addInitScript(`addEventListener('afterprint', () => {
    const { shadowRoot } = document.querySelector('attention-playground');
    const canvas = shadowRoot.querySelector('attention-bars').shadowRoot.querySelector('canvas');
    globalThis.printed = (${lightnessOf.toString()})(canvas, ${kNames});
  }, true)`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page);
  const before = await meanOfCanvas(page);
  expect(before).toBeGreaterThan(128);
  const pdf = await page.pdf();
  expect(pdf.length).toBeGreaterThan(10_000);
  expect(await page.evaluate(() => (globalThis as { printed?: number }).printed)).toBeLessThan(128);
  await expect.poll(() => meanOfCanvas(page)).toBeCloseTo(before, 0);

  await page.emulateMedia({ media: 'print' });
  const { ink, paper } = await colorsOf(page);
  expect(lightness(ink)).toBeLessThan(lightness(paper));
  for (const view of [bars(page), grid(page), vector(page), projection(page, 'v')])
    await expect(view.locator('canvas')).toBeVisible();
  expect(errors).toEqual([]);
});

test('in forced colors the chosen word and the current page are marked by more than color', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const edge = (of: Locator) =>
    of.evaluate((element) => {
      const { outlineStyle, borderBlockEndStyle } = getComputedStyle(element);
      return [outlineStyle, borderBlockEndStyle];
    });
  const word = (checked: boolean) =>
    page.locator('attention-tokens').getByRole('radio', { checked });
  expect(await edge(word(true))).toEqual(['solid', 'solid']);
  expect((await edge(word(false).first()))[0]).toBe('none');
  const nav = page.locator('.bar nav');
  expect((await edge(nav.locator('[aria-current]')))[1]).toBe('solid');
  expect((await edge(nav.getByRole('link').first()))[1]).toBe('none');
});

test('in forced colors the legend of the context has the colors of its parts', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const swatches = page.locator('attention-vector .parts i');
  await expect(swatches).toHaveCount(6);
  const colors = () =>
    swatches.evaluateAll((all) => all.map((swatch) => getComputedStyle(swatch).backgroundColor));
  await expect.poll(async () => new Set(await colors()).size).toBe(6);
  expect(await colors()).not.toContain('rgb(255, 255, 255)');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`in forced colors, ${colorScheme}, canvases take the system’s colors, and the scale keeps its own`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await open(page);
    const colors = await bars(page).evaluate((view) => {
      const { ink, paper, query } = (view as never)['canvasColors'] as CanvasColors;
      return { ink, paper, query };
    });
    const [ink, paper] = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'];
    expect(colors).toEqual(
      colorScheme === 'light'
        ? { ink, paper, query: ink }
        : { ink: paper, paper: ink, query: paper },
    );
    const scale = page.locator('attention-heatmap-legend .colors');
    await expect(scale.first()).toHaveCSS('background-image', /^linear-gradient/);
  });
