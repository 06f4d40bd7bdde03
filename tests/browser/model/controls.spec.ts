/** The controls of the page of language models by keyboard alone, on a small BERT and on MiniLM. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const small = 'model=proof/checkpoints/bert';
const exactFile = '**/models/minilm-float16/model.safetensors';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heads = (page: Page) => page.locator('attention-all-heads');
const relations = (page: Page) => page.locator('attention-head-relations');
const rounding = (page: Page) => page.locator('attention-rounding');

async function open(page: Page, hash = small) {
  await page.goto(`./model.html#${hash}`);
  await expect(heads(page).locator('canvas.scale')).toBeAttached();
  await expect(relations(page).getByRole('rowheader')).toHaveCount(13);
}

/** Presses a key on a control that the Tab key can reach. */
async function press(control: Locator, key: string) {
  await control.focus();
  expect(await control.evaluate((element: HTMLElement) => element.tabIndex)).toBe(0);
  await control.page().keyboard.press(key);
}

async function savedBy(control: Locator) {
  const saved = control.page().waitForEvent('download');
  await press(control, 'Enter');
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('on a phone one layer at a time is large, and Back leads to the sentence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${small}&layer=1&head=2`);
  const layer = (number: number) => button(page, new RegExp(`^Layer ${number}$`));
  const names = (number: number) =>
    heads(page)
      .getByRole('group', { name: `Layer ${number} ` })
      .locator('.below');
  const isLarge = async (number: number) => {
    await expect(layer(number)).toHaveAttribute('aria-expanded', 'true');
    await expect(names(number)).toHaveCount(4);
    for (const other of [1, 2, 3])
      if (other === number) await expect(names(other).first()).toBeVisible();
      else await expect(names(other).first()).toBeHidden();
  };
  await isLarge(2);
  await press(layer(3), 'Enter');
  await isLarge(3);
  await expect(layer(2)).toHaveAttribute('aria-expanded', 'false');
  await press(layer(3), 'Space');
  await expect(layer(3)).toHaveAttribute('aria-expanded', 'false');
  const chosen = page.locator('attention-arcs').getByRole('radio', { checked: true });
  await expect(chosen).not.toBeInViewport();
  await press(button(page, 'Back to the sentence'), 'Enter');
  await expect(chosen).toBeInViewport();
});

test('strips and the table choose relations and heads, and the scores are saved', async ({
  page,
}) => {
  await open(page);
  const strip = relations(page).getByRole('listitem').getByRole('button').nth(1);
  await press(strip, 'Enter');
  await expect(strip).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/relation=\w+/);
  await press(button(page, 'Show all heads again'), 'Enter');
  await expect(strip).toHaveAttribute('aria-pressed', 'false');
  await expect(page).not.toHaveURL(/relation=/);
  const one = relations(page).getByRole('row').nth(5).getByRole('button').first();
  const [layer, head] = (await one.textContent())!.match(/\d+/g)!.map(Number) as [number, number];
  await press(one, 'Space');
  await expect(one).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('attention-head-card')).toContainText(`Layer ${layer}, head ${head}`);
  const { name, bytes } = await savedBy(button(page, 'Save all scores (CSV)'));
  expect(name).toBe('heads-bert-float32.csv');
  expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1 + 13 * 12);
});

test('lists change by arrow keys, heads are switched off one by one, and all numbers are saved', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page);
  const order = page.getByLabel('Sort by');
  for (const name of ['name', 'entropy', 'distance']) {
    await press(order, 'ArrowDown');
    await expect(order).toHaveValue(name);
    await expect(page).toHaveURL(new RegExp(`order=${name}`));
  }
  const tokens = () => heads(page).evaluate((element: AttentionAllHeads) => element.tokens.length);
  const before = await tokens();
  await press(page.getByLabel('[CLS], [SEP]'), 'ArrowDown');
  await expect.poll(tokens).toBe(before + 2);
  const npz = await savedBy(button(page, 'Save all numbers of this sentence (NPZ)'));
  expect(npz.name).toMatch(/\.npz$/);
  expect(npz.bytes.subarray(0, 2).toString()).toBe('PK');
  await page.locator('attention-similarities').evaluate((element) => element.scrollIntoView());
  await press(button(page, 'Switch off each of 12 heads in turn'), 'Enter');
  const view = page.locator('attention-switch-off');
  await expect(view.getByRole('img')).toBeVisible();
  await press(view.locator('summary', { hasText: 'Table' }), 'Enter');
  await expect(view.getByRole('row')).toHaveCount(13);
  // The chart stays while the sentence's word changes, and when Back restores it.
  const words = page.locator('attention-arcs').getByRole('radio');
  await words.nth(3).press('Enter');
  await expect(page).toHaveURL(/word=2/);
  await page.goBack();
  await expect(words.nth(3)).not.toBeChecked();
  await expect(view.getByRole('row')).toHaveCount(13);
  expect(complaints).toEqual([]);
});

test('MiniLM opens in 16 bits', async ({ page }) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await press(button(page, /^Open it in 16 bits \(\d+ MB\)$/), 'Enter');
  const opened = page.getByText('6 layers of 12 heads, d_model 384, weights in float16.');
  await expect(opened).toBeFocused();
  await expect(page).toHaveURL(/model=minilm-float16/);
  // There is no other model to compare it with.
  await expect(rounding(page)).toHaveText('');
});

test('the comparison with 16 bits is canceled and started by one button, which keeps the focus', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  let held = 0;
  await page.route(exactFile, () => void held++);
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm');
  await rounding(page).evaluate((element) => element.scrollIntoView());
  const start = rounding(page).getByRole('button', { name: /^Compare with the file in 16 bits/ });
  await press(start, 'Enter');
  const cancel = rounding(page).getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await expect(rounding(page).getByRole('progressbar')).toBeVisible();
  await expect.poll(() => held).toBe(1);
  await page.keyboard.press('Enter');
  await expect(start).toBeFocused();
  await expect(rounding(page).getByRole('progressbar')).toHaveCount(0);
  await expect(rounding(page).getByRole('alert')).toHaveText('');
  expect(complaints).toEqual([]);
});

/** All texts of the page that have a letter: text nodes and text attributes, inside all shadow roots. */
const textsOf = (page: Page) =>
  page.locator('attention-model').evaluate((host) => {
    const found = new Set<string>();
    const visit = (node: Node) => {
      if (node instanceof HTMLStyleElement) return;
      if (node instanceof Element) {
        // Elements declare the language of their texts; only the text that the model reads has its own.
        if (node.matches('bdi, code') || (node.matches('[lang=en]') && !node.shadowRoot)) return;
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder'])
          found.add(node.getAttribute(name) ?? '');
        node.shadowRoot?.childNodes.forEach(visit);
      }
      if (node instanceof Text) found.add(node.data);
      node.childNodes.forEach(visit);
    };
    visit(host);
    return [...found]
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => /\p{L}/u.test(text));
  });

/** Text that the model reads: its tokens, which may have numbers, and sentences. */
const kRead = /^([·\p{L}]{1,3}[₀-₉]*|\[CLS\], \[SEP\]|it → animal|The (girl|animal) .*\.)$/u;

for (const lang of ['de', 'zh'])
  test(`in ${lang}, no English is left`, async ({ page }) => {
    await open(page);
    const english = new Set(await textsOf(page));
    expect(english.size).toBeGreaterThan(80);
    await page.locator('#language').selectOption(lang);
    await expect.poll(async () => (await textsOf(page)).includes('All heads')).toBe(false);
    const same = (await textsOf(page)).filter((text) => english.has(text) && !kRead.test(text));
    expect(same).toEqual([]);
  });
