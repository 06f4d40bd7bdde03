/** On the pages of a training run and of a model, what a change has taken away stays visible: arcs, percentages, answers. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { open, progress, row } from '../training/training-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const arcs = (page: Page) => page.locator('attention-arcs').first();
const ghosts = (page: Page) => arcs(page).locator('.slot s');
const percent = (share: number) => (share < 0.01 ? '0%' : `${Math.round(100 * share)}%`);

/** The chosen word's row in the last drawn layer, with the changes and without. */
const rowOf = (page: Page, which: 'weights' | 'before') =>
  arcs(page).evaluate((view: AttentionArcs, which) => {
    const n = view.tokens.length;
    const data = view.layers.at(-1)![which];
    return data && [...data.slice(view.chosen * n, (view.chosen + 1) * n)];
  }, which);
const rowNow = async (page: Page) => (await rowOf(page, 'weights'))!;
const rowBefore = (page: Page) => rowOf(page, 'before');

test('training: a forced row leaves the lost arc and the old answer', async ({ page }) => {
  await open(page, 'v=3&model=goes_with&from=shipped');
  await expect(progress(page)).toHaveText('step 800 of 1600');
  await expect(ghosts(page)).toHaveCount(0);
  expect(await rowBefore(page)).toBe(undefined);
  const learned = await rowNow(page);
  await arcs(page).getByRole('combobox', { name: 'layer 2, head 1: make' }).selectOption('street');
  await expect(ghosts(page)).toHaveCount(2);
  expect(await rowBefore(page)).toEqual(learned);
  await expect(ghosts(page)).toHaveText([percent(learned[1]!), percent(learned[6]!)]);
  const said = row(page).locator('attention-answer .first');
  await expect(said).toContainText(/^\s*street/);
  await expect(said.locator('s')).toHaveText(/before:\s+animal\s+9\d\.\d%/);
  // The other sentence is unchanged.
  await expect(row(page, 1).locator('s')).toHaveCount(0);
  await page.getByRole('button', { name: 'All heads on, all rows free' }).click();
  await expect(ghosts(page)).toHaveCount(0);
  await expect(said.locator('s')).toHaveCount(0);
});

test('training: a head that is switched off leaves the old weights in the picture of a digit', async ({
  page,
}) => {
  await open(page, 'v=3&model=digits&from=shipped');
  await expect(progress(page)).toHaveText('step 900 of 1800');
  const answers = row(page).locator('attention-answer s');
  await expect(answers).toHaveCount(0);
  for (const head of [1, 2, 3, 4])
    await page.getByRole('button', { name: `layer 2, head ${head}: on` }).press('Enter');
  await expect(answers.first()).toContainText('before:');
  await page.getByRole('button', { name: 'All heads on, all rows free' }).click();
  await expect(answers).toHaveCount(0);
});

test('the page of MiniLM: a forced row and a layer that is off leave the old arcs', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm');
  const force = page.getByLabel('layer 2, head 4: make “her” look at');
  await expect(force).toBeVisible();
  const learned = await rowNow(page);
  await expect(ghosts(page)).toHaveCount(0);
  await force.selectOption('ball');
  const strongest = learned.indexOf(Math.max(...learned));
  await expect(ghosts(page).first()).toHaveText(percent(learned[strongest]!));
  expect(await rowBefore(page)).toEqual(learned);
  await force.selectOption('as learned');
  await expect(ghosts(page)).toHaveCount(0);
  expect(await rowBefore(page)).toBe(undefined);
  // With a head of the first layer off, the head of the second has other weights, and its old ones stay visible.
  await page
    .locator('attention-all-heads')
    .getByRole('button', { name: 'Layer 1 (layers.0), head 1', exact: false })
    .first()
    .click();
  await page.getByRole('button', { name: 'All heads of this layer off' }).click();
  await page
    .locator('attention-all-heads')
    .getByRole('button', { name: /^Layer 2 \(layers\.1\), head 4(,|$)/ })
    .click();
  await expect.poll(() => rowBefore(page)).toEqual(learned);
  await page.mouse.move(5, 5);
  await page.getByLabel('[CLS], [SEP]').selectOption('rescaled');
  const sum = learned.reduce((total, weight) => total + weight, 0);
  await expect
    .poll(async () => (await rowBefore(page))?.[strongest])
    .toBeCloseTo(learned[strongest]! / sum, 4);
});
