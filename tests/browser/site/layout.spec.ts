/** Layout from a narrow phone to a wide screen, and in print. */
import { expect, test, type Page } from '@playwright/test';
import { bars, grid, open, tableOf, textField, vector } from '../playground/playground-page.ts';
import { drawnTwice } from '../support/frames.ts';

const contents: [what: string, settings: Record<string, string | number>][] = [
  ['the default sentence', {}],
  ['a very long word', { text: `short ${'Donaudampfschifffahrt'.repeat(12)} end`, query: 1 }],
  [
    '512 tokens and 16 heads',
    {
      text: Array.from({ length: 512 }, (_, i) => `t${i}`).join(' '),
      num_heads: 16,
      d_model: 256,
      query: 300,
    },
  ],
  ['the mean of heads in a wide model', { d_model: 256, num_heads: 16, head: 'mean' }],
];

test('the page does not scroll sideways, from 320 to 1280 px', async ({ page }) => {
  for (const [what, settings] of contents)
    await test.step(what, async () => {
      await open(page, settings);
      for (const view of [bars(page), vector(page), grid(page)]) await tableOf(view);
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await drawnTwice(page);
        const { wide, widest } = await page.evaluate(sideways);
        expect(wide, `at ${width} px, widest: ${widest}`).toBeLessThanOrEqual(width);
      }
    });
});

/** The scroll width of the page, and the name of the element that reaches furthest right. */
function sideways() {
  let [maxRight, widest] = [0, ''];
  const visit = (root: ParentNode, host: string) => {
    for (const element of root.querySelectorAll('*')) {
      const { right } = element.getBoundingClientRect();
      if (right > maxRight && !element.closest('.scroll, .column-words'))
        [maxRight, widest] = [
          right,
          `${host} ${element.parentElement?.localName} > ${element.localName}`,
        ];
      if (element.shadowRoot) visit(element.shadowRoot, element.localName);
    }
  };
  visit(document, 'page');
  return { wide: document.documentElement.scrollWidth, widest: `${widest} to ${maxRight} px` };
}

test.describe('on a high-density screen', () => {
  test.use({ deviceScaleFactor: 3 });

  test('the heatmap has one canvas pixel per device pixel', async ({ page }) => {
    await open(page);
    const [pixels, shown] = await grid(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [
        canvas.width,
        canvas.getBoundingClientRect().width,
      ]);
    expect(Math.abs(pixels! - 3 * shown!)).toBeLessThanOrEqual(1);
  });
});

for (const [path, ready] of [
  ['./', '[data-part=story]'],
  ['./playground.html', 'attention-vector canvas'],
  ['./training.html#v=3&model=goes_with&seed=1', 'attention-training-curves canvas'],
] as const)
  test(`${path} is printed whole: no picture is wider than the paper`, async ({ page }) => {
    // A browser lays the page out for paper when it prints, but notifies no observer.
    await page.addInitScript(() => {
      const Observer = ResizeObserver;
      globalThis.ResizeObserver = class extends Observer {
        constructor(callback: ResizeObserverCallback) {
          super((...seen) => 'printed' in globalThis || callback(...seen));
        }
      };
    });
    await page.goto(path);
    // Sentences are fitted to the page only after the answers stand beside them.
    if (path !== './playground.html') await page.locator('attention-answer').nth(1).waitFor();
    await page.locator(ready).first().scrollIntoViewIfNeeded();
    await drawnTwice(page);
    await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      (globalThis as { printed?: boolean }).printed = true;
    });
    await page.emulateMedia({ media: 'print' });
    // The width of A4 without the margins that browsers add.
    await page.setViewportSize({ width: 718, height: 1000 });
    const beyond = () =>
      page.evaluate(() => {
        const found: string[] = [];
        const visit = (root: Document | ShadowRoot) => {
          for (const one of root.querySelectorAll<HTMLElement>('*')) {
            if (one.shadowRoot) visit(one.shadowRoot);
            const { left, right } = one.getBoundingClientRect();
            if (!one.matches('canvas, [role=radio]')) continue;
            if (right > innerWidth + 1 || left < -1)
              found.push(
                `${one.localName} in ${(one.getRootNode() as ShadowRoot).host?.localName}`,
              );
          }
        };
        visit(document);
        return found;
      });
    await expect.poll(beyond).toEqual([]);
  });

test('a printed canvas leaves the words below it', async ({ page }) => {
  await page.goto('./');
  await page.locator('attention-answer').nth(1).waitFor();
  // A canvas that clears its part of the page would be printed through a mask.
  expect((await page.pdf()).toString('latin1')).not.toContain('/SMask');
});

test('after printing, the story keeps its scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto('./');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const scroll = page.locator('attention-story .scroll');
  await expect(scroll.locator('canvas').first()).toBeVisible();
  const left = () => scroll.evaluate((element) => element.scrollLeft);
  await scroll.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  const end = await left();
  expect(end).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await left()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await left()).toBe(end);
});

test('the thumbnails of all heads have one scale, which they name', async ({ page }) => {
  await open(page, { text: 'to be or not to be', num_heads: 4 });
  const heads = page.locator('attention-heads');
  await expect(heads).toContainText(/0 – 0\.9\d+ ·\s+one scale for all heads/);
  // The darkest color belongs to the largest weight of all heads.
  const darkest = await heads.locator('canvas').evaluateAll((all) =>
    (all as HTMLCanvasElement[]).map((canvas) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let least = 765;
      for (let i = 0; i < data.length; i += 4)
        least = Math.min(least, data[i]! + data[i + 1]! + data[i + 2]!);
      return least;
    }),
  );
  const kLargest = 0x40 + 0x3c + 0x36;
  expect(darkest.filter((one) => one === kLargest)).toHaveLength(1);
});

test('tools and messages of the views', async ({ page }) => {
  await open(page);

  await test.step('the tools of a view appear when it is hovered, focused or opened', async () => {
    const view = bars(page);
    const tools = [view.locator('attention-save'), view.locator('attention-table')];
    const shown = () =>
      Promise.all(
        tools.map((tool) => tool.evaluate((element) => getComputedStyle(element).opacity)),
      );
    await expect.poll(shown).toEqual(['0', '0']);
    await view.getByRole('heading').hover();
    await expect.poll(shown).toEqual(['1', '1']);
    await page.mouse.move(0, 0);
    await expect.poll(shown).toEqual(['0', '0']);
    await view.locator('summary').focus();
    await expect.poll(shown).toEqual(['1', '1']);
    await page.keyboard.press('Enter');
    await expect(view.getByRole('table')).toBeVisible();
    await textField(page).focus();
    await expect.poll(shown).toEqual(['0', '1']);
  });

  await test.step('a refusal appears below its control, and moves nothing', async () => {
    const before = (await bars(page).boundingBox())!.y;
    const message = (name: string) => page.locator(`#${name}-message`);
    await page.getByLabel('Heads', { exact: true }).fill('3');
    await expect(message('num_heads')).toContainText('8 dimensions cannot be split');
    expect((await bars(page).boundingBox())!.y).toBe(before);
    await textField(page).fill('');
    await expect(message('text')).toContainText('at least one word');
    expect((await bars(page).boundingBox())!.y).toBe(before);
  });

  await test.step('messages do not widen a narrow page', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('input#seed').fill('9'.repeat(60));
    await textField(page).fill('x'.repeat(9000));
    await expect(page.locator('p#text-message')).toContainText('9,000');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the tools of a view are always visible', async ({ page }) => {
    await open(page);
    await expect(bars(page).locator('attention-save')).toHaveCSS('opacity', '1');
  });
});

test('words keep their size, so nothing moves by itself', async ({ page }) => {
  for (const width of [1280, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('./');
    const arcs = page.locator('attention-arcs').first();
    await expect(arcs.locator('canvas')).toBeVisible();
    // Sentences are fitted to the page only after the answers stand beside them.
    await page.locator('attention-answer').nth(1).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await drawnTwice(page);
    const sizes = await arcs
      .locator('.text')
      .first()
      .evaluate(async (word) => {
        const sizes = new Set<string>();
        for (let frame = 0; frame < 20; frame++) {
          sizes.add(getComputedStyle(word).fontSize);
          await new Promise(requestAnimationFrame);
        }
        return [...sizes];
      });
    expect(sizes, `at ${width} px`).toHaveLength(1);
  }
});

/** Collects how far what is visible moves by itself. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function shifted(page: Page): Promise<number> {
  await drawnTwice(page);
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
}

for (const [path, ready] of [
  ['./', 'attention-answer .answer'],
  ['./training.html', 'attention-arcs >> nth=1 >> canvas'],
  ['./playground.html', 'attention-vector canvas'],
  ['./model.html', 'attention-model-offer button'],
  ['./course.html', 'attention-heatmap canvas'],
  ['./proof.html', 'attention-proof h2:has(.sign)'],
  ['./speed.html', 'attention-speed button'],
] as const)
  for (const width of [1440, 360])
    test(`${path} does not jump while it loads, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto(path);
      await expect(page.locator(ready).first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect(await shifted(page)).toBeLessThan(0.05);
    });

for (const width of [1440, 360])
  test(`what is read on the page of language models does not jump when MiniLM opens, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);
    await page.goto('./model.html#model=minilm');
    await expect(page.locator('attention-arcs canvas')).toBeVisible();
    await expect(page.locator('attention-named-heads button').first()).toBeVisible();
    // The text above gets shorter: it no longer asks to open a model.
    expect(await shifted(page)).toBeLessThan(0.15);
  });
