/**
 * A sentence and what stands beside it, from a landscape phone to a desktop, in a page, a frame and an element: words
 * stand on one line, and fit, wherever there are 600 px.
 */
import { expect, test, type Locator } from '@playwright/test';
import { withoutMeasuring } from '../support/without-measuring.ts';

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

/** The pixels by which the names of the heads begin before the element, in whose margin they stand. */
const namesOutside = (element: Locator) =>
  element.evaluate((view) => {
    const name = view
      .shadowRoot!.querySelector('attention-arcs')!
      .shadowRoot!.querySelector('.layer')!;
    return view.getBoundingClientRect().left - name.getBoundingClientRect().left;
  });

test('in a window of 1600 px the names of heads stand in the margin of the page, but in a narrow element', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto('./');
  const element = page.locator('attention-trained');
  await expect(page.locator('attention-arcs').first()).toBeVisible();
  await expect.poll(() => namesOutside(element)).toBe(60);
  for (const [width, layout] of [
    [1000, kTwoColumns],
    [700, kOneColumn],
  ] as const) {
    await element.evaluate((view, width) => (view.style.width = `${width}px`), width);
    const arcs = page.locator('attention-arcs').first();
    await expect.poll(() => layoutOf(arcs), `${width} px`).toEqual(layout);
    await expect.poll(() => namesOutside(element), `${width} px`).toBeLessThanOrEqual(0);
  }
});

/** Whether the second of two views begins to the right of the first. */
const isBeside = async (second: Locator, first: Locator) =>
  (await second.boundingBox())!.x >= (await first.boundingBox())!.x + 200;

/** Whether the second of two views begins below the first. */
async function isBelow(second: Locator, first: Locator): Promise<boolean> {
  const above = (await first.boundingBox())!;
  return (await second.boundingBox())!.y >= above.y + above.height;
}

test('presented matrices and the answers of a changed model have a second column in a wide window only', async ({
  page,
}) => {
  await page.goto('./#v=3&model=goes_with&mask=causal');
  await expect(page.locator('attention-arcs').first()).toBeVisible();
  await page.keyboard.press('Alt+p');
  for (const [first, second] of [
    ['attention-head-maps', '.said'],
    ['attention-matrices attention-heatmap', 'attention-matrices attention-bars'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    // The maps are the last step, and the matrices the one before.
    const views = [page.locator(second), page.locator(first).first()] as const;
    const key = second === '.said' ? 'ArrowRight' : 'ArrowLeft';
    for (let step = 0; step < (key === 'ArrowRight' ? 20 : 1); step++)
      await page.keyboard.press(key);
    await expect(views[0]).toBeVisible();
    await expect.poll(() => isBeside(...views), `${second}, wide`).toBe(true);
    await page.setViewportSize({ width: 880, height: 800 });
    await expect.poll(() => isBeside(...views), `${second}, narrow`).toBe(false);
  }
});

test('two views of a part of the model page stand side by side in a wide window, and below each other in a narrow one', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html#v=3&model=proof/checkpoints/bert&off=layers.0.attention:3');
  for (const [part, first, second] of [
    ['attention-chosen-head', 'attention-heatmap >> nth=0', 'attention-heatmap >> nth=1'],
    ['attention-change-effects', 'table', 'attention-heatmap'],
    ['attention-word-paths', '.layers', '.plane'],
  ] as const) {
    const views = [second, first].map((view) => page.locator(part).locator(view));
    await page.locator(part).evaluate((view) => view.scrollIntoView());
    await expect(views[0]!).toBeVisible();
    for (const [width, layout] of [
      [1280, { isBeside: true, isBelow: false }],
      [880, { isBeside: false, isBelow: true }],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const look = async () => ({
        isBeside: await isBeside(views[0]!, views[1]!),
        isBelow: await isBelow(views[0]!, views[1]!),
      });
      await expect.poll(look, `${part}, ${width} px`).toEqual(layout);
    }
  }
});

test('in one column, the old answer stands on the line of the answer as if nothing were behind it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto('./#v=3&model=goes_with&mask=causal');
  const old = page.locator('attention-answer .first s').first();
  const look = () =>
    old.evaluate((ghost) => {
      const { position, paddingInlineStart, backgroundColor } = getComputedStyle(ghost);
      return { position, paddingInlineStart, backgroundColor };
    });
  const line = {
    position: 'static',
    paddingInlineStart: '0px',
    backgroundColor: 'rgba(0, 0, 0, 0)',
  };
  await expect.poll(look).toEqual(line);
});

test('an element in a flexible row has a width of its own', async ({ page }) => {
  await page.goto('./');
  const element = page.locator('attention-trained');
  await element.evaluate((view) => (view.parentElement!.style.display = 'flex'));
  await expect.poll(() => layoutOf(page.locator('attention-arcs').first())).toEqual(kTwoColumns);
});
