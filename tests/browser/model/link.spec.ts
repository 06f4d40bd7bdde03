/** Everything chosen in the views of the visitor's model is in the address, and is restored from it. */
import { expect, test, type Page } from '@playwright/test';
import { bertFiles } from './open-own-files.ts';
import { mapWeights } from './map-weights.ts';

async function open(page: Page, hash = '', form: 'stored' | 'int8' = 'stored') {
  await page.goto('about:blank');
  await page.goto(`./model.html${hash}`);
  // Already open for a link that asks for them.
  if (!hash.includes('files=')) await page.getByText('Open files of your own').click();
  await page.getByLabel('Large matrices').selectOption(form);
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
}

const hashOf = (page: Page) => page.evaluate(() => location.hash);

test('a link opens the weight whose arithmetic is shown', async ({ page }) => {
  await open(page);
  const view = page.locator('attention-weight-arithmetic');
  const to = view.getByLabel('To');
  await page.locator('attention-chosen-head').evaluate((element) => element.scrollIntoView());
  const usual = await to.inputValue();
  await to.focus();
  await to.press(usual === '0' ? 'ArrowDown' : 'Home');
  const chosen = await to.inputValue();
  expect(chosen).not.toBe(usual);
  await expect(page).toHaveURL(new RegExp(`&key=${Number(chosen) - 1}(&|$)`));
  const heading = await view.getByRole('heading').textContent();
  await open(page, await hashOf(page));
  await page.locator('attention-chosen-head').evaluate((element) => element.scrollIntoView());
  await expect(view.getByRole('heading')).toHaveText(heading!.trim());
  await expect(to).toHaveValue(chosen);
  // Another head has its own largest weight.
  await page.getByRole('button', { name: 'Layer 1 (layers.0), head 2', exact: true }).click();
  await expect(page).not.toHaveURL(/key=/);
});

test('a link opens the search for relations', async ({ page }) => {
  await open(page);
  const search = page.getByRole('searchbox');
  await search.fill('verbs & objects');
  await expect(page).toHaveURL(/&search=verbs\+%26\+objects/);
  await open(page, await hashOf(page));
  await expect(search).toHaveValue('verbs & objects');
  const rows = page.locator('attention-head-relations').getByRole('rowheader');
  await expect(rows.first()).toHaveText('verb → object');
  await search.fill('');
  await expect(page).not.toHaveURL(/search=/);
});

test('a link opens the two words whose cosines are shown', async ({ page }) => {
  await open(page);
  const view = page.locator('attention-word-cosines');
  const paths = page.locator('attention-word-paths');
  await paths.evaluate((element) => element.scrollIntoView());
  const second = view.getByRole('group', { name: 'Word 2' });
  await second.getByRole('combobox').nth(1).selectOption({ index: 3 });
  await second.getByRole('combobox').first().selectOption({ index: 1 });
  await expect(page).toHaveURL(/&cosines=0,3:1/);
  const line = view.locator('.key li').first();
  await expect(line).not.toContainText('it and it');
  const key = await line.textContent();
  await open(page, await hashOf(page));
  await paths.evaluate((element) => element.scrollIntoView());
  await expect(second.getByRole('combobox').nth(1)).toHaveValue('3');
  await expect(second.getByRole('combobox').first()).toHaveValue('1');
  await expect(line).toHaveText(key!.trim());
  // Another set of sentences begins with its own words.
  await paths.getByRole('combobox').first().selectOption('bank');
  await expect(page).toHaveURL(/follow=bank/);
  await expect(page).not.toHaveURL(/cosines=/);
  await expect(second.getByRole('combobox').nth(1)).not.toHaveValue('3');
});

test('words of a link that the sentences do not have are dropped', async ({ page }) => {
  await open(page, '#key=900&cosines=99,0:900');
  await page.locator('attention-word-paths').evaluate((element) => element.scrollIntoView());
  const first = page.locator('attention-word-cosines').getByRole('group', { name: 'Word 1' });
  await expect(first.getByRole('combobox').nth(1)).toHaveValue('0');
  await page.locator('attention-chosen-head').evaluate((element) => element.scrollIntoView());
  await expect(page.locator('attention-weight-arithmetic').getByRole('heading')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('a link opens a folder in 8 bits', async ({ page }) => {
  const address = 'proof/checkpoints/bert/';
  await page.goto('./model.html');
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Large matrices').selectOption('int8');
  await page.getByLabel('Or the web address of a folder').fill(address);
  await page.getByLabel('Or the web address of a folder').press('Enter');
  const said = page.getByText('3 layers of 4 heads, d_model 48, weights in int8.');
  await expect(said).toBeVisible();
  await expect(page).toHaveURL(/&weights=int8&/);
  await page.reload();
  await expect(said).toBeVisible();
});

test("the comparison with 8 bits works for a model of one's own", async ({ page }) => {
  const weights = () => mapWeights(page);
  await open(page, '#delimiters=shown');
  const stored = await weights();
  // The file was not rounded.
  await expect(page.locator('attention-rounding').getByRole('heading')).toHaveCount(0);
  await open(page, '#delimiters=shown', 'int8');
  const rounded = await weights();
  const view = page.locator('attention-rounding');
  await view.getByRole('button', { name: 'Compare with the file as it is' }).press('Enter');
  await expect(view.locator('dt')).toHaveCount(4);
  const [largest] = await view.locator('dt').allTextContents();
  const differences = stored.flatMap((head, i) =>
    head.map((w, k) => Math.abs(w - rounded[i]![k]!)),
  );
  // The examples are compared as well.
  expect(Number(largest)).toBeGreaterThanOrEqual(Math.max(...differences) - 5e-4);
  expect(Math.max(...differences)).toBeGreaterThan(1e-4);
});

test('a link keeps the last sentence that has words, also after the field is cleared', async ({
  page,
}) => {
  await open(page);
  const field = page.getByRole('textbox', { name: 'Sentence' });
  await field.fill('The cat sat.');
  await expect(page).toHaveURL(/&text=The\+cat\+sat\./);
  for (const empty of ['', '  ']) {
    await field.fill(empty);
    await expect(page.getByText('Type at least one word.')).toBeVisible();
    await expect(page).toHaveURL(/&text=The\+cat\+sat\./);
  }
  await open(page, await hashOf(page));
  await expect(field).toHaveValue('The cat sat.');
  await expect(page.locator('attention-all-heads canvas').first()).toBeVisible();
});

test('a link made with files of the visitor’s own names their model, until it is open', async ({
  page,
}) => {
  await open(page);
  await expect(page).toHaveURL(/[#&]files=BertForMaskedLM(&|$)/);
  const link = await hashOf(page);
  const notice = page.locator('#notice');
  await page.reload();
  await expect(notice).toHaveText(
    /^This link was made with BertForMaskedLM, .*choose these files below\.$/,
  );
  await expect(page.getByText('Choose files', { exact: true })).toBeVisible();
  await page.locator('#language').selectOption('de');
  await expect(notice).toHaveText(/^Dieser Link wurde mit /);
  await page.locator('#language').selectOption('en');
  // The place where they are chosen is open.
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  await expect(notice).toBeHidden();
  // A model of the site is opened by its name.
  await page.goto('about:blank');
  await page.goto(`./model.html${link}&model=proof/checkpoints/bert`);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page).not.toHaveURL(/files=/);
});
