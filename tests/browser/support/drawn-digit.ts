/** Draws a digit on the paper of the page. */
import type { Page } from '@playwright/test';
import type { AttentionDrawing } from '../../../web/src/elements/digits/attention-drawing.ts';

export const paper = (page: Page) => page.getByRole('application', { name: /draw a digit/ });

/** Draws a stroke through points of the paper, with coordinates from 0 to 1. */
export async function stroke(page: Page, ...points: readonly (readonly [number, number])[]) {
  await paper(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await paper(page).boundingBox())!;
  for (const [i, [right, down]] of points.entries()) {
    await page.mouse.move(x + right * width, y + down * height, { steps: 5 });
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** The number of cells that the visitor has drawn on. */
export const drawnCells = (page: Page): Promise<number> =>
  page
    .locator('attention-drawing')
    .evaluate(({ drawing }: AttentionDrawing) => drawing.filter((cell) => cell > 0).length);
