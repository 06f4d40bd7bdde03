/** The page of language models with MiniLM open: its maps, the card of a head, the sentence and its arcs. */
import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

/** Opens MiniLM through a link. Its heads are not measured. */
export async function open(page: Page, hash = '') {
  await withoutMeasuring(page);
  await openMeasured(page, hash);
}
/** The same; its heads are measured. */
export async function openMeasured(page: Page, hash = '') {
  await page.goto(`./model.html#model=minilm${hash}`);
  await expect(maps(page).getByRole('button', { name: /, head 12(,|$)/ })).toHaveCount(6);
}
/** Follows a link on the page that is open. Its model is not loaded again. */
export const follow = (page: Page, hash: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
export const maps = (page: Page) => page.locator('attention-all-heads');
export const card = (page: Page) => page.locator('attention-head-card');
export const head = (page: Page, layer: number, number: number) =>
  maps(page).getByRole('button', {
    name: new RegExp(`^Layer ${layer} \\(layers\\.${layer - 1}\\), head ${number}(,|$)`),
  });
export const field = (page: Page) => page.getByRole('textbox', { name: 'Sentence' });
/** The chosen word, and the word that it looks at most. */
export const lookedAt = (page: Page | FrameLocator) =>
  page.locator('attention-arcs').evaluate((arcs: AttentionArcs) => {
    const n = arcs.tokens.length;
    const row = arcs.layers[0]!.weights.subarray(arcs.chosen * n, (arcs.chosen + 1) * n);
    return [arcs.tokens[arcs.chosen], arcs.tokens[row.indexOf(Math.max(...row))]];
  });
/** The chosen word's weights: as displayed in percent, and in full. */
export const arcs = (page: Page) =>
  page.locator('attention-arcs').evaluate((element: AttentionArcs) => {
    const n = element.tokens.length;
    const row = [
      ...element.layers[0]!.weights.subarray(element.chosen * n, (element.chosen + 1) * n),
    ];
    return { tokens: [...element.tokens], row, title: element.layers[0]!.title };
  });
