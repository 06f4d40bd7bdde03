/** The arithmetic of one weight: every line of the panel equals the independent computation. */
import { expect, test, type Page } from '@playwright/test';
import type { MaskKind } from '../../support/multi-head-reference.ts';
import { agrees } from './agreement.ts';
import { inputsOf } from './inputs.ts';
import { grid, open } from './playground-page.ts';
import { attend, dot } from '../support/reference.ts';
import { reference, pointedCell, sentence, tokens } from './pointed-cell.ts';

test('every line of the arithmetic equals the reference', async ({ page }) => {
  await test.step('the mean over heads is computed from the weight of each head', async () => {
    await open(page, { head: 'mean', num_heads: 4 });
    await grid(page).getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    const heads = attend(await inputsOf({ ...sentence, num_heads: 4 }), 4, 'none');
    await expectSubject(page, 5, 0);
    const work = await page.locator('attention-arithmetic dd').first().innerText();
    const terms = work.match(/\d\.\d+/g)!;
    expect(terms).toHaveLength(4);
    terms.forEach((term, head) => expect(agrees(term, heads[head]!.weights[5]![0]!)).toBe(true));
    expect(work).toContain('/ 4');
    // Without a line for exp, nothing explains it.
    await expect(page.locator('attention-arithmetic')).not.toContainText('exp');
  });

  await test.step('the arithmetic of a masked cell ends in minus infinity and zero', async () => {
    await open(page, { mask: 'causal' });
    await expect(page.locator('attention-arithmetic')).toContainText('exp(score');
    await grid(page).getByRole('application').focus();
    for (const key of ['ArrowDown', 'PageUp', 'End']) await page.keyboard.press(key);
    await expect(grid(page)).toContainText('The → mat: masked');
    await compareArithmetic(page, 0, 5, 'causal');
    await expect(page.locator('attention-arithmetic')).toContainText('−∞');
    await page.keyboard.press('Home');
    await compareArithmetic(page, 0, 0, 'causal');
  });

  await test.step('hovering a cell shows its name, its value and its correct arithmetic', async () => {
    await open(page, { mask: 'none' });
    const canvas = grid(page).getByRole('application').locator('canvas');
    const { width, height } = (await canvas.boundingBox())!;
    const seen = new Set<string>();
    for (const [x, y] of [
      [width - 4, height - 4],
      [width - 4, height * 0.4],
      [width * 0.5, height - 4],
      [width * 0.6, height * 0.6],
    ] as const) {
      await canvas.hover({ position: { x, y } });
      await expect(grid(page)).toContainText('→');
      const { query, key, value } = await pointedCell(page);
      await expect(page.locator('attention-arithmetic h2')).toHaveText(
        new RegExp(`Why\\s+${tokens[query]}\\s+gives\\s+${tokens[key]}\\s+[\\d.]+%\\s*$`),
      );
      await compareArithmetic(page, query, key, 'none');
      expect(agrees(value, (await reference('none')).weights[query]![key]!)).toBe(true);
      seen.add(`${query}, ${key}`);
    }
    expect(seen.size).toBe(4);
    expect(seen).toContain('5, 5');
  });
});

/** Waits until the panel is about this weight: the engine computes the row's numbers. */
const expectSubject = (page: Page, query: number, key: number) =>
  expect(page.locator('attention-arithmetic h2')).toHaveText(
    new RegExp(`^\\s*Why\\s+${tokens[query]}\\s+gives\\s+${tokens[key]}\\s`),
  );

/** Compares every line of the arithmetic panel with the reference. */
async function compareArithmetic(page: Page, query: number, key: number, mask: MaskKind) {
  const { q, k, scores, masked_scores, weights } = await reference(mask);
  const largest = Math.max(...masked_scores[query]!);
  const exponentials = masked_scores[query]!.map((score) => Math.exp(score - largest));
  const expected = [
    dot(q[query]!, k[key]!),
    scores[query]![key]!,
    masked_scores[query]![key]!,
    exponentials[key]!,
    weights[query]![key]!,
  ];
  const panel = page.locator('attention-arithmetic');
  await expectSubject(page, query, key);
  const lines = await panel
    .locator('dl > *')
    .evaluateAll((all) => all.map((line) => [...line.children].map((cell) => cell.textContent!)));
  expect(lines).toHaveLength(5);
  for (const [i, value] of expected.entries())
    expect(agrees(lines[i]![2]!, value), `${lines[i]!.join(' ')} expected ${value}`).toBe(true);

  const factors = lines[0]![1]!.match(/−?\d+\.\d+/g)!;
  expect(factors).toHaveLength(8);
  const pairs = q[query]!.flatMap((value, i) => [value, k[key]![i]!]);
  for (const [i, factor] of factors.entries()) expect(agrees(factor, pairs[i]!)).toBe(true);
  expect(lines[1]![1]).toContain('√4');
  const sum = exponentials.reduce((total, value) => total + value, 0);
  const shownSum = /\/ (\S+) =/.exec(lines[4]![1]!)![1]!;
  expect(agrees(shownSum, sum), `Σ shown ${shownSum}, expected ${sum}`).toBe(true);
}
