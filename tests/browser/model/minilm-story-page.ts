/** The story of a word in MiniLM, on its page. */
import { expect, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import { cells, stage } from '../story/story-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

export const similarity = (page: Page) => stage(page, 'similarity').locator('.cell > span');

/** The weights of "her" in a head, read from the maps of all heads. */
export const mapRow = (page: Page, layer: number, head: number) =>
  page
    .locator('attention-all-heads')
    .evaluate(
      ({ heads }: AttentionAllHeads, [layer, head]) => [...heads[layer! * 12 + head!]!.weights],
      [layer, head],
    );

export async function openStory(page: Page, hash = '') {
  await withoutMeasuring(page);
  await page.goto(`./model.html#v=3&model=minilm${hash}`);
  await page.locator('attention-chosen-head').evaluate((view) => view.scrollIntoView());
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(cells(page, 'weighted')).toHaveCount(14);
}
