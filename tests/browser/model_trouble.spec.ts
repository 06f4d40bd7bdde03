/** The page of language models when the browser has no room: nothing is kept, or memory runs out. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { limitedMemory } from '../wasm/limited-memory.ts';
import { watch } from './watch.ts';

const bert = fileURLToPath(new URL('../golden/checkpoints/bert/', import.meta.url));
const small = ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => bert + name);
const open = (page: Page) => page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ });
const status = (page: Page) => page.locator('attention-model-offer').getByRole('status');
const heads = (page: Page) => page.getByRole('button', { name: /^Layer \d.*, head 4(,|$)/ });

test('a model that the browser has no room to keep opens, and it is said that it is not kept', async ({
  page,
}) => {
  const notKept = /The browser did not keep this model: its storage is full, or may not be used\./;
  await page.addInitScript(() => {
    Cache.prototype.put = async () => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto('./model.html');
  await open(page).click();
  await expect(status(page)).toContainText('6 layers of 12 heads');
  await expect(status(page)).toContainText(notKept);
  // That is no longer so of files of one's own.
  await page.getByText('Open another model').click();
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Files of a BERT').setInputFiles(small);
  await expect(status(page)).toHaveText('3 layers of 4 heads, d_model 48, weights in float32.');

  // The same where the browser has no such storage at all.
  await page.addInitScript(() => {
    CacheStorage.prototype.open = async () => {
      throw new DOMException('Not allowed here.', 'SecurityError');
    };
  });
  await page.goto('about:blank');
  await page.goto('./model.html');
  await open(page).click();
  await expect(status(page)).toContainText('6 layers of 12 heads');
  await expect(status(page)).toContainText(notKept);
});

test('when memory runs out while a model opens, the page and the model that is open go on', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await page.route('**/language*.wasm', async (route) => {
    const response = await route.fetch();
    const body = Buffer.from(limitedMemory(await response.body(), 30e6));
    await route.fulfill({ response, body });
  });
  await page.goto('./model.html');
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Files of a BERT').setInputFiles(small);
  await expect(heads(page)).toHaveCount(3);

  await page.getByText('Open another model').click();
  await open(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'Not enough memory for this request.',
  );
  await page.locator('attention-own-sentence').getByRole('textbox').fill('The street was long.');
  await expect(
    page.locator('attention-arcs').getByRole('radio', { name: /^street/ }),
  ).toBeVisible();
  await expect(heads(page)).toHaveCount(3);

  await page.getByLabel('Files of a BERT').setInputFiles(small);
  await expect(status(page)).toContainText('3 layers of 4 heads');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
