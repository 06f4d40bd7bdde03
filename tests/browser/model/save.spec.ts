/** Views of the page of language models save their pictures and numbers as files, exactly as they are shown. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { python } from '../../support/python.ts';
import { csvFields } from '../support/csv-fields.ts';
import { compared, readSvg, saved, saveButton, saveItems } from '../support/saved-file.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { bertFiles, openOwnFiles } from './open-own-files.ts';

const weightsHash = createHash('sha256').update(readFileSync(bertFiles[1]!)).digest('hex');

/** Names of heads that arrive later move the views: a click on a menu could miss it. */
async function open(page: Page, { measured = false } = {}) {
  if (!measured) await withoutMeasuring(page);
  await page.goto('./model.html');
  await openOwnFiles(page);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  const rows = page.locator('attention-head-relations').getByRole('rowheader');
  if (measured) await expect(rows).toHaveCount(13);
}

/** The lines of the saved table. `formats` lists all formats that the view offers. */
async function csvOf(
  view: Locator,
  name: RegExp,
  formats: readonly string[] = ['CSV', 'NPY'],
): Promise<string[][]> {
  await saveButton(view).press('Enter');
  const items = saveItems(view);
  await expect(items).toHaveText(formats.map((format) => new RegExp(format)));
  await view.page().keyboard.press('Escape');
  const file = await saved(view, 'CSV');
  expect(file.name).toMatch(name);
  const [names, ...lines] = file.bytes.toString('utf8').trim().split('\r\n').map(csvFields);
  // The source of the numbers stands last on each line, and in the file's name.
  expect(names!.slice(-4)).toEqual(['model', 'weights', 'sha256', 'link']);
  const isOfMap = names!.at(-5) === 'delimiters';
  const place = names!.indexOf('place');
  for (const line of lines) {
    const [model, weights, sha256, link] = line.slice(-4);
    const changed = names!.includes('changed') ? '-changed' : '';
    if (model === 'MiniLM') expect(sha256).toMatch(/^[\da-f]{64}$/);
    else expect(sha256).toBe(weightsHash);
    expect(file.name).toContain(`-${model!.toLowerCase()}-${weights}${changed}.csv`);
    if (place >= 0)
      expect(file.name).toContain(
        `-${line[place]!.replaceAll(/ (?=\d)/g, '').replace(/\W+/g, '-')}-`,
      );
    expect(link).toMatch(/^v=3&/);
  }
  const facts = 4 + (isOfMap ? 2 : 0) + (place >= 0 ? 1 : 0);
  return [names!, ...lines].map((line) => line.slice(0, -facts));
}

const withPicture = ['SVG', 'PNG', 'CSV', 'NPY'];

/** Returns the saved picture, after checking that SVG and PNG show the same. */
async function pictureOf(view: Locator) {
  const [svg, png] = [await saved(view, 'SVG'), await saved(view, 'PNG')];
  const { different, drawn } = await compared(view.page(), svg, png);
  expect(different).toBeLessThan(0.02);
  expect(drawn).toBeGreaterThan(0.005);
  return readSvg(view.page(), svg);
}

const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replace('−', '-')));

test('the similarities without each head are saved', async ({ page }) => {
  await open(page, { measured: true });
  const view = page.locator('attention-switch-off');
  await page.locator('attention-similarities').evaluate((element) => element.scrollIntoView());
  await view.getByRole('button', { name: 'Switch off each of 12 heads in turn' }).click();
  const [names, ...lines] = await csvOf(view, /^similarity-without-head.*\.csv$/, withPicture);
  const heads = ['Head 1', 'Head 2', 'Head 3', 'Head 4'];
  expect(names).toEqual(['layer', 'layer_token', ...heads, 'texts']);
  expect(lines.map((line) => line[1])).toEqual(['Layer 1', 'Layer 2', 'Layer 3']);
  await view.getByText('Table').click();
  const shown = view.getByRole('row');
  await expect(shown).toHaveCount(13);
  for (const row of (await shown.all()).slice(1)) {
    const place = await row.getByRole('rowheader').textContent();
    const [layer, head] = place!.match(/\d+/g)!.map(Number) as [number, number];
    const [change] = numbers(await row.getByRole('cell').allTextContents());
    expect(Number(lines[layer - 1]![head + 1])).toBeCloseTo(change!, 7);
  }
  const picture = await pictureOf(view);
  const bars = await view.locator('svg .bar').count();
  // The background, the bars, and two swatches of the key.
  expect(picture.tags['rect']).toBe(1 + bars + 2);
  const written = picture.texts.map(({ text }) => text);
  expect(written).toEqual(expect.arrayContaining(['Layer 1', 'Layer 2', 'Layer 3', 'named']));
});

test('the picture of all heads has their order, and the figures that they are ordered by', async ({
  page,
}) => {
  await open(page);
  const view = page.locator('attention-all-heads');
  await view.getByLabel('Sort by').selectOption('entropy');
  const places = await view
    .locator('.head')
    .evaluateAll((all) => all.map((head) => head.getAttribute('title')));
  expect(places).toHaveLength(12);
  const figures = await view.locator('.below b').allTextContents();
  expect(figures.map(Number)).toEqual(figures.map(Number).sort((a, b) => a - b));
  const written = (await pictureOf(view)).texts.map(({ text }) => text);
  expect(written.filter((text) => places.includes(text))).toEqual(places);
  expect(written.filter((text) => figures.includes(text))).toEqual(figures);
});

test('the words in place of a mask are saved', async ({ page }) => {
  await open(page);
  const view = page.locator('attention-masked-word');
  await view.evaluate((element) => element.scrollIntoView());
  await expect(view.getByRole('listitem').first()).toBeVisible();
  const [names, ...lines] = await csvOf(view, /^masked-words.*\.csv$/, withPicture);
  expect(names).toEqual(['word', 'word_token', 'Probability', 'text']);
  const read = await view.getByRole('textbox').inputValue();
  expect(lines.map((line) => line[3])).toEqual(lines.map(() => read));
  await view.getByText('Table').click();
  expect(lines).not.toEqual([]);
  const shown = view.getByRole('row');
  await expect(shown).toHaveCount(1 + lines.length);
  for (const [i, row] of (await shown.all()).slice(1).entries()) {
    const place = (await row.getByRole('rowheader').textContent())!.trim();
    const [word, probability] = await row.getByRole('cell').allTextContents();
    expect(lines[i]![1]).toBe(`${place}: ${word}`);
    expect(Number(lines[i]![2])).toBeCloseTo(Number(probability), 6);
  }
  const written = (await pictureOf(view)).texts.map(({ text }) => text);
  const items = view.getByRole('listitem');
  await expect(items).toHaveCount(lines.length);
  for (const item of await items.all()) {
    const [word, share] = [item.locator('bdi'), item.locator('.share')];
    expect(written).toContain(await share.textContent());
    expect(written.join()).toContain((await word.textContent())!);
  }
});

test('the shares of all heads by relation are saved', async ({ page }) => {
  await open(page, { measured: true });
  const view = page.locator('attention-head-relations');
  const [names, ...lines] = await csvOf(view, /^relations.*\.csv$/, withPicture);
  const first = ['relation', 'relation_token', 'layer 1, head 1', 'layer 1, head 2'];
  expect(names!.slice(0, 4)).toEqual(first);
  const strips = view.locator('.strips ul button');
  expect(lines).toHaveLength(await strips.count());
  // Each strip names the share of its best head.
  for (const [i, line] of lines.entries()) {
    const [name, share] = await strips.nth(i).locator('.line span').allTextContents();
    expect(line[1]).toBe(name);
    expect(line.slice(2).map((each) => `${(100 * Number(each)).toFixed(1)}%`)).toContain(share);
  }
  const picture = await pictureOf(view);
  const written = picture.texts.map(({ text }) => text).join();
  expect(written).toContain('verb → object');
  // The search leaves out all other relations.
  await page.getByRole('searchbox').fill('verbs to objects?');
  const searched = (await pictureOf(view)).texts.map(({ text }) => text).join();
  expect(searched).toContain('verb → object');
  expect(searched).not.toContain('determiner');
});

test('the row of a head and the arithmetic of a weight are saved', async ({ page }) => {
  await open(page);
  const row = page.locator('attention-value-weighted');
  await row.evaluate((view) => view.scrollIntoView());
  await expect(row.getByRole('row')).toHaveCount(4);
  const title = await page
    .locator('attention-chosen-head')
    .getByRole('heading')
    .first()
    .innerText();
  const [, layer, head] = /^Layer (\d+), head (\d+) /.exec(title)!;
  const named = (what: string) => new RegExp(`^${what}-.*-layer${layer}-head${head}-.*\\.csv$`);
  // Both maps above it have their own menu.
  const [, ...lines] = await csvOf(row.locator('section'), named('weights-and-values-of'));
  for (const [i, line] of lines.entries()) {
    const shown = await row
      .getByRole('row')
      .nth(i + 1)
      .getByRole('cell')
      .allTextContents();
    const isShare = shown[0]!.endsWith('%');
    const exact = line.slice(-shown.length).map(Number);
    shown.forEach((text, k) =>
      expect(exact[k]).toBeCloseTo(
        isShare ? parseFloat(text) / 100 : parseFloat(text),
        isShare ? 3 : 2,
      ),
    );
  }
  const view = page.locator('attention-weight-arithmetic');
  await view.evaluate((element) => element.scrollIntoView());
  const [names, ...products] = await csvOf(view, named('weight-of'), withPicture);
  expect(names).toEqual(['number', 'q', 'k', 'q × k', 'text']);
  const sum = products.reduce((total, line) => total + Number(line[3]), 0);
  const [dot] = numbers([(await view.locator('dl .value').first().textContent())!]);
  expect(sum).toBeCloseTo(dot!, 2);
  const written = (await pictureOf(view)).texts.map(({ text }) => text);
  for (const value of await view.locator('dl .value').allTextContents())
    expect(written).toContain(value.trim());
});

test('a sentence that is being saved is not saved again', async ({ page }) => {
  await open(page);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const save = page.getByRole('button', { name: 'Save all numbers of this sentence (NPZ)' });
  await save.evaluate((button: HTMLButtonElement) => {
    for (let i = 0; i < 3; ++i) button.click();
  });
  await expect.poll(() => downloads.length).toBeGreaterThan(0);
  await expect(save).toHaveAttribute('aria-disabled', 'false');
  await save.click();
  await expect.poll(() => downloads.length).toBeGreaterThan(1);
  await expect(save).toHaveAttribute('aria-disabled', 'false');
  expect(downloads).toHaveLength(2);
});

test('the file of a sentence has its tokens and the lengths of v', async ({ page }, info) => {
  await open(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save all numbers of this sentence (NPZ)' }).press('Enter'),
  ]);
  const folder = info.outputPath();
  expect(download.suggestedFilename()).toMatch(/^sentence-bert[a-z]*-float32\.npz$/);
  const path = `${folder}/sentence.npz`;
  await download.saveAs(path);
  const printed = python(
    `import json, numpy
z = numpy.load("sentence.npz")
about = json.loads(z["about"][0])
print(json.dumps([z["tokens"].tolist(), list(z["value_lengths"].shape), z["value_lengths"][1, 2].tolist(), about, [z[name].dtype.str for name in ["ids", "word_of"]], z["ids"].tolist()]))`,
    folder,
  );
  const [tokens, shape, lengths, about, types, ids] = JSON.parse(printed) as [
    string[],
    number[],
    number[],
    Record<string, string>,
    string[],
    number[],
  ];
  expect(types).toEqual(['<i4', '<i4']);
  expect(ids).toHaveLength(tokens.length);
  expect(about['weights']).toBe('float32');
  expect(about['text']).toBe('The girl near the old door dropped her small red ball.');
  expect(about['link']).toMatch(/^v=3&.*layer=1&head=3/);
  expect(tokens.at(0)).toBe('[CLS]');
  expect(tokens.at(-1)).toBe('[SEP]');
  expect(shape).toEqual([3, 4, tokens.length]);
  // The page shows the figures of a head with two decimals.
  await page.getByRole('button', { name: 'Layer 2 (layers.1), head 3', exact: true }).click();
  const row = page.locator('attention-value-weighted');
  await row.evaluate((view) => view.scrollIntoView());
  await expect(row.getByRole('row')).toHaveCount(4);
  const cells = row.getByRole('row').nth(2).getByRole('cell');
  await expect(cells).toHaveText(lengths.map((length) => length.toFixed(2)));
});

test('the effect of a change on similarities is saved', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  const sentence = await page.locator('attention-own-sentence').getByRole('textbox').inputValue();
  const view = page.locator('attention-change-effects .beside > div').first();
  const rows = view.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const [names, ...lines] = await csvOf(view, /^similarity-changes.*\.csv$/);
  const facts = ['sentence', 'changed'];
  expect(names).toEqual(['text', 'text_token', 'before', 'after', 'change', ...facts]);
  for (const line of lines) expect(line.slice(-2)).toEqual([sentence, '1']);
  expect(lines).toHaveLength(await rows.count());
  for (const [i, line] of lines.entries()) {
    const shown = numbers(await rows.nth(i).getByRole('cell').allTextContents());
    const exact = line.slice(2, 5).map(Number);
    shown.forEach((each, k) => expect(exact[k]).toBeCloseTo(each, 2));
    expect(exact[2]).toBeCloseTo(exact[1]! - exact[0]!, 6);
    expect(exact[2]).not.toBe(0);
  }
});

test('the effect of rounding is saved', async ({ page }) => {
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm');
  const view = page.locator('attention-rounding');
  await view.getByRole('button', { name: /^Compare with the file in 16 bits/ }).click();
  await expect(view.locator('dt')).toHaveCount(4);
  const [names, ...lines] = await csvOf(view, /^rounding.*\.csv$/);
  expect(names).toEqual(['measure', 'measure_token', 'value']);
  expect(lines.map((line) => line[1])).toEqual([
    'largest_difference',
    'mean_difference',
    'other_key',
    'least_cosine',
  ]);
  const shown = (await view.locator('dt').allTextContents()).map((text) =>
    text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text),
  );
  shown.forEach((each, i) => expect(Number(lines[i]![2])).toBeCloseTo(each, 3));
  await expect(view.getByText(/in \d texts: the one above and the examples\./)).toBeVisible();
  // The result is announced, the button is not.
  await expect(view.getByRole('status').locator('dt')).toHaveCount(4);
  await expect(view.getByRole('status').getByRole('button')).toHaveCount(0);
  // Without a sentence, only the examples are compared.
  await page.getByRole('textbox', { name: 'Sentence', exact: true }).fill('');
  await view.getByRole('button', { name: /^Compare with the file in 16 bits/ }).click();
  await expect(view.getByText(/in the \d examples\./)).toBeVisible();
});
