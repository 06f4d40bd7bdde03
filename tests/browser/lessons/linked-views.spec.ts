/** Views outside their lab, as in a lesson. */
import { expect, test } from '@playwright/test';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import { openLesson } from './lesson-page.ts';

test('a heatmap without a lab or tensor is empty', async ({ page }) => {
  await openLesson(
    page,
    '<attention-lab id="one" tokens="a b c"></attention-lab><attention-heatmap for="one"></attention-heatmap>',
  );
  const heatmap = page.locator('attention-heatmap');
  await expect(heatmap.locator('canvas.cells')).toBeVisible();
  await heatmap.evaluate((view) => view.setAttribute('for', 'nobody'));
  await expect(heatmap.locator('canvas')).toHaveCount(0);
  await heatmap.evaluate((view: AttentionHeatmap) => {
    view.tensor = { axes: ['query', 'key'], shape: [1, 2], data: Float32Array.of(0, 1) };
  });
  await expect(heatmap.locator('canvas.cells')).toBeVisible();
  await heatmap.evaluate((view: AttentionHeatmap) => (view.tensor = undefined));
  await expect(heatmap.locator('canvas')).toHaveCount(0);
});

test('a view that is moved while the pointer rests on it points at nothing', async ({ page }) => {
  await openLesson(
    page,
    `<attention-lab tokens="a b c"><attention-heatmap></attention-heatmap>
     <attention-vector></attention-vector></attention-lab>`,
  );
  for (const name of ['heatmap', 'vector']) {
    const view = page.locator(`attention-${name}`);
    await view.locator('.picture canvas').last().hover();
    await expect(view.locator('.readout b')).toHaveCount(1);
    await view.evaluate((element) => {
      const lab = element.closest('attention-lab')!;
      element.remove();
      lab.append(element);
    });
    await page.mouse.move(0, 0);
    await expect(view.locator('.readout b')).toHaveCount(0);
  }
});
