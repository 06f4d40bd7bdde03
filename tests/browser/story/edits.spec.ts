/** A number of every stage is changed, by pointer or by keyboard, and the prediction equals that of plain loops. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import {
  button,
  chips,
  dragNumber,
  editor,
  stage,
  story,
  typed,
  stageNames,
} from './story-page.ts';
import { expectPrediction, goTo, openTrained, stateOf } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

/** Stages without a field to edit: the tokens, and the products. */
const kFixed = ['tokens', 'weighted'];

/** The cell to change in each line of a stage: the query word's, or that of the word that it looks at most. */
async function changedCells(page: Page, name: string): Promise<Locator[]> {
  const lines =
    name === 'prediction'
      ? [stage(page, name).locator('.answers .editable')]
      : (await stage(page, name).locator('.cells').all()).map((one) => one.locator('.editable'));
  const { asking, strongest } = await story(page).evaluate((view: AttentionStory) => {
    const weights = [...view.shadowRoot!.querySelectorAll('[data-stage=weights] .cells .cell')].map(
      (cell) => parseFloat(cell.textContent.replace('<', '')),
    );
    return { asking: view.chosen, strongest: weights.indexOf(Math.max(...weights)) };
  });
  const chosen = name === 'q' ? asking : name === 'prediction' ? 0 : strongest;
  return Promise.all(
    lines.map(async (line) => {
      const cell = line.nth(Math.min(chosen, (await line.count()) - 1));
      // Found by its place, because an answer may move.
      return stage(page, name).locator(`[data-place="${await cell.getAttribute('data-place')}"]`);
    }),
  );
}

const textOf = async (cell: Locator) =>
  (await cell.locator(':scope > span').last().innerText()).trim();

async function changeByKeyboard(page: Page, cell: Locator, stage: string) {
  await cell.focus();
  await page.keyboard.type('-25');
  await page.keyboard.press('Enter');
  await expect(cell).toBeFocused();
  const shown = ['weights', 'next_layer'].includes(stage) ? '−2500.0%' : '−25.00';
  await expect(cell.locator(':scope > span').last()).toHaveText(shown);
}

for (const { model, layer, head } of [
  { model: 'goes_with', layer: 0, head: 2 },
  { model: 'goes_with', layer: 1, head: 0 },
  { model: 'induction', layer: 1, head: 0 },
  { model: 'sort', layer: 0, head: 0 },
  { model: 'digits', layer: 0, head: 1 },
  { model: 'translation', layer: 0, head: 1 },
  { model: 'translation', layer: 1, head: 1 },
  { model: 'translation', layer: 2, head: 1 },
] as const)
  test(`${model}, attention ${layer + 1}: a number of every stage is changed by pointer or by keyboard, and plain loops agree`, async ({
    page,
  }) => {
    // It changes dozens of numbers.
    test.slow();
    const { complaints } = await watch(page);
    const attention =
      model === 'translation'
        ? [
            'encoder.layers.0.attention',
            'decoder.layers.0.self_attention',
            'decoder.layers.0.cross_attention',
          ][layer]
        : `layers.${layer}.attention`;
    await openTrained(page, `v=3&model=${model}&layer=${layer}&shown=${attention}:${head}`);
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await expect(stage(page, 'weighted').locator('.cells')).toBeVisible();
    const learned = await expectPrediction(page);
    let [edits, felt] = [0, 0];
    const compare = async () => {
      const logits = await expectPrediction(page);
      edits++;
      felt += Number(logits.some((logit, i) => Math.abs(logit - learned[i]!) > 1e-3));
    };
    const stages = await stageNames(page);
    expect(stages.length).toBeGreaterThan(13);
    for (const [i, name] of stages.entries())
      await test.step(name, async () => {
        if (kFixed.includes(name)) {
          await expect(stage(page, name).locator('.editable')).toHaveCount(0);
          return;
        }
        const cells = await changedCells(page, name);
        expect(cells.length).toBe(name === 'feed_forward' ? 2 : 1);
        for (const cell of cells) {
          const before = await textOf(cell);
          if ((i + layer) % 2 === 0) await dragNumber(cell, 80);
          else await changeByKeyboard(page, cell, name);
          await expect(chips(page).getByRole('listitem')).toHaveCount(1);
          await compare();
          if (i % 4 < 2) {
            await cell.focus();
            await page.keyboard.press('Delete');
          } else await chips(page).getByRole('button').first().click();
          await expect(chips(page)).toHaveCount(0);
          expect(await expectPrediction(page)).toEqual(learned);
          expect(await textOf(cell)).toBe(before);
        }
      });
    // Where a head is certain, a small change of its query has no effect.
    expect(felt).toBeGreaterThan(0.6 * edits);
    expect(complaints).toEqual([]);
  });

test('one number is multiplied by −1 and by 2, set to 0, and stepped, by pointer and by keyboard', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=goes_with&stage=v&shown=layers.0.attention:2');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const cell = stage(page, 'v').locator('.editable').nth(11);
  await expect(cell).toBeVisible();
  await expectPrediction(page);
  const place = (await cell.getAttribute('data-place'))!;
  const was = await story(page).evaluate(({ inspection }: AttentionStory, place) => {
    const { shape, data } = inspection!.trace['layers.0.attention.v']!;
    const index = place.match(/\d+(?=[,\]])/g)!;
    return data[index.reduce((at, i, axis) => at * shape[axis]! + Number(i), 0)]!;
  }, place);
  const becomes = async (value: number) => {
    await expect.poll(async () => (await stateOf(page)).edits[0]?.value).toBeCloseTo(value, 5);
    expect((await stateOf(page)).edits).toHaveLength(1);
    await expectPrediction(page);
  };
  await cell.click();
  await button(page, '× −1').click();
  await becomes(-was);
  await button(page, '× 2').press('Enter');
  await becomes(-2 * was);
  await button(page, '× −1').press('Space');
  await becomes(2 * was);
  await button(page, '× 2').click();
  await becomes(4 * was);
  await button(page, '0').click();
  await becomes(0);
  await cell.focus();
  await page.keyboard.press('Delete');
  await expect(chips(page)).toHaveCount(0);
  await button(page, '0').press('Enter');
  await becomes(0);
  const field = story(page).locator('.editor').getByRole('textbox');
  await field.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(async () => (await stateOf(page)).edits[0]!.value).toBeGreaterThan(0);
  const { value } = (await stateOf(page)).edits[0]!;
  await becomes(value);
  await button(page, 'Less').click();
  await becomes(0.9 * value);
});

test('numbers that are set or masked say so', async ({ page }) => {
  await test.step('a forced row and a switched-off head say so in place of their formulas', async () => {
    const label = (name: string) => stage(page, name).locator('.label .shape');
    const readout = story(page).locator('.formula .readout');
    const link = 'v=3&model=goes_with';
    const reader = 'layers.0.attention';
    await openTrained(page, `${link}&row=0:${reader}:2:8-6`);
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await expect(label('weights')).toHaveText(/^\s*set by you instead of softmax\(S \+ M\)\s*$/);
    await expect(story(page).locator('.note')).toContainText('You have set this row');
    await expect(label('context')).toContainText('C = A V, 13×1');
    await expect(readout).toContainText('street 100.0% in layer 1');
    const go = (hash: string) => goTo(page, hash);
    await go(`${link}&off=${reader}:2`);
    await expect(readout).toContainText(/^\s*layer 1, head 3 is off ·\s+answer/);
    await expect(label('context')).toHaveText(/^\s*off: 0 instead of A V\s*$/);
    await expect(label('weights')).toContainText('A = softmax(S + M), 13×13');
    await go(`${link}&off=${[0, 1, 2, 3].map((head) => `${reader}:${head}`).join(',')}`);
    await expect(readout).toContainText(/^\s*layer 1 is off ·\s+answer: animal/);
    // The next layer's line says that layer 2 is off.
    await go(`${link}&off=layers.1.attention:0`);
    await expect(label('next_layer')).toContainText('layer 2 is off');
    await expect(readout).toContainText('tired 100.0% in layer 1');
    // Another word's row and other heads are computed.
    await go(`${link}&row=0:${reader}:2:7-6&off=${reader}:1`);
    await expect(readout).toContainText('tired 100.0% in layer 1');
    await expect(label('weights')).toContainText('A = softmax(S + M)');
    await expect(label('context')).toContainText('C = A V');
  });
  await test.step('a masked number stays −∞ when it is dragged, and the link stays readable', async () => {
    await goTo(page, 'v=3&model=goes_with&mask=causal&stage=mask');
    const hidden = stage(page, 'mask').locator('.editable').last();
    await expect(hidden).toContainText('−∞');
    await dragNumber(hidden, 80);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(chips(page).getByRole('listitem')).toHaveText(/^\s*Mask/);
    await expect(hidden).toContainText('−∞');
    expect(page.url()).not.toContain('inf');
  });
  await test.step('a typed weight replaces the old one without rescaling its row, and the note says so', async () => {
    await goTo(page, 'v=3&model=goes_with&stage=weights');
    await expect(chips(page)).toHaveCount(0);
    await expectPrediction(page);
    const note = story(page).locator('.note');
    await expect(note).toContainText('The shares add up to 100%.');
    const weight = stage(page, 'weights').locator('.editable').nth(1);
    await weight.focus();
    await page.keyboard.type('0.5');
    await expect(story(page).locator('.editor')).toContainText('Type 1 for 100%');
    await page.keyboard.press('Enter');
    await expect(weight).toContainText('50.0%');
    await expect(note).toContainText('You have changed this row');
    // After a change of a score, the row adds up to 1 again, so the note has gone.
    await chips(page).getByRole('button').first().click();
    await expect(note).not.toContainText('You have changed this row');
    const score = stage(page, 'scores').locator('.editable').nth(1);
    await score.focus();
    await page.keyboard.type('40');
    await expect(story(page).locator('.editor')).not.toContainText('Type 1 for 100%');
    await page.keyboard.press('Enter');
    await expect(weight).toContainText('91');
    await weight.click();
    await expect(note).not.toContainText('You have changed this row');
  });
  await test.step('a changed logit shows its old value, struck through, until it is undone', async () => {
    await goTo(page, 'v=3&model=goes_with');
    await expect(chips(page)).toHaveCount(0);
    await expectPrediction(page);
    const logits = stage(page, 'prediction').locator('.logit');
    await expect(logits.first()).toBeVisible();
    const first = stage(page, 'prediction').locator(
      `[data-place="${await logits.first().getAttribute('data-place')}"]`,
    );
    const old = await textOf(first.last());
    await expect(stage(page, 'prediction').locator('.logit s')).toHaveCount(0);
    await logits.first().focus();
    await page.keyboard.type('-3');
    await page.keyboard.press('Enter');
    const struck = stage(page, 'prediction').locator('.logit s');
    await expect(struck).toHaveCount(1);
    await expect(struck).toHaveText(`before:${old}`);
    await expectPrediction(page);
    await chips(page).getByRole('button').first().click();
    await expect(struck).toHaveCount(0);
  });
});

/** Opens `v` of "tired" in head 3 of layer 1 in the editor. */
async function openTired(page: Page, mask = '', edits = ''): Promise<Locator> {
  await openTrained(page, `v=3&model=goes_with${mask}&shown=layers.0.attention:2&stage=v${edits}`);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const cell = stage(page, 'v').locator('[data-place^="layers.0.attention.v[0,2,11,"]');
  await cell.click();
  await expect(editor(page)).toContainText('v of tired, layer 1, head 3');
  return cell;
}

const alert = (page: Page) => editor(page).getByRole('alert');

test('a refused number changes nothing, even if it begins like a valid one', async ({ page }) => {
  const cell = await openTired(page);
  const [learned, shown, address] = [await expectPrediction(page), await textOf(cell), page.url()];
  for (const [valid, rest] of [
    ['1', ' 000'],
    ['1e4', '00'],
    ['1e3', '9'],
    ['0', 'x10'],
  ] as const) {
    await typed(page).fill(valid);
    await expect(chips(page).getByRole('listitem')).toHaveCount(1);
    await typed(page).press('End');
    await typed(page).pressSequentially(rest);
    await typed(page).press('Enter');
    await expect(alert(page)).toHaveText(`Type a number such as −0.5, not “${valid}${rest}”.`);
    await expect(chips(page)).toHaveCount(0);
    await expect(typed(page)).toHaveValue(valid + rest);
    await expect(page).toHaveURL(address);
    expect(await textOf(cell)).toBe(shown);
    expect(await expectPrediction(page)).toEqual(learned);
  }
  await typed(page).fill('');
  await typed(page).press('Enter');
  await expect(alert(page)).toHaveText('Type a number such as −0.5.');
  // The previous change stays; leaving the field also refuses an invalid number.
  await typed(page).fill('5');
  await typed(page).press('Enter');
  await cell.focus();
  await page.keyboard.type('1 000');
  await typed(page).blur();
  await expect(alert(page)).toContainText('1 000');
  await expect(cell.locator(':scope > span').last()).toHaveText('5.00');
  await expect(page).toHaveURL(/edits=layers\.0\.attention\.v\[0,2,11,0\]=5$/);
  await expectPrediction(page);
});

test('a refused number leaves the editor when its change is undone elsewhere', async ({ page }) => {
  const cell = await openTired(page, '&mask=causal', '&edits=layers.0.attention.v[0,2,3,0]=2');
  const shown = await textOf(cell);
  const refuse = async () => {
    await typed(page).fill('1 000');
    await typed(page).press('Enter');
    await expect(alert(page)).toContainText('1 000');
  };
  const follows = async () => {
    await expect(alert(page)).toBeEmpty();
    await expect(typed(page)).not.toHaveValue('1 000');
    await cell.focus();
    await page.keyboard.type('7');
    await expect(typed(page)).toHaveValue('7');
    await page.keyboard.press('Enter');
    await expect(cell.locator(':scope > span').last()).toHaveText('7.00');
    await page.keyboard.press('Delete');
    await expect.poll(() => textOf(cell)).toBe(shown);
  };
  await refuse();
  await chips(page).getByRole('button', { name: /v of/ }).click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await follows();
  await stage(page, 'v').locator('[data-place^="layers.0.attention.v[0,2,3,"]').focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await cell.click();
  await refuse();
  await button(page, 'Undo all').last().click();
  await expect(chips(page)).toHaveCount(0);
  await follows();
  await page.goBack();
  await expect(alert(page)).toBeEmpty();
});
