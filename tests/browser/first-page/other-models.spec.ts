/** The first page's list of models: models of other pages get the sentence, and the visitor's own file opens here. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { readSafetensors } from '../../../web/src/files/tensor-files.ts';
import { safetensorsOf } from '../../../web/src/files/safetensors.ts';
import { violations } from '../support/axe.ts';
import {
  choice,
  element,
  expectAnswers,
  expectNumbers,
  film,
  openTrained,
  stateOf,
} from './first-page.ts';
import { watch } from '../support/watch.ts';

const list = (page: Page) => choice(page, 'Model');
const offer = (page: Page) => element(page).locator('attention-other-model');
const kSentence = 'The horse did not leave the field because it was too slow.';

test('a server that fails is not a site without MiniLM, and Try again works', async ({ page }) => {
  await page.route('**/minilm/about.json', (route) => route.fulfill({ status: 503 }));
  await openTrained(page);
  await list(page).selectOption('MiniLM, 72 heads');
  await expect(offer(page).getByRole('alert')).toHaveText(
    'Information about MiniLM could not be loaded. Try again',
  );
  await expect(offer(page)).not.toContainText('built without');
  await page.unrouteAll({ behavior: 'wait' });
  await offer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(offer(page).getByRole('link', { name: 'Open this sentence' })).toBeVisible();
});

test('the list has MiniLM and one layer, untrained: both open with the sentence and the word', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await openTrained(page);
  await expect(list(page).locator('option')).toHaveText([
    /./,
    /./,
    /./,
    /./,
    /./,
    'MiniLM, 72 heads',
    'a file of your own',
    'one layer, untrained',
  ]);
  expect(requests.filter((url) => /other-model|minilm/.test(url))).toEqual([]);
  await element(page).locator('#own').fill(kSentence);
  await expect(page).toHaveURL(/text=The\+horse/);
  await list(page).selectOption('MiniLM, 72 heads');
  const miniLm = offer(page).getByRole('link', { name: 'Open this sentence in MiniLM (25 MB)' });
  await expect(miniLm).toHaveAttribute('href', './model.html#v=3&model=minilm&text=' + encoded);
  await expect(offer(page)).toContainText('License: Apache-2.0.');
  // The page keeps its model.
  await expectAnswers(page, 'animal', 'street');
  expect((await stateOf(page)).model).toBe('goes_with');

  // By keyboard: typing selects the entry.
  await list(page).focus();
  await page.keyboard.type('one layer');
  const layer = offer(page).getByRole('link', {
    name: 'Open this sentence in one layer, untrained',
  });
  await expect(layer).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await element(page).locator('#own').fill('');
  await choice(page, 'Mask').selectOption('causal');
  await expect(layer).toHaveAttribute('href', /playground\.html#v=3&mask=causal&text=The\+animal/);
  await layer.press('Enter');
  await expect(page).toHaveURL(/playground\.html#v=3&.*mask=causal/);
  await expect(page.locator('attention-tokens').getByRole('radio').nth(8)).toBeChecked();

  // If the examples are not English sentences, the other page opens with its own.
  await openTrained(page, 'v=3&model=sort');
  await list(page).selectOption('MiniLM, 72 heads');
  const open = offer(page).getByRole('link', { name: 'Open MiniLM (25 MB)' });
  await expect(open).toHaveAttribute('href', './model.html#v=3&model=minilm');
  await list(page).selectOption({ index: 3 });
  await expect(offer(page)).toHaveCount(0);
  await list(page).selectOption('MiniLM, 72 heads');
  await open.click();
  await expect(page).toHaveURL(/model\.html#v=3&model=minilm$/);
});

const encoded = new URLSearchParams({ t: kSentence }).toString().slice(2);

test('the list names the model that is shown until another one is opened', async ({ page }) => {
  await openTrained(page, 'v=3&model=induction');
  for (const [name, offered] of [
    ['MiniLM, 72 heads', 'Open MiniLM (25 MB)'],
    ['a file of your own', 'The file stays on this computer.'],
    ['one layer, untrained', 'Open one layer, untrained'],
    // The same entry can be chosen again.
    ['one layer, untrained', 'Open one layer, untrained'],
  ] as const) {
    await list(page).selectOption(name);
    await expect(offer(page)).toContainText(offered);
    await expect(list(page)).toHaveValue('induction');
  }
  await list(page).focus();
  await page.keyboard.type('MiniLM');
  await expect(offer(page)).toContainText('Open MiniLM');
  await expect(list(page)).toHaveValue('induction');
  await expect(list(page)).toBeFocused();
  await expect(page).toHaveURL(/#v=3&model=induction$/);
  await list(page).selectOption({ index: 3 });
  await expect(offer(page)).toHaveCount(0);
  await expect(list(page)).toHaveValue('sort');
});

/** Trains for some steps and saves the parameters, like a visitor. */
async function savedParameters(page: Page, hash: string, steps: number): Promise<string> {
  await page.goto('about:blank');
  await page.goto(`./training.html#${hash}`);
  await expect(page.getByText(new RegExp(`^step ${steps} of`))).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Parameters, safetensors' }).click();
  return (await coming).path();
}

/** Passes the file to the page, with the visitor's name for it. */
async function give(page: Page, name: string, bytes: Uint8Array, by: 'pointer' | 'keyboard') {
  const button = offer(page).getByRole('button', { name: /^Open (a trained|another) file …$/ });
  const choosing = page.waitForEvent('filechooser');
  if (by === 'pointer') await button.click();
  else await button.press('Enter');
  const buffer = Buffer.from(bytes);
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('parameters saved by the training page open with the same numbers; links do not carry them', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  const path = await savedParameters(
    page,
    'v=3&model=goes_with&seed=5&step=60&learning_rate=0.01',
    60,
  );
  const bytes = new Uint8Array(await readFile(path));
  const { tensors } = await readSafetensors(bytes);
  await openTrained(page);
  await list(page).selectOption('a file of your own');
  await expect(offer(page)).toContainText('The file stays on this computer.');
  await give(page, 'mine.safetensors', bytes, 'pointer');
  await expect(offer(page)).toContainText(
    'mine.safetensors: trained for 60 steps. Links do not include the file',
  );
  await expect(list(page).locator('option:checked')).toHaveText('mine.safetensors');
  await expect(film(page)).toContainText('step 60 of');
  await expect(page.getByText('parameters, trained for 60 steps')).toBeVisible();
  await expectNumbers(page, {}, undefined, tensors);
  expect(await violations(page)).toEqual([]);
  // Changes are computed from its parameters, and the film trains its recipe.
  await choice(page, 'Mask').selectOption('causal');
  await expect(page).toHaveURL(/#v=3&model=goes_with&mask=causal$/);
  await expectNumbers(page, { mask: 'causal' }, undefined, tensors);
  await element(page).getByRole('button', { name: 'Undo all' }).click();
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(film(page)).toContainText('step 0 of');
  await expect(film(page)).toContainText('Untrained');
  await film(page).getByRole('button', { name: 'after' }).click();
  await expectNumbers(page, {}, undefined, tensors);
  // While another model is offered, the list and the note below name the file.
  await list(page).selectOption('one layer, untrained');
  await expect(offer(page)).toContainText(['One layer with random parameters', 'mine.safetensors']);
  await expect(list(page).locator('option:checked')).toHaveText('mine.safetensors');
  // The sentence stays in place when the visitor returns to the site's model.
  await offer(page).getByRole('button', { name: 'Back to the site’s model' }).press('Enter');
  await expect(offer(page)).toHaveCount(1);
  await expect(list(page)).toHaveValue('goes_with');
  await expectAnswers(page, 'animal', 'street');
  await expectNumbers(page, {});
  expect(complaints).toEqual([]);
});

test('parameters of step 0 are gray and labeled as untrained', async ({ page }) => {
  const path = await savedParameters(page, 'v=3&model=sort&seed=4', 0);
  const bytes = new Uint8Array(await readFile(path));
  await openTrained(page);
  await list(page).selectOption('a file of your own');
  await give(page, 'random.safetensors', bytes, 'keyboard');
  await expect(offer(page)).toContainText('random.safetensors: untrained: random parameters.');
  await expect(page).toHaveURL(/#v=3&model=sort$/);
  await expect(element(page).locator('attention-answer .badge')).toHaveText([
    'untrained: random parameters',
    'untrained: random parameters',
  ]);
  await expect(element(page).locator('.question .intro')).toContainText('Untrained');
  await expectNumbers(page, {}, undefined, (await readSafetensors(bytes)).tensors, 'sort');
  // A link opens the site's model.
  await page.reload();
  await expect(list(page).locator('option:checked')).not.toHaveText('random.safetensors');
  await expect(element(page).locator('attention-answer .badge')).toHaveCount(0);
});

test('a damaged file, an unrelated one and one of another task are refused beside the button, and the model stays', async ({
  page,
}) => {
  const path = await savedParameters(page, 'v=3&model=sort&seed=4', 0);
  const bytes = new Uint8Array(await readFile(path));
  const { tensors, metadata } = await readSafetensors(bytes);
  const entries = Object.entries(tensors);
  const other = { ...metadata, recipe: JSON.stringify({ task: 'reverse', seed: 1 }) };
  const wrong = { ...metadata, recipe: JSON.stringify({ task: 'goes_with', seed: 1 }) };
  const nan = entries.map(([name, tensor], i) =>
    i === 0 ? ([name, { ...tensor, data: tensor.data.map(() => NaN) }] as const) : [name, tensor],
  ) as typeof entries;
  await openTrained(page, 'v=3&mask=causal');
  await expectAnswers(page, 'animal', 'animal');
  await list(page).selectOption('a file of your own');
  for (const [name, file, why] of [
    ['half.safetensors', bytes.subarray(0, bytes.length / 2), 'is incomplete or damaged'],
    ['note.safetensors', new TextEncoder().encode('Not a model.'), 'with a recipe'],
    ['empty.safetensors', new Uint8Array(), 'with a recipe'],
    ['foreign.safetensors', safetensorsOf(entries), 'with a recipe'],
    ['reverse.safetensors', safetensorsOf(entries, other), 'Its model learned “reverse”'],
    ['mixed.safetensors', safetensorsOf(entries, wrong), 'could not be opened'],
    ['nan.safetensors', safetensorsOf(nan, metadata), 'finite'],
  ] as const) {
    await give(page, name, file, 'keyboard');
    await expect(offer(page).getByRole('alert'), name).toContainText(why);
    await expect(offer(page).getByRole('status')).toHaveText('');
  }
  await expect(page).toHaveURL(/#v=3&mask=causal$/);
  await expectNumbers(page, { mask: 'causal' });
  await expect(list(page)).toHaveValue('goes_with');
  // The message is in the language of the page, and disappears with the next valid file.
  await page.getByLabel('Language').selectOption('de');
  await expect(offer(page).getByRole('alert')).toContainText('konnte nicht geöffnet werden');
  await page.getByLabel('Sprache').selectOption('en');
  await give(page, 'good.safetensors', bytes, 'pointer');
  await expect(offer(page).getByRole('alert')).toHaveText('');
  await expectNumbers(page, {}, undefined, tensors, 'sort');
});
