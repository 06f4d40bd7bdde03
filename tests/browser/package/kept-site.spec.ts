/**
 * After one visit the site works without a network, on a static host that sends no headers; and it changes to a new
 * version.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { host, type Host, type Served } from '../support/hosts.ts';
import { pageWith } from '../embed/teacher.ts';
import { watch } from '../support/watch.ts';

test.use({ serviceWorkers: 'allow' });

let lab: Host | null = null;
const folders: string[] = [];
test.afterEach(async () => {
  await lab?.close();
  lab = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const kept = (page: Page) =>
  page.getByText('Saved in this browser: these pages also open without a network.');
const goTo = (page: Page, name: string) =>
  page.locator('.bar nav').getByRole('link', { name, exact: true }).click();
const model = (page: Page) => page.getByText('6 layers of 12 heads, d_model 384, weights in int8.');
const proven = (page: Page) =>
  expect(page.locator('attention-proof').getByRole('status').getByRole('heading')).toHaveText(
    /(\d+) of \1 checks pass/,
  );
/** The two sentences of the first page. */
const sentences = (page: Page) => page.locator('attention-trained .row attention-arcs canvas');

/** The paths that the browser keeps of the site, by version. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('attention-lab http'));
    const open = names.map(async (name) => (await (await caches.open(name)).keys()).map(pathOf));
    function pathOf({ url }: Request): string {
      return new URL(url).pathname.replace('/lab/', '');
    }
    return Promise.all(open);
  });

test('after one visit every page opens without the server, and so does MiniLM once it was opened', async ({
  page,
}) => {
  lab = await host({ '/lab/': { folder: 'dist' } });
  const { complaints } = await watch(page);
  await page.goto(`${lab.origin}/lab/proof.html`);
  await proven(page);
  await expect(kept(page)).toBeVisible();
  await expect.poll(async () => (await keptPaths(page))[0]).toContain('proof/pytorch.safetensors');
  await goTo(page, 'Language model');
  await page.getByRole('button', { name: /^Open MiniLM/ }).click();
  await expect(model(page)).toBeVisible();
  expect(complaints).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await caches.open('attention-lab-models')).keys()))
    .toHaveLength(5);

  await lab.close();
  await page.reload();
  await expect(model(page)).toBeVisible();
  await expect(kept(page)).toBeVisible();
  await goTo(page, 'Lab');
  await expect(sentences(page)).toHaveCount(2);
  expect(new URL(page.url()).pathname).toBe('/lab/');
  await goTo(page, 'Training');
  await expect(page.locator('attention-training attention-arcs canvas').first()).toBeVisible();
  await goTo(page, 'Lesson');
  await expect(page.locator('attention-heatmap canvas').first()).toBeVisible();
  await goTo(page, 'Speed');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(page, 'Proof');
  await proven(page);
  await goTo(page, 'One layer, untrained');
  await expect(page.locator('attention-bars canvas').first()).toBeVisible();
  // Loads what a page loads only on demand.
  await page.getByRole('button', { name: 'Embed' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(page.getByText('Diese Seiten öffnen sich auch ohne Netz.')).toBeVisible();
  // Only the page of models asks the server for something each time.
  expect(complaints.filter((text) => !/about\.json|ERR_CONNECTION_REFUSED$/.test(text))).toEqual(
    [],
  );
});

/** Copies the site. `edit` changes its files by path, before the list of files to keep is written. */
function copyOfSite(edit: (folder: string) => void = () => {}): Served {
  const folder = mkdtempSync(join(tmpdir(), 'attention-lab-'));
  folders.push(folder);
  const isLarge = (path: string) => /dist.(package|core|models.minilm.*)$/.test(path);
  cpSync('dist', folder, { recursive: true, filter: (path) => !isLarge(path) });
  edit(folder);
  execFileSync('node', ['web/build/keep-site.mjs', folder]);
  return { folder };
}

/** Changes a title and the name of the first page's script, which the previous version does not have. */
function nextVersion(folder: string): void {
  const script = readdirSync(join(folder, 'assets')).find((name) =>
    /^index-[\w-]{8}\.js$/.test(name),
  )!;
  renameSync(join(folder, 'assets', script), join(folder, 'assets', 'index-next.js'));
  const index = join(folder, 'index.html');
  const html = readFileSync(index, 'utf8');
  expect(html).toContain(script);
  writeFileSync(index, html.replaceAll(script, 'index-next.js').replace('<title>', '$&Next '));
}

test('a new version is shown immediately, and cached completely or not at all', async ({
  page,
  context,
}) => {
  const served: Record<string, Served> = { '/lab/': copyOfSite() };
  lab = await host(served);
  const first = `${lab.origin}/lab/`;
  await page.goto(first);
  await expect(kept(page)).toBeVisible();
  const scriptsOf = async () =>
    (await keptPaths(page)).map((paths) =>
      paths.filter((path) => /assets\/index-[\w-]{4,8}\.js/.test(path)),
    );
  const [[before]] = (await scriptsOf()) as [[string]];

  // The host is between two versions: it has the new list, but one old page.
  const next = copyOfSite(nextVersion);
  served['/lab/playground.html'] = '<!doctype html><title>Older</title>';
  served['/lab/'] = next;
  const ended = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { installing } = await registration.update();
    return new Promise((resolve) =>
      installing!.addEventListener('statechange', () => resolve(installing!.state)),
    );
  });
  expect(ended).toBe('redundant');
  expect(await scriptsOf()).toEqual([[before]]);

  delete served['/lab/playground.html'];
  await page.reload();
  await expect(page).toHaveTitle('Next Attention Lab');
  await expect(sentences(page)).toHaveCount(2);
  await expect.poll(scriptsOf).toEqual([[before], ['assets/index-next.js']]);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting);

  // This page still comes entirely from the previous version.
  await lab.close();
  await page.reload();
  await expect(page).toHaveTitle('Attention Lab');
  await expect(sentences(page)).toHaveCount(2);
  // The next visit gets the new version, entirely.
  await page.close();
  const later = await context.newPage();
  await later.goto(first);
  await expect(later).toHaveTitle('Next Attention Lab');
  await expect(sentences(later)).toHaveCount(2);
  expect((await keptPaths(later)).length).toBe(1);
});

test('a frame in another page caches nothing and logs no errors', async ({ page }) => {
  const pages: Record<string, Served> = { '/lab/': { folder: 'dist' } };
  lab = await host(pages);
  const frame = (attributes: string) => `<iframe width="900" height="600" ${attributes}></iframe>`;
  pages['/'] =
    `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
    ${frame('src="./lab/embed.html#v=3&view=bars"')}
    ${frame('src="./lab/playground.html"')}</html>`;
  // Whether a page registers a worker is decided before it has loaded.
  await page.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serviceWorker')!;
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      get() {
        console.error('asked for a service worker');
        return get!.call(this);
      },
    });
  });
  const { complaints } = await watch(page);
  await page.goto(lab.origin);
  for (const i of [0, 1]) {
    await page.locator('iframe').nth(i).scrollIntoViewIfNeeded();
    const bars = page.frameLocator('iframe').nth(i).locator('attention-bars canvas').first();
    await expect(bars).toBeVisible();
  }
  expect(complaints).toEqual([]);
  await page.goto(`${lab.origin}/lab/`);
  await expect.poll(() => complaints).toContain('error: asked for a service worker');
});

test('elements on a page of another site do not install a service worker there', async ({
  page,
}) => {
  lab = await host({ '/': { folder: 'dist' } }, { 'access-control-allow-origin': '*' });
  const { origin } = lab;
  const elements = {
    'elements.js': 'attention-playground',
    'trained-elements.js': 'attention-trained',
    'training-elements.js': 'attention-training',
    'model-elements.js': 'attention-model',
  };
  const pages = Object.entries(elements).map(([script, tag]) => [
    `/${tag}`,
    pageWith(`<script type="module" src="${origin}/${script}"></script><${tag}></${tag}>`),
  ]);
  const course = await host(Object.fromEntries(pages) as Record<string, string>);
  await page.addInitScript(() => {
    const installed: string[] = [];
    Object.assign(window, { installed });
    navigator.serviceWorker.register = (script) => {
      installed.push(String(script));
      return Promise.reject(new Error('only recorded'));
    };
  });
  await page.clock.install();
  const installedBy = async (address: string) => {
    await page.goto(address);
    await page.clock.fastForward(60_000);
    return page.evaluate(() => (window as unknown as { installed: string[] }).installed);
  };
  for (const tag of Object.values(elements)) {
    expect(await installedBy(`${course.origin}/${tag}`), tag).toEqual([]);
    await page.evaluate((tag) => customElements.whenDefined(tag).then(() => {}), tag);
  }
  expect(await installedBy(origin)).toEqual(['./service-worker.js']);
  await course.close();
});
