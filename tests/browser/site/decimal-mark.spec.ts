/** Numbers of two languages on one page. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import { openLesson } from '../lessons/lesson-page.ts';
import { saveButton, saveItems } from '../support/saved-file.ts';

test('a saved picture has the decimal mark of its view, also if a view in another language was drawn last', async ({
  page,
}) => {
  const heatmap = '<attention-heatmap></attention-heatmap>';
  await openLesson(page, `<div lang="de">${heatmap}</div><div lang="en">${heatmap}</div>`);
  const views = page.locator('attention-heatmap');
  await views.evaluateAll((all: AttentionHeatmap[]) => {
    for (const view of all)
      view.tensor = { axes: ['query', 'key'], shape: [1, 2], data: new Float32Array([0.25, -1.5]) };
  });
  for (const [i, mark] of [',', '.'].entries()) {
    const view = views.nth(i);
    await saveButton(view).click();
    await expect(saveItems(view).first()).toBeVisible();
    await views.nth(1 - i).evaluate(async (other: AttentionHeatmap) => {
      other.requestUpdate();
      await other.updateComplete;
    });
    const download = page.waitForEvent('download');
    await saveItems(view).filter({ hasText: 'SVG' }).press('Enter');
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`−1${mark}500`);
  }
});
