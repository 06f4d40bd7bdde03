/** Actions and locators that the tests of the training page share. */
import { expect, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';

/** The quickest task, with few steps. */
export const quick = 'v=3&model=reverse&seed=1&steps=30';

export async function open(page: Page, hash = quick) {
  await page.goto(`./training.html#${hash}`);
  await expect(progress(page)).toHaveText(/^step \d/);
}
export const run = (page: Page) => page.locator('attention-training-run');
export const start = (page: Page) => page.locator('attention-training-start');
export const progress = (page: Page) => run(page).locator('.progress');
export const button = (page: Page, name: string) =>
  run(page).getByRole('button', { name, exact: true });
export const film = (page: Page) => page.getByRole('slider', { name: /film/ });
export const row = (page: Page, example = 0) =>
  page.locator('attention-training .row').nth(example);
export const headNamed = (page: Page) => page.locator('attention-training .film > .head');

export async function toTheEnd(page: Page) {
  await run(page).getByText('to the end', { exact: true }).locator('..').click();
  await button(page, 'Play').click();
  await expect(button(page, 'Play')).toBeVisible();
  await expect(progress(page)).toHaveText('step 30 of 30');
}

/** All weights drawn for an example. */
export const weights = (page: Page, example = 0) =>
  row(page, example)
    .locator('attention-arcs')
    .evaluate((arcs: AttentionArcs) => arcs.layers.map((layer) => [...layer.weights]));
