/** The Save menus: pictures and numbers of every view match the screen. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { numberOf } from './agreement.ts';
import { bars, grid, open, projection, settled, tableOf, vector } from './playground-page.ts';
import {
  compared,
  readSvg,
  saveButton,
  saved,
  savedOf,
  saveItems,
  type SvgFile,
} from '../support/saved-file.ts';
import { choose } from './export-page.ts';
import { npzOf } from '../../../web/src/files/npz.ts';
import { violations } from '../support/axe.ts';
import { watch } from '../support/watch.ts';

const view = (page: Page, name: string) => page.locator(`attention-${name}`);

/** Whether `text` is `exact` within half a unit in its last digit. */
const isRounding = (text: string, exact: string) =>
  Math.abs(numberOf(text) - Number(exact)) <= 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0) + 1e-6;

const textsIn = ({ texts }: SvgFile) => texts.map(({ text }) => text);

/** The texts on the same line as a label, from left to right. */
function lineOf({ texts }: SvgFile, label: string): string[] {
  const { y } = texts.find(({ text }) => text === label)!;
  const line = texts.filter((text) => Math.abs(text.y - y) < 3 && text.text !== label);
  return line.sort((a, b) => a.x - b.x).map(({ text }) => text);
}

async function expectPlain(page: Page, locator: Locator) {
  const svg = await saved(locator, 'SVG');
  const read = await readSvg(page, svg);
  expect(Object.keys(read.tags).sort()).toEqual(
    expect.arrayContaining(['desc', 'rect', 'svg', 'text', 'title']),
  );
  const allowed = ['desc', 'path', 'rect', 'svg', 'text', 'title'];
  for (const tag of Object.keys(read.tags)) expect(allowed).toContain(tag);
  for (const name of read.attributes) expect(name).not.toMatch(/href|^style|^on|^src|^class/);
  return { svg, read };
}

const views: [what: string, locate: (page: Page) => Locator, name: string][] = [
  ['the heatmap', grid, 'untrained-weights-head1-the-cat-sat-on-the-mat'],
  ['the queries', (page) => projection(page, 'q'), 'untrained-q-head1-the-cat-sat-on-the-mat'],
  ['the bars', bars, 'untrained-weights-of-mat-head1-the-cat-sat-on-the-mat'],
  ['the vector', vector, 'untrained-context-of-mat-head1-the-cat-sat-on-the-mat'],
  [
    'the tokens',
    (page) => view(page, 'tokens'),
    'untrained-tokens-weights-of-mat-head1-the-cat-sat-on-the-mat',
  ],
  [
    'the heads',
    (page) => view(page, 'heads'),
    'untrained-weights-of-all-heads-the-cat-sat-on-the-mat',
  ],
  [
    'the arithmetic',
    (page) => view(page, 'arithmetic'),
    'untrained-weight-of-mat-on-head1-the-cat-sat-on-the-mat',
  ],
  ['the formula', (page) => view(page, 'formula'), 'formula-of-attention'],
];

const namesOf = (some: typeof views) => some.map(([what]) => what).join(', ');

for (const [scheme, some] of [
  ['light', views.slice(0, 4)],
  ['light', views.slice(4)],
  ['dark', views.slice(0, 4)],
] as const)
  test(`${namesOf(some)} are saved as SVG and PNG, which look alike (${scheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const { complaints } = await watch(page);
    // With this many dimensions the labels are slanted.
    await open(page, { mask: 'causal', d_model: scheme === 'dark' ? 64 : 8 });
    const pictures = await savedOf(
      some.map(([, locate]) => locate(page)),
      'PNG',
    );
    for (const [what, locate, name] of some) {
      const { svg, read } = await expectPlain(page, locate(page));
      const png = pictures.find((picture) => picture.name === `${name}.png`)!;
      expect(svg.name).toBe(`${name}.svg`);
      const { width, height, different, drawn } = await compared(page, svg, png);
      expect([width, height], what).toEqual([2 * read.width, 2 * read.height]);
      expect(drawn, what).toBeGreaterThan(0.02);
      expect(different, what).toBeLessThan(0.012);
      if (what !== 'the formula')
        expect(read.description, what).toContain('“The cat sat on the mat”');
      expect(textsIn(read).join(' '), what).toMatch(/Attention\sLab$/);
    }
    expect(complaints).toEqual([]);
  });

test('pictures and files have the numbers of the data tables', async ({ page }) => {
  await open(page, { mask: 'causal' });

  await test.step('pictures show the numbers of the data tables', async () => {
    const { read } = await expectPlain(page, grid(page));
    const { columns, names, cells } = await tableOf(grid(page));
    expect(textsIn(read)).toEqual(expect.arrayContaining(columns.slice(1)));
    names.forEach((name, row) => {
      const line = lineOf(read, name);
      const seen = cells[row]!.filter((cell) => cell !== 'masked');
      expect(line).toHaveLength(seen.length);
      line.forEach((text, i) => expect(isRounding(text, seen[i]!), `${name} ${text}`).toBe(true));
    });

    const row = (await expectPlain(page, bars(page))).read;
    const shares = await tableOf(bars(page));
    shares.names.forEach((name, i) => expect(lineOf(row, name)).toEqual([shares.cells[i]![1]]));
    for (const [weight, share] of shares.cells)
      expect(Math.abs(numberOf(share!.replace('%', '')) - 100 * numberOf(weight!))).toBeLessThan(
        0.0501,
      );

    const stack = (await expectPlain(page, vector(page))).read;
    const context = (await tableOf(vector(page))).cells.at(-1)!;
    const { y } = stack.texts.find(({ text }) => text === 'd1')!;
    context.forEach((value, i) => {
      const { x } = stack.texts.find(({ text }) => text === `d${i + 1}`)!;
      // The bars have their tokens' names.
      const sums = stack.texts.filter((text) => text.x === x && text.y < y && /\d/.test(text.text));
      expect(sums).toHaveLength(1);
      expect(isRounding(sums[0]!.text, value), `d${i + 1} ${sums[0]!.text}`).toBe(true);
    });
  });

  await test.step('numbers are saved at full precision', async () => {
    const csv = await saved(grid(page), 'CSV');
    expect(csv.name).toBe('untrained-weights-head1-the-cat-sat-on-the-mat.csv');
    const { columns, names, cells } = await tableOf(grid(page));
    const [head, ...lines] = csv.bytes.toString('utf8').trimEnd().split('\r\n');
    expect(head!.split(',')).toEqual(['query', 'query_token', ...columns.slice(1), 'link']);
    lines.forEach((line, i) => {
      const [, name, ...values] = line.split(',');
      expect(name).toBe(names[i]);
      // The address of these settings.
      expect(values.pop()).toBe('v=3&mask=causal');
      const shown = values.map((value) =>
        value === '0' ? 'masked' : Number(value).toPrecision(6),
      );
      expect(shown).toEqual(cells[i]);
    });

    const npy = await saved(grid(page), 'NPY');
    const header = npy.bytes.subarray(10, npy.bytes.indexOf('\n')).toString('latin1');
    expect(header).toContain("'shape': (6, 6)");
    const floats = new Float32Array(
      npy.bytes.buffer.slice(npy.bytes.byteOffset + npy.bytes.length - 144),
    );
    const inCsv = lines.flatMap((line) =>
      line
        .split(',')
        .slice(2, -1)
        .map((value) => Math.fround(Number(value))),
    );
    expect([...floats]).toEqual(inCsv);

    const weights = (await saved(bars(page), 'CSV')).bytes.toString('utf8').trimEnd().split('\r\n');
    expect(weights.flatMap((line) => line.split(','))).toHaveLength(14);
    const context = (await saved(vector(page), 'CSV')).bytes
      .toString('utf8')
      .trimEnd()
      .split('\r\n');
    expect(context).toHaveLength((await tableOf(vector(page))).names.length + 1);
    const all = (await saved(view(page, 'heads'), 'NPY')).bytes.subarray(0, 128).toString('latin1');
    expect(all).toContain("'shape': (1, 2, 6, 6)");
  });
});

test('the lines of a saved sum of products begin and end with whole products', async ({ page }) => {
  await open(page, { num_heads: 1, d_model: 8 });
  const svg = await readSvg(page, await saved(page.locator('attention-arithmetic'), 'SVG'));
  const lines = svg.texts.map(({ text }) => text).filter((text) => text.includes('×'));
  expect(lines.length).toBeGreaterThan(1);
  const terms = lines.flatMap((line) => line.replace(/^\+ | \+$|\s=$/g, '').split(' + '));
  expect(terms).toHaveLength(8);
  expect(svg.texts.map(({ text }) => text)).not.toContain('=');
  for (const term of terms) expect(term).toMatch(/^\S+\s×\s\S+$/);
});

test('the numbers of all heads side by side have the axis of all dimensions', async ({ page }) => {
  await open(page, { head: 'mean' });
  for (const target of [projection(page, 'q'), vector(page)]) {
    const { bytes } = await saved(target, 'CSV');
    const [columns] = bytes.toString().split('\r\n');
    expect(columns).toMatch(/,d_model0,.*,d_model7,link$/);
  }
});

test('the caption of numbers from a file has only the settings that apply to them', async ({
  page,
}) => {
  await open(page, { temperature: 2 });
  const captionOf = async () => (await readSvg(page, await saved(bars(page), 'SVG'))).description;
  expect(await captionOf()).toContain('temperature');
  const rows = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
  const file = npzOf(['q', 'k', 'v'].map((name) => [name, rows]));
  await choose(page, 'a.npz', file);
  await expect(bars(page).locator('h2')).toHaveText('Weights of 2');
  const caption = await captionOf();
  expect(caption).toContain('a.npz');
  expect(caption).not.toContain('temperature');
});

test('an SVG of 512 tokens is smaller than 5 MB', async ({ page }) => {
  const text = Array.from({ length: 512 }, (_, i) => `t${i}`).join(' ');
  await open(page, { text, query: 300 });
  const { svg, read } = await expectPlain(page, grid(page));
  expect(svg.bytes.length).toBeLessThan(5e6);
  expect(read.tags['path']).toBeGreaterThan(50);
  expect(textsIn(read)).toContain('query: t300');
  const png = await saved(grid(page), 'PNG');
  // The size in the file's header.
  expect(png.bytes.readUInt32BE(16)).toBe(2 * read.width);
  expect(png.bytes.readUInt32BE(20)).toBe(2 * read.height);
});

test('hostile tokens stay text in the picture', async ({ page }) => {
  const { complaints } = await watch(page);
  const text =
    '</text><script>alert(1)</script> ]]> &amp; "onload=\u0001 \u202ehtap שלום 😀 ' +
    'x'.repeat(4000);
  await open(page, { text, query: 1 });
  for (const [what, locate] of views) {
    const { read } = await expectPlain(page, locate(page));
    expect(read.tags['title'], what).toBe(1);
  }
  expect(complaints).toEqual([]);
});

test('the menu works by keyboard, and is loaded when first opened', async ({ page }) => {
  const { requests } = await watch(page);
  await open(page);
  const loaded = () => requests.filter((address) => address.includes('save-files'));
  expect(loaded()).toEqual([]);
  const button = saveButton(bars(page));
  const items = saveItems(bars(page));
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(items.first()).toBeFocused();
  await expect.poll(loaded).not.toEqual([]);
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['End', 3],
    ['ArrowDown', 0],
    ['ArrowUp', 3],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(items.nth(index)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(items.first()).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(items.first()).toBeHidden();
  // Clicked before the menu can take the focus.
  await button.evaluate((element: HTMLElement) => {
    element.focus();
    element.click();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  });
  await expect(items.first()).toBeHidden();
  await button.click();
  await expect(items.first()).toBeVisible();
  await button.click();
  await expect(items.first()).toBeHidden();
});

test('the menu moves nothing, stays within the window, and is not printed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await open(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  for (const [what, locate] of views) {
    await saveButton(locate(page)).scrollIntoViewIfNeeded();
    await saveButton(locate(page)).click();
    await expect(saveItems(locate(page)).first()).toBeFocused();
    const box = (await saveItems(locate(page)).first().boundingBox())!;
    expect(box.x, what).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, what).toBeLessThanOrEqual(320);
    expect(await height(), what).toBe(before);
    await page.keyboard.press('Escape');
  }
  await page.emulateMedia({ media: 'print' });
  await expect(saveButton(bars(page))).toBeHidden();
});

test('a view that cannot be saved shows the reason', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await open(page);
  await saveButton(bars(page)).click();
  await saveItems(bars(page)).filter({ hasText: 'PNG' }).click();
  await expect(bars(page).locator('attention-save').getByRole('alert')).toContainText(
    /Saving failed: The browser did not create a PNG of \d+ × \d+ pixels\./,
  );
  // A menu may contain nothing but its items.
  await expect(bars(page).getByRole('menu').getByRole('alert')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await settled(page);
});

test('a view whose script for saving cannot be loaded says so, in the language of the page', async ({
  page,
}) => {
  await page.route('**/save-files-*.js', (route) => route.abort());
  await open(page);
  await page.locator('#language').selectOption('de');
  await saveButton(bars(page)).click();
  await saveItems(bars(page)).first().click();
  await expect(bars(page).locator('attention-save').getByRole('alert')).toHaveText(
    'Speichern fehlgeschlagen: Dieser Teil des Labors konnte nicht geladen werden.',
  );
});
