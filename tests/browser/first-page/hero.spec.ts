/**
 * The sentences at the top of the first page: percentages in both directions and all answers, by pointer and by
 * keyboard.
 */
import { expect, test, type Page } from '@playwright/test';
import { answer, arcs, loopsOf, openTrained, pictures, row, word } from './first-page.ts';
import { watch } from '../support/watch.ts';

/** The percentages at each word of the first sentence, by layer. */
const figures = (page: Page) =>
  arcs(page)
    .locator('.word')
    .evaluateAll((all) =>
      all.map((element) =>
        [...element.querySelectorAll('.slot .figure')].map((figure) =>
          parseFloat(figure.textContent),
        ),
      ),
    );

/** Expects them to equal the chosen word's row of weights, or its column; a dot stands for less than 1 %. */
async function expectFigures(page: Page, direction: 'looks_at' | 'is_seen_by') {
  const far = async () => {
    const { weights } = (await loopsOf(page))();
    const n = Math.sqrt(weights[0]!.length);
    const chosen = Number(await arcs(page).getByRole('radio', { checked: true }).evaluate(indexOf));
    const right = Array.from({ length: n }, (_, i) =>
      weights.map((all) => all[direction === 'looks_at' ? chosen * n + i : i * n + chosen]!),
    );
    const shown = await figures(page);
    expect(shown.length).toBe(n);
    return right.flatMap((shares, i) =>
      shares.flatMap((share, layer) => {
        const percent = shown[i]![layer]!;
        const isNear = Number.isNaN(percent)
          ? share < 0.0101
          : Math.abs(percent - 100 * share) < 0.51;
        return isNear ? [] : [`word ${i}, layer ${layer}: ${percent}, not ${100 * share}`];
      }),
    );
  };
  await expect.poll(far).toEqual([]);
}
const indexOf = (element: Element) =>
  [...(element.getRootNode() as ShadowRoot).querySelectorAll('[role=radio]')].indexOf(element);

/** Expects the answer and the next most likely words, each with its probability. */
async function expectAnswers(page: Page) {
  const far = async () => {
    const { probabilities } = (await loopsOf(page))();
    const best = [...probabilities!].sort((a, b) => b - a).slice(0, 4);
    const texts = [
      await answer(page, 0).locator('.share').innerText(),
      ...(await row(page).locator('attention-answer li').allInnerTexts()),
    ];
    expect(texts).toHaveLength(4);
    return texts.filter((text, i) => {
      const percent = Number(/([\d.]+)%/.exec(text)![1]);
      return text.includes('<') ? best[i]! > 0.0005 : Math.abs(percent - 100 * best[i]!) > 0.051;
    });
  };
  await expect.poll(far).toEqual([]);
}

for (const { model, width } of [
  { model: 'goes_with', width: 1280 },
  { model: 'goes_with', width: 360 },
  { model: 'induction', width: 1280 },
  { model: 'sort', width: 1280 },
  { model: 'translation', width: 1280 },
] as const)
  test(`${model}, ${width} px: percentages in both directions, and four answers, are those of plain loops`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    await page.setViewportSize({ width, height: 800 });
    await openTrained(page, `v=3&model=${model}`);
    await expectFigures(page, 'looks_at');
    await expectAnswers(page);
    // Chooses another word, by keyboard and by pointer.
    await arcs(page).getByRole('radio', { checked: true }).focus();
    await page.keyboard.press(width < 400 ? 'ArrowDown' : 'ArrowRight');
    await expectFigures(page, 'looks_at');
    await expectAnswers(page);
    const count = await arcs(page).getByRole('radio').count();
    await word(page, 0, count - 1).click();
    await expectFigures(page, 'looks_at');
    await expectAnswers(page);
    // Shows which words look at it: by keyboard, which a reload keeps, and back by pointer.
    const direction = arcs(page).getByRole('combobox', { name: 'Arcs' });
    const more = arcs(page).getByText('Change, table, save');
    if (width < 400) await more.press('Enter');
    await direction.focus();
    await page.keyboard.press('ArrowDown');
    await expectFigures(page, 'is_seen_by');
    await expect(page).toHaveURL(/direction=is_seen_by/);
    await page.reload();
    await expect(pictures(page).first()).toBeVisible();
    await expectFigures(page, 'is_seen_by');
    if (width < 400) await more.click();
    await direction.selectOption('looks at');
    await expectFigures(page, 'looks_at');
    expect(complaints).toEqual([]);
  });
