/** `<attention-story>`: gradients below its numbers, phones, languages, and which parts are repainted. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type {
  Intervention,
  NumberPlace,
  TokenModel,
} from '../../../web/src/engine/client/engine.ts';
import { violations } from '../support/axe.ts';
import { drawnTwice } from '../support/frames.ts';
import {
  asking,
  button,
  cellAt,
  cells,
  chips,
  editor,
  heard,
  note,
  openStory,
  stage,
  story,
  tired,
} from './story-page.ts';

/** The gradient of log p(animal) for the query word with respect to a number, by the engine's central differences. */
const slopeAt = (page: Page, place: NumberPlace, of: number) =>
  page.evaluate(
    async ({ place, of, asking }) => {
      const { model, input } = globalThis as unknown as { model: TokenModel; input: never };
      const { trace } = await model.inspect(input, { keep: 'trace' });
      const { shape, data } = trace[place.layer ? `${place.layer}.${place.field}` : place.field]!;
      const value = data[place.index.reduce((at, i, axis) => at * shape[axis]! + i, 0)]!;
      const h = 0.01;
      const at = async (moved: number) => {
        const intervention: Intervention = { ...place, value: moved };
        const found = await model.inspect(input, { interventions: [intervention] });
        const [, , labels = 1] = found.probabilities.shape;
        return Math.log(found.probabilities.data[asking * labels + of]!);
      };
      return ((await at(value + h)) - (await at(value - h))) / (2 * h);
    },
    { place, of, asking },
  );

test('gradients of an answer are drawn as long as central differences, under words, context and layer', async ({
  page,
}) => {
  await openStory(page);
  const probability = stage(page, 'prediction').locator('.probability').first();
  const place = (await probability.getAttribute('data-place'))!;
  const answer = Number(/(\d+)\]$/.exec(place)![1]);
  const { height } = (await stage(page, 'v').locator('canvas').boundingBox())!;
  await probability.click();
  await button(page, 'What would raise this number?').click();
  await expect(story(page).locator('.gradients')).toContainText('log probability of animal for it');
  expect(await heard(page, 'ask')).toEqual([
    { place: { field: 'log_probabilities', index: [0, asking, answer] } },
  ]);
  const heightNow = async () => (await stage(page, 'v').locator('canvas').boundingBox())!.height;
  await expect.poll(heightNow).toBeGreaterThan(height);
  await drawnTwice(page);
  /** The length of the bar below each cell, in pixels: to the right of the cell's middle above 0, to its left below 0. */
  const bars = (name: string) =>
    stage(page, name)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const count = 13;
        const context = canvas.getContext('2d')!;
        const pitch = canvas.width / count;
        const cell = parseFloat(getComputedStyle(canvas).getPropertyValue('--cell'));
        const { data } = context.getImageData(0, canvas.height - 3, canvas.width, 1);
        const isPainted = (x: number) => {
          const [r, g, b, a] = data.subarray(4 * x, 4 * x + 4);
          return a! > 128 && Math.max(r!, g!, b!) - Math.min(r!, g!, b!) > 30;
        };
        return Array.from({ length: count }, (_, i) => {
          const middle = i * pitch + cell / 2;
          let length = 0;
          for (let x = Math.ceil(i * pitch); x < (i + 1) * pitch; x++)
            if (isPainted(x)) length += x + 0.5 < middle ? -1 : 1;
          return length;
        });
      });
  const fields = {
    v: (i: number) => ({ layer: 'layers.0.attention', field: 'v', index: [0, 0, i, 0] }),
    // A word's contribution shifts the context.
    weighted: () => ({ layer: 'layers.0.attention', field: 'context', index: [0, 0, asking, 0] }),
    next_layer: (i: number) => ({
      ...{ layer: 'layers.1.attention', field: 'weights', index: [0, 0, asking, i] },
    }),
  };
  const compared: { name: string; drawn: number; slope: number }[] = [];
  for (const name of ['v', 'weighted', 'next_layer'] as const)
    for (const [i, drawn] of (await bars(name)).entries())
      compared.push({
        name: `${name} ${i}`,
        drawn,
        slope: await slopeAt(page, fields[name](i), answer),
      });
  const longest = compared.reduce((a, b) => (Math.abs(b.drawn) > Math.abs(a.drawn) ? b : a));
  expect(Math.abs(longest.drawn)).toBeGreaterThan(8);
  const scale = longest.drawn / longest.slope;
  expect(scale).toBeGreaterThan(0);
  for (const { name, drawn, slope } of compared)
    expect(Math.abs(drawn - slope * scale), name).toBeLessThan(3);
  // So their signs are compared, too.
  expect(compared.filter(({ drawn }) => Math.abs(drawn) > 4).length).toBeGreaterThan(3);
  await button(page, 'Hide what would raise this number').click();
  await expect(story(page).locator('.gradients')).toHaveCount(0);
  await expect.poll(heightNow).toBe(height);
});

test('the strip above the numbers has their colors at the selected column', async ({ page }) => {
  await openStory(page);
  for (const name of ['q', 'k']) {
    const [strip, numbers] = await stage(page, name)
      .locator('.lane')
      .evaluate((lane) => {
        const context = lane.querySelector('canvas')!.getContext('2d')!;
        const cells = [...lane.querySelectorAll<HTMLElement>('[data-place]')];
        const slot = parseFloat(lane.style.getPropertyValue('--slot'));
        // The last index of 'layers.0.attention.q[0,2,11,3]'.
        const followed = cells.map((cell) => Number(/(\d+)\]$/.exec(cell.dataset['place']!)![1]));
        const color = (x: number, y: number) => `${context.getImageData(x, y, 1, 1).data}`;
        return [
          followed.map((column, i) => color((i + (column + 0.5) / 8) * slot, 7)),
          cells.map((_, i) => color(i * slot + 4, 20)),
        ];
      });
    expect(new Set(numbers).size).toBeGreaterThan(3);
    expect(strip).toEqual(numbers);
  }
});

test('on a phone the note opens under the stage, and the editor is a bar at the bottom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openStory(page);
  const asks = (await cells(page, 'weights').nth(asking).boundingBox())!;
  expect(asks.x).toBeGreaterThan(0);
  expect(asks.x + asks.width).toBeLessThan(360);
  await stage(page, 'v').locator('.label [data-key]').click();
  const under = await note(page).boundingBox();
  const row = await stage(page, 'v').boundingBox();
  const next = await stage(page, 'scores').boundingBox();
  expect(under!.y).toBeGreaterThanOrEqual(row!.y + row!.height - 1);
  expect(next!.y).toBeGreaterThanOrEqual(under!.y + under!.height - 1);
  await cells(page, 'v').nth(asking).click();
  const bar = (await editor(page).boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(741);
  expect(bar.y).toBeGreaterThan(400);
  await button(page, '× −1').click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  // The number stays above the editor, which shows the model's current answer.
  await button(page, 'Done').click();
  const last = cells(page, 'output').first();
  await last.evaluate((cell) =>
    scrollBy(0, cell.getBoundingClientRect().bottom - innerHeight + 30),
  );
  await last.click();
  const whole = story(page).locator('.bar');
  const isClear = async () => {
    const [number, over] = [(await last.boundingBox())!, (await whole.boundingBox())!];
    return number.y > 0 && number.y + number.height <= over.y;
  };
  await expect.poll(isClear).toBe(true);
  await expect(whole.locator('.readout')).toContainText(/answer: \S+ \d/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await violations(page)).toEqual([]);
});

test('numbers of an untrained model are gray, and labeled as untrained', async ({ page }) => {
  await openStory(page);
  const badge = story(page).getByText('untrained: random parameters');
  await expect(badge).toBeHidden();
  await story(page).evaluate((view: AttentionStory) => (view.untrained = true));
  await expect(badge).toBeVisible();
  await expect(stage(page, 'v').locator('canvas')).toHaveCSS('filter', 'grayscale(1)');
  expect(await violations(page)).toEqual([]);
});

test('without a complete trace of these words nothing is drawn', async ({ page }) => {
  await openStory(page);
  await story(page).evaluate((view: AttentionStory) => (view.tokens = ['it']));
  await expect(story(page).getByRole('grid')).toHaveCount(0);
});

test('the story is accessible in three languages, and repaints only what an edit changes', async ({
  page,
}) => {
  await openStory(page);
  await cellAt(page, tired).click();
  expect(await violations(page)).toEqual([]);
  const before = await stage(page, 'q')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d')!;
      const log = { q: 0 };
      const clear = context.clearRect.bind(context);
      context.clearRect = (...area) => (log.q++, clear(...area));
      Object.assign(globalThis, { log });
      return canvas.width;
    });
  expect(before).toBeGreaterThan(500);
  await button(page, '0').click();
  await expect(cellAt(page, tired)).toContainText('0.00');
  expect(await page.evaluate(() => (globalThis as unknown as { log: { q: number } }).log.q)).toBe(
    0,
  );
  for (const [lang, heading] of [
    ['de', 'Vom Token zur Antwort'],
    ['zh', '从词元到答案'],
  ]) {
    await page.evaluate((lang) => (document.documentElement.lang = lang!), lang);
    await expect(story(page).getByRole('heading', { level: 2 })).toHaveText(heading!);
  }
  await story(page).evaluate((view: AttentionStory) => view.remove());
});
