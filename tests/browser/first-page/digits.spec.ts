/** Digits in the lab: weights over patches, the visitor's own drawing, and the story of the class token. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { button, cells, chips, note, stage, story } from '../story/story-page.ts';
import { violations } from '../support/axe.ts';
import { paper, stroke, drawnCells } from '../support/drawn-digit.ts';
import { hold } from '../support/hold.ts';
import { shownNumber } from '../story/shown-number.ts';
import { choice, expectAnswers, expectState } from './first-page.ts';
import { watch } from '../support/watch.ts';

const rows = (page: Page) => page.locator('attention-trained .row:has(attention-patches)');
const answer = (page: Page, row: number) => rows(page).nth(row).locator('attention-answer .first');
const says = (page: Page, row: number) =>
  rows(page)
    .nth(row)
    .locator('attention-answer')
    .evaluate(({ guesses }: AttentionAnswer) => guesses[0]!.token);

async function open(page: Page, hash = '') {
  await page.goto(`./#v=3&model=digits${hash}`);
  await expect(answer(page, 1)).toBeVisible();
}

test('one’s own digit is drawn by pointer, read, stored in the link, and removed by a click', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which digit is this?');
  await expect(answer(page, 0)).toContainText('4');
  await expect(answer(page, 1)).toContainText('9');
  await stroke(page, [0.5, 0.15], [0.5, 0.85]);
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(() => says(page, 2)).toBe('1');
  await expectState(page);
  await expect(page).toHaveURL(/drawing=/);
  await page.reload();
  await expect.poll(() => says(page, 2)).toBe('1');
  await expectState(page);
  await rows(page).nth(2).getByRole('radio').nth(4).click();
  await expect(page).toHaveURL(/word=2:4/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).not.toHaveURL(/word=/);
  await expect(page.locator('#notice')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the page speaks of pictures and patches, and of no name that a head could earn', async ({
  page,
}) => {
  await open(page);
  const view = page.locator('attention-trained');
  const film = page.getByRole('group', { name: 'How the model learned' });
  await expect(film.locator('.frame')).toBeVisible();
  await expect(film.locator('.earns')).toHaveCount(0);
  await expect(film).not.toContainText('earns its name');
  const reading = view.locator('.reading');
  await expect(reading).toContainText('on the other: one of layer 2.');
  await expect(reading).not.toContainText('a head without a name');
  await view.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
  await expect(story(page).getByRole('heading', { level: 2 })).toHaveText('From picture to answer');
  await expect(story(page).locator('.hint').first()).toContainText(
    'below the class token ([CLS]) and the patches of the picture',
  );
  const examples = view.getByRole('group', { name: 'Example of the story' });
  await expect(examples.locator('label')).toHaveText(['Example 1', 'Example 2']);
  // The curves of the film have no line for a name either, as on the training page.
  await film.getByRole('button', { name: 'before' }).click();
  await expect(film.locator('attention-training-curves')).toHaveJSProperty('unnamed', true);
  await choice(page, 'Model').selectOption('goes_with');
  await expect(film).toContainText('earns its name');
  await expect(reading).toContainText('Gray: a head without a name.');
});

test('a digit drawn while another model loads does not reach that model, and the one drawn before stays until then', async ({
  page,
}) => {
  await open(page);
  await stroke(page, [0.5, 0.15], [0.5, 0.85]);
  await expect(rows(page)).toHaveCount(3);
  const drawn = () => drawnCells(page);
  await expect(page).toHaveURL(/drawing=/);
  const before = await drawn();
  expect(before).toBeGreaterThan(0);
  const arrive = await hold(page, '**/sort.safetensors');
  await choice(page, 'Model').selectOption('sort');
  await expect(choice(page, 'Model')).toHaveValue('sort');
  expect(await drawn()).toBe(before);
  await stroke(page, [0.1, 0.1], [0.9, 0.1]);
  arrive();
  await expectAnswers(page, '1', '3');
  await expect(page).toHaveURL(/#v=3&model=sort$/);
});

test('one’s own digit can be drawn by keyboard alone', async ({ page }) => {
  await open(page);
  await paper(page).focus();
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowUp');
  for (let i = 0; i < 18; i++) await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => says(page, 2)).toBe('1');
  await expectState(page);
});

test('the weight of the class token is dragged to another patch, and the answer follows', async ({
  page,
}) => {
  await open(page);
  const view = rows(page).first().locator('attention-patches');
  const row = () =>
    view.evaluate(({ layers }: AttentionPatches) => [...layers[1]!.weights.slice(0, 17)]);
  const tokenAt = async (to: number) => {
    const { x, y, width, height } = (await view
      .locator(`[data-layer="1"][data-place="${to}"]`)
      .boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const guesses = () =>
    rows(page)
      .first()
      .locator('attention-answer')
      .evaluate((element: AttentionAnswer) => JSON.stringify(element.guesses));
  const [weights, before] = [await row(), await guesses()];
  const strongest = weights.indexOf(Math.max(...weights));
  const key = strongest === 16 ? 15 : 16;
  await view.scrollIntoViewIfNeeded();
  await page.mouse.move(...(await tokenAt(strongest)));
  await page.mouse.down();
  await page.mouse.move(...(await tokenAt(key)), { steps: 4 });
  await page.mouse.up();
  await expect.poll(row).toEqual(weights.map((_, i) => Number(i === key)));
  await expect.poll(guesses).not.toBe(before);
  await expect(page).toHaveURL(new RegExp(`row=.*-${key}`));
  await view.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(guesses).toBe(before);
  expect(await row()).toEqual(weights);
});

test('the story of the class token has the weights over the patches, and its numbers can be changed', async ({
  page,
}) => {
  await open(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
  const { tokens, chosen } = await story(page).evaluate((view: AttentionStory) => ({
    tokens: [...view.tokens],
    chosen: view.chosen,
  }));
  expect(tokens).toHaveLength(17);
  expect(tokens.slice(0, 3)).toEqual(['[CLS]', '[1,1]', '[1,2]']);
  expect(chosen).toBe(0);
  const drawn = await rows(page)
    .first()
    .locator('attention-patches')
    .evaluate((view: AttentionPatches) => [...view.layers[0]!.weights.slice(0, 17)]);
  await expect(cells(page, 'weights')).toHaveCount(17);
  const shown = await cells(page, 'weights').allTextContents();
  for (const [i, text] of shown.entries())
    expect(Math.abs(shownNumber(text) - 100 * drawn[i]!)).toBeLessThan(0.051);
  await expect(stage(page, 'tokens')).toHaveCount(0);
  await stage(page, 'embedded').locator('.label [data-key]').click();
  await expect(note(page)).toContainText('Each patch of 7 × 7 pixels times Wpatch.');
  await story(page).getByRole('button', { name: 'Wpatch, 49 × 64' }).click();
  const grid = story(page).locator('attention-number-matrix').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Control+a');
  await button(page, '0').click();
  await expect(chips(page).getByRole('listitem')).toContainText('W_patch');
  // If it cannot see the patches, it gives the same answer for both images.
  await expect.poll(async () => (await says(page, 0)) === (await says(page, 1))).toBe(true);
  await chips(page).getByRole('button', { name: /Undo/ }).first().click();
  await expect(answer(page, 0)).toContainText('4');
});
