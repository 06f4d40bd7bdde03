/** The views of the first page are drawn when something in them has changed, and only then. */
import { expect, test, type Page } from '@playwright/test';
import { cellAt, chips, typed } from '../story/story-page.ts';
import { answer, expectAnswers, expectNumbers, openTrained, word } from './first-page.ts';

/** In their order on the page. */
const parts = ['attention-arcs', 'attention-matrices', 'attention-head-maps', 'attention-story'];

interface Counted {
  update(changed: unknown): void;
}

/** Opens the page with all its parts, and counts from now on how often each of these elements renders. */
async function openCounted(page: Page): Promise<() => Promise<number[][]>> {
  await openTrained(page);
  for (const part of ['matrices', 'maps', 'story']) {
    await page.locator(`[data-part=${part}]`).scrollIntoViewIfNeeded();
    await expect(page.locator(`[data-part=${part}] canvas`).first()).toBeVisible();
  }
  await page.evaluate((parts) => {
    const root = document.querySelector('attention-trained')!.shadowRoot!;
    const counts = parts.map((part) =>
      [...root.querySelectorAll(part)].map((element) => {
        const counted = { count: 0 };
        const view = element as unknown as Counted;
        const update = view.update.bind(view);
        view.update = (changed) => {
          counted.count++;
          update(changed);
        };
        return counted;
      }),
    );
    Object.assign(globalThis, { counts });
  }, parts);
  return () =>
    page.evaluate(() => {
      const { counts } = globalThis as unknown as { counts: { count: number }[][] };
      return counts.map((views) => views.map(({ count }) => count));
    });
}

test('an edit draws every view once, and the story at most once more for its chip; moving in the story draws no other view', async ({
  page,
}) => {
  const counts = await openCounted(page);
  const place = 'layers.0.attention.v[0,2,11,0]';
  await cellAt(page, place).click();
  await expect(page).toHaveURL(/stage=v$/);
  // The story is drawn for its editor.
  expect(await counts()).toEqual([[0, 0], [0], [0], [1]]);
  // The first change loads the code that shows old numbers.
  await typed(page).fill('-0.9');
  await expectAnswers(page, 'street', 'street');
  await expect(answer(page, 0).locator('s')).toBeVisible();
  await expect(chips(page)).toContainText('−0.9');
  const first = await counts();
  await typed(page).fill('-0.99');
  await expect(cellAt(page, place)).toContainText('−0.99');
  await expect(chips(page)).toContainText('−0.99');
  await expectNumbers(page, { value: { layer: 0, head: 2, key: 11, column: 0, to: -0.99 } });
  const second = await counts();
  // The chip of a change is drawn in the next frame, unless the numbers have come by then.
  const story = second[3]![0]! - first[3]![0]!;
  expect([1, 2]).toContain(story);
  const draws = [1, 1, 1, story];
  expect(second).toEqual(first.map((views, part) => views.map((count) => count + draws[part]!)));
  // With a word under the pointer, its arcs are drawn and nothing else.
  await word(page, 0, 2).hover();
  await expect.poll(async () => (await counts())[0]![0]!).toBeGreaterThan(second[0]![0]!);
  expect((await counts()).slice(1)).toEqual(second.slice(1));
});
