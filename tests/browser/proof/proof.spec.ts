/** The proof page: all cases pass, wrong numbers are shown, and failures are named. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { hold } from '../support/hold.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const fixtures = readFileSync(
  fileURLToPath(new URL('../../golden/pytorch.safetensors', import.meta.url)),
);
const headerBytes = Number(fixtures.readBigUInt64LE(0));
type Entry = { data_offsets: [number, number] };
const header = JSON.parse(fixtures.toString('utf8', 8, 8 + headerBytes)) as Record<
  string,
  Entry
> & {
  __metadata__: Entry & { cases: string };
};
const cases = JSON.parse(header.__metadata__.cases) as { name: string; operation: string }[];
const paths = Object.keys(header);
/** The number of comparisons: every case forward, and backward where the fixture has PyTorch's gradients. */
const comparisons =
  cases.length +
  cases.filter(({ name }) => paths.some((path) => path.startsWith(`${name}/gradients/`))).length;

const files = '**/pytorch.safetensors';
const proof = (page: Page) => page.locator('attention-proof');
const outcome = (page: Page) => proof(page).getByRole('status').getByRole('heading');
const again = (page: Page) => proof(page).getByRole('button', { name: /again/ });
const groups = (page: Page) => page.locator('attention-proof-group');
const failing = (page: Page) => groups(page).getByRole('row').filter({ hasText: 'fails' });

async function open(page: Page) {
  await page.goto('./proof.html');
  await finished(page);
}
const finished = (page: Page) => expect(again(page)).toBeEnabled();
const openAll = (page: Page) =>
  groups(page).evaluateAll(async (all) => {
    for (const group of all as (HTMLElement & { open: boolean })[]) group.open = true;
    await new Promise(requestAnimationFrame);
  });

/** Returns the file with one number of each given tensor replaced. */
function tampered(changes: readonly { path: string; at: number; value: number }[]): Buffer {
  const bytes = Buffer.from(fixtures);
  for (const { path, at, value } of changes) {
    const { data_offsets } = header[path]!;
    bytes.writeFloatLE(value, 8 + headerBytes + data_offsets[0] + 4 * at);
  }
  return bytes;
}

test('every comparison holds, and the page requests only our own files', async ({
  page,
  baseURL,
}) => {
  const { requests, complaints } = await watch(page);
  await open(page);
  await expect(outcome(page)).toContainText(`${comparisons} of ${comparisons} checks pass`);
  await expect(proof(page)).toContainText(
    /Forward, the largest difference relative to its tolerance is \S+,\s+[\d.]+%\s+of it/,
  );
  await expect(proof(page)).toContainText(
    /the gradients, the largest difference relative to its tolerance is \S+,\s+[\d.]+%\s+of it/,
  );
  await expect(proof(page).getByRole('definition').first()).toContainText(/Chrom\w+ \d+/);
  await expect(proof(page)).toContainText(/WebAssembly with (relaxed )?SIMD\s*\d+\skB/);
  await expect(proof(page).getByRole('progressbar')).toHaveCount(0);
  await expect(proof(page).getByRole('alert')).toHaveCount(0);
  expect(await groups(page).count()).toBe(new Set(cases.map(({ operation }) => operation)).size);

  await openAll(page);
  const rows = groups(page).locator('tbody').getByRole('row');
  expect(await rows.count()).toBe(comparisons);
  const words = await rows.evaluateAll((all) => all.map((row) => row.textContent));
  for (const row of words) {
    expect(row).toMatch(/✓\s*passes/);
    expect(row).toMatch(/forward|gradients/);
    expect(row).toContain('torch.');
  }

  const links = await groups(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of new Set(links)) {
    const response = await page.request.get(link);
    expect(response.headers()['content-type'], link).toContain('text/plain');
    expect(await response.text(), link).toContain('#pragma once');
  }

  expect(complaints).toEqual([]);
  const { origin } = new URL(baseURL!);
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  const modules = requests.filter((url) => url.endsWith('.wasm'));
  expect(modules).toEqual([expect.stringMatching(/\/attention(\.relaxed)?-[^/]+$/)]);
});

test('progress is announced while the proof runs, and a button runs the proof again', async ({
  page,
}) => {
  const release = await hold(page, files);
  await page.goto('./proof.html');
  await expect(proof(page)).toContainText('Loading …');
  await expect(again(page)).toBeDisabled();
  // Records the progress bar whenever the page changes it.
  await proof(page).evaluate(({ shadowRoot }) => {
    const seen: string[] = ((globalThis as unknown as { seen: string[] }).seen = []);
    new MutationObserver(() => {
      const bar = shadowRoot!.querySelector('progress');
      if (bar) seen.push(`${bar.value} of ${bar.max}: ${bar.nextElementSibling?.textContent}`);
    }).observe(shadowRoot!, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  release();
  await finished(page);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  const progress = seen.map((words) =>
    words.match(/^(\d+) of (\d+): (\d+) of \2: (\w+\/\w+, \w+)$/),
  );
  const between = progress.filter((match) => match && match[1] === match[3] && +match[1]! > 0);
  expect(between.length).toBeGreaterThan(3);

  await again(page).focus();
  await again(page).evaluate((button: HTMLButtonElement) => {
    const isDisabled = new Promise<boolean>((resolve) =>
      new MutationObserver(() => button.disabled && resolve(true)).observe(button, {
        attributes: true,
      }),
    );
    Object.assign(globalThis, { isDisabled });
  });
  await page.keyboard.press('Enter');
  expect(
    await page.evaluate(() => (globalThis as unknown as { isDisabled: unknown }).isDisabled),
  ).toBe(true);
  await finished(page);
  await expect(proof(page).getByRole('status')).toBeFocused();
  await expect(outcome(page)).toContainText(`${comparisons} of ${comparisons} checks pass`);
});

test('a wrong number, a NaN and a wrong gradient are found, shown and filtered', async ({
  page,
}) => {
  const of = (name: string, group: string) =>
    paths.find((path) => path.startsWith(`${name}/${group}/`))!;
  const [first, second, third] = ['multi_head', 'encoder_layer', 'softmax'].map(
    (operation) => cases.find((test) => test.operation === operation)!.name,
  );
  const body = tampered([
    { path: of(first!, 'outputs'), at: 1, value: 0.123 },
    { path: of(second!, 'outputs'), at: 0, value: NaN },
    { path: of(third!, 'gradients'), at: 2, value: 5 },
  ]);
  await page.route(files, (route) => route.fulfill({ body }));
  await open(page);
  await expect(outcome(page)).toContainText(`3 of ${comparisons} checks fail`);
  await expect(failing(page)).toHaveCount(3);
  const shown = await failing(page).evaluateAll((rows) =>
    rows.map((row) => row.textContent!.replace(/\s+/g, ' ')),
  );
  const [wrong, nan, gradient] = [first, second, third].map((name) =>
    shown.find((words) => words.includes(` ${name!.split('/')[1]} `)),
  );
  expect(wrong).toMatch(/forward .*✗ fails/);
  expect(nan).toMatch(/forward .*NaN.*✗ fails/);
  expect(gradient).toMatch(/gradients .*in d_scores.*✗ fails/);

  await proof(page).getByRole('radio', { name: 'failures (3)' }).check();
  await expect(groups(page)).toHaveCount(3);
  await expect(groups(page).locator('tbody').getByRole('row')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  await proof(page).getByRole('radio', { name: 'all' }).check();
  await expect(groups(page).nth(3)).toBeVisible();
});

test('a missing or broken file is named, and Try again works', async ({ page }) => {
  const answers: [what: string, body: string | Buffer, status: number, words: RegExp][] = [
    ['**/*.wasm', '<!doctype html>', 200, /[Ee]xpected WebAssembly at .*attention.*\.wasm/],
    ['**/*.wasm', 'gone', 404, /[Ee]xpected the engine at .*attention.*\.wasm, got HTTP 404/],
    [files, 'gone', 404, /[Ee]xpected PyTorch’s numbers at .*pytorch\.safetensors, got HTTP 404/],
    [files, fixtures.subarray(0, 1000), 200, /incomplete or damaged/],
  ];
  for (const [what, body, status, words] of answers) {
    await page.route(what, (route) => route.fulfill({ body, status }));
    await open(page);
    await expect(outcome(page)).toHaveText('The proof did not finish');
    await expect(proof(page).getByRole('alert')).toContainText(words);
    await page.unrouteAll({ behavior: 'wait' });
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(outcome(page)).toContainText('checks pass');
  await expect(proof(page).getByRole('alert')).toHaveCount(0);
});

test('a missing file is named in the language of the page', async ({ page }) => {
  await page.route(files, (route) => route.fulfill({ body: 'gone', status: 404 }));
  await page.goto('./proof.html#lang=de');
  await expect(proof(page).getByRole('alert')).toContainText(
    'Die Zahlen von PyTorch sollten unter',
  );
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/*.wasm', (route) => route.fulfill({ body: 'gone', status: 404 }));
  await page.goto('./proof.html#lang=zh');
  await page.reload();
  await expect(proof(page).getByRole('alert')).toContainText('引擎应在');
});

test('a result that the engine does not have is named in the language of the page', async ({
  page,
}) => {
  const { name } = cases.find(({ operation }) => operation === 'softmax')!;
  const bytes = fixtures.toString('latin1');
  const renamed = bytes.replace(`"${name}/outputs/weights"`, `"${name}/outputs/nothing"`);
  expect(renamed).not.toBe(bytes);
  await page.route(files, (route) => route.fulfill({ body: Buffer.from(renamed, 'latin1') }));
  await open(page);
  await openAll(page);
  const row = groups(page)
    .getByRole('row')
    .filter({ hasText: name.split('/')[1]! });
  for (const [lang, text] of [
    ['en', 'Expected a result nothing, got none.'],
    ['de', 'Das Ergebnis nothing fehlt.'],
    ['zh', '缺少结果 nothing。'],
  ] as const) {
    await page.locator('#language').selectOption(lang);
    await expect(groups(page).locator('.problem')).toHaveText(text);
  }
  await expect(row.locator('.problem')).toHaveCount(1);
});

test('where workers are refused, the proof runs on the main thread', async ({ page }) => {
  await page.route(/\/worker[^/]*\.js$/, (route) => route.abort());
  await open(page);
  expect(page.workers()).toHaveLength(0);
  await expect(outcome(page)).toContainText(`${comparisons} of ${comparisons} checks pass`);
});

test('on a narrow page, each number of a case has its name, in the language of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page);
  await openAll(page);
  const cells = groups(page).first().getByRole('row').nth(1).locator('.difference, .tolerated');
  const painted = () =>
    cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content));
  for (const [lang, difference, tolerance] of [
    ['en', 'worst difference', 'tolerance there'],
    ['de', 'ungünstigster Unterschied', 'Toleranz dort'],
    ['zh', '最不利的差异', '该处的容差'],
  ] as const) {
    await page.locator('#language').selectOption(lang);
    await expect.poll(painted).toEqual([`"${difference} " / ""`, `"${tolerance} " / ""`]);
  }
});

test('axe finds no violations in light, dark and on a narrow phone, and nothing overflows', async ({
  page,
}) => {
  await open(page);
  await groups(page).filter({ hasText: 'softmax' }).locator('summary').click();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  await openAll(page);
  expect(await overflow(page)).toBe(0);
});

test('the page is linked from the playground and back, and works by keyboard alone', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await page.goto('./playground.html');
  await expect(page.locator('attention-bars h2')).toBeVisible();
  expect(requests.filter((url) => /proof/.test(url))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Proof' }).press('Enter');
  await expect(page).toHaveURL(/proof\.html$/);
  await finished(page);

  await page.getByLabel('Theme').focus();
  await page.keyboard.press('Tab');
  await expect(proof(page).getByRole('radio', { name: 'all' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(proof(page)).toContainText('No comparison fails.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(again(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(groups(page).first().getByRole('table')).toBeVisible();
  await page.keyboard.press('Tab');
  const link = groups(page).first().getByRole('link').first();
  await expect(link).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(groups(page).first().getByRole('table')).toHaveCount(0);

  await page.getByRole('banner').getByRole('link', { name: 'One layer' }).click();
  await expect(page.locator('attention-bars h2')).toBeVisible();
});
