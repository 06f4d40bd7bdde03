/** The story of a word in MiniLM, and in a model that predicts masked words: every number can be changed. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { violations } from '../support/axe.ts';
import { hold } from '../support/hold.ts';
import { overflow } from '../support/overflow.ts';
import { mapRow, openStory, similarity } from './minilm-story-page.ts';
import { openModels } from './language-models.ts';
import {
  button,
  cells,
  chips,
  editor,
  note,
  stage,
  story,
  typed,
  stageNames,
} from '../story/story-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

/** "her" in the head that links possessives to their owners. */
const kPlace = 'layers.1.attention';
const kAsking = 8;

const cellAt = (page: Page, place: string) => story(page).locator(`[data-place="${place}"]`);

/** A number as the engine computes it, with the changes and without. */
const computed = (page: Page, field: string, index: readonly number[]) =>
  story(page).evaluate(
    (view: AttentionStory, { field, index }) =>
      [view.inspection!, view.original!].map(({ trace }) => {
        const { shape, data } = trace[field]!;
        return data[index.reduce((at, place, axis) => at * shape[axis]! + place, 0)]!;
      }),
    { field, index },
  );

async function drag(page: Page, cell: Locator, by: number) {
  await cell.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await cell.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + by, y + height / 2, { steps: 3 });
  await page.mouse.up();
}

test('while the story loads, its heading stands where it stays, above a line that says so', async ({
  page,
}) => {
  const release = await hold(page, '**/attention-story*.js');
  await withoutMeasuring(page);
  await page.goto('./model.html#v=3&model=minilm');
  const view = page.locator('attention-head-story');
  await view.evaluate((element) => element.scrollIntoView());
  await expect(view.getByText('Loading the numbers …')).toBeVisible();
  const heading = view.getByRole('heading', { name: 'From token to answer' });
  const place = async () => {
    const [part, { x, y, height }] = await Promise.all([
      view.boundingBox().then((box) => box!),
      heading.boundingBox().then((box) => box!),
    ]);
    return { x: x - part.x, y: y - part.y, height };
  };
  const before = await place();
  release();
  await expect(cells(page, 'weighted')).toHaveCount(14);
  await expect(view.getByText('Loading the numbers …')).toHaveCount(0);
  await expect.poll(place).toEqual(before);
});

test('a number of MiniLM is changed by key and by pointer, and all later numbers follow', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openStory(page);
  // The stages lead from the tokens to the model's output.
  expect(await stageNames(page)).toEqual([
    ...['tokens', 'input', 'q', 'k', 'v', 'scores', 'mask', 'weights', 'weighted', 'context'],
    ...['concat', 'output', 'residual_1', 'norm_1', 'feed_forward', 'residual_2', 'norm_2'],
    ...['next_layer', 'pooled', 'similarity'],
  ]);
  await expect(stage(page, 'tokens').locator('.cell').nth(2)).toHaveText('2611');
  await expect(stage(page, 'q').locator('.shape')).toHaveText('Q = X WQ + b, 14×32');
  const before = await similarity(page).allTextContents();
  expect(before).toHaveLength(2);
  const maps = [await mapRow(page, 1, 3), await mapRow(page, 2, 0)];

  // By keyboard: changes the value of "girl".
  const v = cells(page, 'v').nth(2);
  const place = (await v.getAttribute('data-place'))!;
  expect(place).toMatch(/^layers\.1\.attention\.v\[0,3,2,\d+\]$/);
  await v.focus();
  await page.keyboard.press('-');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect(chips(page)).toContainText(/v of girl, layer 2, head 4, dimension \d+/);
  await expect(cellAt(page, place).locator('s')).toBeVisible();
  await expect(cellAt(page, place)).toBeFocused();
  await expect(page).toHaveURL((url) => url.hash.includes(`edits=${place}=-20`));
  await expect(similarity(page)).not.toHaveText(before);
  await expect(stage(page, 'similarity').locator('s')).toHaveCount(2);
  const column = Number(/(\d+)\]$/.exec(place)![1]);
  const [context, learned] = await computed(page, `${kPlace}.context`, [0, 3, kAsking, column]);
  const [weight] = await computed(page, `${kPlace}.weights`, [0, 3, kAsking, 2]);
  const [, value] = await computed(page, place.split('[')[0]!, [0, 3, 2, column]);
  expect(context! - learned!).toBeCloseTo(weight! * (-20 - value!), 3);
  // The weights of this layer are unchanged, those of the next layer are not.
  expect(await mapRow(page, 1, 3)).toEqual(maps[0]);
  expect(await mapRow(page, 2, 0)).not.toEqual(maps[1]);
  await expect(page.locator('attention-change-effects')).toContainText('Numbers changed above: 1.');
  await expect(note(page)).toContainText('are held as int8. You see the part of this head');

  // By pointer: drags a score, then multiplies it by −1.
  await drag(page, cells(page, 'scores').nth(2), -120);
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  const score = `${kPlace}.scores[0,3,${kAsking},2]`;
  await expect(page).toHaveURL((url) => url.hash.includes(`;${score}=`));
  expect(await mapRow(page, 1, 3)).not.toEqual(maps[0]);
  await editor(page).getByRole('button', { name: '× −1', exact: true }).click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);

  // Undoing one change leaves the other in the link.
  await chips(page)
    .getByRole('button', { name: /^Undo ?: v of / })
    .click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  const kept = await similarity(page).allTextContents();
  await page.reload();
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(chips(page)).toContainText(/score of her for girl, layer 2, head 4/);
  await expect(similarity(page)).toHaveText(kept);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  await chips(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(similarity(page)).toHaveText(before);
  await expect(page).toHaveURL((url) => !url.hash.includes('edits'));
  expect(complaints).toEqual([]);
});

test('the gradients of a weight or a similarity are drawn under every number of the layer', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openStory(page);
  const gradients = story(page).locator('.gradients');
  await stage(page, 'similarity').locator('.cell').first().focus();
  await button(page, 'What would raise this number?').click();
  await expect(page).toHaveURL((url) => url.hash.includes('asked=similarities[0,1]'));
  await expect(gradients).toContainText('the rate at which similarity to “');
  expect(await violations(page)).toEqual([]);

  // The gradient predicts the effect of a small change.
  const v = cells(page, 'v').nth(2);
  const index = (await v.getAttribute('data-place'))!.match(/\d+(?=[,\]])/g)!.map(Number);
  const seen = () =>
    story(page).evaluate(
      ({ gradients, inspection }: AttentionStory, { field, index }) => {
        const { shape, data } = gradients!.d_fields[field]!;
        const at = index.reduce((at, one, axis) => at * shape[axis]! + one, 0);
        const { cosine } = inspection!.similarities![0]!;
        return { gradient: data[at]!, value: inspection!.trace[field]!.data[at]!, cosine };
      },
      { field: `${kPlace}.v`, index },
    );
  await expect
    .poll(() => story(page).evaluate(({ gradients }: AttentionStory) => gradients !== undefined))
    .toBe(true);
  const before = await seen();
  const step = 0.125;
  await v.focus();
  await page.keyboard.press('Enter');
  await typed(page).fill(`${before.value + step}`);
  await page.keyboard.press('Enter');
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect.poll(async () => (await seen()).cosine).not.toBe(before.cosine);
  const change = (await seen()).cosine - before.cosine;
  expect(Math.abs(before.gradient)).toBeGreaterThan(1e-5);
  expect(Math.abs(change / step - before.gradient)).toBeLessThan(0.1 * Math.abs(before.gradient));

  // By keyboard, asks for the gradients of a weight; the link says which one.
  await cells(page, 'weights').nth(2).focus();
  await button(page, 'What would raise this number?').press('Enter');
  await expect(page).toHaveURL((url) =>
    url.hash.includes(`asked=${kPlace}.weights[0,3,${kAsking},2]`),
  );
  await page.reload();
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(gradients).toContainText('the rate at which weight of her for girl');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  await cells(page, 'weights').nth(2).focus();
  await button(page, 'Hide what would raise this number').click();
  await expect(gradients).toHaveCount(0);
  await expect(page).toHaveURL((url) => !url.hash.includes('asked'));
  expect(complaints).toEqual([]);
});

test('the story follows the word, the head, the layer and the sentence', async ({ page }) => {
  await openStory(page, `&edits=${kPlace}.v[0,3,2,*]*-1;${kPlace}.v[0,3,99,0]=1`);
  await expect(page.locator('#notice')).toContainText(`${kPlace}.v[0,3,99,0]=1`);
  await expect(chips(page)).toContainText('v of girl, layer 2, head 4: × −1');
  // Moves the window over 384 numbers.
  const output = stage(page, 'output');
  await expect(output.locator('.cell')).toHaveCount(6);
  await output.getByRole('button').click();
  const said = note(page).getByText(/^dimensions \d+ to \d+ of 384$/);
  const first = (await said.textContent())!;
  await note(page).getByRole('button', { name: 'Next dimension' }).click();
  await expect(said).not.toHaveText(first);
  // Another word, by its column; another layer, whose first stage is the sum of the embeddings.
  await story(page).getByRole('columnheader').getByRole('button', { name: 'ball' }).click();
  await expect(page).toHaveURL(/word=10/);
  const asks = page.locator('attention-arcs').getByRole('radio', { checked: true });
  await expect(asks).toHaveAccessibleName(/^ball/);
  await story(page).getByRole('radio', { name: 'layer 1' }).click({ force: true });
  await expect(stage(page, 'embedding_sum').locator('.shape')).toContainText('E[t] + P + T');
  await expect(page).toHaveURL(/layer=0&head=3&.*stage=output/);
  await story(page).getByRole('radio', { name: 'layer 6' }).click({ force: true });
  await expect(stage(page, 'next_layer')).toHaveCount(0);
  await expect(cells(page, 'weighted')).toHaveCount(14);
  // The edit and its chip are still there; another sentence has none.
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await page.locator('attention-own-sentence').getByRole('textbox').fill('A short one.');
  // Views out of sight are not computed.
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(cells(page, 'weighted')).toHaveCount(6);
  await expect(chips(page)).toHaveCount(0);
});

test('with a head off, the story explains its struck-through numbers', async ({ page }) => {
  await openStory(page, '&off=layers.1.attention:3');
  await expect(stage(page, 'similarity').locator('s')).not.toHaveCount(0);
  const below = story(page).locator('.edits');
  await expect(below).toContainText('struck-through numbers show the model without the changes');
  await page.locator('attention-own-sentence').getByRole('button', { name: 'Undo all' }).click();
  await below.scrollIntoViewIfNeeded();
  await expect(below).toContainText('No number is changed');
});

test('the formula of a stage does not run into its line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openStory(page);
  await expect(stage(page, 'feed_forward').locator('.shape')).toContainText('14×384');
  const tooWide = await story(page)
    .locator('.label [data-key]')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent.trim()),
    );
  expect(tooWide).toEqual([]);
});

test('a model with a head for masked words ends with a prediction', async ({ page }) => {
  await page.goto('./model.html');
  await openModels(page, 1);
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  const answers = stage(page, 'prediction').locator('.answer');
  await expect(answers).toHaveCount(5);
  const first = await answers.first().innerText();
  await cells(page, 'v').first().focus();
  await page.keyboard.type('90');
  await expect(typed(page)).toHaveValue('90');
  await page.keyboard.press('Enter');
  await expect(answers.first()).not.toHaveText(first);
  await expect(stage(page, 'prediction').locator('.logit')).toHaveCount(0);
  // Asks what would raise the word's probability.
  await stage(page, 'prediction').locator('.cell').first().focus();
  await button(page, 'What would raise this number?').click();
  await expect
    .poll(() =>
      story(page).evaluate(({ gradients }: AttentionStory) =>
        Object.keys(gradients?.d_fields ?? {}),
      ),
    )
    .toContain('layers.1.attention.weights');
});

test('all numbers of the sentence vector are those of no word', async ({ page }) => {
  await openStory(page, '&stage=pooled');
  await note(page).getByRole('button', { name: 'All 384 numbers of the sentence vector' }).click();
  const heading = story(page).locator('.opened-row .label');
  await expect(heading).toHaveText('All 384 numbers of the sentence vector');
});
