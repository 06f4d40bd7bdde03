/** On a phone: labels of long sentences, visible explanations, and everything that can be dragged, by touch. */
import { expect, test, type Locator } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import { dragByTouch } from '../support/drag-by-touch.ts';
import { drawnTwice } from '../support/frames.ts';
import { bars, grid, open } from '../playground/playground-page.ts';
import { cells, editor, typed, words } from '../story/story-page.ts';
import { answer, arcs, openTrained } from '../first-page/first-page.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

const middleOf = async (target: Locator) => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

const tokens =
  'she poured the water from the jug into the glass until it was full and then she drank it all up'.split(
    ' ',
  );

/** Whether each row and each column has a label beside it. */
function labelsOf(view: Element, n: number) {
  const root = view.shadowRoot!;
  const canvas = root.querySelector<HTMLCanvasElement>('canvas.cells')!;
  const density = canvas.width / parseFloat(canvas.style.inlineSize);
  const frame = root.querySelector('.mark.followed')!.getBoundingClientRect();
  const { data, width } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const cell = frame.height * density;
  const [left, top] = [
    (frame.left - canvas.getBoundingClientRect().left) * density,
    canvas.height - n * cell,
  ];
  const isWritten = (x0: number, x1: number, y0: number, y1: number) => {
    for (let y = Math.ceil(y0); y < y1; y++)
      for (let x = Math.ceil(x0); x < x1; x++)
        if (data[4 * (Math.floor(y) * width + Math.floor(x)) + 3]! > 128) return true;
    return false;
  };
  const each = Array.from({ length: n }, (_, i) => i * cell);
  return {
    rows: each.map((start) => isWritten(0, left - 2, top + start + 3, top + start + cell - 3)),
    columns: each.map((start) => isWritten(left + start + 2, left + start + cell - 2, 0, top - 4)),
  };
}

test('the views of 21 words', async ({ page }) => {
  await open(page, { text: tokens.join(' ') });

  await test.step('21 words keep their labels in the matrix and in the bars', async () => {
    await grid(page).scrollIntoViewIfNeeded();
    const all = Array<boolean>(tokens.length).fill(true);
    await expect
      .poll(() => grid(page).evaluate(labelsOf, tokens.length))
      .toEqual({
        rows: all,
        columns: all,
      });
    // All names stand to the left of the bars.
    const named = () =>
      bars(page)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement, n) => {
          const { width, height } = canvas;
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
          const pitch = height / n;
          return Array.from({ length: n }, (_, i) => {
            for (let y = Math.ceil(i * pitch + 2); y < (i + 1) * pitch - 2; y++)
              for (let x = 0; x < width / 6; x++)
                if (data[4 * (y * width + x) + 3]! > 128) return true;
            return false;
          });
        }, tokens.length);
    await expect.poll(named).toEqual(all);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  await test.step('the arithmetic of a tapped weight is visible', async () => {
    const canvas = grid(page).locator('canvas.cells');
    const explanation = page.locator('attention-arithmetic');
    await grid(page)
      .locator('h2')
      .evaluate((element) => element.scrollIntoView());
    await expect(explanation).not.toBeInViewport({ ratio: 0.99 });
    await canvas.tap({ position: { x: 150, y: 200 } });
    await expect(explanation).toBeInViewport({ ratio: 0.99 });
    const before = await explanation.locator('h2').innerText();
    await canvas.tap({ position: { x: 190, y: 250 } });
    await expect(explanation.locator('h2')).not.toHaveText(before);
    await expect(explanation).toBeInViewport({ ratio: 0.99 });
  });
});

test('a tap in one lab leaves the arithmetic of another lab where it is', async ({ page }) => {
  await page.goto('./course.html');
  const explanation = page.locator('#one attention-arithmetic');
  await page.locator('#one attention-bars .picture').tap();
  await expect(explanation).toBeInViewport({ ratio: 0.99 });
  const elsewhere = page.locator('#no-mask attention-heatmap');
  await elsewhere.scrollIntoViewIfNeeded();
  await expect(elsewhere.locator('canvas.cells')).toBeVisible();
  await elsewhere.locator('canvas.cells').tap();
  await expect(elsewhere.locator('.readout')).toContainText('→');
  await drawnTwice(page);
  await expect(elsewhere).toBeInViewport();
  await expect(explanation).not.toBeInViewport();

  // The matrix of the same lab, elsewhere on the page.
  await page.locator('attention-heatmap[for=one] canvas.cells').tap();
  await expect(explanation).toBeInViewport({ ratio: 0.99 });
});

test('the end of an arc is dragged to another word by a finger, and the answer follows', async ({
  page,
}) => {
  await openTrained(page);
  await expect(answer(page, 0)).toContainText('animal');
  const grip = (i: number) => arcs(page).locator(`.grip[data-layer="1"][data-word="${i}"]`);
  const [animal, street] = [words.indexOf('animal'), words.indexOf('street')];
  await dragByTouch(page, await middleOf(grip(animal)), await middleOf(grip(street)));
  await expect(page).toHaveURL(/row=/);
  await expect(answer(page, 0)).toContainText('street');
});

test('a number is changed by the handle of its editor, by a finger', async ({ page }) => {
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(cells(page, 'v').first()).toBeVisible();
  await drawnTwice(page);
  await cells(page, 'v').first().tap();
  const handle = editor(page).locator('.drag');
  await handle.scrollIntoViewIfNeeded();
  const before = Number((await typed(page).inputValue()).replace('−', '-'));
  const from = await middleOf(handle);
  await dragByTouch(page, from, { x: from.x + 60, y: from.y });
  await expect
    .poll(async () => Number((await typed(page).inputValue()).replace('−', '-')))
    .toBeGreaterThan(before);
});

test('the weight of a patch is dragged to another one by a finger', async ({ page }) => {
  await openTrained(page, 'v=3&model=digits');
  const row = page.locator('attention-trained .row:has(attention-patches)').first();
  const view = row.locator('attention-patches');
  await expect(row.locator('attention-answer .first')).toBeVisible();
  const weights = () =>
    view.evaluate(({ layers }: AttentionPatches) => [...layers[1]!.weights.slice(0, 17)]);
  const guesses = () =>
    row
      .locator('attention-answer')
      .evaluate((element: AttentionAnswer) => JSON.stringify(element.guesses));
  const [learned, before] = [await weights(), await guesses()];
  const strongest = learned.indexOf(Math.max(...learned));
  const key = strongest === 15 ? 14 : 15;
  const patch = (place: number) => view.locator(`[data-layer="1"][data-place="${place}"]`);
  await patch(strongest).scrollIntoViewIfNeeded();
  await dragByTouch(page, await middleOf(patch(strongest)), await middleOf(patch(key)));
  await expect.poll(weights).toEqual(learned.map((_, i) => Number(i === key)));
  await expect.poll(guesses).not.toBe(before);
});
