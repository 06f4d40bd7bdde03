/** The engine cannot load, cannot start its worker, or dies: the page shows the problem and recovers. */
import { expect, test, type Page, type Route } from '@playwright/test';
import type { AttentionPlayground } from '../../../web/src/elements/playground/attention-playground.ts';
import type { Engine } from '../../../web/src/engine/client/engine.ts';
import {
  addressOf,
  bars,
  numberField,
  open,
  settled,
  status,
  tableOf,
  textField,
} from './playground-page.ts';

// A file that the page loads late may still be on its way through a test's handler.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const wasmFiles = '**/*.wasm';
const workerScripts = '**/worker*.js';

const problem = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });

const brokenAnswers: [what: string, answer: (route: Route) => Promise<void>, message: RegExp][] = [
  [
    'an HTML page',
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello' }),
    /expected WebAssembly at .*\.wasm, got .*text\/html/,
  ],
  [
    'nothing (404)',
    (route) => route.fulfill({ status: 404, body: 'not found' }),
    /expected the engine at .*\.wasm, got HTTP 404/,
  ],
  [
    'only its first half',
    async (route) => {
      const body = await (await route.fetch()).body();
      await route.fulfill({
        contentType: 'application/wasm',
        body: body.subarray(0, body.length / 2),
      });
    },
    /could not start: .+/,
  ],
  ['an empty file', (route) => route.fulfill({ body: '' }), /expected WebAssembly/],
  ['a broken connection', (route) => route.abort(), /could not start: .+/],
];

for (const [what, answer, message] of brokenAnswers) {
  test(`${what} in place of the .wasm: the page shows the problem, and Try again works`, async ({
    page,
  }) => {
    const errors = uncaughtOn(page);
    let answers = 0;
    await page.route(wasmFiles, async (route) => {
      await answer(route);
      answers++;
    });
    await page.goto('./playground.html');
    await expect(problem(page)).toContainText(message);
    await expect(page.getByText('Starting the engine')).toBeHidden();

    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => answers).toBe(2);
    await expect(problem(page)).toContainText(message);

    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(status(page)).toContainText('6 tokens');
    await expect(problem(page)).toBeHidden();
    expect(errors).toEqual([]);
  });
}

test('the reason why the engine could not start is in the language of the page', async ({
  page,
}) => {
  await page.route(wasmFiles, (route) => route.fulfill({ status: 404, body: 'not found' }));
  await page.goto('./playground.html#v=3&lang=de');
  await expect(page.getByRole('alert')).toContainText(
    /Die Engine konnte nicht starten: Die Engine sollte unter .*\.wasm liegen; die Antwort war HTTP 404\./,
  );
});

test('an engine that fails before its first use shows its problem beside the playground only', async ({
  page,
}) => {
  const errors = uncaughtOn(page);
  await page.addInitScript(() => {
    globalThis.fetch = () => Promise.resolve(new Response('not found', { status: 404 }));
  });
  await page.goto('./playground.html');
  await expect(problem(page)).toContainText('got HTTP 404');
  expect(errors).toEqual([]);
});

test('a blocked worker script: the page computes on its own thread', async ({ page }) => {
  await page.route(workerScripts, (route) => route.abort());
  await open(page);
  expect(page.workers()).toHaveLength(0);
  await expectComputes(page);
});

test('a policy that refuses workers: the page computes on its own thread', async ({ page }) => {
  await underPolicy(page, (policy) => policy.replaceAll("worker-src 'self'", "worker-src 'none'"));
  await open(page);
  expect(page.workers()).toHaveLength(0);
  await expectComputes(page);
});

test('a policy that refuses WebAssembly: the message names the missing permission', async ({
  page,
}) => {
  await underPolicy(page, (policy) =>
    policy.replaceAll("script-src 'self' 'wasm-unsafe-eval'", "script-src 'self'"),
  );
  await page.goto('./playground.html');
  await expect(problem(page)).toContainText(
    "The engine could not start: the page's policy (script-src) refuses WebAssembly: it needs 'wasm-unsafe-eval'.",
  );
});

test('a worker that ends while idle is replaced without any visible effect', async ({ page }) => {
  const errors = uncaughtOn(page);
  await open(page);
  await endWorker(page);
  await expectComputes(page);
  await expect(problem(page)).toBeHidden();
  expect(page.workers()).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a worker that throws while idle is replaced once, and the same numbers come back', async ({
  page,
}) => {
  await open(page);
  const before = await tableOf(bars(page));
  const closed = page.workers()[0]!.waitForEvent('close');
  await page.workers()[0]!.evaluate(() => {
    for (let i = 0; i < 3; i++)
      setTimeout(() => {
        throw new Error('thrown by the test');
      });
  });
  await closed;
  await expectComputes(page);
  await numberField(page, 'seed').fill('1');
  await settled(page);
  expect(await tableOf(bars(page))).toEqual(before);
  expect(await generationOf(page)).toBe(2);
});

test('a worker that ends while computing 512 tokens: the page shows the problem, and Try again works', async ({
  page,
}) => {
  await endWorkersOnRequest(page);
  await open(page);
  const before = await tableOf(bars(page));
  await endWorkerAskedFor(page, 'inspectModel');
  await textField(page).fill(longText(512));
  await expect(problem(page)).toContainText(/stopped/);
  expect(await tableOf(bars(page))).toEqual(before);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(status(page)).toContainText('512 tokens');
  await expect(problem(page)).toBeHidden();
  await expectComputes(page);
});

test('a worker that ends while computing 512 tokens: any further change recovers as well', async ({
  page,
}) => {
  await endWorkersOnRequest(page);
  await open(page, { num_heads: 16, d_model: 256 });
  await endWorkerAskedFor(page, 'inspectModel');
  await textField(page).fill(longText(512));
  await textField(page).fill('All is well again');
  await expect(status(page)).toContainText('4 tokens · 16 heads');
  await expect(problem(page)).toBeHidden();
});

test('a worker that dies on any kind of request: the page shows the problem, and Try again works', async ({
  page,
}) => {
  await endWorkersOnRequest(page);
  await open(page);
  const verbs = ['run', 'prepare', 'releaseModel', 'inspectModel'];
  for (const [i, verb] of verbs.entries()) {
    await endWorkerAskedFor(page, verb);
    await numberField(page, 'seed').fill(`${i + 2}`);
    await expect(problem(page), verb).toContainText(/stopped/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await settled(page);
    await expect(problem(page)).toBeHidden();
  }
});

test('a worker that dies again and again is replaced each time, and never hangs the page', async ({
  page,
}) => {
  await open(page);
  for (const seed of ['2', '3', '4']) {
    await endWorker(page);
    await numberField(page, 'seed').fill(seed);
    await settled(page);
    await expect(problem(page)).toBeHidden();
  }
  await page.goto(addressOf({ seed: 5 }));
  await settled(page);
});

function longText(count: number): string {
  return Array.from({ length: count }, (_, i) => `t${i}`).join(' ');
}

/** Expects that new settings give new numbers without a reload. */
async function expectComputes(page: Page) {
  await numberField(page, 'd_model').fill('32');
  await numberField(page, 'num_heads').fill('4');
  await textField(page).fill('One two three');
  await settled(page);
  await expect(status(page)).toContainText('3 tokens · 4 heads');
  await expect(status(page)).toContainText('= 8');
  expect((await tableOf(bars(page))).names).toEqual(['One', 'two', 'three']);
  await textField(page).fill('The cat sat on the mat');
  await numberField(page, 'num_heads').fill('2');
  await numberField(page, 'd_model').fill('8');
  await settled(page);
}

/**
 * Ends the worker and waits until the page has noticed. The browser reports a worker as closed before it
 * releases the worker's lock; requests sent in between are lost.
 */
async function endWorker(page: Page) {
  const generation = await generationOf(page);
  await page.workers()[0]!.evaluate(() => self.close());
  await expect.poll(() => generationOf(page)).toBe(generation + 1);
}

/** The number of workers that the page's engine has started. */
function generationOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { engine } = document.querySelector<AttentionPlayground>('attention-playground')!;
    return ((await engine) as Engine).generation;
  });
}

/** Enables `endWorkerAskedFor` on the next page that is opened. */
async function endWorkersOnRequest(page: Page) {
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: { verb?: string }) {
        super.postMessage(message);
        const asked = globalThis as { lastVerb?: string };
        if (message.verb === undefined || message.verb !== asked.lastVerb) return;
        delete asked.lastVerb;
        this.terminate();
      }
    };
  });
}

/** Terminates the worker when it receives its next request with this verb. */
async function endWorkerAskedFor(page: Page, verb: string) {
  await page.evaluate((lastVerb) => void Object.assign(globalThis, { lastVerb }), verb);
}

function uncaughtOn(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Serves the page and its scripts with a changed Content-Security-Policy. */
async function underPolicy(page: Page, changed: (policy: string) => string) {
  await page.route(
    ({ pathname }) => pathname === '/playground.html' || pathname.endsWith('.js'),
    async (route) => {
      const response = await route.fetch();
      const header = response.headers()['content-security-policy']!;
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': changed(header) },
        body: changed(await response.text()),
      });
    },
  );
}

test('the controls show the requested head before the engine has started', async ({ page }) => {
  // Never answered.
  await page.route(wasmFiles, () => {});
  await page.goto(addressOf({ head: 1 }));
  await expect(page.getByLabel('Head shown').locator('option:checked')).toHaveText('head 2');
});
