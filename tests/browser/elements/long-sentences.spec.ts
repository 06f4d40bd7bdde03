/** Sentences of more than 40 words are shown in a strip that scrolls, with their strongest arcs. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { addArcs, arcs, dragTo, figures, heard, word } from './arcs-page.ts';
import { violations } from '../support/axe.ts';
import { watch } from '../support/watch.ts';

const kWords = 64;
/** The chosen word looks at every third word, most at the last one; in the second layer also at all other words. */
const weightOf = (layer: number, key: number) => (key % 3 === 0 ? (key + 1) / 800 : layer * 0.002);

async function addLong(page: Page, count = kWords, chosen = 50) {
  await addArcs(page);
  const layers = [0, 1].map((layer) => ({
    title: `layer ${layer + 1}`,
    ink: 1,
    weights: Float32Array.from({ length: count * count }, (_, i) => weightOf(layer, i % count)),
  }));
  await arcs(page).evaluate(
    (view: AttentionArcs, { layers, count, chosen }) =>
      Object.assign(view, {
        tokens: Array.from({ length: count }, (_, i) => `word${i}`),
        chosen,
        layers,
      }),
    { layers, count, chosen },
  );
  await expect(word(page, count - 1)).toBeAttached();
}

const counts = (page: Page) => arcs(page).locator('.count span');
const strip = (page: Page) => arcs(page).locator('.scroll');
const scrolled = (page: Page) => strip(page).evaluate((scroll) => scroll.scrollLeft);

/** The words at which arcs end, above or below: the canvas is painted beside their figures. */
const ends = (page: Page, layer: number) =>
  arcs(page).evaluate((view, layer) => {
    const root = view.shadowRoot!;
    const canvas = root.querySelector('canvas')!;
    const { left, top, width } = canvas.getBoundingClientRect();
    const context = canvas.getContext('2d')!;
    return [...root.querySelectorAll('.word')].flatMap((word, i) => {
      const slot = word.querySelectorAll('.slot')[layer]!.getBoundingClientRect();
      const x = Math.round(slot.left + slot.width / 2 - left);
      const y = Math.round((layer === 0 ? slot.top - 3 : slot.bottom + 1) - top);
      if (x < 0 || x > width) return [];
      const { data } = context.getImageData(x - 4, y, 8, 2);
      return data.some((value, at) => at % 4 === 3 && value > 40) ? [i] : [];
    });
  }, layer);

for (const width of [1280, 360])
  test(`a long sentence of ${width} pixels: a strip with the 12 strongest arcs, by pointer and by keyboard`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await addLong(page);
    await expect(counts(page)).toHaveText([
      'layer 1: arcs for 12 of 22 weights, the largest.',
      'layer 2: arcs for 12 of 64 weights, the largest.',
    ]);
    // The words are on one line, with the chosen word in its middle.
    const tops = await arcs(page)
      .getByRole('radio')
      .evaluateAll((all) => [
        ...new Set(all.map((element) => element.getBoundingClientRect().top)),
      ]);
    expect(tops).toHaveLength(1);
    const offMiddle = () =>
      word(page, 50).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return Math.abs((left + right - innerWidth) / 2);
      });
    await expect.poll(offMiddle).toBeLessThan(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // The largest 12 of every third word begin at word 30; an arc also leaves the chosen word.
    const largest = Array.from({ length: 12 }, (_, i) => 30 + 3 * i);
    const inSight = (all: number[], from: number, to: number) =>
      all.filter((i) => i >= from && i <= to);
    const [from, to] = width === 360 ? [48, 52] : [44, 56];
    for (const layer of [0, 1])
      await expect
        .poll(async () => inSight(await ends(page, layer), from, to))
        .toEqual(inSight([...largest, 50], from, to).sort((a, b) => a - b));
    // Every word has a figure below it.
    await expect(figures(page, 0)).toHaveCount(kWords);
    await expect(figures(page, 0).nth(3)).toHaveText('·');
    await expect(figures(page, 0).nth(9)).toHaveText('1%');

    // A click on a visible word does not scroll the strip.
    const before = await scrolled(page);
    await word(page, 51).click();
    expect(await scrolled(page)).toBe(before);
    await word(page, 51).press('Home');
    await expect(word(page, 0)).toBeFocused();
    await expect(word(page, 0)).toBeInViewport({ ratio: 1 });
    await word(page, 0).press('ArrowLeft');
    await expect(word(page, 63)).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => inSight(await ends(page, 0), 62, 63)).toEqual([63]);
    expect(await heard(page)).toEqual([51, 0, 63].map((index) => ['choose', { index }]));

    // Scrolling with the wheel draws the words that come into sight.
    // Each is repeated in case a busy browser drops the wheel event.
    await strip(page).hover();
    await expect(async () => {
      await page.mouse.wheel(-100_000, 0);
      expect(await scrolled(page)).toBe(0);
    }).toPass();
    await expect(word(page, 0)).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => inSight(await ends(page, 0), 0, 3)).toEqual([]);
    await expect(async () => {
      await page.mouse.wheel(100_000, 0);
      expect(await scrolled(page)).toBeGreaterThan(0);
    }).toPass();
    await expect.poll(async () => inSight(await ends(page, 0), 62, 63)).toEqual([63]);

    await word(page, 63).click();
    await dragTo(page, 0, 63, 62);
    await expect(counts(page).first()).toHaveText('layer 1: arcs for 1 of 1 weights, the largest.');
    await page.mouse.up();
    expect((await heard(page)).at(-1)).toEqual(['force', { layer: 0, query: 63, key: 62 }]);
    expect(await violations(page)).toEqual([]);
  });

for (const compact of [false, true])
  test(`a shade is at the edge where words are cut off, ${compact ? 'compact' : 'in full'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await addLong(page, kWords, 0);
    await arcs(page).evaluate(
      (view: AttentionArcs, compact) => Object.assign(view, { compact }),
      compact,
    );
    // Above the arcs.
    const pixels = async (x: number) => {
      const { y } = (await strip(page).boundingBox())!;
      return (await page.screenshot({ clip: { x, y: y + 2, width: 2, height: 2 } })).toString(
        'base64',
      );
    };
    const { x, width } = (await strip(page).boundingBox())!;
    const paper = await pixels(x + width / 2);
    await expect.poll(() => pixels(x + width - 3)).not.toBe(paper);
    await strip(page).evaluate((one) => one.scrollTo(one.scrollWidth, 0));
    await expect.poll(() => pixels(x + width - 3)).toBe(paper);
  });

test('a word that is chosen elsewhere is scrolled into view; the page stays where it is', async ({
  page,
}) => {
  await addLong(page, 512, 0);
  await page.evaluate(() => {
    document.querySelector('main')!.style.paddingBlock = '3000px';
    scrollTo(0, 2900);
  });
  const canvas = () =>
    arcs(page)
      .locator('canvas')
      .evaluate((element: HTMLCanvasElement) => element.width);
  for (const chosen of [500, 3, 256]) {
    await arcs(page).evaluate((view: AttentionArcs, chosen) => (view.chosen = chosen), chosen);
    await expect(word(page, chosen)).toBeInViewport({ ratio: 1 });
    // The canvas covers the visible part only: browsers have no canvas as wide as all of these words.
    await expect.poll(() => ends(page, 1)).toContain(chosen);
    expect(await canvas()).toBeLessThan(3 * 1300);
  }
  expect(await page.evaluate(() => scrollY)).toBe(2900);
});

test('40 words have all their arcs, and need no code for long sentences', async ({ page }) => {
  const { requests } = await watch(page);
  const isAsked = () => requests.some((url) => url.includes('long-sentence'));
  await addLong(page, 40, 39);
  await expect(figures(page, 0).nth(39)).toHaveText('5%');
  await expect(counts(page)).toHaveCount(0);
  const wide = () => strip(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await wide()).toBeGreaterThan(500);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(wide).toBeLessThanOrEqual(0);
  expect(isAsked()).toBe(false);
  await addLong(page, 41, 39);
  await expect(counts(page)).toHaveCount(2);
  expect(isAsked()).toBe(true);
  // With fewer words the sentence stands upright again.
  await arcs(page).evaluate((view: AttentionArcs) => (view.tokens = view.tokens.slice(0, 30)));
  await expect(counts(page)).toHaveCount(0);
  await expect.poll(wide).toBeLessThanOrEqual(0);
});
