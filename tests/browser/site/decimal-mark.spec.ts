/** Numbers of two languages on one page. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import type { AttentionTrainingCurves } from '../../../web/src/elements/training/attention-training-curves.ts';
import type { AttentionTrainingKeep } from '../../../web/src/elements/training/attention-training-keep.ts';
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

const loss = [
  { step: 0, value: 2.5 },
  { step: 10, value: 1 },
];

/** Two of these elements, in German and in English, in a page with the script of the elements that train. */
async function openTwoOfTraining(page: Page, tag: string): Promise<Locator> {
  await openLesson(page, ['de', 'en'].map((lang) => `<div lang="${lang}"></div>`).join(''));
  await page.evaluate(async (tag) => {
    await import(new URL('./training-elements.js', location.href).href);
    for (const place of document.querySelectorAll('main > div'))
      place.append(document.createElement(tag));
  }, tag);
  return page.locator(tag);
}

test('the curves of a run are saved with their own decimal mark, also if an element in another language is drawn meanwhile', async ({
  page,
}) => {
  const views = await openTwoOfTraining(page, 'attention-training-keep');
  await views.evaluateAll(
    (all, reports) => {
      for (const view of all as AttentionTrainingKeep[]) {
        const recipe = { task: 'sort', seed: 1, steps: 10 };
        const run = { recipe, step: 10, history: { reports, evaluations: [] } };
        Object.assign(view, { run, recipe, task: 'sort' });
      }
    },
    loss.map(({ step, value }) => ({ step, loss: value })),
  );
  await expect(views.first().getByRole('button', { name: /SVG/ })).toBeVisible();
  for (const [i, mark] of [',', '.'].entries()) {
    const download = page.waitForEvent('download');
    await views.evaluateAll((all, i) => {
      const button = [...all[i]!.shadowRoot!.querySelectorAll('button')].find((button) =>
        button.textContent!.includes('SVG'),
      );
      button!.click();
      (all[1 - i] as AttentionTrainingKeep).requestUpdate();
    }, i);
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`(1 = 2${mark}50)`);
  }
});

test('curves of another size have their own decimal mark, also if an element in another language was drawn last', async ({
  page,
}) => {
  const views = await openTwoOfTraining(page, 'attention-training-curves');
  await views.evaluateAll((all, loss) => {
    for (const view of all as AttentionTrainingCurves[])
      Object.assign(view, { curves: { loss, right: [], heads: [] }, steps: 10 });
  }, loss);
  const german = views.first();
  await expect(german.getByRole('slider')).toHaveAccessibleName(/Film/);
  // The texts drawn after the size has changed.
  const texts = await german.evaluate(
    async (view, other) => {
      await (view as AttentionTrainingCurves).updateComplete;
      (other as AttentionTrainingCurves).requestUpdate();
      await (other as AttentionTrainingCurves).updateComplete;
      const drawn: string[] = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      const canvas = view.shadowRoot!.querySelector('canvas');
      CanvasRenderingContext2D.prototype.fillText = function (...all) {
        if (this.canvas === canvas) drawn.push(all[0]);
        return fillText.apply(this, all);
      };
      (view as HTMLElement).style.width = '300px';
      while (!drawn.some((text) => /2.5/.test(text))) await new Promise(requestAnimationFrame);
      return drawn;
    },
    (await views.nth(1).elementHandle())!,
  );
  expect(texts).toContain('2,5');
  expect(texts).not.toContain('2.5');
});
