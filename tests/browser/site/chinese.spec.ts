/** Chinese words and sentences follow each other without a space, and the marks between them are Chinese. */
import { expect, test, type Page } from '@playwright/test';

test.use({ locale: 'zh' });

for (const [path, where] of [
  ['./', 'attention-trained header > .muted'],
  ['./training.html', 'attention-training .objective'],
] as const)
  test(`${path} has no space between two Chinese sentences`, async ({ page }) => {
    await page.goto(path);
    const text = page.locator(where);
    await expect(text).toHaveText(/。没有任何例子说明该关注哪里。$/, { useInnerText: true });
    expect(await text.innerText()).not.toMatch(/。\s/);
  });

for (const path of ['./#v=3&model=digits', './training.html#v=3&model=digits&from=shipped'])
  test(`${path} has no space inside a Chinese sentence about an image`, async ({ page }) => {
    await page.goto(path);
    for (const text of [
      page.locator('attention-answer p').first(),
      page.locator('attention-patches .readout').first(),
    ]) {
      await expect(text).toHaveText(/\p{Script=Han}/u);
      expect(await text.innerText()).not.toMatch(/\p{Script=Han} \p{Script=Han}/u);
    }
  });

/** What is shown and what is only read aloud, in all shadow trees. */
const texts = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll(':not(script, style)')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        for (const name of ['aria-label', 'title']) found.add(element.getAttribute(name) ?? '');
        const hasText = [...element.childNodes].some(
          (node) => node instanceof Text && node.data.trim() !== '',
        );
        // A progress bar has space around it.
        const isText = hasText && element.checkVisibility() && !element.querySelector('progress');
        if (isText) found.add(element.textContent.replace(/\s+/g, ' ').trim());
      }
    };
    visit(document);
    return [...found];
  });

/** A mark of English beside Chinese, or a space after a Chinese mark. The hidden text before an old value has its own space. */
const wrong = /[\p{Script=Han}”）][,;:.]|[,;:.] ?[\p{Script=Han}“（]|[。，；](?!“) (?!$)/u;

for (const [path, ready] of [
  [
    './#v=3&model=goes_with&stage=q&matrix=layers.0.attention.w_q&off=layers.0.attention:1&row=layers.1.attention:0:8-1&edits=layers.0.attention.q[0,0,1,3]=2',
    'attention-changes li >> nth=2',
  ],
  ['./#v=3&model=digits&stage=weights', 'attention-patches'],
  [
    './training.html#v=3&model=goes_with&from=shipped&off=layers.0.attention:1',
    'attention-head-maps .head >> nth=3',
  ],
  ['./training.html#v=3&model=copy&lang=zh', 'attention-head-maps .head'],
  ['./playground.html', 'attention-bars canvas'],
  ['./speed.html', 'attention-speed form'],
  ['./model.html#v=3&model=minilm&layer=2&head=3&stage=weights', 'attention-all-heads .head'],
] as const)
  test(`${path} has Chinese marks between Chinese words`, async ({ page }) => {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    const all = await texts(page);
    expect(all.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(20);
    // `4, 1` is typed so, and a source is quoted.
    const quotes = /例如 4, 1|，PyPI|, PyPI/g;
    expect(all.filter((text) => wrong.test(text.replace(quotes, '')))).toEqual([]);
  });
