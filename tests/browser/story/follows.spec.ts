/** Numbers that cannot be edited (tokens, weighted values) lead to the ones that can. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import { violations } from '../support/axe.ts';
import { drawnTwice } from '../support/frames.ts';
import { chips, editor, stage, story } from './story-page.ts';
import {
  answer,
  element,
  expectPrediction,
  openTrained,
  spoken,
} from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const own = (page: Page) => element(page).locator('#own');
const selected = (page: Page) =>
  own(page).evaluate((field: HTMLInputElement) =>
    field.value.slice(field.selectionStart!, field.selectionEnd!),
  );

async function open(page: Page, hash = '') {
  await openTrained(page, `v=3&model=goes_with${hash}`);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(stage(page, 'weighted').locator('.cells')).toBeVisible();
}

test('a weighted value leads to its weight and to its value, by pointer and by keyboard', async ({
  page,
}) => {
  await open(page, '&shown=layers.0.attention:2');
  const product = stage(page, 'weighted').locator('.cell').nth(11);
  await product.click();
  await expect(editor(page)).toContainText('weighted value of it for tired, layer 1, head 3');
  await expect(editor(page)).toContainText('the product of two numbers');
  await expect(editor(page).locator('attention-number-editor')).toHaveCount(0);
  await expect(
    editor(page).getByRole('button', { name: 'What would raise this number?' }),
  ).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  const factor = (name: RegExp) => editor(page).getByRole('button', { name });
  await factor(/weight of it for tired, layer 1, head 3/).click();
  await expect(stage(page, 'weights').locator('.cell').nth(11)).toBeFocused();
  await expect(editor(page)).toContainText('weight of it for tired');
  // By keyboard: leads to the value, which can be changed.
  await product.focus();
  await page.keyboard.press('Enter');
  await expect(factor(/weight of it/)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(factor(/^\W*v of tired, layer 1, head 3/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stage(page, 'v').locator('.cell').nth(11)).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect(product.locator('s')).toHaveCount(1);
  await expectPrediction(page);
});

test('clicking a token opens the field for one’s own sentence with its word selected', async ({
  page,
}) => {
  await open(page);
  const sentence = 'The animal did not cross the street because it was too tired.';
  await stage(page, 'tokens').locator('.cell').nth(11).click();
  await expect(own(page)).toBeFocused();
  await expect(own(page)).toHaveValue(sentence);
  await expect.poll(() => selected(page)).toBe('tired');
  await page.keyboard.type('wide');
  await expect(own(page)).toHaveValue(sentence.replace('tired', 'wide'));
  await expect(spoken(page, 2)).toContainText('street');
  // The story belongs to the visitor's own sentence.
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const told = page.getByRole('radio', { name: 'your own' });
  await expect(told).toBeChecked();
  // By keyboard, in the same sentence.
  await stage(page, 'tokens').locator('.cell').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(own(page)).toBeFocused();
  await expect.poll(() => selected(page)).toBe('animal');
  await page.keyboard.type('street');
  await expect(answer(page, 2)).toBeVisible();
  await expect(own(page)).toHaveValue(
    'The street did not cross the street because it was too wide.',
  );
});

test('on a page without that field, clicking a token keeps the example', async ({ page }) => {
  await page.goto('./embed.html#v=3&model=goes_with&example=1&view=sentences,story');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const loaded = page.waitForResponse(/\/write-own-/);
  await stage(page, 'tokens').locator('.cell').nth(1).click();
  await (await loaded).finished();
  await drawnTwice(page);
  expect(await element(page).evaluate(({ state }: AttentionTrained) => state.example)).toBe(1);
});

test('on a language page, clicking a token leads to its sentence', async ({ page }) => {
  const { complaints } = await watch(page);
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm');
  const field = page.getByRole('textbox', { name: 'Sentence' });
  await expect(field).toBeVisible();
  await page.locator('attention-head-story').scrollIntoViewIfNeeded();
  await expect(story(page)).toBeVisible();
  const tokens = await story(page).evaluate((view) => [
    ...(view as unknown as { tokens: readonly string[] }).tokens,
  ]);
  const index = tokens.indexOf('dropped');
  await stage(page, 'tokens').locator('.cell').nth(index).click();
  await expect(field).toBeFocused();
  await expect
    .poll(() =>
      field.evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      ),
    )
    .toBe('dropped');
  // While the text cannot be read, the last sentence stays, and its tokens lead to the field.
  await field.fill('');
  await expect(page.getByText('Type at least one word.')).toBeVisible();
  await stage(page, 'tokens').locator('.cell').nth(index).click();
  await expect(field).toBeFocused();
  expect(complaints).toEqual([]);
});
