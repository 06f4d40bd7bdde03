/**
 * A sentence and what stands beside it, from a landscape phone to a desktop, in a page, a frame and an element: words
 * stand on one line, and fit, wherever there are 600 px.
 */
import { expect, test, type Locator } from '@playwright/test';

/** Whether the words stand below each other, whether the answer or the card is beside them, and the pixels that are cut. */
const layoutOf = (arcs: Locator) =>
  arcs.evaluate((view) => {
    const scroll = view.shadowRoot!.querySelector('.scroll')!;
    const [first, second] = [...scroll.querySelectorAll('[role=radio]')].map((word) =>
      word.getBoundingClientRect(),
    );
    const other = view.parentElement!.querySelector('attention-answer, attention-head-card')!;
    return {
      isUpright: second!.top > first!.top + 5,
      isBeside: other.getBoundingClientRect().left >= view.getBoundingClientRect().right,
      cut: scroll.scrollWidth - scroll.clientWidth,
    };
  });
const kOneColumn = { isUpright: false, isBeside: false, cut: 0 };
const kTwoColumns = { isUpright: false, isBeside: true, cut: 0 };
const kPhone = { isUpright: true, isBeside: false, cut: 0 };

for (const [name, address] of [
  ['the first page', './'],
  ['the training page', './training.html'],
  ['the model page', './model.html#v=3&model=minilm'],
] as const)
  test(`${name}: a column beside the sentence leaves it on one line`, async ({ page }) => {
    await page.goto(address);
    const arcs = page.locator('attention-arcs').first();
    for (const [width, layout] of [
      [1280, kTwoColumns],
      [1000, kTwoColumns],
      [960, kOneColumn],
      [860, kOneColumn],
      [740, kOneColumn],
      [700, kOneColumn],
      [600, kPhone],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => layoutOf(arcs), `at ${width} px`).toMatchObject(layout);
    }
  });

for (const [name, address] of [
  ['a frame', './embed.html#v=3&model=goes_with'],
  ['an element in a narrow column of a wide page', './'],
] as const)
  test(`${name} looks like the page of a narrow window`, async ({ page }) => {
    await page.goto(address);
    const arcs = page.locator('attention-arcs').first();
    const element = page.locator('attention-trained');
    await expect(arcs).toBeVisible();
    for (const [width, layout] of [
      [1000, kTwoColumns],
      [880, kOneColumn],
      [700, kOneColumn],
      [560, kPhone],
    ] as const) {
      if (name === 'a frame') await page.setViewportSize({ width, height: 800 });
      else await element.evaluate((view, width) => (view.style.width = `${width}px`), width);
      await expect.poll(() => layoutOf(arcs), `${width} px`).toEqual(layout);
    }
  });

test('an element in a flexible row has a width of its own', async ({ page }) => {
  await page.goto('./');
  const element = page.locator('attention-trained');
  await element.evaluate((view) => (view.parentElement!.style.display = 'flex'));
  await expect.poll(() => layoutOf(page.locator('attention-arcs').first())).toEqual(kTwoColumns);
});
