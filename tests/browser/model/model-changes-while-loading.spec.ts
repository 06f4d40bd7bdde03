/** Another model is asked for while one is open: until it has opened, and if it does not, the open one stays complete. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import { promised } from '../../support/promised.ts';
import { saved } from '../support/saved-file.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { mapWeights } from './map-weights.ts';
import { follow } from './minilm-page.ts';

const kFolder = 'proof/checkpoints';
/** 2 layers of 4 heads. */
const kSmall = `${kFolder}/distilbert`;
/** 3 layers of 4 heads. */
const kLarge = `${kFolder}/bert`;
const kLargeOnly = 'layers.2.attention:1';

const maps = (page: Page) =>
  page.locator('attention-all-heads').getByRole('button', { name: /^Layer \d/ });
const notice = (page: Page) => page.locator('#notice');

async function open(page: Page, hash: string) {
  await withoutMeasuring(page);
  await page.goto(`./model.html#v=3&${hash}`);
  await expect(maps(page).first()).toBeVisible();
}

/** Holds the parameters of the model in this folder back. */
async function hold(page: Page, folder: string) {
  const [asked, released] = [promised<void>(), promised<void>()];
  await page.route(`**/${folder}/model.safetensors`, async (route) => {
    asked.resolve();
    await released.promise;
    // If the load was canceled meanwhile, nobody waits for it.
    await route.continue().catch(() => {});
  });
  return { isAsked: asked.promise, release: released.resolve };
}

test('while the model of a link loads, the open one keeps its numbers, and nothing of the link is lost', async ({
  page,
}) => {
  await open(page, `model=${kSmall}`);
  await expect(maps(page)).toHaveCount(8);
  const before = await mapWeights(page);
  const { isAsked, release } = await hold(page, kLarge);
  await follow(page, `v=3&model=${kLarge}&text=A+river+bank.&off=${kLargeOnly}`);
  await isAsked;
  expect(await mapWeights(page)).toEqual(before);
  release();
  await expect(maps(page)).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Layer 3 (layers.2), head 2, off' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`off=${kLargeOnly}$`));
  await expect(notice(page)).toBeHidden();
});

test('Back to the open model cancels the load of another', async ({ page }) => {
  await open(page, `model=${kLarge}&off=${kLargeOnly}`);
  const address = page.url();
  const { isAsked, release } = await hold(page, kSmall);
  await follow(page, `v=3&model=${kSmall}`);
  await isAsked;
  const canceled = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(`${kSmall}/model.safetensors`),
  );
  await page.goBack();
  await canceled;
  release();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(maps(page)).toHaveCount(12);
  expect(page.url()).toBe(address);
});

test('an engine that could not start is started again when a model is opened', async ({ page }) => {
  const broken = promised<void>();
  await page.route('**/language*.wasm', async (route) => {
    await route.abort();
    broken.resolve();
  });
  await page.goto('./model.html');
  await broken.promise;
  await page.unroute('**/language*.wasm');
  await page.evaluate((hash) => (location.hash = hash), `v=3&model=${kSmall}`);
  await expect(maps(page)).toHaveCount(8);
});

test('a link whose model does not open leaves the open one, which reads on and which saved files name', async ({
  page,
}) => {
  await open(page, `model=${kSmall}`);
  const before = await mapWeights(page);
  await follow(page, `v=3&model=${kFolder}/gpt&text=A+river+bank.`);
  await expect(page.getByRole('alert').filter({ hasText: 'There is no file at' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Sentence' });
  await expect(field).toHaveValue('A river bank.');
  await expect.poll(() => mapWeights(page)).not.toEqual(before);
  const map = page.locator('attention-chosen-head attention-heatmap').first();
  await page.locator('attention-chosen-head').evaluate((element) => element.scrollIntoView());
  const file = decodeURIComponent((await saved(map, 'CSV')).bytes.toString('utf8'));
  expect(file).toContain(`${kSmall}&`);
  expect(file).not.toContain(`${kFolder}/gpt`);
  // The next change is one of the open model, and can be undone.
  await field.fill('A money bank that is closed.');
  await expect(page).toHaveURL(/distilbert.*money/);
});

test('choices made while another model loads are choices for the open one, which a link without a model keeps', async ({
  page,
}) => {
  await open(page, `model=${kSmall}`);
  const { isAsked, release } = await hold(page, kLarge);
  await follow(page, `v=3&model=${kLarge}`);
  await isAsked;
  await maps(page).nth(5).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const entries = await page.evaluate(() => history.length);
  await maps(page).nth(2).click();
  await expect(page).toHaveURL(/distilbert.*head=2/);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  release();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const before = await mapWeights(page);
  await follow(page, 'v=3&text=A+river+bank.');
  await expect.poll(() => mapWeights(page)).not.toEqual(before);
  expect(asked.filter((address) => address.includes(`${kLarge}/`))).toEqual([]);
});

test('a form of the open model that was not opened is not in the address', async ({ page }) => {
  await open(page, `model=${kSmall}`);
  const { isAsked, release } = await hold(page, kSmall);
  await follow(page, `v=3&model=${kSmall}&weights=int8`);
  await isAsked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await maps(page).nth(5).click();
  await expect(page).toHaveURL(/distilbert.*head=1/);
  expect(page.url()).not.toContain('weights=');
  release();
});

test('an element whose state no longer names a model goes on with the open one', async ({
  page,
}) => {
  await open(page, `model=${kSmall}`);
  await page.locator('attention-model').evaluate((element: AttentionModel) => {
    element.state = { ...element.state, model: null };
  });
  const before = await mapWeights(page);
  await page.getByRole('textbox', { name: 'Sentence' }).fill('A river bank.');
  await expect.poll(() => mapWeights(page)).not.toEqual(before);
  await expect(page).toHaveURL(/distilbert.*river/);
});
