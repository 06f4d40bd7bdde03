/** The interface in English, German and Chinese, set by address or at run time. */
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { hold } from '../support/hold.ts';
import {
  bars,
  grid,
  messageOf,
  numberField,
  open,
  settled,
  status,
  tableOf,
  textField,
  vector,
} from '../playground/playground-page.ts';

const kChinese = '猫坐在垫子上，因为它很累';
const kGerman = 'Die Donaudampfschifffahrtsgesellschaft sitzt auf der Matte';
const field = (page: Page) => page.locator('attention-controls textarea');
const chooser = (page: Page) => page.locator('#language');
const notice = (page: Page) => page.locator('#notice');
const catalogue = /\/(de|zh)-[\w-]+\.js$/;

/** All words of the playground: text nodes and text attributes, inside all shadow roots. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const textAttributes = [
      'aria-label',
      'aria-roledescription',
      'title',
      'placeholder',
      'label',
      'alt',
    ];
    const visit = (node: Node) => {
      if (node instanceof HTMLStyleElement) return;
      if (node instanceof Text) found.push(node.data);
      if (node instanceof Element) {
        for (const name of textAttributes) found.push(node.getAttribute(name) ?? '');
        node.shadowRoot?.childNodes.forEach(visit);
      }
      node.childNodes.forEach(visit);
    };
    visit(document.querySelector('attention-playground')!);
    return found.map((text) => text.trim()).filter(Boolean);
  });
}

// Names in the formula, settings in code, numbers, dimensions and file formats.
const allowed =
  /softmax|d_model|num_heads|\bexp\b|W_[QKV]|dₖ|\bdk\b|\bd k\b|\bd\d*\b|\b[QKVXqkv]\b|\de[−+]\d|\b(SVG|PNG|CSV|NPY|NPZ|JSON|NumPy|PyTorch|safetensors)\b/g;

async function expectNoLatin(page: Page): Promise<void> {
  const latin = (await wordsOf(page)).filter((text) =>
    /\p{Script=Latin}/u.test(text.replace(allowed, '')),
  );
  expect(latin).toEqual([]);
}

const states: [what: string, settings: Record<string, string | number>][] = [
  ['one head', { text: kChinese }],
  ['the mean of heads under a mask', { text: kChinese, head: 'mean', mask: 'causal', query: 2 }],
  ['many tokens', { text: '猫，'.repeat(30), mask: 'causal', step: 'scores' }],
  ['more tokens than a table shows', { text: '猫，'.repeat(40), d_model: 64 }],
];

test('in Chinese, no English is left', async ({ page }) => {
  for (const [what, settings] of states)
    await test.step(what, async () => {
      await open(page, { ...settings, lang: 'zh' });
      for (const view of [bars(page), grid(page), vector(page)]) await tableOf(view);
      await expectNoLatin(page);
      await grid(page).getByRole('application').press('ArrowRight');
      await vector(page).getByRole('application').press('ArrowRight');
      await expect(vector(page).locator('.readout')).toContainText('d1 =');
      await page.locator('attention-formula button[data-field=weights]').hover();
      await expect(page.locator('attention-formula .below > p')).toContainText('每一行');
      await expectNoLatin(page);
    });
});

const inLanguage = {
  de: {
    sentence: kGerman,
    status: '6 Tokens · 2 Köpfe (gezeigt: Kopf 1, im Code 0) · Kopfdimension dk = 4',
    heading: 'Gewichte von Matte',
    label: 'Satz',
    refused: {
      heads:
        '8 Dimensionen lassen sich nicht gleichmäßig auf 3 Köpfe aufteilen. Möglich: 1, 2, 4 oder 8.',
      seed: 'Bitte eine ganze Zahl von 0 bis 999 999 999 eingeben, nicht „viele“.',
      text: 'Bitte mindestens ein Wort eingeben.',
      link: 'Ein Teil dieses Links ließ sich nicht verwenden: d_model: Bitte eine ganze Zahl von 1 bis 256 eingeben, nicht „x“. Alles andere gilt wie im Link.',
    },
  },
  zh: {
    sentence: kChinese,
    status: '9 个词元 · 2 个头（显示第 1 个头，代码中为 0） · 每头维度 dk = 4',
    heading: '因为 的权重',
    label: '句子',
    refused: {
      heads: '8 维无法平均分给 3 个头。可选：1、2、4 或 8。',
      seed: '请输入 0 到 999,999,999 的整数，而不是“viele”。',
      text: '请至少输入一个词。',
      link: '此链接中有一部分无法使用：d_model：请输入 1 到 256 的整数，而不是“x”。其余设置与链接相同。',
    },
  },
};

for (const [lang, words] of Object.entries(inLanguage)) {
  test(`${lang}: address, refusals and a narrow page`, async ({ page }) => {
    await test.step('the language is read from the address and stays in it', async () => {
      await open(page, { text: words.sentence, lang });
      await expect(status(page)).toHaveText(words.status);
      await expect(bars(page).locator('h2')).toHaveText(words.heading);
      await expect(field(page)).toHaveAccessibleName(words.label);
      await expect(chooser(page)).toHaveValue(lang);
      await expect(page.locator('attention-playground')).toHaveAttribute('lang', lang);
      expect(await violations(page)).toEqual([]);
      await numberField(page, 'num_heads').fill('4');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/num_heads=4.*&lang=/);
      await page.reload();
      await settled(page);
      await expect(field(page)).toHaveAccessibleName(words.label);
      await expect(numberField(page, 'num_heads')).toHaveValue('4');
    });

    await test.step('refusals are in this language, beside their control', async () => {
      await open(page, { lang });
      await numberField(page, 'num_heads').fill('3');
      await expect(messageOf(page, 'num_heads')).toHaveText(words.refused.heads);
      await expect(numberField(page, 'num_heads')).toHaveAccessibleDescription(words.refused.heads);
      await numberField(page, 'num_heads').fill('2');
      await numberField(page, 'seed').fill('viele');
      await expect(messageOf(page, 'seed')).toHaveText(words.refused.seed);
      await field(page).fill('');
      await expect(messageOf(page, 'text')).toHaveText(words.refused.text);
      await page.goto(`./playground.html#v=3&d_model=x&lang=${lang}`);
      await expect(notice(page)).toHaveText(words.refused.link);
      await expect(notice(page)).toHaveAttribute('lang', lang);
    });

    await test.step('nothing overflows a page of 320 px', async () => {
      await page.setViewportSize({ width: 320, height: 800 });
      await open(page, { text: words.sentence, mask: 'causal', head: 'mean', lang });
      for (const view of [bars(page), grid(page), vector(page)]) await tableOf(view);
      await numberField(page, 'num_heads').fill('3');
      await numberField(page, 'seed').fill('viele');
      await expect(messageOf(page, 'seed')).toHaveText(words.refused.seed);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });
}

test('changing the language at run time keeps the state', async ({ page }) => {
  await open(page);
  await textField(page).fill('one two three');
  await page.locator('attention-heads').getByRole('radio').nth(1).click();
  await numberField(page, 'seed').fill('many');
  await settled(page);
  const before = await tableOf(bars(page));
  const pictures = () =>
    page.evaluate(() =>
      ['attention-bars', 'attention-heatmap', 'attention-heads', 'attention-vector'].map((name) => {
        const view = document
          .querySelector('attention-playground')!
          .shadowRoot!.querySelector(name)!;
        return view.shadowRoot!.querySelector('canvas')!.toDataURL();
      }),
    );
  const drawn = await pictures();

  await chooser(page).selectOption('中文');
  await expect(status(page)).toHaveText(
    '3 个词元 · 2 个头（显示第 2 个头，代码中为 1） · 每头维度 dk = 4',
  );
  await expect(grid(page).locator('header')).toHaveText(
    '权重，逐行 softmax 第 2 个头，查询 ↓ 键 →',
  );
  await expect(numberField(page, 'seed')).toHaveValue('many');
  await expect(messageOf(page, 'seed')).toHaveText(/^请输入 .*不是“many”。$/);
  const after = await tableOf(bars(page));
  expect(after).toEqual({ ...before, columns: ['键', '权重', '占比'] });
  await expect.poll(pictures).toEqual(drawn);
  await expect(page).toHaveURL(/&lang=zh$/);

  await chooser(page).selectOption('Deutsch');
  await expect(status(page)).toHaveText(/^3 Tokens .*Kopf 2/);
  await page.goBack();
  await expect(status(page)).toHaveText(/^3 个词元/);
  await expect(chooser(page)).toHaveValue('zh');
  await page.goBack();
  await expect(status(page)).toHaveText(/^3 tokens/);
  await expect(numberField(page, 'num_heads')).toHaveValue('2');
});

test('messages on screen are translated when the language changes', async ({ page }) => {
  await page.goto('./playground.html#v=7');
  await expect(notice(page)).toHaveText(
    /^Part of this link could not be used: its version is “7”, but this page reads version 3/,
  );
  await settled(page);
  await chooser(page).selectOption('de');
  await expect(notice(page)).toHaveText(
    /^Ein Teil dieses Links ließ sich nicht verwenden: Die Version ist „7“/,
  );
  await numberField(page, 'num_heads').fill('3');
  await expect(messageOf(page, 'num_heads')).toHaveText(inLanguage.de.refused.heads);
  await chooser(page).selectOption('zh');
  await expect(messageOf(page, 'num_heads')).toHaveText(inLanguage.zh.refused.heads);
  await chooser(page).selectOption('en');
  await expect(messageOf(page, 'num_heads')).toHaveText(
    '8 dimensions cannot be split into 3 equal heads. Try 1, 2, 4 or 8.',
  );
});

test('an address with only a language is a valid link', async ({ page }) => {
  await page.goto('./playground.html#lang=de');
  await expect(status(page)).toHaveText(/^6 Tokens/);
  await expect(notice(page)).toBeHidden();
});

test('an address with an unknown language is in English', async ({ page }) => {
  for (const lang of ['xx', 'constructor', '<b>', 'de\u0000', 'x'.repeat(5000)])
    await test.step(lang.slice(0, 12), async () => {
      // German in between: English has to come from this address.
      await page.goto('./playground.html#v=3&lang=de');
      await expect(status(page)).toHaveText(/^6 Tokens · 2 Köpfe/);
      await page.goto(`./playground.html#v=3&num_heads=4&lang=${encodeURIComponent(lang)}`);
      await expect(status(page)).toHaveText(/^6 tokens · 4 heads/);
      await expect(notice(page)).toBeHidden();
    });
});

test('an engine failure is reported in German', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('./playground.html#v=3&lang=de');
  const problem = page
    .locator('attention-playground')
    .getByRole('alert')
    .filter({ hasText: '404' });
  await expect(problem).toHaveText(/^\s*Die Engine konnte nicht starten: .*HTTP 404/);
  await expect(problem.getByRole('button')).toHaveText('Noch einmal versuchen');
});

test('no English is shown while the other language loads', async ({ page }) => {
  const release = await hold(page, catalogue);
  const asked = page.waitForRequest(catalogue);
  const engine = page.waitForResponse(/\.wasm$/);
  await page.goto('./playground.html#v=3&lang=de');
  await asked;
  // Meanwhile the engine starts.
  await engine;
  expect(await wordsOf(page)).toEqual([]);
  release();
  await settled(page);
  await expect(status(page)).toHaveText(/^6 Tokens/);
});

test('English is shown if the other language fails to load', async ({ page }) => {
  await page.route(catalogue, (route) => route.abort());
  await open(page, { lang: 'zh' });
  await expect(status(page)).toHaveText(/^6 tokens/);
  await page.goto('./playground.html#v=4&lang=zh');
  await expect(notice(page)).toHaveText(/^Part of this link could not be used/);
});
