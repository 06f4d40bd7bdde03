/** The parameters of a head of MiniLM in its story: they are shown as numbers, and can be changed. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { mapRow, openStory } from './minilm-story-page.ts';
import {
  button,
  cells,
  chips,
  dragCell,
  editor,
  grid,
  matrix,
  note,
  stage,
  story,
  typed,
} from '../story/story-page.ts';
import { watch } from '../support/watch.ts';

test('the parameters of the head are shown as numbers', async ({ page }) => {
  const { complaints } = await watch(page);
  await openStory(page, '&stage=q');
  for (const [name, rows, columns] of [
    ['W_Q', 384, 32],
    ['b_Q', 1, 32],
  ] as const) {
    await note(page)
      .getByRole('button', { name: `${name.replace('_', '')}, ${rows} × ${columns}` })
      .click();
    await expect(matrix(page)).toHaveAttribute('label', `${name}, ${rows} × ${columns}`);
  }
  // Checks the parameters of the query of "her".
  const differences = await story(page).evaluate((view: AttentionStory) => {
    const { trace } = view.inspection!;
    const { now } = view.parameters!;
    const x = trace['layers.0.output']!.data.subarray(8 * 384, 9 * 384);
    const { data: w, shape } = now['layers.1.attention.w_q']!;
    const b = now['layers.1.attention.b_q']!.data;
    const q = trace['layers.1.attention.q']!;
    return [0, 17, 31].map((column) => {
      const sum = x.reduce((sum, value, i) => sum + value * w[i * shape[1]! + column]!, b[column]!);
      return sum - q.data[(3 * q.shape[2]! + 8) * 32 + column]!;
    });
  });
  for (const difference of differences) expect(Math.abs(difference)).toBeLessThan(1e-2);
  // They have their places in the matrix of all heads.
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(editor(page)).toContainText('b_Q, layer 2, dimension 98');
  await expect(button(page, 'What would raise this number?')).toHaveCount(0);
  // Another head has other parameters; a norm has two vectors.
  await story(page).getByRole('radio', { name: 'head 5', exact: true }).click({ force: true });
  await expect(stage(page, 'q').locator('.cell').first()).toBeVisible();
  await stage(page, 'norm_1').getByRole('button').click();
  await expect(note(page).getByRole('button', { name: 'γ, 1 × 384' })).toBeVisible();
  await stage(page, 'feed_forward').getByRole('button').first().click();
  await expect(note(page)).toContainText(
    'held as int8. You see them converted to ordinary numbers',
  );
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a number of W_2 is changed by pointer and one of W_1 by key, and the feed-forward follows', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openStory(page, '&stage=feed_forward');
  const open = (name: string) => note(page).getByRole('button', { name }).click();
  const part = 'layers.1.feed_forward';
  // Column 3 of the outputs of "her" is computed from the activated values.
  const isProduct = () =>
    story(page).evaluate((view: AttentionStory, part) => {
      const { trace } = view.inspection!;
      const { now } = view.parameters!;
      if (!now[`${part}.w_2`]) return null;
      const x = trace[`${part}.activated`]!.data.subarray(8 * 1536, 9 * 1536);
      const [w, b] = [now[`${part}.w_2`]!.data, now[`${part}.b_2`]!.data];
      const sum = x.reduce((sum, value, i) => sum + value * w[i * 384 + 3]!, b[3]!);
      return Math.abs(sum - trace[`${part}.y`]!.data[8 * 384 + 3]!) < 1e-2;
    }, part);
  const activated = () =>
    story(page).evaluate(
      (view: AttentionStory, name) => view.inspection!.trace[name]!.data[8 * 1536 + 3],
      `${part}.activated`,
    );
  await open('W2, 1536 × 384');
  await expect(grid(page)).toBeVisible();
  await expect.poll(isProduct).toBe(true);
  await dragCell(page, 5, 3, 384);
  const items = chips(page).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await expect(items.first()).toContainText('W_2, layer 2, row 6, column 4');
  await expect.poll(isProduct).toBe(true);
  // A large matrix shows the keyboard's row as a table.
  await matrix(page).locator('attention-table summary').click();
  await expect(matrix(page).locator('attention-table')).toContainText('Row 6 of 1536');

  const before = await activated();
  // The keyboard position is unchanged.
  await open('W1, 384 × 1536');
  await grid(page).focus();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(2);
  await expect(items.nth(1)).toContainText('W_1, layer 2, row 6, column 4');
  await expect.poll(activated).not.toBe(before);
  await expect(page).toHaveURL(/feed_forward\.w_1\[5,3\]=9/);
  expect(complaints).toEqual([]);
});

test('column names are not truncated, and row names stay visible while the numbers scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openStory(page, '&stage=output');
  await note(page).getByRole('button', { name: 'WO, 32 × 384' }).click();
  await expect(grid(page)).toBeVisible();
  const cut = await matrix(page).evaluate((view) => {
    const { shadowRoot } = view as unknown as { shadowRoot: ShadowRoot };
    const frame = shadowRoot.querySelector('.frame')!;
    frame.scrollLeft = 2000;
    const names = [...shadowRoot.querySelectorAll('.across bdi')].filter(
      (element) => element.textContent,
    );
    const down = shadowRoot.querySelector('.down')!.getBoundingClientRect();
    return {
      names: names.length,
      cut: names.filter((element) => element.scrollWidth > element.clientWidth).length,
      left: down.left - frame.getBoundingClientRect().left,
    };
  });
  expect(cut).toMatchObject({ cut: 0, left: 0 });
  expect(cut.names).toBeGreaterThan(60);
});

/** Compares the query of "her" and its weights with plain loops: from x and W_Q, from q and k. */
const isFromLoops = (page: Page) =>
  story(page).evaluate((view: AttentionStory) => {
    const [head, asking, width] = [3, 8, 32];
    if (!view.inspection || !view.parameters) return null;
    const { trace } = view.inspection;
    const of = (name: string) => trace[`layers.1.attention.${name}`]!;
    const n = of('q').shape[2]!;
    const row = (name: string, token: number) => {
      const { data } = of(name);
      return data.subarray((head * n + token) * width, (head * n + token + 1) * width);
    };
    const x = trace['layers.0.output']!.data.subarray(asking * 384, (asking + 1) * 384);
    const { data: w } = view.parameters.now['layers.1.attention.w_q']!;
    const { data: b } = view.parameters.now['layers.1.attention.b_q']!;
    const q = row('q', asking);
    const offQ = q.map((value, column) => {
      const sum = x.reduce((sum, value, i) => sum + value * w[i * width + column]!, b[column]!);
      return Math.abs(value - sum);
    });
    const scores = Array.from({ length: n }, (_, key) =>
      row('k', key).reduce((sum, value, i) => sum + (value * q[i]!) / Math.sqrt(width), 0),
    );
    const all = scores.reduce((sum, score) => sum + Math.exp(score), 0);
    const { data } = of('weights');
    const offWeights = scores.map((score, key) =>
      Math.abs(data[(head * n + asking) * n + key]! - Math.exp(score) / all),
    );
    return { q: Math.max(...offQ), weights: Math.max(...offWeights) };
  });

/** Polls, because an edit is drawn before its parameters and numbers arrive. */
async function expectLoops(page: Page) {
  const far = async () => {
    const off = await isFromLoops(page);
    // With int8, products round their left operand to 16 bits.
    return off && off.q < 1e-2 && off.weights < 1e-5 ? 'equal' : off;
  };
  await expect.poll(far).toBe('equal');
}

test('a number of W_Q of a head is changed by pointer and by key, and the weights follow', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openStory(page, '&stage=q');
  await note(page).getByRole('button', { name: 'WQ, 384 × 32' }).click();
  await expect(grid(page)).toBeVisible();
  await expectLoops(page);
  const weights = () => mapRow(page, 1, 3);
  const map = await weights();
  const items = chips(page).getByRole('listitem');
  const settled = async (count: number) => {
    await expect(items).toHaveCount(count);
    await expectLoops(page);
  };

  // By pointer. The head owns columns 97 to 128 of the matrix of all heads.
  await dragCell(page, 5, 2, 32);
  await settled(1);
  await expect(items.first()).toContainText('W_Q, layer 2, row 6, column 99');
  await expect(items.first().locator('s')).toHaveCount(1);
  await expect(page).toHaveURL(/edits=layers\.1\.attention\.w_q\[5,98\]=/);
  await expect.poll(weights).not.toEqual(map);
  await expect(cells(page, 'q').locator('s').first()).toBeVisible();

  // By key: first the cell beside it, then its whole column.
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-3');
  await page.keyboard.press('Enter');
  await settled(2);
  await expect(items.nth(1)).toContainText('W_Q, layer 2, row 6, column 100');
  await expect(items.nth(1)).toContainText('−3.000');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Shift+Space');
  // A row spans all heads.
  await expect(typed(page)).toHaveAttribute('placeholder', '384 numbers');
  await grid(page).focus();
  await page.keyboard.press('Control+Space');
  await expect(editor(page)).toContainText('W_Q, layer 2, column 100');
  await button(page, '× −1').press('Enter');
  await settled(3);
  await expect(items.nth(2)).toContainText('W_Q, layer 2, column 100: × −1');
  expect(await violations(page)).toEqual([]);

  // Gradients of a weight belong to the changed model.
  const gradient = () =>
    story(page).evaluate(
      ({ gradients }: AttentionStory) => gradients?.d_fields['layers.1.attention.q']?.data[0],
    );
  await cells(page, 'weights').nth(2).click();
  await button(page, 'What would raise this number?').click();
  await expect.poll(gradient).not.toBe(undefined);
  await expect(story(page).locator('.gradients')).toContainText(
    'the rate at which weight of her for girl',
  );
  await button(page, 'Hide what would raise this number').click();

  // Undoing one change leaves the others in the link.
  await chips(page)
    .getByRole('button', { name: /^Undo ?: W_Q, layer 2, row 6, column 100/ })
    .click();
  await settled(2);
  await expect.poll(weights).not.toEqual(map);
  const kept = await weights();
  await page.reload();
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(items).toHaveText([/row 6, column 99/, /column 100:\s+× −1/]);
  await expect.poll(weights).toEqual(kept);
  await expectLoops(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);

  // Parameters are changes of the model, so another sentence has them too.
  const text = page.locator('attention-own-sentence').getByRole('textbox');
  const own = await text.inputValue();
  await text.fill('A short one.');
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(cells(page, 'weighted')).toHaveCount(6);
  await expect(items).toHaveCount(2);
  await text.fill(own);
  await expect.poll(weights).toEqual(kept);
  await button(page, 'Undo all').click();
  await expect(page).toHaveURL((url) => !url.hash.includes('edits'));
  await expect.poll(weights).toEqual(map);
  expect(complaints).toEqual([]);
});
