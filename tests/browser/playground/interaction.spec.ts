/** Interaction with tokens, heatmap, heads and steps, by pointer, touch and keyboard. */
import { expect, test, type Page } from '@playwright/test';
import type { LabValue } from '../../../web/src/elements/lab/lab-context.ts';
import { agrees, numberOf } from './agreement.ts';
import {
  bars,
  chooseRadio,
  chosenToken,
  controls,
  grid,
  holdEngine,
  open,
  settled,
  showStep,
  status,
  tokenButtons,
  vector,
} from './playground-page.ts';
import { reference, pointedCell, tokens } from './pointed-cell.ts';

/** Expects tokens, bars and context to show this query. */
async function expectQuery(page: Page, word: string, index: number) {
  await expect(tokenButtons(page).nth(index)).toBeChecked();
  await expect(bars(page).locator('h2')).toHaveText(`Weights of ${word}`);
  await expect(vector(page).locator('h2')).toHaveText(`Context of ${word}`);
}

const canvasOf = (page: Page) => grid(page).getByRole('application').locator('canvas');

test('a computation that takes long is said to go on, until its numbers are shown', async ({
  page,
}) => {
  await open(page);
  const before = await status(page).textContent();
  const engine = await holdEngine(page);
  await controls(page).getByRole('button', { name: 'Seed: more' }).click();
  await expect(status(page)).toHaveText('Computing …');
  // The last numbers stay.
  await expect(bars(page)).toBeVisible();
  await engine.release();
  await expect(status(page)).toHaveText(before!);
  await settled(page);
});

test('while a setting is changed again and again, the computation is said to go on once, in no event', async ({
  page,
}) => {
  await open(page);
  const before = await status(page).textContent();
  const engine = await holdEngine(page);
  const lines = await status(page).evaluateHandle((line) => {
    const texts: (string | null)[] = [];
    const observed = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => texts.push(line.textContent)).observe(line, observed);
    return texts;
  });
  const events = await page.locator('attention-playground').evaluateHandle((playground) => {
    const details: string[][] = [];
    playground.addEventListener('attention-result', (event) =>
      details.push(Object.keys((event as CustomEvent<LabValue>).detail).sort()),
    );
    return details;
  });
  const more = controls(page).getByRole('button', { name: 'Seed: more' });
  await more.click();
  await expect(status(page)).toHaveText('Computing …');
  await more.click();
  await engine.releaseResult();
  await expect.poll(() => events.jsonValue()).toHaveLength(1);
  await expect(status(page)).toHaveText('Computing …');
  await engine.release();
  await expect(status(page)).toHaveText(before!);
  await settled(page);
  expect(await lines.jsonValue()).toEqual(['Computing …', before]);
  const detail = ['closed', 'problem', 'requested', 'result'];
  expect(await events.jsonValue()).toEqual([detail, detail]);
});

test('a computation that a listener asks for at the end of another is said to go on, too', async ({
  page,
}) => {
  await open(page);
  const engine = await holdEngine(page);
  await controls(page).getByRole('button', { name: 'Seed: more' }).click();
  await expect(status(page)).toHaveText('Computing …');
  const lines = await status(page).evaluateHandle((line) => {
    const texts: (string | null)[] = [];
    const observed = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => texts.push(line.textContent)).observe(line, observed);
    return texts;
  });
  await page.locator('attention-playground').evaluate((playground) =>
    playground.addEventListener('attention-result', () => playground.setAttribute('seed', '7'), {
      once: true,
    }),
  );
  await engine.releaseResult();
  await expect.poll(async () => (await lines.jsonValue()).length).toBe(2);
  await expect(status(page)).toHaveText('Computing …');
  await engine.release();
  await expect(status(page)).not.toHaveText('Computing …');
  await settled(page);
});

test('a click chooses what all views show', async ({ page }) => {
  await open(page);

  await test.step('a click on a token selects it as the query in all views', async () => {
    await expectQuery(page, 'mat', 5);
    await tokenButtons(page).nth(1).click();
    await expectQuery(page, 'cat', 1);
  });

  await test.step('a click in the heatmap selects that row as the query', async () => {
    const { width, height } = (await canvasOf(page).boundingBox())!;
    await canvasOf(page).click({ position: { x: width * 0.7, y: height * 0.5 } });
    const { query } = await pointedCell(page);
    expect(query).not.toBe(5);
    await expectQuery(page, tokens[query]!, query);
  });

  await test.step('the buttons beside a number step to the next valid value', async () => {
    const click = (name: string) => controls(page).getByRole('button', { name }).click();
    await click('Heads: more');
    await expect(status(page)).toContainText('4 heads');
    await click('Model size d_model: more');
    await expect(status(page)).toContainText('dk = 3');
    await click('Seed: less');
    await settled(page);
    await expect(controls(page).locator('input#seed')).toHaveValue('0');
  });

  await test.step('the strip of heads and the select show the same head', async () => {
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

  await test.step('the steps go from scores to masked scores to weights', async () => {
    await open(page, { mask: 'causal' });
    for (const [step, heading] of [
      ['scores', 'Scores'],
      ['masked scores', 'Masked scores'],
      ['weights', 'Weights'],
    ] as const) {
      await showStep(page, step);
      await expect(grid(page).locator('h2')).toHaveText(new RegExp(`^${heading}`));
      const legend = grid(page).locator('attention-heatmap-legend');
      await expect(legend.getByText('masked')).toHaveCount(step === 'scores' ? 0 : 1);
    }
  });
});

test.describe('with touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a tap on a token or on a heatmap row selects the query', async ({ page }) => {
    await open(page);
    await tokenButtons(page).nth(2).tap();
    await expectQuery(page, 'sat', 2);
    await canvasOf(page).scrollIntoViewIfNeeded();
    const { width, height } = (await canvasOf(page).boundingBox())!;
    await canvasOf(page).tap({ position: { x: width - 4, y: height - 4 } });
    await expectQuery(page, 'mat', 5);
  });
});

test('keys choose what a click chooses, and read each number', async ({ page }) => {
  await open(page);

  await test.step('arrow keys, Home and End move the query along the sentence and wrap around', async () => {
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
      await expectQuery(page, tokens[index]!, index);
      await expect(tokenButtons(page).nth(index)).toBeFocused();
    }
  });

  await test.step('arrow keys move through the context values, and each value is the sum of its parts', async () => {
    await vector(page).getByRole('application').focus();
    for (const [key, name] of [
      ['ArrowRight', 'd1'],
      ['ArrowRight', 'd2'],
      ['End', 'd4'],
      ['ArrowLeft', 'd3'],
    ] as const) {
      await page.keyboard.press(key);
      const announcement = vector(page).locator('[aria-live=polite]');
      await expect(announcement).toContainText(`${name} =`);
      const [value, ...parts] = (await announcement.innerText()).match(
        /[+−-]?\d+\.\d+(e[−-]?\d+)?/g,
      )!;
      expect(parts).toHaveLength(6);
      const sum = parts.reduce((total, part) => total + numberOf(part), 0);
      expect(Math.abs(numberOf(value!) - sum)).toBeLessThan(0.004);
    }
  });

  await test.step('the context value under the pointer is shown, not announced', async () => {
    const readout = vector(page).locator('.readout');
    await vector(page).locator('canvas').hover();
    await expect(readout).toContainText('=');
    await expect(readout).toHaveAttribute('aria-live', 'off');
    await vector(page).getByRole('application').press('Home');
    await expect(readout).toContainText('d1 =');
    await expect(readout).toHaveAttribute('aria-live', 'polite');
  });

  await test.step('arrow keys move through the heatmap and announce each cell, and Enter selects its row', async () => {
    const cells = grid(page).getByRole('application');
    await cells.focus();
    const announcement = grid(page).locator('[aria-live=polite]');
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
      await expect(announcement).toContainText(text);
      const { query, key: column, value } = await pointedCell(page);
      expect(agrees(value, weights[query]![column]!)).toBe(true);
    }
    await page.keyboard.press('Enter');
    await expectQuery(page, 'cat', 1);
  });

  await test.step('mask and positions are chosen by keyboard as well', async () => {
    await chooseRadio(page, 'Mask', 'causal');
    await expect(grid(page).locator('attention-heatmap-legend').getByText('masked')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(grid(page).locator('attention-heatmap-legend').getByText('masked')).toBeHidden();
  });

  await test.step('arrow keys follow the reading direction of right-to-left text', async () => {
    await open(page, { text: 'שלום עולם טוב', query: 0 });
    await chosenToken(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tokenButtons(page).nth(1)).toBeChecked();
  });

  await test.step('views leave the browser its own shortcuts with arrows, Home and End', async () => {
    await open(page, { query: 5 });
    await page.evaluate(() => {
      const taken: string[] = [];
      Object.assign(globalThis, { taken });
      addEventListener('keydown', (event) => {
        if (event.defaultPrevented) taken.push(event.key);
        // Otherwise the browser would go back or scroll.
        event.preventDefault();
      });
    });
    const views = ['attention-tokens', 'attention-heads', 'attention-heatmap', 'attention-vector'];
    for (const view of views) {
      const target = page.locator(view).first();
      await target.locator('[role=radio][tabindex="0"], .picture').first().focus();
      for (const modifier of ['Alt', 'Control', 'Meta'])
        for (const key of ['ArrowLeft', 'ArrowDown', 'Home', 'End'])
          await page.keyboard.press(`${modifier}+${key}`);
    }
    expect(await page.evaluate(() => (globalThis as unknown as { taken: string[] }).taken)).toEqual(
      [],
    );
    await expectQuery(page, 'mat', 5);
  });
});
