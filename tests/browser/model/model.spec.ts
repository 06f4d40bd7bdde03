/**
 * The page of language models with the visitor's own files: small models with random parameters, compared with
 * transformers.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import { readSafetensors } from '../../../web/src/files/read-safetensors.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const golden = new URL('../../golden/checkpoints/', import.meta.url);
const path = (name: string, model = 'bert') => new URL(`${model}/${name}`, golden).pathname;
const layers = { bert: 3, distilbert: 2, roberta: 2 } as const;
/** The class names in their config.json. */
const kCalled = { distilbert: 'DistilBertForMaskedLM', roberta: 'RobertaForMaskedLM' } as const;
/** The small models share one tokenizer. */
const filesOf = (model: keyof typeof layers) => [
  path('config.json', model),
  path('model.safetensors', model),
  path('tokenizer.json'),
];
const files = filesOf('bert');
const { sentences } = JSON.parse(readFileSync(path('reference.json'), 'utf8'));

const chooser = (page: Page) => page.getByLabel('Files of a BERT, DistilBERT or RoBERTa model');
const sentence = (page: Page) => page.getByRole('textbox', { name: 'Sentence' });
const maps = (page: Page) =>
  page.locator('attention-all-heads').evaluate((element: AttentionAllHeads) => ({
    tokens: [...element.tokens],
    weights: element.heads.map(({ weights }) => [...weights]),
  }));

async function open(page: Page, hash = '', model: keyof typeof layers = 'bert') {
  await page.goto(`./model.html${hash}`);
  await page.getByText('Open files of your own').click();
  await chooser(page).setInputFiles(filesOf(model));
  await expect(
    page.getByText(`${layers[model]} layers of 4 heads, d_model 48, weights in float32.`),
  ).toBeVisible();
}

for (const model of ['bert', 'distilbert', 'roberta'] as const)
  test(`shows the weights of all heads of ${model} that transformers computes`, async ({
    page,
  }) => {
    const { tensors } = await readSafetensors(readFileSync(path('reference.safetensors', model)));
    await open(page, '#delimiters=shown', model);
    for (const [item, { text, tokens }] of sentences.entries()) {
      await sentence(page).fill(text);
      await expect
        .poll(async () => (await maps(page)).tokens)
        .toEqual(tokens.map((token: string) => token.replace(/^##/, '·')));
      const { weights } = await maps(page);
      expect(weights).toHaveLength(4 * layers[model]);
      // The largest difference, in units of the tolerance.
      let worst = 0;
      for (let layer = 0; layer < layers[model]; ++layer) {
        const { shape, data } = tensors[`attention.${layer}`]!;
        const [, heads, rows, columns] = shape as [number, number, number, number];
        for (let head = 0; head < heads; ++head)
          for (const row of tokens.keys())
            for (const column of tokens.keys()) {
              const expected = data[((item * heads + head) * rows + row) * columns + column]!;
              const actual = weights[layer * heads + head]![row * tokens.length + column]!;
              worst = Math.max(worst, Math.abs(actual - expected) / (1e-5 * expected + 1e-6));
            }
      }
      expect(worst).toBeLessThan(1);
    }
  });

for (const model of ['distilbert', 'roberta'] as const)
  test(`a ${model} of one's own gets its head table, which is saved`, async ({ page }) => {
    const { complaints } = await watch(page);
    await open(page, '', model);
    const table = page.locator('attention-head-relations').getByRole('table');
    await expect(table.getByRole('rowheader')).toHaveCount(13);
    const row = table.getByRole('row').filter({ hasText: 'verb → object' });
    await row.getByRole('button', { name: /^layer \d, head \d$/ }).click();
    const place = (await row.getByRole('button').textContent())!.trim();
    await expect(page.locator('attention-head-card')).toContainText(new RegExp(place, 'i'));
    const share = await row.locator('td.share').textContent();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save all scores (CSV)' }).click();
    const csv = readFileSync((await (await saved).path())!, 'utf8');
    const [names, ...lines] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines).toHaveLength(13 * 4 * layers[model]);
    const scores = lines.map((line) =>
      Object.fromEntries(names!.map((name, i) => [name, line[i]!])),
    );
    const best = scores.find(
      ({ relation, best_candidate }) => relation === 'verb → object' && best_candidate === 'true',
    )!;
    expect(place).toBe(`layer ${best['layer']}, head ${best['head']}`);
    expect(Number(best['layer_index'])).toBe(Number(best['layer']) - 1);
    expect(Number(best['head_index'])).toBe(Number(best['head']) - 1);
    expect(new Set(scores.map((row) => row['model']))).toEqual(new Set([kCalled[model]]));
    for (const row of scores)
      if (row['named'] === 'true') {
        expect(Number(row['share'])).toBeGreaterThanOrEqual(Number(row['min_share']));
        expect(Number(row['find_share'])).toBeGreaterThanOrEqual(Number(row['min_find_share']));
      }
    expect(share!.trim()).toBe(`${(100 * Number(best['share'])).toFixed(1)}%`);
    expect(complaints).toEqual([]);
  });

test('the open model is named, and the text above no longer asks to open one', async ({ page }) => {
  await page.goto('./model.html');
  await expect(page.locator('#intro')).toContainText('Open MiniLM, or a model of your own');
  for (const [lang, title] of [
    ['de', 'Was Sie hier finden'],
    ['zh', '这里有什么'],
    ['en', 'What you will find'],
  ] as const) {
    await page.locator('#language').selectOption(lang);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('.ahead:visible').getByRole('paragraph')).toHaveCount(5);
  }
  await open(page);
  await expect(page.locator('attention-model-offer').getByRole('heading')).toHaveText(
    'BertForMaskedLM',
  );
  await expect(page.locator('.ahead')).toHaveCount(0);
  await expect(page.locator('#intro')).toHaveText(/^Type a sentence to see /);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('#intro')).toHaveText(/^Geben Sie einen Satz ein, um /);
});

test('a head and a word are chosen by pointer and key, and are in the address', async ({
  page,
}) => {
  await open(page);
  const head = page.getByRole('button', { name: 'Layer 2 (layers.1), head 3', exact: true });
  await head.click();
  await expect(
    page.getByRole('heading', { name: 'Layer 2, head 3 (layers.1.attention, head 2)' }).first(),
  ).toBeVisible();
  await expect(head).toHaveAttribute('aria-pressed', 'true');
  await page.locator('attention-arcs').getByRole('radio').first().click();
  await page.locator('attention-arcs').getByRole('radio').first().press('ArrowRight');
  await expect(page).toHaveURL(/layer=1&head=2&word=1/);
  const chosen = page.locator('attention-arcs').getByRole('radio', { checked: true });
  const word = await chosen.locator('.text').textContent();
  await page.getByLabel('[CLS], [SEP]').selectOption('shown');
  await expect.poll(async () => (await maps(page)).tokens[0]).toBe('[CLS]');
  await expect(page).toHaveURL(/word=1&.*delimiters=shown/);
  await expect(chosen.locator('.text')).toHaveText(word!);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('an error appears beside its control and the last good state stays; a long text is cut', async ({
  page,
}) => {
  await open(page);
  const before = await maps(page);
  await chooser(page).setInputFiles(files.slice(0, 2));
  await expect(chooser(page)).toHaveAccessibleDescription(/The file tokenizer\.json is missing\./);
  await expect(chooser(page)).toHaveAttribute('aria-invalid', 'true');
  await chooser(page).setInputFiles(files.slice(1, 2));
  await expect(chooser(page)).toHaveAccessibleDescription(
    /These files are missing: config\.json, tokenizer\.json\./,
  );
  await expect(chooser(page)).toBeInViewport();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await sentence(page).fill(' ');
  await expect(sentence(page)).toHaveAccessibleDescription(/Type at least one word\./);
  expect(await maps(page)).toEqual(before);
  await sentence(page).fill('word '.repeat(80));
  await expect(page.getByText('The model reads at most 64 tokens')).toBeVisible();
  // The tokens between the delimiters.
  await expect.poll(async () => (await maps(page)).tokens.length).toBe(62);
  // A refused sentence is not the one that was cut.
  await sentence(page).fill('');
  await expect(sentence(page)).toHaveAccessibleDescription(/Type at least one word\./);
  await expect(page.getByText('The model reads at most 64 tokens')).toHaveCount(0);
});

test('the sentence and its arcs stay in sight in a window that is high enough', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page);
  const stage = page.locator('attention-model section.stage');
  await expect(stage).toHaveCSS('position', 'sticky');
  // Here it would take more than a third of the window.
  await page.setViewportSize({ width: 1366, height: 650 });
  await expect(stage).toHaveCSS('position', 'static');
});

test('a head is labeled off only once the weights are those without it', async ({ page }) => {
  await open(page);
  const off = page.getByRole('button', { name: /^Layer \d.*, off$/ });
  await sentence(page).fill(' ');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  await expect(page).toHaveURL(/&off=/);
  await expect(off).toHaveCount(0);
  await sentence(page).fill('A river bank.');
  await expect(off).toHaveCount(1);
});

test('a head that is off and a forced row change the later layers', async ({ page }) => {
  await open(page, '#layer=0&head=0&word=0');
  const before = (await maps(page)).weights;
  await page.getByRole('button', { name: 'Layer 1 (layers.0), head 2', exact: true }).click();
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  await expect.poll(async () => (await maps(page)).weights[4]).not.toEqual(before[4]);
  expect((await maps(page)).weights.slice(0, 4)).toEqual(before.slice(0, 4));
  await page.getByRole('button', { name: 'Switch this head on' }).press('Enter');
  await expect.poll(async () => (await maps(page)).weights).toEqual(before);
  await page.getByRole('button', { name: 'Layer 1 (layers.0), head 1', exact: true }).click();
  await page.getByRole('combobox', { name: /make “the” look at/ }).selectOption({ index: 3 });
  await expect.poll(async () => (await maps(page)).weights[0]!.slice(0, 4)).toEqual([0, 0, 1, 0]);
});

test("a row of a model of one's own is copied as a script that reads its folder", async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '#layer=1&head=2&word=0', 'distilbert');
  await page.locator('attention-weight-arithmetic').evaluate((view) => view.scrollIntoView());
  await page.getByRole('button', { name: 'Copy this row as PyTorch' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const script = await page.evaluate(() => navigator.clipboard.readText());
  expect(script).toContain('folder = "path/to/your/model"');
  expect(script).toContain('row = attentions[1][0, 2, 1]');
});

const clipboards = {
  refused: () => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  },
  // As on a page over plain http.
  absent: () => void Object.defineProperty(navigator, 'clipboard', { value: undefined }),
};

for (const [state, change] of Object.entries(clipboards))
  test(`where the clipboard is ${state}, the script of a row is saved, and the page says so`, async ({
    page,
  }) => {
    await page.addInitScript(change);
    await open(page, '#layer=1&head=2&word=0', 'distilbert');
    const view = page.locator('attention-weight-arithmetic');
    await view.evaluate((element) => element.scrollIntoView());
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Copy this row as PyTorch' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('weights.py');
    expect(readFileSync(await download.path(), 'utf8')).toContain('row = attentions[1][0, 2, 1]');
    await expect(view.getByRole('status')).toContainText(
      'The browser blocked the clipboard. Download started: weights.py',
    );
  });
