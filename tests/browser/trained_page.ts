/** Page object of the first page: opens it, and reads what it draws. */
import { expect, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../web/src/elements/training/attention-arcs.ts';
import { modelFile } from './story_page.ts';
import { compute, type Change } from './story_reference.ts';

export async function openTrained(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash && `#${hash}`}`);
  await expect(arcs(page).locator('canvas')).toBeVisible();
}

const element = (page: Page) => page.locator('attention-trained');
export const row = (page: Page, example = 0) =>
  element(page).locator('.row:has(attention-arcs)').nth(example);
export const arcs = (page: Page, example = 0) => row(page, example).locator('attention-arcs');
export const word = (page: Page, example: number, i: number) =>
  arcs(page, example).getByRole('radio').nth(i);
/** Such as "animal 99.9%". */
export const answer = (page: Page, example: number) =>
  row(page, example).locator('attention-answer .first');
export const line = (page: Page) => element(page).locator('.line.model');
export const film = (page: Page) => page.getByRole('group', { name: 'How it learned' });
export const choice = (page: Page, name: string) =>
  line(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^\\s*${name}`) })
    .locator('select');

/** All weights that are drawn of an example: [layer][query * n + key]. */
export const weights = (page: Page, example = 0): Promise<number[][]> =>
  arcs(page, example).evaluate((view: AttentionArcs) =>
    view.layers.map((layer) => [...layer.weights]),
  );

/** Expects the answers of the two pinned examples. */
export async function expectAnswers(page: Page, ...answers: string[]): Promise<void> {
  for (const [example, said] of answers.entries())
    await expect(answer(page, example)).toContainText(said);
}

/** The ids of the pinned examples, and of one's own if it is shown, by the vocabulary that the page shows. */
export async function examples(page: Page): Promise<number[][]> {
  const vocabulary = await element(page)
    .locator('.words li')
    .evaluateAll((all) => all.map((one) => one.textContent));
  const all = await element(page).locator('.row attention-arcs').all();
  const words = await Promise.all(
    all.map((one) => one.evaluate((view: AttentionArcs) => [...view.tokens])),
  );
  return words.map((tokens) => tokens.map((token) => vocabulary.indexOf(token)));
}

/** Of models of one stack: how many heads a layer has, which are drawn, and their mask. */
const models = {
  goes_with: { heads: [4, 1], drawn: [2, 0], mask: 'none' },
  induction: { heads: [1, 1], drawn: [0, 0], mask: 'causal' },
  sort: { heads: [1], drawn: [0], mask: 'causal' },
} as const;

export type ComparedModel = keyof typeof models;
export const isCompared = (model: string): model is ComparedModel => Object.hasOwn(models, model);

/** Expects what is drawn and said of each example to be what plain loops compute. */
export async function expectNumbers(
  page: Page,
  change: Change | ((example: number) => Change),
  drawnHeads?: readonly number[],
  parameters?: Parameters<typeof compute>[0],
  model: ComparedModel = 'goes_with',
): Promise<void> {
  const { heads, drawn: best, mask } = models[model];
  const tensors = parameters ?? (await modelFile(model)).tensors;
  for (const [example, ids] of (await examples(page)).entries()) {
    const changed = typeof change === 'function' ? change(example) : change;
    const expected = compute(tensors, ids, heads, { mask, ...changed });
    const drawn = await weights(page, example);
    (drawnHeads ?? best).forEach((head, layer) => {
      const right = expected.layers[layer]!.heads[head]!.weights.flat();
      drawn[layer]!.forEach((weight, i) => expect(weight).toBeCloseTo(right[i]!, 4));
    });
    const chosen = await arcs(page, example).evaluate((view: AttentionArcs) => view.chosen);
    const said = 100 * Math.max(...expected.probabilities[chosen]!);
    const shown = async () =>
      parseFloat((await answer(page, example).innerText()).match(/[\d.]+%/)?.[0] ?? '');
    await expect.poll(async () => Math.abs((await shown()) - said)).toBeLessThan(0.051);
  }
}
