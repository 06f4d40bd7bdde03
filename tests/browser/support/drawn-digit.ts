/** Draws a digit on the paper of the page. */
import type { Page } from '@playwright/test';

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
