/**
 * A model from a folder: one of the visitor's, or an address that is typed in, in a link, or `src` on the visitor's own
 * page; and its error messages.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import { expect, test, type Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { host, type Host } from '../support/hosts.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { mapWeights } from './map-weights.ts';

/** A folder of the site itself, with a small BERT. */
const kFolder = 'proof/checkpoints/bert';
const opened = (page: Page) =>
  page.getByText('3 layers of 4 heads, d_model 48, weights in float32.');
const field = (page: Page) => page.getByRole('textbox', { name: 'Or the web address of a folder' });
const button = (page: Page) => page.getByRole('button', { name: 'Open the folder' });

const hosts: Host[] = [];
test.afterEach(async () => {
  for (const { close } of hosts.splice(0)) await close();
});
async function served(...how: Parameters<typeof host>): Promise<string> {
  const one = await host(...how);
  hosts.push(one);
  return one.origin;
}

test('a typed address is opened by Enter, and is in the link', async ({ page, baseURL }) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await page.getByText('Open files of your own').click();
  await expect(field(page)).toHaveAccessibleDescription(
    new RegExp(`The folder has to be on this site, ${new URL(baseURL!).origin}`),
  );
  await field(page).fill(kFolder);
  await field(page).press('Enter');
  await expect(opened(page)).toBeVisible();
  // The focus moves to the message.
  await expect(opened(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'bert', exact: true })).toBeVisible();
  const address = encodeURIComponent(new URL(kFolder, page.url()).href).replaceAll('%3A', ':');
  await expect.poll(() => page.url()).toContain(`model=${address}`);
  const before = await mapWeights(page);
  await page.reload();
  await expect(opened(page)).toBeVisible();
  await expect.poll(() => mapWeights(page)).toEqual(before);
});

test('a folder is chosen by keyboard, and files below the model’s are left out', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('hub');
  cpSync('tests/golden/checkpoints/bert', `${folder}/bert`, { recursive: true });
  mkdirSync(`${folder}/bert/1_Pooling`);
  writeFileSync(`${folder}/bert/1_Pooling/config.json`, '{}');
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await page.getByText('Open files of your own').press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Choose a folder').press('Enter');
  await (await chooser).setFiles(folder);
  await expect(opened(page)).toBeVisible();

  // A folder without a model is refused beside the field, and the model stays.
  const empty = testInfo.outputPath('empty');
  mkdirSync(empty);
  writeFileSync(`${empty}/notes.txt`, 'none');
  await page.getByText('Open another model').click();
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Choose a folder').setInputFiles(empty);
  await expect(page.getByLabel('Choose a folder')).toHaveAccessibleDescription(/config\.json/);
  await expect(page.locator('attention-all-heads')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a bad address has its error beside it, and the last good model stays', async ({ page }) => {
  await withoutMeasuring(page);
  await page.goto(`./model.html#model=${kFolder}`);
  await expect(opened(page)).toBeVisible();
  const before = await mapWeights(page);
  await page.getByText('Open another model').click();
  await page.getByText('Open files of your own').click();
  await field(page).fill(' ');
  await button(page).press('Enter');
  await expect(field(page)).toHaveAccessibleDescription(/Enter the address of a folder\./);
  for (const [address, why] of [
    ['javascript:alert(1)', 'An address that starts with “javascript:” is not opened'],
    ['gpt2', '“gpt2” is not a model of this site'],
    ['proof/checkpoints/gpt', /There is no file at http:.*gpt\/(config|tokenizer)\.json/],
    ['https://example.org/bert', 'does not allow it to read from https://example.org.'],
  ] as const) {
    await field(page).fill(address);
    await button(page).click();
    await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(why));
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page)).toHaveValue(/./);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  }
  await expect(field(page)).toBeFocused();
  expect(await mapWeights(page)).toEqual(before);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  // After that, another model can be opened.
  await field(page).fill('proof/checkpoints/distilbert/');
  await button(page).click();
  await expect(field(page)).toBeHidden();
  await expect.poll(() => page.url()).toContain('distilbert');
});

test('a dangerous address in a link is refused, and nothing is opened', async ({ page }) => {
  await page.goto('./model.html#model=javascript:alert(1)&head=2');
  await expect(page.getByRole('alert').filter({ hasText: 'model: An address' })).toContainText(
    'starts with “javascript:”',
  );
  await expect(page.getByRole('button', { name: /^Open MiniLM/ })).toBeEnabled();
});

/** Opens a page with the element alone, and the site's files beside it. */
async function openLesson(page: Page, element: string, headers: Record<string, string> = {}) {
  const body = `<!doctype html><html lang="de"><title>Lesson</title><main>${element}</main>
    <script type="module" src="./model-elements.js"></script></html>`;
  const lesson = await served({ '/lesson.html': body, '/': { folder: 'dist' } }, headers);
  await page.goto(`${lesson}/lesson.html`);
}
const germanOpened = (page: Page) =>
  page.getByText('3 Schichten mit 4 Köpfen, d_model 48, Gewichte in float32.');

test('<attention-model src> alone in a page has its engine and its own state', async ({ page }) => {
  await withoutMeasuring(page);
  await openLesson(
    page,
    `<attention-model src="${kFolder}" text="The cat sat." layer="2" head="1" word="1"
      off="layers.0.attention:3" order="name"></attention-model><attention-model></attention-model>`,
  );
  await expect(germanOpened(page)).toHaveCount(1);
  const first = page.locator('attention-model').first();
  const state = await first.evaluate((element) => (element as AttentionModel).state);
  expect(state).toMatchObject({
    ...{ text: 'The cat sat.', layer: 2, head: 1, word: 1, order: 'name' },
    off: [{ attention: 'layers.0.attention', head: 3 }],
  });
  expect(state.model).toMatch(/^http:.*\/proof\/checkpoints\//);
  await expect(page.locator('attention-all-heads')).toHaveCount(1);
  // The element follows a changed attribute; it refuses an invalid one, and the model stays.
  const second = page.locator('attention-model').nth(1);
  const set = (source: string) =>
    second.evaluate((element, value) => element.setAttribute('src', value), source);
  await set('./proof/checkpoints/distilbert');
  await expect(second.locator('attention-all-heads')).toBeVisible();
  await set('file:///etc/');
  await expect(second.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'die mit „file:“ beginnt, wird nicht geöffnet',
  );
  await expect(second.locator('attention-all-heads')).toBeVisible();
  await expect(page).toHaveURL(/lesson\.html$/);
});

test('<attention-model src="minilm"> finds it beside the script, or in the folder that `models` names', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await openLesson(page, '<attention-model src="minilm"></attention-model>');
  await expect(
    page.getByText('6 Schichten mit 12 Köpfen, d_model 384, Gewichte in int8.'),
  ).toBeVisible();
  await openLesson(page, '<attention-model src="minilm" models="proof"></attention-model>');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText('npm run model');
  await openLesson(page, '<attention-model src="minilm" models="./models"></attention-model>');
  await expect(
    page.getByText('6 Schichten mit 12 Köpfen, d_model 384, Gewichte in int8.'),
  ).toBeVisible();
});

test('a folder on another site is read if its server allows it, else the page says why not', async ({
  page,
}) => {
  await withoutMeasuring(page);
  const checkpoints = { '/bert/': { folder: 'tests/golden/checkpoints/bert' } };
  const allowed = await served(checkpoints, { 'access-control-allow-origin': '*' });
  await openLesson(page, `<attention-model src="${allowed}/bert"></attention-model>`);
  await expect(germanOpened(page)).toBeVisible();

  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  const closed = await served(checkpoints);
  await openLesson(page, `<attention-model src="${closed}/bert/"></attention-model>`);
  await expect(alert).toHaveText(
    `Von ${closed} ließ sich nichts lesen: Der Server antwortet nicht, oder er erlaubt es Seiten anderer Websites nicht (CORS).`,
  );
  const element = `<attention-model src="${allowed}/bert/"></attention-model>`;
  await openLesson(page, element, { 'content-security-policy': contentSecurityPolicy });
  await expect(alert).toContainText(
    `(Content-Security-Policy, connect-src) lässt sie nicht von ${allowed} lesen.`,
  );
});
