/** embed.html in a frame of a teacher's page on another origin. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import { violations } from '../support/axe.ts';
import { hostLab, openCourseWith, send } from './embed-course.ts';
import { drawnTwice } from '../support/frames.ts';
import type { Host } from '../support/hosts.ts';
import { expectWeights } from '../support/sentence-weights.ts';
import { messagesOf, type Message } from './teacher.ts';
import { watch } from '../support/watch.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await hostLab();
});
test.afterAll(() => lab.close());

const frameOf = (page: Page) => page.frameLocator('iframe');
const heightOf = (page: Page) =>
  page
    .locator('iframe')
    .first()
    .evaluate((frame) => frame.getBoundingClientRect().height);

/** Records the heights that the first frame is given from now on, and returns a function that reads them. */
async function recordHeights(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heights: string[] = [];
    const frame = document.querySelector('iframe')!;
    new MutationObserver(() => heights.push(frame.style.height)).observe(frame, {
      attributeFilter: ['style'],
    });
    Object.assign(window, { heights });
  });
  return () => page.evaluate(() => (window as unknown as { heights: string[] }).heights);
}

test('a frame shows the settings of its address with correct numbers, at the height of its contents', async ({
  page,
}) => {
  const { requests, complaints } = await watch(page);
  const course = await openCourseWith(
    page,
    lab,
    `<iframe data-attention-lab src="LAB/embed.html#v=3&mask=causal&view=tokens,heatmap" width="600"></iframe>
     <script src="LAB/attention-lab-host.js"></script>`,
  );
  const frame = frameOf(page);
  await expect(frame.locator('attention-tokens').getByRole('radio')).toHaveCount(6);
  await expect(frame.locator('attention-bars')).toHaveCount(0);
  await expectWeights(frame.locator('attention-heatmap'));
  await expect
    .poll(() => frame.locator('body').evaluate((body) => body.getBoundingClientRect().height))
    .toBeGreaterThan(300);
  const missing = async () => {
    const content = await frame
      .locator('body')
      .evaluate((body) => body.getBoundingClientRect().height);
    return Math.abs(content - (await heightOf(page)));
  };
  await expect.poll(missing).toBeLessThan(1.6);
  expect((await messagesOf(page)).every(({ kind }) => kind === 'height')).toBe(true);
  expect(complaints).toEqual([]);
  const known = [`${lab.origin}/`, `${course.origin}/`];
  expect(requests.filter((url) => !known.some((origin) => url.startsWith(origin)))).toEqual([]);
  await course.close();
});

// The next two tests show an image of the lab's server, which sends no height of its own.
test('heights from other senders, and invalid heights, are ignored', async ({ page }) => {
  const course = await openCourseWith(
    page,
    lab,
    `<iframe data-attention-lab src="LAB/icon.svg" width="600"></iframe>
     <script src="LAB/attention-lab-host.js"></script>`,
  );
  const heights = await recordHeights(page);
  const claims = [
    { source: 'attention-lab', v: 1, kind: 'height', height: 1234 },
    { source: 'attention-lab', v: 1, kind: 'height', height: 1e9 },
    ...[null, 'height', 7, [], { height: 99 }, { source: 'attention-lab' }],
  ];
  for (const claim of claims) await page.evaluate((claim) => postMessage(claim, '*'), claim);
  const inFrame = page.frames()[1]!;
  for (const height of [NaN, Infinity, '9', null, undefined, {}])
    await inFrame.evaluate((height) => {
      const message = { source: 'attention-lab', v: 1, kind: 'height', height };
      parent.postMessage(message, '*');
    }, height);
  // When a later, valid one has arrived, all before it have been handled.
  for (const [height, kept] of [
    [777, 777],
    [11_000, 11_000],
    [1e9, 40_000],
    [-5, 40],
  ]) {
    await inFrame.evaluate((height) => {
      const message = { source: 'attention-lab', v: 1, kind: 'height', height };
      parent.postMessage(message, '*');
    }, height);
    await expect.poll(() => heightOf(page)).toBe(kept);
  }
  expect(await heights()).toEqual(['777px', '11000px', '40000px', '40px']);
  await course.close();
});

test('a frame accepts a height only from its own page', async ({ page }) => {
  const course = await openCourseWith(
    page,
    lab,
    `<iframe data-attention-lab src="LAB/icon.svg" width="600"></iframe>
     <iframe src="LAB/icon.svg" width="600"></iframe>
     <script src="LAB/attention-lab-host.js"></script>`,
  );
  const heights = await recordHeights(page);
  const claimIn = (frame: number, height: number) =>
    page.frames()[frame]!.evaluate((height) => {
      parent.postMessage({ source: 'attention-lab', v: 1, kind: 'height', height }, '*');
    }, height);
  // First another frame of the same origin, then another origin in the same frame. After each, a valid height.
  await claimIn(2, 1234);
  await claimIn(1, 500);
  await expect.poll(() => heightOf(page)).toBe(500);
  await page.frames()[1]!.goto(`${course.origin}/`);
  await claimIn(1, 1234);
  await page.frames()[1]!.goto(`${lab.origin}/icon.svg`);
  await claimIn(1, 600);
  await expect.poll(() => heightOf(page)).toBe(600);
  expect(await heights()).toEqual(['500px', '600px']);
  await course.close();
});

test('the host named in the address may read and set the state, and receives query, trace, hover and error', async ({
  page,
}) => {
  const course = await openCourseWith(
    page,
    lab,
    `<iframe src="LAB/embed.html#v=3&text=Time+flies+like+an+arrow&mask=causal&view=tokens,controls&host=HOST" width="600" height="500"></iframe>`,
  );
  const tokens = frameOf(page).locator('attention-tokens').getByRole('radio');
  await expect(tokens).toHaveCount(5);
  const last = async (kind: string) => (await messagesOf(page, kind)).at(-1);
  await expect.poll(() => last('query')).toMatchObject({ detail: { query: 4, token: 'arrow' } });
  expect((await last('trace'))!.detail).toMatchObject({
    tokens: [{ text: 'Time' }, {}, {}, {}, {}],
    trace: { weights: { axes: ['batch', 'head', 'query', 'key'], shape: [1, 2, 5, 5] } },
    untrained: true,
  });

  const message = { source: 'attention-lab-host', v: 1 };
  await send(page, { ...message, kind: 'get' });
  await expect
    .poll(() => last('state'))
    .toMatchObject({ state: { v: 3, text: 'Time flies like an arrow', mask: 'causal', seed: 1 } });
  await send(page, { ...message, kind: 'set', state: { v: 3, word: 1 } });
  await expect(tokens.nth(1)).toBeChecked();
  await expect.poll(() => last('query')).toMatchObject({ detail: { query: 1, token: 'flies' } });
  await expect.poll(() => last('state')).toMatchObject({ state: { v: 3, word: 1 } });
  await tokens.nth(2).hover();
  await expect
    .poll(() => last('hover'))
    .toMatchObject({ detail: { field: 'weights', query: 1, key: 2, value: 0 } });

  await send(page, { ...message, kind: 'set', state: { v: 3, num_heads: 0 } });
  await expect
    .poll(() => last('refused'))
    .toMatchObject({ message: 'num_heads: expected 1 … 16, got 0.' });
  await send(page, { ...message, kind: 'set', state: { v: 3, num_heads: 3 } });
  await expect.poll(() => last('error')).toMatchObject({ detail: { setting: 'num_heads' } });
  await expect(tokens.nth(1)).toBeChecked();
  await course.close();
});

test('messages sent before a frame is visible are handled once it is', async ({ page }) => {
  const course = await openCourseWith(
    page,
    lab,
    `<div class="far"></div><iframe src="LAB/embed.html#view=tokens&host=HOST" width="600"></iframe>`,
  );
  await page.waitForLoadState('load');
  const message = { source: 'attention-lab-host', v: 1 };
  await send(page, { ...message, kind: 'set', state: { v: 3, text: 'early words' } });
  await send(page, { ...message, kind: 'get' });
  expect(await messagesOf(page)).toEqual([]);
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await expect(frameOf(page).getByRole('radio')).toHaveCount(2);
  await expect
    .poll(async () => (await messagesOf(page, 'state'))[0])
    .toMatchObject({ state: { text: 'early words' } });
  await course.close();
});

test('a page that the address does not name receives nothing and changes nothing', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  const course = await openCourseWith(
    page,
    lab,
    `<iframe src="LAB/embed.html#view=tokens&host=https://course.example" width="600"></iframe>`,
  );
  const tokens = frameOf(page).getByRole('radio');
  await expect(tokens.nth(5)).toBeChecked();
  await send(page, {
    source: 'attention-lab-host',
    v: 1,
    kind: 'set',
    state: { v: 3, word: 1 },
  });
  await send(page, { source: 'attention-lab-host', v: 1, kind: 'get' });
  await expect.poll(() => warnings.join()).toContain('the address does not name it as host');
  await expect(tokens.nth(5)).toBeChecked();
  const kinds = async () => [...new Set((await messagesOf(page)).map(({ kind }: Message) => kind))];
  await expect.poll(kinds).toEqual(['height']);
  await course.close();
});

test('a frame does not take focus, scroll the page or add to the history', async ({ page }) => {
  const course = await openCourseWith(
    page,
    lab,
    `<input autofocus><div class="far"></div>
     <iframe data-attention-lab src="LAB/embed.html#host=HOST" width="600"></iframe>
     <div class="far"></div><script src="LAB/attention-lab-host.js"></script>`,
  );
  const frame = frameOf(page);
  // So that a scroll is not spread over many frames.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo(0, 3800));
  await expect(frame.locator('attention-bars h2')).toBeVisible();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(800);
  const entries = await page.evaluate(() => history.length);
  const message = { source: 'attention-lab-host', v: 1, kind: 'set' };
  await send(page, { ...message, state: { v: 3, text: 'one two three' } });
  await expect(frame.locator('attention-tokens').getByRole('radio')).toHaveCount(3);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('input');
  expect(await page.evaluate(() => scrollY)).toBe(3800);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  // A symbol of the formula must not scroll the host's page to its numbers.
  await frame
    .locator('attention-formula')
    .getByRole('button', { name: /^context/ })
    .click();
  await drawnTwice(page);
  expect(await page.evaluate(() => scrollY)).toBe(3800);
  await course.close();
});

test('a frame far from the screen does not load the engine', async ({ page }) => {
  const course = await openCourseWith(
    page,
    lab,
    `<div class="far"></div><iframe src="LAB/embed.html#view=tokens" width="600"></iframe>`,
  );
  const loader = /\/embed-[^/]*\.js$/;
  await expect.poll(() => lab.requestedPaths.some((path) => loader.test(path))).toBe(true);
  const requestCount = lab.requestedPaths.length;
  // A frame loads the rest after 100 ms in view. Nothing tells that it has decided not to.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const more = /\.wasm$|\/embedded-[^/]*\.js$/;
  expect(lab.requestedPaths.slice(requestCount).filter((path) => more.test(path))).toEqual([]);
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await expect(frameOf(page).getByRole('radio')).toHaveCount(6);
  expect(
    lab.requestedPaths.slice(requestCount).filter((path) => path.endsWith('.wasm')),
  ).toHaveLength(1);
  await course.close();
});

test('controls and views can be hidden individually', async ({ page }) => {
  const hideable = [
    ...['attention-formula', 'attention-vector', 'attention-steps', '#seed'].map((one) =>
      page.locator(one),
    ),
    page.getByRole('group', { name: 'Mask', exact: true }),
    page.getByRole('status').filter({ hasText: '6 tokens' }),
  ];
  await page.goto(`${lab.origin}/embed.html`);
  for (const one of hideable) await expect(one).toBeVisible();
  await page.goto(`${lab.origin}/embed.html#hide=formula,seed,mask,status,vector,steps`);
  await expect(page.getByLabel('Sentence')).toBeVisible();
  await expect(page.locator('attention-bars h2')).toBeVisible();
  for (const one of hideable) await expect(one).toBeHidden();
  await expect(page.locator('attention-embed')).toBeHidden();
  await expect(page.getByLabel('Model size d_model', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('the address sets language and theme; an unreadable address shows why', async ({ page }) => {
  await page.goto(`${lab.origin}/embed.html#view=bars&lang=de&theme=dark`);
  await expect(page.locator('attention-bars h2')).toContainText('Gewichte');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe('rgb(24, 23, 21)');
  const hasDarkInk = () =>
    page.locator('attention-bars canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const pixels = new Uint32Array(data.buffer);
      return pixels.some((p) => p >>> 24 > 200 && [0, 8, 16].every((at) => ((p >> at) & 255) < 60));
    });
  expect(await hasDarkInk()).toBe(false);
  await page.evaluate(() => (location.hash = 'view=bars&lang=de&theme=light'));
  await expect.poll(hasDarkInk).toBe(true);
  await page.evaluate(() => (location.hash = 'view=nothing&theme=light'));
  await expect(page.getByRole('alert')).toContainText(
    'Part of this link could not be used: view must be',
  );
  await expect(page.locator('attention-playground')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a changed address is shown by the same engine, in its own theme', async ({ page }) => {
  const requestCount = lab.requestedPaths.length;
  await page.goto(`${lab.origin}/embed.html#view=heatmap&theme=dark`);
  // Reads the labels above the columns.
  const labels = () =>
    page.locator('attention-heatmap canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, 14);
      const drawn = data.filter((_, i) => i % 4 === 0 && data[i + 3] === 255);
      if (drawn.length === 0) return 'none';
      return Math.max(...drawn) > 128 ? 'light' : 'dark';
    });
  await expect.poll(labels).toBe('light');
  await page.evaluate(() => (location.hash = 'view=heatmap&theme=light'));
  await expect.poll(labels).toBe('dark');
  await page.evaluate(() => (location.hash = 'view=tokens'));
  await expect(page.getByRole('radio')).toHaveCount(6);
  expect(
    lab.requestedPaths.slice(requestCount).filter((path) => path.endsWith('.wasm')),
  ).toHaveLength(1);
});

test('a symbol of the formula leads to its matrix, also for an opened file', async ({ page }) => {
  await page.goto(`${lab.origin}/embed.html`);
  await page.locator('attention-lab').evaluate((element) => {
    const rows = { shape: [2, 1], data: Float32Array.of(1, 2) };
    (element as AttentionLab).opened = { name: 'rows.npz', q: rows, k: rows, v: rows };
  });
  await expect(page.locator('attention-file-note')).toContainText('rows.npz');
  await page
    .locator('attention-formula')
    .getByRole('button', { name: /scaled scores/ })
    .click();
  await expect(page.getByRole('radio', { name: 'scores', exact: true })).toBeChecked();
  await expect(page.locator('attention-file-note')).toContainText('rows.npz');
});

test('a frame that may not run scripts shows a message', async ({ page }) => {
  const strict = await hostLab("default-src 'none'; style-src 'self'");
  await page.goto(`${strict.origin}/embed.html`);
  await expect(page.locator('#missing')).toBeVisible();
  await expect(page.locator('#missing')).toContainText('they did not run here');
  await strict.close();
});

test('two hundred frames share one engine, and only visible ones compute', async ({
  page,
  context,
}) => {
  const frame = (i: number) =>
    `<iframe src="LAB/embed.html#v=3&text=frame+${i}&view=tokens" loading="lazy" width="300" height="120"></iframe><br>`;
  const course = await openCourseWith(
    page,
    lab,
    Array.from({ length: 200 }, (_, i) => frame(i)).join(''),
  );
  const shown = (i: number) => page.frameLocator('iframe').nth(i).getByRole('radio');
  await expect(shown(0)).toHaveCount(2);
  await expect(shown(2)).toHaveCount(2);
  const last = page.locator('iframe').last();
  await last.scrollIntoViewIfNeeded();
  await expect(shown(199)).toHaveCount(2);
  const loaded = page.frames().filter((frame) => frame.url().includes('/embed.html'));
  const computed = await Promise.all(
    loaded.map((frame) =>
      frame.evaluate(() => document.querySelector('attention-tokens') !== null),
    ),
  );
  expect(computed.filter((is) => is).length).toBeLessThan(60);
  const cdp = await context.browser()!.newBrowserCDPSession();
  const { targetInfos } = await cdp.send('Target.getTargets');
  const workers = targetInfos.filter(
    ({ type, url }) => /worker/.test(type) && url.startsWith(lab.origin),
  );
  expect(workers.map(({ type }) => type)).toEqual(['shared_worker']);
  await course.close();
});
