/** attention-lab.html alone: from disk, in frames, under security policies, without a network. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { withState } from '../../../web/src/embed/one-file.ts';
import { host, type Host } from '../support/hosts.ts';
import { serve, type OurServer } from './our-servers.ts';
import { expectWeights } from '../support/sentence-weights.ts';
import { watch } from '../support/watch.ts';

let file = '';
test.beforeAll(() => {
  file = readFileSync('dist/attention-lab.html', 'utf8');
});
const hash = 'v=3&mask=causal';
const strict = { 'content-security-policy': contentSecurityPolicy };

let served: Host | null = null;
let ours: OurServer | null = null;
test.afterEach(async () => {
  await served?.close();
  await ours?.stop();
  served = ours = null;
});

const weights = (page: Page | FrameLocator) => page.locator('attention-heatmap:not([field])');
const unscripted = (page: Page | FrameLocator) =>
  page.getByText('the script in this file is blocked');
const isNetworkUrl = (url: string) => !/^(data|blob|about):/.test(url);

/** Serves a lesson with the file in a frame, with these headers. */
async function openLesson(page: Page, frame: string, headers: Record<string, string> = {}) {
  const lesson = `<!doctype html><html lang="en"><title>Lesson</title>
    <link rel="icon" href="data:," /><iframe width="1000" height="700" ${frame}></iframe></html>`;
  served = await host({ '/lesson.html': lesson, '/attention-lab.html': file }, headers);
  await page.goto(`${served.origin}/lesson.html`);
  return page.frameLocator('iframe');
}
const srcdoc = (text: string) =>
  `srcdoc="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

test('it has at most 380 kB, gzipped', () => {
  expect(gzipSync(file).length).toBeLessThanOrEqual(380_000);
});

test('it computes from a disk, without a network', async ({ page, context }) => {
  await context.setOffline(true);
  const { requests, complaints } = await watch(page);
  const url = `${pathToFileURL('dist/attention-lab.html').href}#${hash}`;
  await page.goto(url);
  await expectWeights(weights(page));
  expect(page.workers()).toHaveLength(1);
  await expect(unscripted(page)).toBeHidden();
  // Changed settings are written to the address, as on the site.
  await page.getByLabel('Sentence').fill('Time flies');
  await expect.poll(() => page.url()).toContain('text=Time+flies');
  // The words of its bar are translated as well.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.getByRole('button', { name: 'Präsentieren' })).toBeVisible();
  // So are its texts to read, without what they say of other pages.
  const articles = page.getByRole('article');
  await expect(articles).toHaveCount(1);
  await expect(articles).toContainText('Was zu sehen ist');
  await expect(articles).not.toContainText('Nachweis');
  expect(requests.filter(isNetworkUrl)).toEqual([url.split('#')[0]]);
  expect(complaints).toEqual([]);
});

for (const [lang, family] of [
  ['en', 'Lab Serif'],
  ['zh', 'Lab Serif beside Chinese'],
])
  test(`it is set in its own type, without a network (${lang})`, async ({ page, context }) => {
    await context.setOffline(true);
    await page.goto(`${pathToFileURL('dist/attention-lab.html').href}#${hash}&lang=${lang}`);
    await expect(page.locator('attention-bars canvas')).toBeVisible();
    const font = await readFile('build/fonts/text.woff2', 'base64');
    const drawn = await page.evaluate(
      async ([family, font]) => {
        await document.fonts.ready;
        // Loads the same typeface under another name, independent of the page's styles.
        const bytes = Uint8Array.from(atob(font!), (letter) => letter.charCodeAt(0));
        document.fonts.add(await new FontFace('Reference', bytes).load());
        const context = document.createElement('canvas').getContext('2d')!;
        const width = (families: string) => {
          context.font = `100px ${families}`;
          return context.measureText('Attention').width;
        };
        const { status } = [...document.fonts].find(
          (face) => face.family.replaceAll('"', '') === family && face.style === 'normal',
        )!;
        const { fontFamily } = getComputedStyle(document.querySelector('h1, .brand')!);
        const widths = [fontFamily, 'Reference', 'serif'].map(width);
        return { status, fontFamily, widths };
      },
      [family, font],
    );
    expect(drawn.status).toBe('loaded');
    expect(drawn.fontFamily.replaceAll('"', '')).toMatch(new RegExp(`^${family},`));
    const [own, reference, system] = drawn.widths;
    expect(own).toBe(reference);
    expect(own).not.toBe(system);
  });

for (const [command, script] of [
  ['npm start', 'serve.mjs'],
  ['npm run dev', 'dev.mjs'],
] as const)
  test(`it computes from the server of ${command}`, async ({ page }) => {
    ours = await serve(script);
    const { requests, complaints } = await watch(page);
    await page.goto(`${ours.origin}/attention-lab.html#${hash}`);
    await expectWeights(weights(page));
    expect(requests.filter(isNetworkUrl)).toEqual([`${ours.origin}/attention-lab.html`]);
    expect(complaints).toEqual([]);
  });

test('it computes in a sandboxed frame', async ({ page }) => {
  const { requests, complaints } = await watch(page);
  const source = `src="./attention-lab.html#${hash}" sandbox="allow-scripts"`;
  const frame = await openLesson(page, source);
  await expectWeights(weights(frame));
  await expect(unscripted(frame)).toBeHidden();
  expect(page.workers()).toHaveLength(1);
  expect(served!.requestedPaths).toEqual(['/lesson.html', '/attention-lab.html']);
  expect(requests.filter(isNetworkUrl)).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('it computes as a srcdoc, with its state in the file', async ({ page }) => {
  const { requests, complaints } = await watch(page);
  const frame = await openLesson(page, srcdoc(withState(file, hash)));
  await expectWeights(weights(frame));
  expect(page.workers()).toHaveLength(1);
  // It works without an address to write to.
  await frame.getByLabel('Sentence').fill('Time flies');
  await expect(frame.getByRole('status').first()).toContainText('2 tokens');
  expect(requests.filter(isNetworkUrl)).toEqual([`${served!.origin}/lesson.html`]);
  expect(complaints).toEqual([]);
});

test('under a policy that refuses blob workers, it computes on the main thread', async ({
  page,
}) => {
  const headers = { 'content-security-policy': "worker-src 'self'" };
  served = await host({ '/attention-lab.html': file }, headers);
  await page.goto(`${served.origin}/attention-lab.html#${hash}`);
  await expectWeights(weights(page));
  expect(page.workers()).toHaveLength(0);
});

test('where its script is refused, a message names what is missing', async ({ page }) => {
  for (const [frame, headers] of [
    ['src="./attention-lab.html" sandbox', {}],
    [srcdoc(file), strict],
  ] as const) {
    const inner = await openLesson(page, frame, headers);
    await expect(unscripted(inner)).toBeVisible();
    await expect(inner.locator('attention-playground')).toBeHidden();
    await served!.close();
  }
});

test('a srcdoc in a page that refuses WebAssembly shows a message', async ({ page }) => {
  const headers = { 'content-security-policy': "script-src 'unsafe-inline'" };
  const frame = await openLesson(page, srcdoc(file), headers);
  await expect(frame.getByRole('alert').filter({ hasText: 'refuses WebAssembly' })).toBeVisible();
});

test('its own policy blocks other scripts, styles and requests', async ({ page }) => {
  const script = `<script>document.title='changed'</script><style>h1{color:red}</style>`;
  const changed = file.replace('<main>', () => `${script}<img src="/picture.png"><main>`);
  expect(changed).not.toBe(file);
  served = await host({ '/attention-lab.html': changed });
  await page.goto(`${served.origin}/attention-lab.html#${hash}`);
  await expectWeights(weights(page));
  await expect(page).toHaveTitle('Attention Lab');
  await expect(page.locator('h1')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  expect(served.requestedPaths).toEqual(['/attention-lab.html']);
});

test('it saves copies of itself, which start with the current state', async ({ page }) => {
  const { complaints } = await watch(page);
  await page.goto(`${pathToFileURL('dist/attention-lab.html').href}#${hash}`);
  await page.getByRole('button', { name: 'Embed' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download attention-lab.html' }).click();
  const copy = readFileSync(await (await saved).path(), 'utf8');
  served = await host({ '/copy.html': copy });
  await page.goto(`${served.origin}/copy.html`);
  await expectWeights(weights(page));
  expect(served.requestedPaths).toEqual(['/copy.html']);
  expect(complaints).toEqual([]);
});

test('a state cannot break out of its place in the file', async ({ page }) => {
  const text = `"><script>document.title='changed'</script>&quot;'$&$1`;
  const state = `v=3&text=${text}`;
  served = await host({ '/attention-lab.html': withState(withState(file, hash), state) });
  await page.goto(`${served.origin}/attention-lab.html`);
  await expect(page.locator('meta[name=attention-state]')).toHaveAttribute('content', state);
  await expect(page.getByLabel('Sentence')).toHaveValue(new URLSearchParams(state).get('text')!);
  await expect(page).toHaveTitle('Attention Lab');
});
