/** The link contains everything that is open in the story and below it: a matrix, gradients, a map and its row. */
import { expect, test } from '@playwright/test';
import type { AttentionNumberMatrix } from '../../../web/src/elements/story/matrices/number-matrix.ts';
import { button, cells, note, stage, story } from './story-page.ts';
import { openTrained } from '../first-page/first-page.ts';

test('the link has the open matrix, and the number whose gradients are shown', async ({ page }) => {
  await openTrained(page, 'v=3&stage=v');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const matrix = story(page).locator('attention-number-matrix');
  const opener = story(page)
    .getByRole('group', { name: 'Matrices' })
    .getByRole('button', { name: /^WV/ });
  const raised = story(page).locator('p.gradients');
  await opener.press('Enter');
  await expect(page).toHaveURL(/&stage=v&matrix=layers\.0\.attention\.w_v$/);
  await cells(page, 'v').nth(4).focus();
  const place = (await cells(page, 'v').nth(4).getAttribute('data-place'))!;
  await button(page, 'What would raise this number?').press('Enter');
  await expect(raised).toBeVisible();
  const named = await raised.innerText();
  await expect(page).toHaveURL(
    (url) =>
      url.hash === `#v=3&model=goes_with&stage=v&matrix=layers.0.attention.w_v&asked=${place}`,
  );
  const gradients = () =>
    matrix.evaluate(({ matrix }: AttentionNumberMatrix) => [...(matrix!.gradients ?? [])]);
  await expect.poll(async () => (await gradients()).some((gradient) => gradient !== 0)).toBe(true);
  const before = await gradients();
  await page.reload();
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(matrix).toBeVisible();
  await expect(raised).toHaveText(named);
  await expect.poll(gradients).toEqual(before);
  await opener.click();
  await expect(matrix).toHaveCount(0);
  await expect(page).toHaveURL(/&stage=v&asked=/);
  await page.goBack();
  await expect(matrix).toBeVisible();
  await cells(page, 'v').nth(4).click();
  await button(page, 'Hide what would raise this number').click();
  await expect(raised).toHaveCount(0);
  await expect(page).toHaveURL(/&matrix=layers\.0\.attention\.w_v$/);
  // A setting that the model does not have is named in a message; another model starts without it.
  await page.evaluate(() => {
    location.hash = 'v=3&stage=v&matrix=layers.7.w&asked=layers.0.attention.v[0,9,0,0]';
  });
  const notice = page.locator('#notice');
  await expect(notice).toContainText('matrix=layers.7.w');
  await expect(notice).toContainText('asked=layers.0.attention.v[0,9,0,0]');
  await expect(page).toHaveURL(/#v=3&model=goes_with&stage=v$/);
});

test('the link has the chosen columns of every word', async ({ page }) => {
  await openTrained(page, 'v=3&stage=output');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const said = note(page).getByText(/^dimensions? \d+(?: to \d+)? of \d+$/);
  const shown = () => cells(page, 'output').allTextContents();
  await expect(said).toBeVisible();
  const telling = (await said.textContent())!;
  await button(page, 'Next dimension').press('Enter');
  await expect(said).not.toHaveText(telling);
  await expect(page).toHaveURL(/&stage=output&columns=d_model:\d+$/);
  const [next, numbers] = [(await said.textContent())!, await shown()];
  await page.reload();
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(said).toHaveText(next);
  await expect.poll(shown).toEqual(numbers);
  // By pointer, in the strip; another word keeps the columns.
  await stage(page, 'output')
    .locator('canvas')
    .click({ position: { x: 500, y: 5 } });
  await expect(said).not.toHaveText(next);
  const hit = (await said.textContent())!;
  await story(page).getByRole('columnheader', { name: 'street' }).getByRole('button').click();
  await expect(page).toHaveURL(/word=0:6,1:6&stage=output&columns=d_model:\d+$/);
  await expect(said).toHaveText(hit);
  // Going back restores the previous word, then the previous columns.
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL((url) => !url.hash.includes('word='));
  await expect(said).toHaveText(next);
});

test('the link has the chosen map and the chosen row of all words', async ({ page }) => {
  await openTrained(page);
  const maps = page.locator('attention-head-maps');
  await maps.scrollIntoViewIfNeeded();
  await maps.getByRole('button', { name: /^layer 1, head 2, 0/ }).click();
  const matrices = page.locator('[data-part=matrices]');
  await matrices.scrollIntoViewIfNeeded();
  const map = matrices.locator('attention-heatmap').first();
  const picture = map.getByRole('application');
  await picture.focus();
  for (const key of ['ArrowUp', 'Enter']) await picture.press(key);
  await expect(page).toHaveURL(/word=0:7,1:7&shown=layers\.0\.attention:1$/);
  await page.reload();
  await matrices.scrollIntoViewIfNeeded();
  await expect(map).toContainText('layer 1, head 2');
  await expect(matrices.getByRole('heading', { name: /^Context of/ })).toContainText('because');
});
