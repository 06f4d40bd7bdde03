/**
 * The page of MiniLM says where its numbers come from: that the model is changed, on which sentences heads are
 * measured, and what saved files contain.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Download, type Locator, type Page } from '@playwright/test';
import { promised } from '../../support/promised.ts';
import { violations } from '../support/axe.ts';
import { csvFields } from '../support/csv-fields.ts';
import { longWait } from '../support/long-wait.ts';
import { card, head, open, openMeasured } from './minilm-page.ts';
import { readSvg, saved } from '../support/saved-file.ts';

const status = (page: Page) => page.locator('attention-own-sentence .is-changed');
const relations = (page: Page) => page.locator('attention-head-relations');

/** The table that a button saves. */
async function tableOf(page: Page, button: Locator) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button.press('Enter'),
  ] as const);
  return { name: download.suggestedFilename(), rows: await rowsOf(download) };
}

async function rowsOf(download: Download): Promise<Record<string, string>[]> {
  return parsed(await readFile(await download.path(), 'utf8'));
}

function parsed(text: string): Record<string, string>[] {
  const [names, ...lines] = text.trim().split('\r\n').map(csvFields);
  return lines.map((line) => Object.fromEntries(names!.map((name, i) => [name, line[i]!])));
}

test('the first screen says what is changed, leads there, and undoes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '&off=layers.1.attention:3');
  await expect(status(page)).toBeInViewport();
  await expect(status(page)).toContainText('Changed: 1');
  await card(page).getByRole('button', { name: 'All heads of this layer off' }).click();
  await expect(page).toHaveURL(/off=.*layers\.1\.attention:11/);
  // Switching a layer off counts as one change.
  await expect(status(page)).toContainText('Changed: 1');
  expect(await violations(page)).toEqual([]);
  await status(page).getByRole('button', { name: 'Changed: 1' }).click();
  const list = page.locator('attention-change-effects h2').first();
  await expect(list).toBeFocused();
  await expect(list).toBeInViewport();
  await status(page).getByRole('button', { name: 'Undo all' }).click();
  await expect(status(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/off=/);
  await expect(page.locator('attention-own-sentence .label')).toBeFocused();
});

test('the list of changes stays in sight when the story above it arrives', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { promise: released, resolve: release } = promised<void>();
  await page.route('**/attention-story-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await open(page, '&off=layers.1.attention:3');
  await status(page).getByRole('button', { name: 'Changed: 1' }).click();
  const list = page.locator('attention-change-effects h2').first();
  await expect(list).toBeInViewport();
  release();
  await expect(page.locator('attention-head-story attention-story .formula')).toBeVisible();
  await expect(list).toBeInViewport();
});

test('saved maps of a changed model say so; a frame without the list of changes counts them', async ({
  page,
}) => {
  await open(page, '&off=layers.1.attention:3');
  const map = page.locator('attention-chosen-head attention-heatmap').first();
  await map.scrollIntoViewIfNeeded();
  const chosen = page.locator('attention-chosen-head').getByRole('heading').first();
  const [head] = /^Layer \d+, head \d+/.exec(await chosen.innerText())!;
  const place = head
    .toLowerCase()
    .replaceAll(/ (?=\d)/g, '')
    .replace(/\W+/g, '-');
  const svg = await saved(map, 'SVG');
  expect(svg.name).toBe(`weights-${place}-minilm-int8-changed.svg`);
  const { description } = await readSvg(page, svg);
  expect(description).toContain('Changed: 1');
  expect(description.replaceAll('\u00a0', ' ')).toContain(` · ${head.toLowerCase()} · `);
  expect(description).toContain('“The girl near the old door dropped her small red ball.”');
  // A table has the number, in every language.
  const csv = await saved(map, 'CSV');
  expect(parsed(csv.bytes.toString('utf8'))[0]).toMatchObject({
    place: head.toLowerCase(),
    changed: '1',
  });
  const arcs = await saved(page.locator('attention-arcs'), 'NPY');
  expect(arcs.name).toMatch(new RegExp(`^weights-of-.*-${place}-minilm-int8-changed.npy$`));
  await status(page).getByRole('button', { name: 'Undo all' }).click();
  await expect(status(page)).toHaveCount(0);
  expect((await saved(map, 'SVG')).name).toBe(`weights-${place}-minilm-int8.svg`);
  await page.goto('./embed.html#v=3&model=minilm&hide=effects&off=layers.1.attention:3');
  await expect(status(page)).toContainText('Changed: 1');
  await expect(status(page).getByRole('button')).toHaveText(['Undo all']);
});

async function expectFoundHeadShown(page: Page) {
  const search = relations(page).getByRole('searchbox');
  await search.fill('verbs to objects');
  const go = relations(page).getByRole('button', { name: /^\s*Go to layer \d, head \d+\s*$/ });
  const [layer, number] = (await go.textContent())!.match(/\d+/g)!.map(Number) as [number, number];
  await search.press('Enter');
  await expect(head(page, layer, number)).toBeFocused();
  await expect(head(page, layer, number)).toBeInViewport();
  await expect(card(page)).toContainText(`Layer ${layer}, head ${number} `);
  // The button does the same.
  await search.fill('possessives to owners');
  await go.press('Enter');
  await expect(card(page).locator('.name')).toHaveText('possessive → owner');
  await expect(page.locator('attention-all-heads .head[aria-pressed=true]')).toBeFocused();
}

async function expectProvenance(page: Page) {
  const view = relations(page);
  await expect(view.locator('thead')).toContainText('95% interval (Wilson)', longWait);
  const sentences = view.locator('attention-test-sentences');
  await sentences.locator('summary').click();
  await expect(sentences).toContainText('All 640 sentences are drawn with seed 1.');
  await expect(sentences.locator('dt')).toHaveCount(13);
  const example = sentences.locator('dd').nth(3).locator('p').first();
  await expect(example.locator('.from')).toHaveText(/^(the|a|an|this|that|every|her|his)$/);
  const [from, to] = [
    await example.locator('.from').textContent(),
    await example.locator('.to').textContent(),
  ];
  const text = (await example.textContent())!.trim().replace(/\s+/g, ' ');
  const all = await tableOf(
    page,
    sentences.getByRole('button', { name: /Save all test sentences/ }),
  );
  expect(all.name).toBe('test-sentences-seed-1.csv');
  expect(new Set(all.rows.map((row) => row['sentence'])).size).toBe(640);
  const row = all.rows.find(
    (row) => row['text'] === text && row['relation_key'] === 'determiner_to_noun',
  );
  expect(row).toMatchObject({ half: 'report', seed: '1' });
  const words = text.split(' ');
  expect([words[Number(row!['from_index'])], words[Number(row!['to_index'])]]).toEqual([from, to]);

  const heads = await tableOf(page, view.getByRole('button', { name: 'Save all scores (CSV)' }));
  expect(heads.name).toBe('heads-minilm-int8.csv');
  const about = {
    model: 'MiniLM',
    weights: 'int8',
    interval: 'Wilson 95%',
    sentences: '640',
    seed: '1',
  };
  for (const line of heads.rows) {
    expect(line).toMatchObject(about);
    expect(line['sha256']).toMatch(/^[\da-f]{64}$/);
  }
  // The view names a baseline that is better than every head shown, and no other.
  const keys = [...new Set(heads.rows.map((one) => one['relation_key']!))];
  const better = keys.map((key) => {
    const all = heads.rows.filter((one) => one['relation_key'] === key);
    const named = all.filter((row) => row['named'] === 'true');
    const shown = named.length > 0 ? named : all.filter((row) => row['best_candidate'] === 'true');
    const best = Math.max(...shown.map((one) => Number(one['share'])));
    const { nearest_share: nearest, offset_share: offset } = all[0]!;
    return [nearest, offset].filter((share) => share !== '' && Number(share) > best).length;
  });
  expect(better.filter((count) => count > 0).length).toBeGreaterThan(2);
  const marked = await view
    .locator('tbody')
    .evaluateAll((all) => all.map((element) => element.querySelectorAll('b').length));
  expect(marked).toEqual(better);
  const verb = view.locator('tbody').filter({ hasText: 'verb → subject' });
  const { nearest_share } = heads.rows.find((row) => row['relation_key'] === 'verb_to_subject')!;
  await expect(verb.locator('b')).toHaveText(
    `${(100 * Number(nearest_share)).toFixed(1)}%, noun before (better than the head)`,
  );

  const map = page.locator('attention-chosen-head attention-heatmap').first();
  await map.scrollIntoViewIfNeeded();
  const file = async () => parsed((await saved(map, 'CSV')).bytes.toString('utf8'))[0]!;
  expect(await file()).toMatchObject({
    text: 'The girl near the old door dropped her small red ball.',
    model: 'MiniLM',
    weights: 'int8',
    delimiters: 'left out',
  });
  await page.getByLabel('[CLS], [SEP]').selectOption('shown');
  await expect.poll(async () => (await file())['delimiters']).toBe('included');
}

test('what was measured is found and saved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openMeasured(page);
  await test.step('a search shows the head that it finds', () => expectFoundHeadShown(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => (location.hash = 'v=3&model=minilm'));
  await expect(page).not.toHaveURL(/search=/);
  await test.step('the measured sentences are shown and saved, and files state their provenance', () =>
    expectProvenance(page));
});
