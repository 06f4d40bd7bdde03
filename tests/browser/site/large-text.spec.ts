/** Pages on the narrowest phone with text of twice the size: all of it is inside the window, and is read down the page. */
import { expect, test, type Page } from '@playwright/test';
import { measuringFew } from '../support/without-measuring.ts';

/** Visible text and controls that reach out of the window; what scrolls sideways in a box of its own may. */
function beyond(): string[] {
  const found: string[] = [];
  const visit = (root: Element | ShadowRoot) => {
    for (const child of root.childNodes) {
      if (child instanceof Text && child.data.trim()) {
        const range = document.createRange();
        range.selectNodeContents(child);
        const { left, right } = range.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1) found.push(child.data.trim().slice(0, 40));
      }
      if (!(child instanceof HTMLElement) || !child.checkVisibility()) continue;
      if (child !== document.body && getComputedStyle(child).overflowX !== 'visible') continue;
      if (child.matches('button, select, input'))
        if (child.getBoundingClientRect().right > innerWidth + 1) found.push(child.outerHTML);
      if (child.shadowRoot) visit(child.shadowRoot);
      visit(child);
    }
  };
  visit(document.body);
  return found;
}

/** As in the settings of the browser: media queries follow it too. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

test.use({ viewport: { width: 320, height: 780 }, locale: 'de' });

for (const [path, ready] of [
  ['./training.html', 'attention-training-compare select'],
  ['./playground.html', 'attention-arithmetic .value'],
  ['./model.html', 'attention-model-offer button'],
  ['./course-de.html', 'attention-heatmap canvas'],
  ['./proof.html', 'attention-proof h2:has(.sign)'],
] as const)
  test(`${path} fits a window of 320 px with text of 200%`, async ({ page }) => {
    await page.goto(path);
    await doubleText(page);
    await page.locator(ready).first().scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(beyond)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

test.describe('in English', () => {
  test.use({ locale: 'en' });

  test('the first page with its story fits a window of 320 px with text of 200%', async ({
    page,
  }) => {
    await page.goto('./');
    await doubleText(page);
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await page.locator('attention-story .legend').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test('MiniLM with its unfolded parts fits a window of 320 px with text of 200%', async ({
  page,
}) => {
  await measuringFew(page.context());
  await page.goto('./model.html#model=minilm');
  await doubleText(page);
  for (const [near, folded, ready] of [
    ['attention-own-sentence', 'attention-model-offer', '.open'],
    ['attention-all-heads', 'attention-head-relations', 'td.share'],
    ['attention-weight-arithmetic', 'attention-dot-product', '.product'],
    ['attention-similarities', 'attention-similarities', '[role=gridcell]'],
  ] as const) {
    await page.locator(near).evaluate((element) => element.scrollIntoView());
    const part = page.locator(folded);
    const fold = part.locator('details').first();
    await fold.locator('summary').first().click();
    await expect(part.locator(ready).first()).toBeVisible();
    await expect.poll(() => page.evaluate(beyond)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await fold.locator('summary').first().click();
  }
});

test('with text of 200% the steps of a weight are read in lines, not letter by letter', async ({
  page,
}) => {
  await page.goto('./playground.html');
  await doubleText(page);
  const lines = page.locator('attention-arithmetic .line');
  const widths = () =>
    lines.evaluateAll((all) =>
      all.map((line) => {
        const { width } = line.querySelector('.work')!.getBoundingClientRect();
        return width / line.getBoundingClientRect().width;
      }),
    );
  await expect.poll(widths).toEqual([1, 1, 1, 1, 1]);
});
