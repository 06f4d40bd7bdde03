/** The first page's matrices: one head's weights for every word, the chosen word's bars, and what adds up to its context. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { tableOf } from '../playground/playground-page.ts';
import { modelFile } from '../story/story-page.ts';
import { compute } from '../story/story-reference.ts';
import { answer, examples, openTrained, word } from './first-page.ts';

const part = (page: Page) => page.locator('[data-part=matrices]');
const map = (page: Page) => part(page).locator('attention-heatmap').first();
const bars = (page: Page) => part(page).locator('attention-bars');
const context = (page: Page) => part(page).locator('attention-heatmap').last();

async function open(page: Page, hash = ''): Promise<void> {
  await openTrained(page, hash);
  await part(page).scrollIntoViewIfNeeded();
  await expect(bars(page).locator('canvas')).toBeVisible();
}

/** Computes the matrices of the first example by plain loops. */
async function expected(page: Page, layer: number, head: number) {
  const { tensors } = await modelFile();
  const [ids] = await examples(page);
  return compute(tensors, ids!, [4, 1]).layers[layer]!.heads[head]!;
}

async function expectNear(view: Locator, rows: readonly (readonly number[])[]): Promise<void> {
  const { cells } = await tableOf(view);
  expect(cells).toHaveLength(rows.length);
  for (const [i, row] of rows.entries())
    for (const [j, number] of row.entries()) expect(Number(cells[i]![j])).toBeCloseTo(number, 4);
}

for (const { hash, layer, head, name } of [
  { hash: '', layer: 0, head: 2, name: 'layer 1, head 3 (layers.0.attention, head 2)' },
  {
    hash: 'v=3&layer=1',
    layer: 1,
    head: 0,
    name: 'layer 2, head 1 (layers.1.attention, head 0): goes with',
  },
])
  test(`of ${name}: weights, bars, and weighted values that add up to the context`, async ({
    page,
  }) => {
    await open(page, hash);
    const { weights, v, context: sums } = await expected(page, layer, head);
    await expect(map(page)).toContainText(name);
    await expectNear(map(page), weights);
    await expectNear(
      bars(page),
      weights[8]!.map((weight) => [weight]),
    );
    const rows = v.map((value, key) => value.map((number) => weights[8]![key]! * number));
    await expectNear(context(page), [...rows, sums[8]!]);
    expect(await violations(page)).toEqual([]);
  });

test('a row of the map chooses its word, by pointer and by keyboard', async ({ page }) => {
  await open(page, 'v=3&layer=1');
  const picture = map(page).getByRole('application');
  await picture.focus();
  // Moves from the row of "it" to that of "because".
  for (const key of ['ArrowUp', 'Enter']) await picture.press(key);
  await expect(word(page, 0, 7)).toBeChecked();
  await expect(bars(page).getByRole('heading')).toHaveText('Weights of because');
  await expect(context(page).getByRole('heading')).toHaveText('Context of because');
  const { width, height } = (await map(page).locator('canvas').boundingBox())!;
  await map(page)
    .locator('canvas')
    .click({ position: { x: width / 2, y: height - 8 } });
  await expect(word(page, 1, 12)).toBeChecked();
  await expect(answer(page, 0)).toContainText('cross');
  await expect(page).toHaveURL(/word=0:12,1:12/);
  // A row of the context is not a query word.
  await context(page).locator('canvas').click();
  await expect(word(page, 0, 12)).toBeChecked();
});

test('the chosen row follows a change of the model', async ({ page }) => {
  await open(
    page,
    'v=3&layer=1&off=layers.0.attention:0,layers.0.attention:1,layers.0.attention:2,layers.0.attention:3',
  );
  const { tensors } = await modelFile();
  const [ids] = await examples(page);
  const off = [0, 1, 2, 3].map((head) => ({ layer: 0, head }));
  const { weights } = compute(tensors, ids!, [4, 1], { off }).layers[1]!.heads[0]!;
  await expectNear(map(page), weights);
});

test('a masked word has no old weight in the bars of an unchanged model', async ({ page }) => {
  await open(page, 'v=3&model=sort');
  const { cells } = await tableOf(bars(page));
  expect(cells.map(([, share]) => share).slice(9)).toEqual(Array(7).fill('masked'));
  for (const [, share] of cells) expect(share).not.toContain('before');
});

test('a changed weight is shown with its old value in the map, the bars and the context', async ({
  page,
}) => {
  const learned = () => expected(page, 1, 0);
  await open(page, 'v=3&layer=1&edits=layers.1.attention.scores[0,0,8,6]=28');
  const { weights, v } = await learned();
  const [animal, street] = [1, 6];
  // The description gives the weight in words, by pointer and by keyboard.
  const picture = map(page).getByRole('application');
  await picture.focus();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await picture.press(key);
  const old = weights[8]![animal]!.toFixed(4);
  await expect(map(page).locator('.readout')).toHaveText(
    new RegExp(`^\\s*it →\\s+animal:\\s+before:\\s*${old}\\s+\\d.*e−\\d\\s*$`),
  );
  await picture.press('ArrowUp');
  await expect(map(page).locator('.readout')).not.toContainText('before');
  const { cells } = await tableOf(bars(page));
  const share = (weight: number) => (weight < 0.0005 ? '< 0.1%' : `${(100 * weight).toFixed(1)}%`);
  expect(cells[animal]![1]).toMatch(
    new RegExp(`^(< )?0\\.\\d%, before: ${share(weights[8]![animal]!)}$`),
  );
  expect(cells[street]![1]).toMatch(new RegExp(`%, before: ${share(weights[8]![street]!)}$`));
  expect(cells[3]![1]).toBe('< 0.1%');
  const sums = context(page).getByRole('application');
  await sums.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await sums.press(key);
  const was = weights[8]![animal]! * v[animal]![0]!;
  const readout = context(page).locator('.readout');
  await expect(readout).toContainText('before:');
  const said = /before:\s+(\S+)/.exec(await readout.innerText())![1]!.replace('−', '-');
  expect(Number(said)).toBeCloseTo(was, 3);
  await page.locator('attention-story').getByRole('button', { name: /Undo/ }).first().click();
  await expect(readout).not.toContainText('before');
});
