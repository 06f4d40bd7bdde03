/** Views of the page of language models that show numbers without a picture save them as files, exactly as they are shown. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { saved, saveButton, saveItems } from './saved_file.ts';

const folder = fileURLToPath(new URL('../golden/checkpoints/bert/', import.meta.url));
const files = ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => folder + name);

async function open(page: Page) {
  await page.goto('./model.html');
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Files of a BERT').setInputFiles(files);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
}

/** The lines of the saved table. There is no picture to save. */
async function csvOf(view: Locator, name: RegExp): Promise<string[][]> {
  await saveButton(view).click();
  await expect(saveItems(view)).toHaveCount(2);
  await view.page().keyboard.press('Escape');
  const file = await saved(view, 'CSV');
  expect(file.name).toMatch(name);
  return file.bytes
    .toString('utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replace('−', '-')));

test('the similarity without each head', async ({ page }) => {
  await open(page);
  const view = page.locator('attention-switch-off');
  await page.locator('attention-similarities').evaluate((element) => element.scrollIntoView());
  await view.getByRole('button', { name: 'Switch off each of 12 heads in turn' }).click();
  const [names, ...lines] = await csvOf(view, /^similarity-without-head.*\.csv$/);
  expect(names).toEqual(['layer', 'layer_token', 'Head 1', 'Head 2', 'Head 3', 'Head 4']);
  expect(lines.map((line) => line[1])).toEqual(['Layer 1', 'Layer 2', 'Layer 3']);
  await view.getByText('Table').click();
  const shown = view.getByRole('row');
  await expect(shown).toHaveCount(13);
  for (const row of (await shown.all()).slice(1)) {
    const place = await row.getByRole('rowheader').textContent();
    const [layer, head] = place!.match(/\d+/g)!.map(Number) as [number, number];
    const [change] = numbers(await row.getByRole('cell').allTextContents());
    expect(Number(lines[layer - 1]![head + 1])).toBeCloseTo(change!, 7);
  }
});

test('words in place of a mask', async ({ page }) => {
  await open(page);
  const view = page.locator('attention-masked-word');
  await view.evaluate((element) => element.scrollIntoView());
  await expect(view.getByRole('listitem').first()).toBeVisible();
  const [names, ...lines] = await csvOf(view, /^masked-words.*\.csv$/);
  expect(names).toEqual(['word', 'word_token', 'Probability']);
  await view.getByText('Table').click();
  const rows = (await view.getByRole('row').all()).slice(1);
  expect(lines).toHaveLength(rows.length);
  for (const [i, row] of rows.entries()) {
    const place = (await row.getByRole('rowheader').textContent())!.trim();
    const [word, probability] = await row.getByRole('cell').allTextContents();
    expect(lines[i]![1]).toBe(`${place}: ${word}`);
    expect(Number(lines[i]![2])).toBeCloseTo(Number(probability), 6);
  }
});

test('what a change does to similarities', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  const view = page.locator('attention-change-effects .beside > div').first();
  const rows = view.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const [names, ...lines] = await csvOf(view, /^similarity-changes.*\.csv$/);
  expect(names).toEqual(['text', 'text_token', 'before', 'after', 'change']);
  expect(lines).toHaveLength(await rows.count());
  for (const [i, line] of lines.entries()) {
    const shown = numbers(await rows.nth(i).getByRole('cell').allTextContents());
    const exact = line.slice(-3).map(Number);
    shown.forEach((each, k) => expect(exact[k]).toBeCloseTo(each, 2));
    expect(exact[2]).toBeCloseTo(exact[1]! - exact[0]!, 6);
    expect(exact[2]).not.toBe(0);
  }
});

test('what rounding changes', async ({ page }) => {
  await page.goto('./model.html#model=minilm');
  const view = page.locator('attention-rounding');
  await view.getByRole('button', { name: /^Compare with the file in 16 bits/ }).click();
  await expect(view.locator('dt')).toHaveCount(4, { timeout: 60_000 });
  const [names, ...lines] = await csvOf(view, /^rounding.*\.csv$/);
  expect(names).toEqual(['measure', 'measure_token', 'value']);
  expect(lines.map((line) => line[1])).toEqual([
    'largest_difference',
    'mean_difference',
    'other_key',
    'least_cosine',
  ]);
  const shown = (await view.locator('dt').allTextContents()).map((text) =>
    text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text),
  );
  shown.forEach((each, i) => expect(Number(lines[i]![2])).toBeCloseTo(each, 3));
});
