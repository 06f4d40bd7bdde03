/** A word's row of weights is forced onto another word: by dragging the end of an arc, and by a menu. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { words, n, arcs, word, grip, figures, addArcs, heard, dragTo } from './arcs-page.ts';
import { dragListeners } from '../support/drag-listeners.ts';
import { watch } from '../support/watch.ts';

test('the end of an arc can be dragged to another word', async ({ page }) => {
  await addArcs(page);
  await dragTo(page, 1, 1, 4);
  await expect(figures(page, 1).nth(4)).toHaveText('100%');
  await expect(figures(page, 1).nth(1)).toHaveText('·');
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 1, query: 6, key: 4 }]]);
  // Without forcing, the weights are the model's again.
  await expect(figures(page, 1).nth(1)).toHaveText('70%');
  await grip(page, 0, 2).click();
  await dragTo(page, 0, 5, 2);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await heard(page)).toHaveLength(1);
});

test('a drag may leave the picture with its first move', async ({ page }) => {
  await addArcs(page);
  const { x, y, width, height } = (await grip(page, 1, 1).boundingBox())!;
  const other = (await grip(page, 1, 4).boundingBox())!;
  const stage = (await arcs(page).locator('.stage').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(other.x + width / 2, stage.y + stage.height + 60);
  await expect(figures(page, 1).nth(4)).toHaveText('100%');
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 1, query: 6, key: 4 }]]);
  // A press that was released there starts no drag.
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, stage.y + stage.height + 60);
  await page.mouse.up();
  await page.mouse.move(other.x + width / 2, y + height / 2);
  await expect(arcs(page).locator('.dragging')).toHaveCount(0);
  expect(await heard(page)).toHaveLength(1);
});

test('a drag ends when its element is removed, and leaves no listener', async ({ page }) => {
  await addArcs(page);
  const before = await dragListeners(page);
  await dragTo(page, 1, 1, 4);
  expect(await dragListeners(page)).not.toEqual(before);
  const view = await arcs(page).elementHandle();
  await view!.evaluate((view) => view.remove());
  expect(await dragListeners(page)).toEqual(before);
  await view!.evaluate((view) => document.querySelector('main')!.append(view));
  await expect(figures(page, 1).nth(1)).toHaveText('70%');
  await expect(arcs(page).locator('.dragging')).toHaveCount(0);
  await page.mouse.up();
  expect(await heard(page)).toEqual([]);
});

test('a drag ends when the next model does not have its layer', async ({ page }) => {
  const { complaints } = await watch(page);
  await addArcs(page);
  await dragTo(page, 1, 1, 4);
  await arcs(page).evaluate((view: AttentionArcs) => (view.layers = view.layers.slice(0, 1)));
  await expect(arcs(page).locator('.dragging')).toHaveCount(0);
  await dragMore(page);
  await page.mouse.up();
  expect(await heard(page)).toEqual([]);
  // The same, while it is only pressed.
  await arcs(page).evaluate(
    (view: AttentionArcs) => (view.layers = [...view.layers, ...view.layers]),
  );
  const { x, y } = (await grip(page, 1, 1).boundingBox())!;
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.down();
  await arcs(page).evaluate((view: AttentionArcs) => (view.layers = view.layers.slice(0, 1)));
  await expect(figures(page, 1)).toHaveCount(0);
  await dragMore(page);
  await page.mouse.up();
  expect(await heard(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

/** Drags over two other words. */
async function dragMore(page: Page) {
  for (const query of [2, 5]) {
    const { x, y, width, height } = (await word(page, query).boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
  }
}

test('the keyboard forces a row and frees it', async ({ page }) => {
  await addArcs(page, { forced: [{ layer: 0, query: 6, key: 3 }] });
  await expect(arcs(page).locator('.forced .figure')).toHaveCount(1);
  const select = arcs(page).getByRole('combobox', { name: 'layer 1: make “slept” look at' });
  await expect(select).toHaveValue('3');
  await select.selectOption('1');
  await select.selectOption({ label: 'as learned' });
  await word(page, 6).press('Escape');
  await arcs(page).getByRole('button', { name: 'Undo' }).click();
  const freed = ['force', { layer: 0, query: 6, key: undefined }];
  expect(await heard(page)).toEqual([
    ['force', { layer: 0, query: 6, key: 1 }],
    freed,
    freed,
    freed,
  ]);
});

test('only a query word can be made to look at another word', async ({ page }) => {
  const spans = [
    { queries: { from: 3, count: 4 }, keys: { from: 0, count: 3 } },
    { queries: { from: 0, count: 3 }, keys: { from: 0, count: 3 } },
  ];
  const layers = spans.map((span, layer) => ({
    title: `layer ${layer + 1}`,
    weights: Float32Array.from({ length: n * n }, (_, i) => Number(i % n < 3) / 3),
    ink: 1,
    ...span,
  }));
  await addArcs(page);
  await arcs(page).evaluate((view, layers) => Object.assign(view, { layers }), layers);
  const choices = arcs(page).getByRole('combobox', { name: /: make/ });
  await expect(choices).toHaveCount(1);
  await expect(choices).toHaveAccessibleName('layer 1: make “slept” look at');
  await expect(choices.locator('option')).toHaveText(['as learned', ...words.slice(0, 3)]);
  await dragTo(page, 1, 1, 2);
  await page.mouse.up();
  expect(await heard(page)).toEqual([]);
  await dragTo(page, 0, 1, 2);
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 0, query: 6, key: 2 }]]);
  await word(page, 6).press('Home');
  await expect(choices).toHaveAccessibleName('layer 2: make “The” look at');
  await arcs(page).evaluate((view: AttentionArcs) => (view.layers = view.layers.slice(0, 1)));
  await expect(choices).toHaveCount(0);
  await expect(arcs(page).locator('.tools')).toBeEmpty();
});
