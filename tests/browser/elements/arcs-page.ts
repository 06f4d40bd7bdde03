/** Page object of `<attention-arcs>` alone on a page: seven words with two layers of weights. */
import { expect, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { openLesson } from '../lessons/lesson-page.ts';

export const words = ['The', 'dog', 'that', 'saw', 'the', '<i>cat</i>', 'slept'];
export const n = words.length;
/** Each word gives 70% to `looked` and shares the rest. */
const row = (looked: number) => words.map((_, key) => (key === looked ? 0.7 : 0.05));
export const first = words.map((_, query) => row(Math.max(0, query - 1)));
export const second = words.map((_, query) => row((query + 2) % n));

export const arcs = (page: Page) => page.locator('attention-arcs');
export const word = (page: Page, i: number) => arcs(page).getByRole('radio').nth(i);
export const grip = (page: Page, layer: number, i: number) =>
  arcs(page).locator(`.grip[data-layer="${layer}"][data-word="${i}"]`);
export const figures = (page: Page, layer: number) =>
  arcs(page)
    .locator('.word')
    .locator(`.slot:nth-child(${layer === 0 ? 1 : 3}) .figure`);

/** Adds the element, and records its events in `window.heard`. */
export async function addArcs(page: Page, properties: Record<string, unknown> = {}) {
  await openLesson(page, '<h1>Lesson</h1>');
  await page.evaluate(
    ({ words, layers, properties }) => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      for (const type of ['choose', 'force', 'direction'])
        document.addEventListener(`attention-${type}`, (event) =>
          heard.push([type, (event as CustomEvent).detail]),
        );
      const view = document.createElement('attention-arcs') as AttentionArcs;
      Object.assign(view, {
        tokens: words,
        chosen: 6,
        layers: layers.map((rows, i) => ({
          title: `layer ${i + 1}`,
          weights: Float32Array.from(rows.flat()),
          ink: i,
        })),
        ...properties,
      });
      document.querySelector('main')!.append(view);
    },
    { words, layers: [first, second], properties },
  );
  await expect(word(page, 0)).toBeVisible();
}

export const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard);

/** Counts the painted pixels of the arcs' canvas on either side of the words, and to the right of a word. */
export const painted = (page: Page) =>
  arcs(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const counts = { above: 0, below: 0, left: 0, right: 0 };
      for (let pixel = 0; pixel < width * height; pixel++) {
        if (data[4 * pixel + 3]! < 64) continue;
        counts[pixel / width < height / 2 ? 'above' : 'below']++;
        counts[pixel % width < width / 2 ? 'left' : 'right']++;
      }
      return counts;
    });

export async function dragTo(page: Page, layer: number, from: number, to: number) {
  const middle = async (i: number) => {
    const { x, y, width, height } = (await grip(page, layer, i).boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 4 });
}
