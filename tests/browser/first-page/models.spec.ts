/**
 * Induction, sorting, translation and digits: the visitor's own input, edits, heads and forced rows; all numbers equal
 * plain loops.
 */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { ShippedModelName } from '../../../web/src/model/trained/shipped-models.ts';
import { cellAt, cells, chips, editor, modelFile, story, typed } from '../story/story-page.ts';
import { edited, type Change } from '../story/story-reference.ts';
import {
  answer,
  arcs,
  choice,
  expectAnswers,
  expectNumbers,
  expectState,
  goTo,
  openTrained,
  ownField,
  pictures,
  row,
  undoAll,
  word,
  gripCenter,
} from './first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

const open = (page: Page, model: ShippedModelName, rest = '') =>
  openTrained(page, `v=3&model=${model}${rest}`);

const numbers = (
  page: Page,
  model: ShippedModelName,
  change: Change | ((example: number) => Change) = {},
  parameters?: Parameters<typeof edited>[0],
) => expectNumbers(page, change, undefined, parameters, model);

async function bringStory(page: Page) {
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(story(page).locator('.cells').first()).toBeVisible();
}

async function reload(page: Page) {
  await page.reload();
  await expect(arcs(page).locator('canvas')).toBeVisible();
}

/** The place of a word's number in a stage, as in the address. */
async function placeOf(page: Page, name: string, word: number) {
  const key = (await cells(page, name).nth(word).getAttribute('data-place'))!;
  const [, layer, field, index] = /^(.*)\.(\w+)\[(.*)\]$/.exec(key)!;
  return { key, layer: layer!, field: field!, index: index!.split(',').map(Number) };
}
const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');

/** Enters a text, and types its last word. */
async function typeLast(page: Page, text: string) {
  const last = text.lastIndexOf(' ');
  await ownField(page).fill(text.slice(0, last));
  await ownField(page).press('End');
  await page.keyboard.type(text.slice(last));
}

const tokensOf = (page: Page) =>
  arcs(page, 2).evaluate(({ tokens }: AttentionArcs) => tokens.join(' '));

for (const { model, learned, text, read, said, bad, named } of [
  {
    model: 'induction',
    learned: ['a', 'm'],
    text: 'a b c d e f g h e',
    read: 'a b c d e f g h e',
    said: 'f',
    bad: 'a b c ß e',
    named: /does not know “ß”/,
  },
  {
    model: 'sort',
    learned: ['1', '3'],
    text: '8 7 6 5 4 3 2 1',
    read: '8 7 6 5 4 3 2 1 | 1 2 3 4 5 6 7',
    said: '1',
    bad: '8 7 6 5 4 3 2 99',
    named: /does not know “99”/,
  },
] as const) {
  test(`${model}: one’s own input is read; an unknown symbol is named, and the last good input stays`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    await open(page, model);
    await expectAnswers(page, ...learned);
    await numbers(page, model);
    await typeLast(page, text);
    await expect(answer(page, 2)).toContainText(said);
    await expect.poll(() => tokensOf(page)).toBe(read);
    await numbers(page, model);
    await expect(page).toHaveURL(new RegExp(`text=${text.replaceAll(' ', '\\+')}$`));
    await ownField(page).fill(bad);
    await expect(ownField(page)).toHaveAccessibleDescription(named);
    await expect(ownField(page)).toHaveAttribute('aria-invalid', 'true');
    expect(await tokensOf(page)).toBe(read);
    await expect(answer(page, 2)).toContainText(said);
    await ownField(page).fill(text);
    await expect(ownField(page)).toHaveAttribute('aria-invalid', 'false');
    await word(page, 2, 3).click();
    await word(page, 2, 3).press('ArrowRight');
    await expect(word(page, 2, 4)).toBeChecked();
    await numbers(page, model);
    await reload(page);
    await expect(ownField(page)).toHaveValue(text);
    await expect(word(page, 2, 4)).toBeChecked();
    await numbers(page, model);
    await ownField(page).fill('');
    await expect(row(page, 2)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  test(`${model}: what a visitor changes in the model changes the answers`, async ({ page }) => {
    const own = `v=3&model=${model}&text=${text.replaceAll(' ', '+')}`;
    await openTrained(page, own);
    await test.step('numbers of the story are changed, and the answers follow', async () => {
      await goTo(page, `${own}&stage=v`);
      await bringStory(page);
      const first = await placeOf(page, 'v', 3);
      await cellAt(page, first.key).click();
      await typed(page).fill('2.5');
      const shared = editor(page).getByText(
        'The same position changes in every example above that has it.',
      );
      await expect(shared).toBeVisible();
      const edits = [{ ...first, value: 2.5 }];
      await expect(page).toHaveURL(new RegExp(`edits=${escaped(first.key)}=2\\.5$`));
      await numbers(page, model, { edits });
      const second = await placeOf(page, 'k', 4);
      await cellAt(page, second.key).focus();
      await page.keyboard.type('-3');
      await page.keyboard.press('Enter');
      await expect(chips(page).getByRole('listitem')).toHaveCount(2);
      edits.push({ ...second, value: -3 });
      await expect(page).toHaveURL(new RegExp(`${escaped(second.key)}=-3$`));
      await numbers(page, model, { edits });
      await reload(page);
      await numbers(page, model, { edits });
      await bringStory(page);
      await cellAt(page, second.key).focus();
      await page.keyboard.press('Delete');
      await expect(page).toHaveURL(/=2\.5$/);
      await numbers(page, model, { edits: edits.slice(0, 1) });
      await chips(page).getByRole('button').first().press('Enter');
      await expect(page).not.toHaveURL(/edits/);
      await numbers(page, model);
    });
    await test.step('a parameter is changed, and every example follows', async () => {
      await goTo(page, `${own}&stage=v`);
      await bringStory(page);
      await story(page)
        .getByRole('group', { name: 'Matrices' })
        .getByRole('button', { name: /^WV/ })
        .press('Enter');
      const grid = story(page).locator('attention-number-matrix').getByRole('grid');
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('0.75');
      await page.keyboard.press('Enter');
      await expect(chips(page).getByRole('listitem')).toHaveCount(1);
      await expect(page).toHaveURL(/edits=layers\.0\.attention\.w_v\[1,1\]=0\.75$/);
      const edits = [{ layer: 'layers.0.attention', field: 'w_v', index: [1, 1], value: 0.75 }];
      const changed = edited((await modelFile(model)).tensors, edits);
      await numbers(page, model, {}, changed);
      await reload(page);
      await numbers(page, model, {}, changed);
      await undoAll(page).click();
      await expect(undoAll(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(/edits|mask|positions/);
      await numbers(page, model);
    });
    await test.step('a head that is off, by pointer and by keyboard', async () => {
      await goTo(page, own);
      await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
      const heads = page
        .locator('attention-head-maps')
        .getByRole('button', { name: /: (on|off)$/ });
      await heads.last().click();
      const layer = model === 'sort' ? 0 : 1;
      const off = [{ layer, head: 0 }];
      await expect(page).toHaveURL(new RegExp(`off=layers\\.${layer}\\.attention:0$`));
      await numbers(page, model, { off });
      await reload(page);
      await numbers(page, model, { off });
      await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
      await heads.last().press('Space');
      await expectAnswers(page, ...learned, said);
      await numbers(page, model);
      await choice(page, `layer ${layer + 1}`).focus();
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(/off=/);
      await numbers(page, model, { off });
      await undoAll(page).press('Enter');
      await expectAnswers(page, ...learned, said);
      await numbers(page, model);
    });
    await test.step('an arc that is dragged, or forced by keyboard, takes the answer with it', async () => {
      await goTo(page, `v=3&model=${model}`);
      await expect(row(page, 2)).toHaveCount(0);
      await arcs(page).evaluate((view) => view.scrollIntoView({ block: 'center' }));
      const layer = model === 'sort' ? 0 : 1;
      const grip = (i: number) => gripCenter(page, layer, i);
      const from = model === 'sort' ? 4 : 1;
      await page.mouse.move(...(await grip(from)));
      await page.mouse.down();
      await page.mouse.move(...(await grip(2)), { steps: 4 });
      await page.mouse.up();
      await expect(page).toHaveURL(new RegExp(`row=0:layers\\.${layer}\\.attention:0:8-2`));
      const forced = { layer, head: 0, query: 8, key: 2 };
      const rows = (example: number) => ({ rows: example === 0 ? [forced] : [] });
      await expectAnswers(page, model === 'sort' ? '14' : 'm', learned[1]);
      await expect(answer(page, 0)).toContainText('wrong');
      await numbers(page, model, rows);
      await reload(page);
      await numbers(page, model, rows);
      const select = arcs(page, 1).getByRole('combobox', { name: /: make/ });
      await select.last().focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(new RegExp(`1:layers\\.${layer}\\.attention:0:8-0`));
      await numbers(page, model, (example) => ({
        rows: [example === 0 ? forced : { ...forced, key: 0 }],
      }));
      await undoAll(page).click();
      await expectAnswers(page, ...learned);
      await numbers(page, model);
    });
    await test.step('another mask, and no positions', async () => {
      await goTo(page, `v=3&model=${model}`);
      await choice(page, 'Mask').selectOption('none');
      await expect(page).toHaveURL(/mask=none$/);
      await numbers(page, model, { mask: 'none' });
      await choice(page, 'Positions').selectOption('off');
      await expect(page).toHaveURL(/positions=none$/);
      await numbers(page, model, { mask: 'none', positions: 'none' });
      await reload(page);
      await numbers(page, model, { mask: 'none', positions: 'none' });
      await undoAll(page).click();
      await expect(undoAll(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(/edits|mask|positions/);
      await numbers(page, model);
    });
  });
}

test('sort: too few numbers are refused with a message', async ({ page }) => {
  await open(page, 'sort');
  await ownField(page).fill('3 1 2');
  await expect(ownField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(ownField(page)).toHaveAccessibleDescription('Type 8 tokens, not 3.');
  await expect(row(page, 2)).toHaveCount(0);
});

/** Switches heads off and on, by pointer and by keyboard. */
async function switchHeads(page: Page) {
  await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
  const heads = page.locator('attention-head-maps').getByRole('button', { name: /: (on|off)$/ });
  await heads.first().click();
  await expect(page).toHaveURL(/off=[\w.]+:0(&|$)/);
  await expectState(page);
  await heads.last().press('Space');
  await expect(page).toHaveURL(/off=[\w.]+:0,[\w.]+:3(&|$)/);
  await expectState(page);
  await heads.first().press('Space');
  await expect(page).toHaveURL(/off=[\w.]+:3(&|$)/);
  await expectState(page);
  await undoAll(page).click();
  await expect(page).not.toHaveURL(/off=/);
  await expectState(page);
}

/** Sets another mask by pointer, and no positions by keyboard; the link keeps both. */
async function turnMaskAndPositions(page: Page, mask: 'none' | 'causal') {
  await choice(page, 'Mask').selectOption(mask);
  await expect(page).toHaveURL(new RegExp(`mask=${mask}(&|$)`));
  await expectState(page);
  await choice(page, 'Positions').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/positions=none(&|$)/);
  await expectState(page);
  await page.reload();
  await expect(pictures(page).first()).toBeVisible();
  await expectState(page);
  await undoAll(page).press('Enter');
  await expect(page).not.toHaveURL(/mask|positions/);
  await expectState(page);
}

test('translation: one’s own sentence is read, and follows a mask, positions and heads', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page, 'translation');
  await expectState(page);
  await typeLast(page, 'then the old king came to Berlin');
  await expect(page).toHaveURL(/text=then\+the\+old\+king\+came\+to\+Berlin$/);
  await expect(pictures(page)).toHaveCount(3);
  await expect.poll(() => tokensOf(page)).toContain('then the old king came to Berlin');
  await expectState(page);
  await ownField(page).fill('then the old zebra came');
  await expect(ownField(page)).toHaveAccessibleDescription(/does not know “zebra”/);
  await ownField(page).fill('then the old king came to Berlin');
  await expect(ownField(page)).toHaveAttribute('aria-invalid', 'false');
  await turnMaskAndPositions(page, 'none');
  await switchHeads(page);
  expect(complaints).toEqual([]);
});

test('digits: a mask, positions, heads, a forced row and a number, each followed by the answer', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page, 'digits', '&stage=v');
  await expectState(page);
  await turnMaskAndPositions(page, 'causal');
  await switchHeads(page);
  // Forces a row by keyboard.
  const select = pictures(page)
    .first()
    .getByRole('combobox', { name: /: make/ })
    .last();
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/row=0:layers\.1\.attention:0:0-1/);
  await expectState(page);
  await undoAll(page).click();
  await expect(page).not.toHaveURL(/row=/);
  // Changes a number of one patch by pointer, and of another by keyboard.
  await bringStory(page);
  await cells(page, 'v').nth(3).click();
  await typed(page).fill('2.5');
  await expect(page).toHaveURL(/edits=layers\.0\.attention\.v\[0,0,3,\d+\]=2\.5$/);
  await expectState(page);
  await cells(page, 'k').nth(4).focus();
  await page.keyboard.type('-3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/;layers\.0\.attention\.k\[0,0,4,\d+\]=-3$/);
  await expectState(page);
  await undoAll(page).click();
  await expect(page).not.toHaveURL(/edits/);
  await expectState(page);
  expect(complaints).toEqual([]);
});
