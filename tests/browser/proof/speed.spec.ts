/** The speed page measures only what is chosen, stops on request, and names what fails. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionSpeed } from '../../../web/src/elements/speed/attention-speed.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const speed = (page: Page) => page.locator('attention-speed');
const outcome = (page: Page) => speed(page).getByRole('status').getByRole('heading');
const button = (page: Page, name: 'Measure' | 'Stop') => speed(page).getByRole('button', { name });
const rows = (page: Page) => speed(page).locator('tbody').getByRole('row');
const measured = (page: Page) => rows(page).filter({ has: page.locator('.time') });

/** Chooses one benchmark, by default the quickest. */
async function choose(page: Page, names: readonly string[] = ['Small calls']) {
  // `all` does not wait, so first wait for the page.
  await expect(button(page, 'Measure')).toBeVisible();
  for (const box of await speed(page).getByRole('checkbox').all()) await box.uncheck();
  for (const name of names) await speed(page).getByLabel(name).check();
}
async function measure(page: Page, names?: readonly string[]) {
  await choose(page, names);
  await button(page, 'Measure').click();
}
const finished = (page: Page) => expect(outcome(page)).toHaveText(/^2 of 2 measured$/);

// A worker's script may still be on its way through a test's handler.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const fastClock =
  '{ const now = performance.now.bind(performance); performance.now = () => 20 * now(); }';
/** Prepends a script to the worker's own. */
const inWorker = (page: Page, script: string) =>
  page.route('**/speed-worker*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
/** Makes the worker's clock run twenty times as fast, to shorten the warm-up. */
const hurry = (page: Page) => inWorker(page, fastClock);
/** Stops the clock after the first measurement, so that the next one never ends. */
const stopClockOnceMeasured = (page: Page) =>
  inWorker(
    page,
    `{
      ${fastClock}
      const post = postMessage;
      globalThis.postMessage = (message) => {
        if (message.kind === 'measured') performance.now = () => 0;
        post(message);
      };
    }`,
  );

test('nothing is loaded or measured before Measure is pressed, and then only what was chosen', async ({
  page,
  baseURL,
}) => {
  const { requests, complaints } = await watch(page);
  await hurry(page);
  await page.goto('./speed.html');
  await expect(outcome(page)).toHaveText('Nothing measured yet');
  expect(requests.filter((url) => /\.wasm|worker/.test(url))).toEqual([]);
  await expect(rows(page)).toHaveCount(0);

  await measure(page);
  await finished(page);
  await expect(measured(page)).toHaveCount(2);
  for (const row of await measured(page).all()) {
    await expect(row.getByRole('rowheader')).toContainText('6 tokens');
    await expect(row.locator('[data-name=time]')).toHaveText(/^\s*[\d.]+ (µs|ms)\s*$/);
    await expect(row.locator('[data-name=difference]')).toHaveText(/\d/);
  }
  await expect(speed(page).locator('dl')).toContainText(/compiled for\s*(relaxed )?SIMD/);
  await expect(speed(page).locator('dl')).toContainText(/limit here\s*[\d.]+.*\u00a0GFLOP\/s/);
  await expect(speed(page).getByRole('progressbar')).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  expect(complaints).toEqual([]);
  const { origin } = new URL(baseURL!);
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
});

test('results from another machine name the machine and date, and are shown separately', async ({
  page,
}) => {
  await hurry(page);
  await page.goto('./speed.html');
  await measure(page);
  await finished(page);
  const table = speed(page).getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'here, now' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'elsewhere' })).toHaveText(
    /elsewhere: .+ cores, Chromium [\d.]+, ONNX Runtime Web [\d.]+, TensorFlow\.js [\d.]+, \d{4}-\d\d-\d\d/,
  );
  const there = measured(page).first().locator('[data-name="ONNX Runtime Web, elsewhere"]');
  await expect(there).toHaveText(/[\d.]+ (µs|ms)/);
});

test('the bars have a mark at 100%, and the names of workloads one edge', async ({ page }) => {
  await hurry(page);
  await page.goto('./speed.html');
  await measure(page);
  await finished(page);
  await expect(speed(page).locator('.legend')).toContainText(/100%\s*$/);
  const marked = () =>
    speed(page)
      .locator('attention-speed-bars canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
        const ink = getComputedStyle(canvas).color.match(/\d+/g)!.map(Number);
        const isInk = (i: number) => ink.every((part, k) => data[4 * i + k] === part);
        const inked = Array.from({ length: width }, (_, x) => {
          let count = 0;
          for (let y = 0; y < height; y++) count += Number(isInk(y * width + x));
          return count;
        });
        return Math.max(...inked) / height;
      });
  // Of each workload's lines, those of the bars have the mark: its name, and the gap below, do not.
  await expect.poll(marked).toBeGreaterThan(0.25);
  const edges = await speed(page)
    .getByRole('table')
    .evaluate((table) =>
      [...table.querySelectorAll('tr:last-child > th:first-child')].map(
        (cell) => getComputedStyle(cell).paddingInlineStart,
      ),
    );
  expect(edges).toHaveLength(2);
  expect(edges[0]).toBe(edges[1]);
});

test('with nothing chosen, a message appears beside the button', async ({ page }) => {
  await hurry(page);
  await page.goto('./speed.html');
  await measure(page, []);
  const alert = speed(page).getByRole('alert');
  await expect(alert).toHaveText('Choose at least one workload.');
  await expect(speed(page).getByRole('group')).toHaveAccessibleDescription(/Choose at least one/);
  await expect(outcome(page)).toHaveText('Nothing measured yet');
  expect(await violations(page)).toEqual([]);
  const language = page.locator('#language');
  await language.selectOption('de');
  await expect(alert).toHaveText('Bitte mindestens eine Aufgabe wählen.');
  await language.selectOption('en');
  await expect(alert).toHaveText('Choose at least one workload.');
  await speed(page).getByLabel('Small calls').check();
  await expect(alert).toBeEmpty();
  await button(page, 'Measure').click();
  await finished(page);
});

test('the current measurement is announced, and Stop stops it at once', async ({ page }) => {
  await stopClockOnceMeasured(page);
  await page.goto('./speed.html');
  await measure(page, ['Small calls', 'Sliding window']);
  await expect(speed(page).getByRole('progressbar', { name: 'Measured' })).toBeVisible();
  await expect(measured(page)).not.toHaveCount(0);
  await expect(speed(page).getByLabel('Products')).toBeDisabled();
  await expect(rows(page).last()).toContainText('measuring');
  expect(await violations(page)).toEqual([]);

  await expect(button(page, 'Stop')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toHaveText('Stopped: 1 of 5 measured');
  await expect.poll(() => page.workers().length).toBe(0);
  await expect(measured(page)).toHaveCount(1);
  await expect(rows(page).last()).toContainText('stopped');
  await expect(button(page, 'Measure')).toBeFocused();

  await hurry(page);
  await measure(page);
  await finished(page);
});

test('a missing or broken file is named, and measuring again works', async ({ page }) => {
  await page.goto('./speed.html');
  const alert = speed(page).getByRole('alert');
  for (const [body, status, words] of [
    ['gone', 404, /Expected the engine at .*attention.*\.wasm, got HTTP 404/],
    ['<!doctype html>', 200, /Expected WebAssembly at .*attention.*\.wasm/],
  ] as const) {
    await page.route('**/attention*.wasm', (route) => route.fulfill({ body, status }));
    await measure(page);
    await expect(alert).toHaveText(words);
    await expect(outcome(page)).toHaveText('The measurement did not finish');
    await page.unrouteAll({ behavior: 'wait' });
  }
  expect(await violations(page)).toEqual([]);

  const broken = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99]);
  await page.route('**/limit*.wasm', (route) => route.fulfill({ body: broken }));
  await measure(page);
  await expect(outcome(page)).toHaveText('0 of 2 measured, 2 failed');
  await expect(rows(page).first()).toContainText(/WebAssembly/);
  await page.unrouteAll({ behavior: 'wait' });

  await hurry(page);
  await measure(page);
  await finished(page);
  await expect(alert).toBeEmpty();
});

test('where workers are refused, measuring runs on the main thread and can be stopped', async ({
  page,
}) => {
  await page.route('**/speed-worker*.js', (route) => route.abort());
  await page.goto('./speed.html');
  await page.evaluate(fastClock);
  await measure(page);
  await finished(page);
  await page.evaluate('delete performance.now');
  await measure(page, ['Small calls', 'Training steps']);
  // Stopped inside the page: on a busy machine everything could be measured before a click from outside.
  await speed(page).evaluate(async (element: AttentionSpeed) => {
    const { renderRoot } = element;
    const isMeasured = () => element.run.rows.some(({ state }) => state === 'measured');
    await new Promise<void>((resolve) => {
      const changes = { attributes: true, characterData: true, childList: true, subtree: true };
      new MutationObserver(() => isMeasured() && resolve()).observe(renderRoot, changes);
      if (isMeasured()) resolve();
    });
    const buttons = [...renderRoot.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.trim() === 'Stop')!.click();
  });
  await expect(measured(page)).not.toHaveCount(0);
  await expect(outcome(page)).toHaveText(/^Stopped: \d of 6 measured$/);
});

test('where neither the worker nor the main-thread script loads, a message appears', async ({
  page,
}) => {
  await page.route(/speed-(worker|run).*\.js/, (route) => route.abort());
  await page.goto('./speed.html');
  await measure(page);
  await expect(outcome(page)).toHaveText('The measurement did not finish');
  await expect(speed(page).getByRole('alert')).toHaveText(/speed-run.*\.js/);
  await expect(button(page, 'Measure')).toBeEnabled();
});

test('axe finds no violations in light, dark and on a narrow phone, and nothing overflows', async ({
  page,
}) => {
  await hurry(page);
  await page.goto('./speed.html');
  expect(await violations(page)).toEqual([]);
  await measure(page, ['Training steps']);
  await expect(outcome(page)).toHaveText('4 of 4 measured');
  await expect(speed(page).getByRole('img', { name: /Bar chart/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});

test('the page is linked from the playground and back, and works by keyboard alone', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await hurry(page);
  await page.goto('./playground.html');
  await expect(page.locator('attention-bars h2')).toBeVisible();
  expect(requests.filter((url) => /products|speed/.test(url))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Speed' }).press('Enter');
  await expect(page).toHaveURL(/speed\.html$/);
  await choose(page);
  await speed(page).getByLabel('Small calls').focus();
  await page.keyboard.press('Space');
  await expect(speed(page).getByLabel('Small calls')).not.toBeChecked();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Measure')).toBeFocused();
  await page.keyboard.press('Enter');
  await finished(page);
  await page.getByRole('banner').getByRole('link', { name: 'One layer' }).click();
  await expect(page.locator('attention-bars h2')).toBeVisible();
});
