/** `<attention-story>` alone: every stage with the right numbers, edits by pointer and by keyboard. */
import { expect, test, type Locator } from '@playwright/test';
import { tableOf } from '../playground/playground-page.ts';
import { shownNumber } from './shown-number.ts';
import {
  asking,
  button,
  cellAt,
  cells,
  chips,
  editor,
  heard,
  modelFile,
  note,
  numbersOf,
  openStory,
  sentence,
  stage,
  stageNames,
  story,
  tired,
  typed,
  words,
} from './story-page.ts';
import { compute } from './story-reference.ts';

const near = (actual: number[][], expected: number[][], name: string) => {
  expect(
    actual.map((row) => row.length),
    name,
  ).toEqual(expected.map((row) => row.length));
  actual.forEach((row, i) =>
    row.forEach((value, j) => {
      const right = expected[i]![j]!;
      expect(Math.abs(value - right), `${name} ${i} ${j}: ${value} ${right}`).toBeLessThanOrEqual(
        2e-4 * Math.max(1, Math.abs(right)),
      );
    }),
  );
};

for (const [layer, head] of [
  [0, 2],
  [1, 0],
] as const)
  test(`every stage of layer ${layer + 1}, head ${head + 1} shows the numbers of plain loops`, async ({
    page,
  }) => {
    await openStory(page, sentence, { layer, head });
    const ids = (await stage(page, 'tokens').getByRole('gridcell').allTextContents()).map(Number);
    const { embedded, layers, norm, logits, probabilities } = compute(
      (await modelFile()).tensors,
      ids,
      [4, 1],
    );
    const { norm: normed, heads, output, residual } = layers[layer]!;
    const { q, k, v, scores, weights, context } = heads[head]!;
    const column = (row: number[]) => row.map((value) => [value]);
    /** A short row has one slot per number. */
    const row = (values: number[]) => (values.length <= 8 ? column(values) : [values]);
    const wide = (matrix: number[][]) => row(matrix[asking]!);
    const expected: Record<string, number[][]> = {
      ...(layer === 0 ? { embedded: wide(embedded) } : { input: wide(layers[0]!.residual) }),
      ...{ norm_1: wide(normed), q, k, v, scores: column(scores[asking]!) },
      mask: column(scores[asking]!),
      weights: column(weights[asking]!),
      weighted: v.map((value, j) => value.map((one) => one * weights[asking]![j]!)),
      context: row(context[asking]!),
      concat: heads.map((head) => head.context[asking]!),
      ...{ output: wide(output), residual_1: wide(residual) },
      ...(layer === 0 && { next_layer: column(layers[1]!.heads[0]!.weights[asking]!) }),
      final_norm: wide(norm),
    };
    for (const [name, numbers] of Object.entries(expected))
      near(await numbersOf(page, name), numbers, name);
    // Visible are each word's number in the followed dimension, and the five best answers.
    const shown = (await cells(page, 'scores').allTextContents()).map((text) =>
      shownNumber(text.trim()),
    );
    expect(shown).toHaveLength(scores[asking]!.length);
    shown.forEach((value, j) => expect(value).toBeCloseTo(scores[asking]![j]!, 1));
    const shares = (await cells(page, 'weights').allTextContents()).map((text) =>
      shownNumber(text.trim()),
    );
    expect(shares).toHaveLength(weights[asking]!.length);
    for (const [j, value] of shares.entries())
      expect(Math.abs(value - 100 * weights[asking]![j]!)).toBeLessThan(0.051);
    const best = Math.max(...probabilities[asking]!);
    const prediction = stage(page, 'prediction');
    await expect(prediction.locator('.answer')).toHaveCount(5);
    await expect(prediction.locator('.answer').first().locator('bdi')).toHaveText('animal');
    // The headings of the two columns of numbers are centered over them.
    const middle = async (target: Locator) => {
      const { x, width } = (await target.boundingBox())!;
      return x + width / 2;
    };
    for (const [head, column] of [
      ['probability', '.probability'],
      ['logit', '.logit'],
    ] as const)
      expect(
        Math.abs(
          (await middle(prediction.locator('.heads').getByText(head))) -
            (await middle(prediction.locator(column).last())),
        ),
      ).toBeLessThan(2);
    expect(shownNumber(await prediction.locator('.probability').first().innerText())).toBeCloseTo(
      100 * best,
      0,
    );
    expect(shownNumber(await prediction.locator('.logit').first().innerText())).toBeCloseTo(
      Math.max(...logits[asking]!),
      1,
    );
    expect(await stageNames(page)).toEqual(['tokens', ...Object.keys(expected), 'prediction']);
  });

test('stages are stepped through by button, key, pointer and symbol', async ({ page }) => {
  await openStory(page);
  await expect(note(page).getByRole('heading')).toHaveText('Weights');
  await expect(note(page)).toContainText('9 of 17');
  await expect(note(page)).toContainText('13 × 13');
  await button(page, 'next ›').click();
  await expect(note(page).getByRole('heading')).toHaveText('Weighted values');
  await stage(page, 'q').getByRole('button').click();
  await expect(note(page)).toContainText('n × dmodel · dmodel × dhead = n × dhead');
  await expect(note(page)).toContainText('13 × 32 · 32 × 8 = 13 × 8');
  const formula = story(page).getByRole('group', { name: /^The formula/ });
  await expect(formula.locator('.lit')).toHaveText('Q');
  await formula.getByRole('button', { name: 'mask' }).click();
  await expect(note(page).getByRole('heading')).toHaveText('Mask');
  await expect(formula.locator('[aria-current=step]')).toHaveText('mask');
  await cells(page, 'scores').nth(3).click();
  await expect(note(page).getByRole('heading')).toHaveText('Scores');
  await page.keyboard.press('ArrowUp');
  await expect(cells(page, 'v').nth(3)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(cells(page, 'k').nth(4)).toBeFocused();
  await expect(note(page).getByRole('heading')).toHaveText('Key');
  await page.keyboard.press('Home');
  await expect(stage(page, 'k').locator('.label [data-key]')).toBeFocused();
  expect((await heard(page, 'story-place')).at(-1)).toEqual({
    layer: 0,
    head: 0,
    stage: 'k',
    columns: {},
  });
  await story(page).getByRole('radio', { name: 'layer 2' }).click({ force: true });
  await expect(stage(page, 'next_layer')).toHaveCount(0);
  expect((await heard(page, 'story-place')).at(-1)).toEqual({
    layer: 1,
    head: 0,
    stage: 'k',
    columns: {},
  });
  // At the last stage the button keeps the focus and does nothing more.
  for (let place = 6; place <= 16; place++) {
    await button(page, 'next ›').press('Enter');
    await expect(note(page)).toContainText(`${place} of 16`);
  }
  await expect(button(page, 'next ›')).toBeDisabled();
  await expect(button(page, 'next ›')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note(page)).toContainText('16 of 16');
});

test('a stage that the layer does not have is named, and another layer has its nearest stage', async ({
  page,
}) => {
  await openStory(page, sentence, { layer: 1, stage: 'next_layer' });
  const problem = story(page).locator('.heading .problem');
  await expect(problem).toHaveText(
    'Layer 2 has no stage “Next layer”. Its weights are shown instead.',
  );
  await expect(note(page).getByRole('heading')).toHaveText('Weights');
  await stage(page, 'weights').locator('.label [data-key]').click();
  await expect(problem).toHaveCount(0);
  await stage(page, 'input').locator('.label [data-key]').click();
  await story(page).getByRole('radio', { name: 'layer 1' }).click({ force: true });
  await expect(note(page).getByRole('heading')).toHaveText('Embedding');
  expect((await heard(page, 'story-place')).at(-1)).toEqual({
    ...{ layer: 0, head: 0, stage: 'embedded', columns: {} },
  });
  await stage(page, 'next_layer').locator('.label [data-key]').click();
  await story(page).getByRole('radio', { name: 'layer 2' }).click({ force: true });
  await expect(note(page).getByRole('heading')).toHaveText('Prediction');
  await expect(problem).toHaveCount(0);
});

test('a wide row shows one number per word, and all numbers of the query word on request', async ({
  page,
}) => {
  await openStory(page, sentence, { layer: 1, stage: 'q' });
  const first = await cells(page, 'q').allTextContents();
  await expect(note(page)).toContainText(/dimension \d+ of 64/);
  await button(page, 'All 64 numbers of it').click();
  const opened = story(page).locator('.opened [role=gridcell]');
  await expect(opened).toHaveCount(64);
  const { cells: rows } = await tableOf(note(page));
  const all = await opened.locator('span:not(.slot)').allTextContents();
  all.forEach((text, i) =>
    expect(shownNumber(text)).toBeCloseTo(shownNumber(rows[asking]![i]!), 1),
  );
  await button(page, 'Next dimension').click();
  const second = await cells(page, 'q').allTextContents();
  expect(second).not.toEqual(first);
  // A click on the strip follows the dimension under the pointer.
  const strip = stage(page, 'q').locator('canvas');
  await strip.click({ position: { x: 0, y: 5 } });
  await expect(note(page)).toContainText('dimension 1 of 64');
  const previous = button(page, 'Previous dimension');
  await button(page, 'Next dimension').click();
  await previous.press('Enter');
  await expect(previous).toBeDisabled();
  await expect(previous).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note(page)).toContainText('dimension 1 of 64');
});

test('the sign of a number is flipped by pointer, later numbers follow, and it is undone', async ({
  page,
}) => {
  await openStory(page);
  const cell = cellAt(page, tired);
  const before = (await cell.innerText()).trim();
  await cell.click();
  await expect(editor(page)).toContainText('v of tired, layer 1, head 1');
  await button(page, '× −1').click();
  const flipped = before.startsWith('−') ? before.slice(1) : `−${before}`;
  await expect(cell.locator('s')).toContainText(before);
  await expect(cell.locator('span').last()).toHaveText(flipped);
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  const [sent] = (await heard(page, 'edit')) as { value: number }[][];
  expect(sent).toMatchObject([
    { layer: 'layers.0.attention', field: 'v', index: [0, 0, words.indexOf('tired'), 0] },
  ]);
  expect(sent![0]!.value).toBeCloseTo(shownNumber(flipped), 2);
  // The weights of this layer do not depend on it, but the query word's output may.
  await expect(cells(page, 'weights').locator('s')).toHaveCount(0);
  await button(page, '× 2').click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await chips(page).getByRole('button', { name: 'Undo' }).click();
  await expect(cell).toHaveText(before);
  await expect(chips(page)).toHaveCount(0);
  expect((await heard(page, 'edit')).at(-1)).toEqual([]);
});

test('a number is typed, stepped and taken back by keyboard alone', async ({ page }) => {
  await openStory(page);
  const cell = cells(page, 'scores').nth(1);
  await cells(page, 'weights').nth(asking).focus();
  for (const key of ['ArrowUp', 'ArrowUp', ...Array<string>(asking - 1).fill('ArrowLeft')])
    await page.keyboard.press(key);
  await expect(cell).toBeFocused();
  const before = await cell.innerText();
  await page.keyboard.type('40');
  await expect(typed(page)).toBeFocused();
  await expect(typed(page)).toHaveValue('40');
  await page.keyboard.press('Enter');
  await expect(cell).toBeFocused();
  await expect(cell.locator('span').last()).toHaveText('40.00');
  await expect(cells(page, 'weights').nth(1)).toContainText('100.0%');
  await expect(cells(page, 'weights').nth(1).locator('s')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(typed(page)).toHaveValue('41');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(typed(page)).toHaveValue('31');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(cell).toHaveText(before);
  const values = ((await heard(page, 'edit')) as { value: number }[][]).map(
    ([edit]) => edit?.value,
  );
  expect(values).toEqual([4, 40, 41, 31, undefined]);
});

test('an invalid number is refused beside its field and stays in it', async ({ page }) => {
  await openStory(page);
  await cellAt(page, tired).click();
  await typed(page).fill('two');
  await typed(page).press('Enter');
  await expect(editor(page).getByRole('alert')).toHaveText(
    'Type a number such as −0.5, not “two”.',
  );
  await expect(typed(page)).toHaveValue('two');
  expect(await heard(page, 'edit')).toEqual([]);
  await typed(page).fill('-1,25');
  await expect(cellAt(page, tired)).toContainText('−1.25');
  await expect(editor(page).getByRole('alert')).toHaveText('');
});

test('a logit dragged past another one stays selected, and the new answer is announced in the language of the page', async ({
  page,
}) => {
  await openStory(page);
  const answers = stage(page, 'prediction').locator('.answer');
  const named = await answers.nth(1).locator('bdi').innerText();
  const logit = answers.nth(1).locator('.logit');
  await logit.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await logit.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 20, y + height / 2);
  for (const far of [500, 600, 700]) {
    await page.mouse.move(x + width / 2 + far, y + height / 2);
    await expect(answers.first().locator('bdi')).toHaveText(named);
  }
  await page.mouse.up();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  const news = story(page).getByRole('status').first();
  await expect(news).toHaveText(new RegExp(`^answer: ${named} \\d`));
  await page.evaluate(() => (document.documentElement.lang = 'de'));
  await expect(news).toHaveText(new RegExp(`^Antwort: ${named} \\d`));
});

test('Tab reaches the numbers even if the last focused one has disappeared', async ({ page }) => {
  await openStory(page, sentence, { layer: 1, stage: 'q' });
  await button(page, 'All 64 numbers of it').click();
  await story(page).locator('.opened [role=gridcell]').nth(5).focus();
  await button(page, 'Fewer numbers').click();
  const reached = story(page).locator('.rows [tabindex="0"]');
  await expect(reached).toHaveCount(1);
  await expect(reached).toHaveAttribute('data-key', `weights:${asking}`);
});

test('several numbers are undone alone or all together', async ({ page }) => {
  await openStory(page);
  for (const i of [1, 3]) {
    await cells(page, 'v').nth(i).click();
    await button(page, '0').click();
  }
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await chips(page).getByRole('listitem').first().getByRole('button').click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await cells(page, 'v').nth(1).click();
  await button(page, '0').click();
  await button(page, 'Undo all').click();
  await expect(chips(page)).toHaveCount(0);
  expect(await heard(page, 'edit-undo-all')).toEqual([null]);
});
