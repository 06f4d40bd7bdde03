/** One word in sentences of two meanings, layer by layer, in MiniLM. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { overflow, violations } from './axe.ts';

const own = (page: Page) => page.locator('attention-word-paths');
const word = (page: Page) => page.getByRole('textbox', { name: 'Word', exact: true });
const group = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} meaning` });

async function open(page: Page) {
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ }).click();
  // It computes when it comes near the screen.
  await own(page).evaluate((view) => view.scrollIntoView());
  await expect(own(page).getByRole('img')).toBeVisible();
  await own(page).getByText('Table').click();
}

/** Of each sentence, by layer. */
const table = (page: Page) =>
  own(page)
    .getByRole('table')
    .evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent!)),
      ),
    );
const picture = (page: Page) =>
  own(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test('the word is one vector at first, and parts with its meaning', async ({ page }) => {
  await open(page);
  const rows = await table(page);
  expect(rows).toHaveLength(16);
  for (const [i, row] of rows.entries()) {
    expect(row).toHaveLength(7);
    // The same token at the same place.
    expect(Math.abs(row[0]!)).toBeLessThan(0.001);
    // Rivers on one side, money on the other: the first sentence's is positive.
    for (const layer of [3, 4, 5, 6]) expect(row[layer]! > 0).toBe(i < 8);
  }
  const spread = [1, 3].map((layer) => rows.reduce((sum, row) => sum + row[layer]! ** 2, 0));
  expect(spread[1]).toBeGreaterThan(2 * spread[0]!);
  await expect(own(page).getByText(/\d\d\.\d% of their variance is along it/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('follows one’s own sentences, and keeps the last lines while they have not the word', async ({
  page,
}) => {
  await open(page);
  const before = await table(page);
  await word(page).fill('shore');
  await expect(word(page)).toHaveAccessibleDescription(
    '“shore” is not a word of “He sat on the bank of the river.”.',
  );
  expect(await table(page)).toEqual(before);
  await group(page, 'One').fill('We sat on the shore.\nThe shore was sandy.');
  await group(page, 'Another').fill('');
  await expect.poll(async () => (await table(page)).length).toBe(2);
  await expect(page.getByText('The word is not at the same place')).toBeVisible();
  await expect(word(page)).toHaveAccessibleDescription('');
  // Two sentences mirror each other about their mean.
  const [one, other] = await table(page);
  for (const [layer, value] of one!.entries()) expect(value).toBeCloseTo(-other![layer]!, 3);
  await group(page, 'One').fill('');
  await expect(word(page)).toHaveAccessibleDescription('Type at least one word.');
});

test('the sentence of the caret is drawn boldly; the numbers are saved', async ({ page }) => {
  await open(page);
  const plain = await picture(page);
  await group(page, 'Another').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => picture(page)).not.toBe(plain);
  await word(page).focus();
  await expect.poll(() => picture(page)).toBe(plain);

  await own(page).getByRole('button', { name: /^Save/ }).click();
  const saved = page.waitForEvent('download');
  await own(page).getByRole('menuitem', { name: 'Numbers, CSV' }).click();
  const lines = readFileSync((await (await saved).path())!, 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 16 * 7);
  const rows = await table(page);
  // Sentence 2, layer 4: the last two are the components.
  expect(Number(lines[1 + 2 * 7 + 4]!.split(',').at(-2))).toBeCloseTo(rows[2]![4]!, 4);
});
