/** The package, installed from its tarball: bundled, unbundled, loaded twice, element by element. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { host, type Host, type Served } from '../support/hosts.ts';
import { type Project, projectWithPackage } from './installed-package.ts';
import { expectWeights } from '../support/sentence-weights.ts';
import { watch } from '../support/watch.ts';

test.describe.configure({ mode: 'default' });

let project: Project;
let served: Host | null = null;
test.beforeAll(async () => {
  project = await projectWithPackage();
});
test.afterEach(async () => {
  await served?.close();
  served = null;
});
test.afterAll(() => project.remove());

const page = (scripts: string, attributes = '') => `<!doctype html>
  <html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
  <attention-lab tokens="The cat sat on the mat" heads="2" mask="causal" ${attributes}>
    <attention-heatmap></attention-heatmap>
  </attention-lab>
  ${scripts}</html>`;
const script = (url: string) => `<script type="module" src="${url}"></script>`;
const strict = { 'content-security-policy': contentSecurityPolicy };

async function serve(files: Record<string, Served>, headers: Record<string, string> = strict) {
  served = await host(
    { '/lab/': { folder: `${project.installed}/dist/package` }, ...files },
    headers,
  );
  return served.origin;
}

test('computes in a fresh Vite project', async ({ page: tab }) => {
  await project.write('with-vite/index.html', page(script('./main.js')));
  await project.write('with-vite/main.js', `import 'attention-lab';`);
  const root = `${project.folder}/with-vite`;
  await vite({ root, configFile: false, logLevel: 'error', build: { modulePreload: false } });
  const { complaints } = await watch(tab);
  const origin = await serve({ '/': { folder: `${root}/dist` } });
  await tab.goto(`${origin}/index.html`);
  await expectWeights(tab.locator('attention-heatmap'));
  // Vite has found the worker and the module, and hashed their names.
  expect(tab.workers().map((worker) => worker.url())).toEqual([
    expect.stringMatching(/\/assets\/worker-[^/]+\.js$/),
  ]);
  expect(served!.requestedPaths).toContainEqual(
    expect.stringMatching(/^\/assets\/lab-[^/]+\.wasm$/),
  );
  expect(complaints).toEqual([]);
});

test('computes in an esbuild project with explicit addresses of worker and module', async ({
  page: tab,
}) => {
  await project.write('with-esbuild/main.js', `import 'attention-lab/elements/attention-heatmap';`);
  const folder = `${project.folder}/with-esbuild`;
  await esbuild({
    entryPoints: { main: `${folder}/main.js`, 'threads/attention': 'attention-lab/worker' },
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    outdir: `${folder}/out`,
    logLevel: 'silent',
  });
  const places = 'worker-url="./threads/attention.js" wasm-url="./lab/attention.wasm"';
  const { complaints } = await watch(tab);
  const origin = await serve({
    '/': { folder: `${folder}/out` },
    '/index.html': page(script('./main.js'), places),
  });
  await tab.goto(`${origin}/index.html`);
  await expectWeights(tab.locator('attention-heatmap'));
  expect(tab.workers().map((worker) => worker.url())).toEqual([`${origin}/threads/attention.js`]);
  expect(complaints).toEqual([]);
});

test('computes without a bundler, under a strict policy', async ({ page: tab }) => {
  const { requests, complaints } = await watch(tab);
  const origin = await serve({ '/lesson.html': page(script('./lab/index.js')) });
  await tab.goto(`${origin}/lesson.html`);
  await expectWeights(tab.locator('attention-heatmap'));
  expect(tab.workers()).toHaveLength(1);
  // The package also has a separate engine, and file readers.
  const [halves, filed] = await tab.evaluate(async (engine) => {
    const { createEngine, readNpz, writeNpz } = (await import(
      engine
    )) as typeof import('../../../web/src/pages/exports/engine.ts');
    const scores = { shape: [1, 2], data: new Float32Array([3, 3]) };
    const own = await createEngine();
    const { outputs } = await own.run('softmax', { inputs: { scores } });
    const { npz } = await readNpz(await writeNpz({ npz: scores }));
    return [[...outputs.weights.data], [...npz!.data]];
  }, './lab/engine.js');
  expect(halves).toEqual([0.5, 0.5]);
  expect(filed).toEqual([3, 3]);
  expect(tab.workers()).toHaveLength(2);
  expect(requests.filter((url) => !url.startsWith(`${origin}/`) && url !== 'data:,')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('computes when loaded twice, from two places', async ({ page: tab }) => {
  const { complaints } = await watch(tab);
  const origin = await serve({
    '/lesson.html': page(script('./lab/index.js') + script('./other/index.js')),
    '/other/': { folder: `${project.installed}/dist/package` },
  });
  await tab.goto(`${origin}/lesson.html`);
  await expectWeights(tab.locator('attention-heatmap'));
  expect(served!.requestedPaths).toContain('/other/index.js');
  expect(tab.workers()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('with a cross-origin or missing worker script, the main thread computes', async ({
  page: tab,
}) => {
  for (const worker of ['http://127.0.0.1:9/worker.js', './nowhere.js']) {
    const origin = await serve(
      { '/lesson.html': page(script('./lab/index.js'), `worker-url="${worker}"`) },
      {},
    );
    await tab.goto(`${origin}/lesson.html`);
    await expectWeights(tab.locator('attention-heatmap'));
    expect(tab.workers()).toHaveLength(0);
    await served!.close();
  }
});

/** Attributes of earlier versions: still read, no longer documented. */
const earlierNames: Record<string, string[]> = {
  'attention-lab': ['query', 'step'],
  'attention-playground': ['query', 'step'],
  'attention-model': ['task'],
  'attention-trained': ['task'],
  'attention-training': ['task'],
};

test('each element alone defines the tag and attributes listed in custom-elements.json', async ({
  page: tab,
}) => {
  const { exports } = JSON.parse(await readFile(`${project.installed}/package.json`, 'utf8'));
  const manifest = JSON.parse(
    await readFile(`${project.installed}/${exports['./custom-elements.json']}`, 'utf8'),
  ) as { modules: { declarations: { tagName: string; attributes: { name: string }[] }[] }[] };
  const declarations = manifest.modules.flatMap((module) => module.declarations);
  const names = [
    ...['all-heads', 'answer', 'arcs', 'arithmetic', 'bars', 'change-effects', 'chosen-head'],
    ...['controls', 'difference', 'drawing', 'export', 'file-note', 'formula', 'head-card'],
    ...['head-maps', 'head-relations', 'heads', 'heatmap', 'lab', 'masked-word', 'model'],
    ...['named-heads', 'own-sentence', 'patches', 'playground', 'rounding', 'similarities'],
    ...['steps', 'story', 'switch-off'],
    ...['tokens', 'trained', 'training', 'training-compare', 'training-curves'],
    'training-recipe',
    ...['training-run', 'value-weighted', 'vector', 'weight-arithmetic', 'word-cosines'],
    'word-paths',
  ];
  const tags = names.map((name) => `attention-${name}`);
  expect(declarations.map(({ tagName }) => tagName).sort()).toEqual(tags);
  for (const { tagName, attributes } of declarations) {
    const origin = await serve({ '/lesson.html': script(`./lab/${tagName}.js`) });
    await tab.goto(`${origin}/lesson.html`);
    const observed = await tab.evaluate(async (tag) => {
      const element = await customElements.whenDefined(tag);
      return (element as unknown as { observedAttributes: string[] }).observedAttributes;
    }, tagName);
    const isDocumented = (name: string) => !earlierNames[tagName]?.includes(name);
    expect([tagName, attributes.map(({ name }) => name).sort()]).toEqual([
      tagName,
      [...new Set(observed)].filter(isDocumented).sort(),
    ]);
    await served!.close();
  }
});

const bert = { '/bert/': { folder: 'tests/golden/checkpoints/bert' } };

test('<attention-model> has its engine; the other elements are not loaded with it, nor it with them', async ({
  page: tab,
}) => {
  const { complaints } = await watch(tab);
  const origin = await serve({
    '/lesson.html': `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
      <attention-model src="./bert"></attention-model>${script('./lab/attention-model.js')}</html>`,
    '/all.html': page(script('./lab/index.js')),
    ...bert,
  });
  await tab.goto(`${origin}/lesson.html`);
  await expect(tab.getByText('3 layers of 4 heads, d_model 48')).toBeVisible();
  await expect(tab.getByRole('button', { name: /, head 4(,|$)/ })).toHaveCount(3);
  expect(served!.requestedPaths).toContain('/lab/language.wasm');
  expect(await tab.evaluate(() => customElements.get('attention-lab'))).toBeUndefined();
  // The package does not contain MiniLM, so it does not offer it; a page that asks for it gets an explanation for its
  // author.
  await tab.locator('attention-model').evaluate((model) => model.setAttribute('src', 'minilm'));
  await expect(tab.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'This page does not say where MiniLM is. Its author can: models="https://…/models/" names the folder.',
  );
  // The open model stays.
  await expect(tab.getByRole('heading', { name: 'bert', exact: true })).toBeVisible();
  await expect(tab.getByText('22.7 million parameters')).toHaveCount(0);
  await expect(tab.getByRole('button', { name: /, head 4(,|$)/ })).toHaveCount(3);
  await tab.goto(`${origin}/all.html`);
  await expectWeights(tab.locator('attention-heatmap'));
  expect(await tab.evaluate(() => customElements.get('attention-model'))).toBeUndefined();
  expect(complaints).toEqual([]);
});

const aloneViews = [
  ...['all-heads', 'head-relations', 'value-weighted', 'weight-arithmetic'],
  ...['similarities', 'word-paths', 'masked-word', 'word-cosines', 'switch-off'],
  ...['own-sentence', 'head-card', 'named-heads', 'chosen-head', 'change-effects', 'rounding'],
].map((name) => `attention-${name}`);

test('the parts of a language model work alone, like EMBEDDING.md shows them', async ({
  page: tab,
}) => {
  const guide = await readFile('web/EMBEDDING.md', 'utf8');
  const [example] = /const engine = await createEngine\(\);\nconst model[^]*?(?=```)/.exec(guide)!;
  const [second] = /const seen = await model[^]*?(?=```)/.exec(guide)!;
  const [third] = /const off = \[place\][^]*?(?=```)/.exec(guide)!;
  const [fourth] = /const folder = [^]*?(?=```)/.exec(guide)!;
  const { complaints } = await watch(tab);
  const origin = await serve({
    '/lesson.html': `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
      ${aloneViews.map((name) => `<${name}></${name}>${script(`./lab/${name}.js`)}`).join('')}</html>`,
    ...bert,
  });
  await tab.goto(`${origin}/lesson.html`);
  await tab.evaluate(`(async () => {
    const { createEngine } = await import('./lab/engine.js');
    ${example!.replace('https://example.org/attention-lab/models/minilm/', './bert')}
    ${second}
    ${third}
    ${fourth!.replace('https://example.org/attention-lab/models/my-bert/', './bert/')}
  })()`);
  const maps = tab.getByRole('group', { name: 'All heads' });
  await expect(maps.getByRole('button', { name: /, head 4(,|$)/ })).toHaveCount(3);
  await expect(tab.locator('attention-head-relations').getByRole('rowheader')).toHaveCount(13);
  // The elements dispatch their events, and need nothing else.
  const chosen = tab.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-head-choose', (event) =>
          resolve((event as CustomEvent).detail),
        ),
      ),
  );
  await maps.getByRole('button', { name: 'Layer 2, head 3', exact: true }).click();
  expect(await chosen).toEqual({ attention: 'layers.1.attention', head: 2 });

  // For one head at one word, the weights of the row add up to 1.
  const values = tab.locator('body > attention-value-weighted');
  await values.scrollIntoViewIfNeeded();
  const weights = values.getByRole('row').nth(1).getByRole('cell');
  await expect(weights.nth(4)).toBeVisible();
  const shares = (await weights.allTextContents()).map(parseFloat);
  expect(Math.abs(shares.reduce((sum, share) => sum + share) - 100)).toBeLessThan(
    shares.length / 2,
  );
  const arithmetic = tab.locator('body > attention-weight-arithmetic');
  await arithmetic.scrollIntoViewIfNeeded();
  await arithmetic.getByRole('combobox').selectOption({ index: 1 });
  await expect(arithmetic.getByRole('heading')).toHaveText(/→ the\s*$/);

  // The visitor's text stays, and is dispatched as an event.
  const similar = tab.locator('body > attention-similarities');
  await similar.scrollIntoViewIfNeeded();
  await expect(similar.getByRole('gridcell')).toHaveCount(16);
  const typed = tab.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-language-change', (event) =>
          resolve((event as CustomEvent<{ texts: string[] }>).detail.texts[0]),
        ),
      ),
  );
  await similar.getByRole('textbox').first().fill('A dog sleeps.');
  expect(await typed).toBe('A dog sleeps.');
  const texts = () => similar.evaluate((view) => (view as HTMLElement & { texts: string[] }).texts);
  expect((await texts())[0]).toBe('A dog sleeps.');
  await tab.locator('attention-word-paths').scrollIntoViewIfNeeded();
  await expect(
    tab.locator('attention-word-paths attention-word-cosines canvas').first(),
  ).toBeVisible();
  const masked = tab.locator('attention-masked-word');
  await masked.scrollIntoViewIfNeeded();
  await expect(masked.getByRole('listitem').first()).toBeVisible();
  // The table shows what the head that is off changes.
  await expect(tab.locator('attention-change-effects').getByRole('row')).not.toHaveCount(0);
  await expect(tab.locator('attention-head-card')).toContainText('This head is off.');
  await expect(tab.locator('attention-head-card')).toContainText(
    'Best compared with a fixed distance: ',
  );
  const large = tab.locator('attention-chosen-head');
  await large.scrollIntoViewIfNeeded();
  await expect(large.getByRole('heading', { name: 'Layer 2, head 3' })).toBeVisible();
  await expect(large.locator('attention-heatmap')).toHaveCount(2);
  const off = tab.locator('body > attention-switch-off');
  await off.getByRole('button', { name: 'Switch off each of 12 heads in turn' }).click();
  await expect(off.getByText(/^Largest change/)).toBeVisible();
  await expect(tab.locator('attention-own-sentence').getByRole('textbox')).toHaveValue(
    'The girl dropped her ball.',
  );
  await expect(tab.locator('body > attention-word-cosines canvas')).toBeVisible();
  await expect(tab.locator('attention-named-heads')).toContainText('No head of this model');
  // Rounding to 8 bits changes weights a little.
  const rounding = tab.locator('attention-rounding');
  await rounding.getByRole('button', { name: 'Compare with the file as it is' }).click();
  const largest = rounding.locator('dt').first();
  await expect(largest).toHaveText(/^0\.\d{3}$/);
  expect(Number(await largest.textContent())).toBeLessThan(0.06);
  expect(complaints).toEqual([]);
});
