/** The page of language models without room in the browser: nothing can be stored, or memory runs out. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { limitedMemory } from '../../wasm/limited-memory.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { bertFiles, openOwnFiles } from './open-own-files.ts';

const inFloat16 = ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) =>
  fileURLToPath(new URL(`../../../web/public/models/minilm-float16/${name}`, import.meta.url)),
);
const open = (page: Page) => page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ });
const status = (page: Page) => page.locator('attention-model-offer').getByRole('status');
const heads = (page: Page) => page.getByRole('button', { name: /^Layer \d.*, head 4(,|$)/ });

async function limitMemory(page: Page, bytes: number): Promise<void> {
  await page.route('**/language*.wasm', async (route) => {
    const response = await route.fetch();
    const body = Buffer.from(limitedMemory(await response.body(), bytes));
    await route.fulfill({ response, body });
  });
}

test('a model that the browser cannot cache opens, and the page says that it is not cached', async ({
  page,
}) => {
  await withoutMeasuring(page);
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
  // For the visitor's own files the page no longer says so.
  await page.getByText('Open another model').click();
  await openOwnFiles(page);
  await expect(status(page)).toHaveText('3 layers of 4 heads, d_model 48, weights in float32.');

  // The same in a browser without such storage.
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

test('when memory runs out while a model opens, the page and the open model keep working', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await limitMemory(page, 30e6);
  await page.goto('./model.html');
  await openOwnFiles(page);
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

  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(status(page)).toContainText('3 layers of 4 heads');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('files that do not fit into memory can be opened in 8 bits by a button', async ({ page }) => {
  await withoutMeasuring(page);
  // In 16 bits MiniLM takes 65 MB.
  await limitMemory(page, 50e6);
  await page.goto('./model.html');
  await openOwnFiles(page, inFloat16);
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(alert).toHaveText('Not enough memory for this request.');
  await page.getByRole('button', { name: 'Open it in 8 bits (int8)' }).press('Enter');
  await expect(status(page)).toHaveText('6 layers of 12 heads, d_model 384, weights in int8.');
  await expect(status(page)).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open it in 8 bits (int8)' })).toHaveCount(0);
  await expect(heads(page)).toHaveCount(6);
});

test('files that do not fit in 8 bits either are only reported', async ({ page }) => {
  await limitMemory(page, 20e6);
  await page.goto('./model.html');
  await openOwnFiles(page, inFloat16);
  const button = page.getByRole('button', { name: 'Open it in 8 bits (int8)' });
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'Not enough memory for this request.',
  );
  await expect(button).toHaveCount(0);
});

test('MiniLM in 16 bits that does not fit opens from the small file', async ({ page }) => {
  await withoutMeasuring(page);
  await limitMemory(page, 50e6);
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open it in 16 bits/ }).click();
  await page.getByRole('button', { name: 'Open it in 8 bits (int8)' }).click();
  await expect(status(page)).toHaveText(
    '6 layers of 12 heads, d_model 384, weights in int8. It reads English.',
  );
  await expect(page).toHaveURL(/model=minilm&/);
});

test("8 bits can be chosen for files of one's own, and are chosen if memory is short", async ({
  page,
}) => {
  await withoutMeasuring(page);
  const inForm = (form: string) => `3 layers of 4 heads, d_model 48, weights in ${form}.`;
  await page.goto('./model.html');
  await page.getByText('Open files of your own').click();
  const form = page.getByLabel('Large matrices');
  await expect(form).toHaveValue('stored');
  await expect(form).toHaveAccessibleDescription(/weights change a little/);
  await expect(form).not.toHaveAccessibleDescription(/This device/);
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(status(page)).toHaveText(inForm('float32'));
  await page.getByText('Open another model').click();
  await page.getByText('Open files of your own').click();
  await form.press('ArrowDown');
  await expect(form).toHaveValue('int8');
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(status(page)).toHaveText(inForm('int8'));

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'deviceMemory', { value: 1, configurable: true }),
  );
  await page.goto('about:blank');
  await page.goto('./model.html');
  await expect(page.getByText('This device reports 1,000 MB of memory. Open the')).toBeVisible();
  await page.getByText('Open files of your own').click();
  await expect(form).toHaveValue('int8');
  await expect(form).toHaveAccessibleDescription(/1,000\sMB of memory, so 8 bits are chosen here/);
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(status(page)).toHaveText(inForm('int8'));
  await page.getByText('Open another model').click();
  await page.getByText('Open files of your own').click();
  await form.selectOption('stored');
  await page.getByLabel('Files of a BERT').setInputFiles(bertFiles);
  await expect(status(page)).toHaveText(inForm('float32'));
});

test('what cannot be loaded is not said to be the word of the engine', async ({ page }) => {
  await withoutMeasuring(page);
  for (const script of ['attention-story', 'transformers-script'])
    await page.route(`**/${script}-*.js`, (route) => route.abort());
  await page.goto('./model.html#model=proof/checkpoints/bert&lang=de');
  const notLoaded = 'Dieser Teil des Labors konnte nicht geladen werden.';
  const story = page.locator('attention-head-story');
  await story.evaluate((view) => view.scrollIntoView());
  await expect(story.getByRole('alert').first()).toHaveText(notLoaded);
  const arithmetic = page.locator('attention-weight-arithmetic');
  await arithmetic.getByRole('button', { name: /PyTorch/ }).click();
  await expect(arithmetic.getByRole('alert')).toHaveText(notLoaded);
});
