/** Masked cells of the small maps are hatched, so that they do not look like small weights. */
import { expect, test } from '@playwright/test';
import { open } from './playground-page.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`masked cells of a head's small map are hatched, in ${colorScheme} colors`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, { mask: 'causal' });
    const maps = page.locator('attention-heads canvas');
    expect(await maps.count()).toBeGreaterThan(2);
    for (const map of await maps.all()) {
      const [masked, visible] = await map.evaluate((canvas: HTMLCanvasElement) => {
        const { width } = canvas;
        const side = Math.floor(width / 6) - 2;
        // The first word sees itself alone: all other cells of its row are masked.
        const colorsOf = (x: number) => {
          const { data } = canvas.getContext('2d')!.getImageData(x, 1, side, side);
          return new Set(new Uint32Array(data.buffer)).size;
        };
        return [colorsOf(width - side - 1), colorsOf(1)];
      });
      expect(masked).toBeGreaterThan(1);
      expect(visible).toBe(1);
    }
  });
