/** Numbers of two languages on one page. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import { openLesson } from '../lessons/lesson-page.ts';
import { saveButton, saveItems } from '../support/saved-file.ts';

/** Two views of the same numbers, in German and in English. */
async function openTwoLanguages(page: Page): Promise<Locator> {
  const heatmap = '<attention-heatmap></attention-heatmap>';
  await openLesson(page, `<div lang="de">${heatmap}</div><div lang="en">${heatmap}</div>`);
  const views = page.locator('attention-heatmap');
  await views.evaluateAll((all: AttentionHeatmap[]) => {
    for (const view of all)
      view.tensor = { axes: ['query', 'key'], shape: [1, 2], data: new Float32Array([0.25, -1.5]) };
  });
  return views;
}

const drawAgain = (view: Locator) =>
  view.evaluate(async (view: AttentionHeatmap) => {
    view.requestUpdate();
    await view.updateComplete;
  });

test('a view saves and copies its own decimal mark, also if a view in another language was drawn last', async ({
  page,
  context,
}) => {
  const views = await openTwoLanguages(page);

  await test.step('a saved picture has the decimal mark of its view, also if a view in another language was drawn last', async () => {
    for (const [i, mark] of [',', '.'].entries()) {
      const view = views.nth(i);
      await saveButton(view).click();
      await expect(saveItems(view).first()).toBeVisible();
      await drawAgain(views.nth(1 - i));
      const download = page.waitForEvent('download');
      await saveItems(view).filter({ hasText: 'SVG' }).press('Enter');
      expect(await readFile(await (await download).path(), 'utf8')).toContain(`−1${mark}500`);
    }
  });

  await test.step('a copied table has the decimal mark of its view, also if a view in another language was drawn last', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [i, mark] of [',', '.'].entries()) {
      const table = views.nth(i).locator('attention-table');
      await table.locator('summary').click();
      await drawAgain(views.nth(1 - i));
      await table.getByRole('button').click();
      await expect(table.getByRole('status')).toHaveText(/./);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`0${mark}25`);
    }
  });
});
