/** Whole rows and columns, and parameters, changed in the story of the first page: the results equal plain loops. */
import { expect, test, type Page } from '@playwright/test';
import {
  button,
  cellAt,
  chips,
  editor,
  grid,
  matrix,
  modelFile,
  note,
  stage,
  story,
  tired,
  typed,
} from './story-page.ts';
import { compute } from './story-reference.ts';
import {
  arcs,
  examples,
  expectAnswers,
  expectNumbers,
  goTo,
  openTrainedStory,
} from '../first-page/first-page.ts';
import { violations } from '../support/axe.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

async function open(page: Page, name: RegExp) {
  await story(page).getByRole('button', { name }).click();
  await expect(grid(page)).toBeVisible();
}

/** Clicks the middle of a cell. */
async function clickCell(page: Page, row: number, column: number, columns: number) {
  const { width } = (await grid(page).boundingBox())!;
  await grid(page).click({ position: { x: ((column + 0.5) * width) / columns, y: row * 18 + 9 } });
}

async function withParameter(name: string, change: (data: number[], columns: number) => void) {
  const { tensors } = await modelFile();
  const tensor = tensors[name]!;
  const data = [...tensor.data];
  change(data, tensor.shape.at(-1)!);
  return { ...tensors, [name]: { shape: tensor.shape, data } };
}

const wQ = 'layers.0.attention.w_q';

test('a parameter is changed by pointer, survives a reload, and is undone alone', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openTrainedStory(page, '&stage=q');
  await open(page, /^WQ, 32 × 32$/);
  await clickCell(page, 3, 17, 32);
  await expect(editor(page)).toContainText('W_Q, layer 1, row 4, column 18');
  const learned = await typed(page).inputValue();
  await typed(page).fill('2.5');
  await typed(page).press('Enter');
  const changed = await withParameter(wQ, (data, columns) => (data[3 * columns + 17] = 2.5));
  const item = chips(page).getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('2.500');
  await expect(item.locator('s')).toContainText(
    Number(learned.replace('−', '-')).toFixed(1).replace('-', '−'),
  );
  await expectNumbers(page, {}, [2, 0], changed);
  await expect(page).toHaveURL(/edits=layers\.0\.attention\.w_q(\[|%5B)3,17(\]|%5D)(=|%3D)2\.5/i);
  await page.reload();
  await expect(arcs(page).locator('canvas')).toBeVisible();
  await expectNumbers(page, {}, [2, 0], changed);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await item.getByRole('button').click();
  await expect(chips(page)).toHaveCount(0);
  await expectNumbers(page, {});
  expect(complaints).toEqual([]);
});

test('rows, columns and matrices are changed, and gradients of a matrix are shown', async ({
  page,
}) => {
  await test.step('a row, a column and all of a matrix are chosen and multiplied by keyboard alone', async () => {
    await openTrainedStory(page, '&stage=v');
    const opener = story(page).getByRole('button', { name: 'WV, 32 × 4' });
    await opener.press('Enter');
    await grid(page).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+Space'])
      await page.keyboard.press(key);
    await expect(editor(page)).toContainText('W_V, layer 1, row 3');
    await expect(typed(page)).toHaveAttribute('placeholder', '4 numbers');
    await button(page, '× −1').press('Enter');
    const flipped = await withParameter('layers.0.attention.w_v', (data, columns) => {
      for (let i = 0; i < columns; i++) data[2 * columns + i]! *= -1;
    });
    await expect(chips(page).getByRole('listitem')).toContainText('× −1');
    await expectNumbers(page, {}, [2, 0], flipped);
    // Doing it again restores the numbers.
    await button(page, '× −1').press('Enter');
    await expect(chips(page)).toHaveCount(0);
    await grid(page).focus();
    await page.keyboard.press('Control+Space');
    await expect(editor(page)).toContainText('W_V, layer 1, column 2');
    await grid(page).focus();
    await page.keyboard.press('0');
    await page.keyboard.press('Enter');
    const without = await withParameter('layers.0.attention.w_v', (data, columns) => {
      for (let i = 1; i < data.length; i += columns) data[i] = 0;
    });
    await expectNumbers(page, {}, [2, 0], without);
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Control+a');
    await expect(typed(page)).toHaveAttribute('placeholder', '128 numbers');
  });
  await test.step('a number of the score is widened to its row and its column', async () => {
    await goTo(page, 'v=3&model=goes_with&stage=v&shown=layers.0.attention:1');
    await expect(chips(page)).toHaveCount(0);
    const place = tired.replace('[0,0,', '[0,1,');
    await cellAt(page, place).click();
    const scope = editor(page).getByRole('combobox', { name: 'Change' });
    await scope.selectOption('its column');
    await expect(editor(page)).toContainText('v of all tokens, layer 1, head 2');
    await button(page, '× 2').click();
    const times = { layer: 0, head: 1, key: null, column: 0, by: 2 };
    await expect(cellAt(page, place).locator('s')).toHaveCount(1);
    await expectNumbers(page, { times }, [1, 0]);
    await scope.selectOption('its row');
    await button(page, '0').click();
    await expect(chips(page).getByRole('listitem')).toHaveCount(2);
    await button(page, 'Undo all').click();
    await expectNumbers(page, {}, [1, 0]);
  });
  await test.step('the gradients of an answer for parameters equal central differences', async () => {
    await goTo(page, 'v=3&model=goes_with&stage=v');
    await expectNumbers(page, {});
    await story(page).locator('.probability').first().click();
    await button(page, 'What would raise this number?').click();
    await story(page).locator('[data-stage=v] .label [data-key]').click();
    await open(page, /^WV, 32 × 4$/);
    const [ids] = await examples(page);
    const name = 'layers.0.attention.w_v';
    const { tensors } = await modelFile();
    const best = compute(tensors, ids!, [4, 1]).probabilities[8]!;
    const said = best.indexOf(Math.max(...best));
    const logOf = async (by: number, cell: number) => {
      const moved = await withParameter(name, (data) => (data[cell]! += by));
      return Math.log(compute(moved, ids!, [4, 1]).probabilities[8]![said]!);
    };
    for (const [row, column] of [
      [0, 1],
      [5, 2],
      [12, 3],
    ] as const) {
      const cell = row * 4 + column;
      const gradient = ((await logOf(1e-3, cell)) - (await logOf(-1e-3, cell))) / 2e-3;
      await clickCell(page, row, column, 4);
      const readout = matrix(page).locator('.readout');
      await expect(readout).toContainText('Gradient');
      const [said, figure] = /Gradient (\S+)/.exec(await readout.innerText())!;
      // A screen reader hears it with the cell.
      await expect(grid(page).getByRole('gridcell')).toHaveAccessibleName(
        (await readout.innerText()).replace(` · ${said}`, `, ${said}`),
      );
      const shown = Number(figure!.replaceAll('−', '-'));
      expect(Math.abs(shown - gradient)).toBeLessThan(6e-4 + 0.06 * Math.abs(gradient));
    }
  });
});

test('every stage of both layers opens its matrices, without axe violations', async ({ page }) => {
  await openTrainedStory(page, '&stage=embedded');
  await open(page, /^E, 96 × 32$/);
  expect(await violations(page)).toEqual([]);
  const withoutMatrices = ['tokens', 'weighted', 'concat'];
  for (const [layer, first] of [
    [1, 'embedded'],
    [2, 'input'],
  ] as const) {
    await story(page)
      .getByRole('radio', { name: `layer ${layer}` })
      .click({ force: true });
    await expect(stage(page, first)).toBeVisible();
    for (const row of await story(page).locator('[data-stage]').all()) {
      const label = row.locator('.label [data-key]');
      await label.click();
      await expect(label).toHaveAttribute('aria-current', 'step');
      const openers = note(page).getByRole('group', { name: 'Matrices' }).getByRole('button');
      if (withoutMatrices.includes((await row.getAttribute('data-stage'))!)) {
        await expect(openers).toHaveCount(0);
        continue;
      }
      await expect(openers).not.toHaveCount(0);
      for (const opener of await openers.all()) {
        if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
        const [, rows, columns] = /(\d+) × (\d+)/.exec((await opener.getAttribute('aria-label'))!)!;
        await expect(grid(page)).toHaveAttribute('aria-rowcount', rows!);
        await expect(grid(page)).toHaveAttribute('aria-colcount', columns!);
      }
    }
    expect(await violations(page)).toEqual([]);
  }
});

test('edited parameters in a link are shown immediately, and missing ones are named', async ({
  page,
}) => {
  await openTrainedStory(page, '&edits=w_out[*,27]*0;b_out[999]=1');
  await expectAnswers(page, 'dog');
  await expect(page.getByText('b_out[999]=1')).toBeVisible();
});

test('a number under a resting pointer is not named after the sentence has become shorter', async ({
  page,
}) => {
  const [long, short] = ['the+cat+saw+the+dog+saw+the+cat', 'the+cat+saw+the+dog+saw'];
  await openTrainedStory(page, `&text=${long}&example=2&stage=scores`);
  await open(page, /9 × 9$/);
  const { width } = (await grid(page).boundingBox())!;
  // In the first row, and so in the grid of the shorter sentence too.
  await grid(page).hover({ position: { x: (8.5 * width) / 9, y: 9 } });
  const readout = matrix(page).locator('.readout');
  await expect(readout).toHaveText(/^the₁?, \.: /);
  await goTo(page, new URL(page.url()).hash.slice(1).replace(long, short));
  await expect(grid(page)).toHaveAttribute('aria-colcount', '7');
  await expect(readout).toHaveText('');
});
