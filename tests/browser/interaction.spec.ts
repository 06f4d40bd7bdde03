/** Touching the numbers: tokens, heatmap, heads and steps, by pointer, finger and keyboard. */
import { expect, test, type Page } from '@playwright/test';
import { agrees, numberOf } from './agreement.ts';
import {
  bars,
  chooseRadio,
  chosenToken,
  controls,
  grid,
  open,
  settled,
  showStep,
  status,
  tokenButtons,
  vector,
} from './playground_page.ts';
import { reference, saidCell, tokens } from './said_cell.ts';

/** The query's word stands in the tokens, the bars and the context. */
async function followed(page: Page, word: string, index: number) {
  await expect(tokenButtons(page).nth(index)).toBeChecked();
  await expect(bars(page).locator('h2')).toHaveText(`Weights of ${word}`);
  await expect(vector(page).locator('h2')).toHaveText(`Context of ${word}`);
}

const canvasOf = (page: Page) => grid(page).getByRole('application').locator('canvas');

test('a click on a token makes it the query everywhere', async ({ page }) => {
  await open(page);
  await followed(page, 'mat', 5);
  await tokenButtons(page).nth(1).click();
  await followed(page, 'cat', 1);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a tap on a token makes it the query, and a tap on the heatmap its row', async ({
    page,
  }) => {
    await open(page);
    await tokenButtons(page).nth(2).tap();
    await followed(page, 'sat', 2);
    await canvasOf(page).scrollIntoViewIfNeeded();
    const { width, height } = (await canvasOf(page).boundingBox())!;
    await canvasOf(page).tap({ position: { x: width - 4, y: height - 4 } });
    await followed(page, 'mat', 5);
  });
});

test('arrow keys, Home and End move the query along the sentence and around its ends', async ({
  page,
}) => {
  await open(page);
  await chosenToken(page).focus();
  const moves: [key: string, index: number][] = [
    ['ArrowLeft', 4],
    ['ArrowUp', 3],
    ['Home', 0],
    ['ArrowLeft', 5],
    ['ArrowRight', 0],
    ['ArrowDown', 1],
    ['End', 5],
  ];
  for (const [key, index] of moves) {
    await page.keyboard.press(key);
    await followed(page, tokens[index]!, index);
    await expect(tokenButtons(page).nth(index)).toBeFocused();
  }
});

test('arrow keys follow the reading direction of right-to-left text', async ({ page }) => {
  await open(page, { text: 'שלום עולם טוב', query: 0 });
  await chosenToken(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tokenButtons(page).nth(1)).toBeChecked();
});

test('a click in the heatmap follows that row', async ({ page }) => {
  await open(page);
  const { width, height } = (await canvasOf(page).boundingBox())!;
  await canvasOf(page).click({ position: { x: width * 0.7, y: height * 0.5 } });
  const { query } = await saidCell(page);
  expect(query).not.toBe(5);
  await followed(page, tokens[query]!, query);
});

test('keys walk through the heatmap, say each cell, and Enter follows its row', async ({
  page,
}) => {
  await open(page);
  const cells = grid(page).getByRole('application');
  await cells.focus();
  const said = grid(page).locator('[aria-live=polite]');
  const walk: [key: string, text: string][] = [
    ['ArrowRight', 'mat → The'],
    ['ArrowRight', 'mat → cat'],
    ['ArrowUp', 'the → cat'],
    ['ArrowLeft', 'the → The'],
    ['ArrowLeft', 'the → The'],
    ['End', 'the → mat'],
    ['PageUp', 'The → mat'],
    ['ArrowDown', 'cat → mat'],
  ];
  const { weights } = await reference('none');
  for (const [key, text] of walk) {
    await page.keyboard.press(key);
    await expect(said).toContainText(text);
    const { query, key: column, value } = await saidCell(page);
    expect(agrees(value, weights[query]![column]!)).toBe(true);
  }
  await page.keyboard.press('Enter');
  await followed(page, 'cat', 1);
});

test('keys walk through the context values, and each is the sum of its parts', async ({ page }) => {
  await open(page);
  await vector(page).getByRole('application').focus();
  for (const [key, name] of [
    ['ArrowRight', 'd1'],
    ['ArrowRight', 'd2'],
    ['End', 'd4'],
    ['ArrowLeft', 'd3'],
  ] as const) {
    await page.keyboard.press(key);
    const said = vector(page).locator('[aria-live=polite]');
    await expect(said).toContainText(`${name} =`);
    const [value, ...parts] = (await said.innerText()).match(/[+−-]?\d+\.\d+(e[−-]?\d+)?/g)!;
    expect(parts).toHaveLength(6);
    const sum = parts.reduce((total, part) => total + numberOf(part), 0);
    expect(Math.abs(numberOf(value!) - sum)).toBeLessThan(0.004);
  }
});

test('the strip of heads and the select show the same head', async ({ page }) => {
  await open(page, { num_heads: 4 });
  const strip = page.locator('attention-heads').getByRole('radio');
  const select = controls(page).getByLabel('Head shown');
  await expect(strip).toHaveCount(5);
  await strip.nth(2).click();
  await expect(status(page)).toContainText('viewing head 3');
  await expect(select).toHaveValue('2');
  await select.selectOption('mean of all');
  await expect(status(page)).toContainText('viewing their mean');
  await expect(strip.nth(4)).toBeChecked();
  await strip.nth(4).press('ArrowRight');
  await expect(strip.nth(0)).toBeFocused();
  await expect(status(page)).toContainText('viewing head 1');
  await expect(select).toHaveValue('0');
});

test('the steps lead from scores over masked scores to weights', async ({ page }) => {
  await open(page, { mask: 'causal' });
  for (const [step, heading] of [
    ['scores', 'Scores'],
    ['masked scores', 'Masked scores'],
    ['weights', 'Weights'],
  ] as const) {
    await showStep(page, step);
    await expect(grid(page).locator('h2')).toHaveText(new RegExp(`^${heading}`));
    const legend = grid(page).locator('heatmap-legend');
    await expect(legend.getByText('masked')).toHaveCount(step === 'scores' ? 0 : 1);
  }
});

test('the buttons beside a number go to the next one that fits the others', async ({ page }) => {
  await open(page);
  const click = (name: string) => controls(page).getByRole('button', { name }).click();
  await click('Heads: more');
  await expect(status(page)).toContainText('4 heads');
  await click('Model size d_model: more');
  await expect(status(page)).toContainText('dk = 3');
  await click('Seed: less');
  await settled(page);
  await expect(controls(page).locator('input#seed')).toHaveValue('0');
});

test('mask and positions are chosen by keyboard as well', async ({ page }) => {
  await open(page);
  await chooseRadio(page, 'Mask', 'causal');
  await expect(grid(page).locator('heatmap-legend').getByText('masked')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(grid(page).locator('heatmap-legend').getByText('masked')).toBeHidden();
});
