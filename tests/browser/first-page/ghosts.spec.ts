/** After a change the old numbers stay visible beside the new ones, and disappear when the change is undone. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { modelFile } from '../story/story-page.ts';
import { compute } from '../story/story-reference.ts';
import { overflow } from '../support/overflow.ts';
import { answer, arcs, choice, element, examples, openTrained, row, word } from './first-page.ts';

const kHeads = [4, 1];
const asking = 8;
const ghosts = (page: Page, example: number) => arcs(page, example).locator('.slot s');
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** The part of the page below the sentences. Chips of changes come after it. */
const ends = (page: Page) =>
  element(page).evaluate(({ shadowRoot }) =>
    ['.film', '.line.model'].map(
      (part) => shadowRoot!.querySelector(part)!.getBoundingClientRect().top,
    ),
  );

/** Whether the canvas is painted below the sentence, to the left of the word that is looked at now. */
const isPaintedLeftOf = (page: Page, example: number, left: number) =>
  arcs(page, example)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement, left) => {
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const from = Math.round(canvas.height * 0.65);
      const width = Math.round((left - box.left) * scale);
      const { data } = canvas.getContext('2d')!.getImageData(0, from, width, canvas.height - from);
      return data.some((value, i) => i % 4 === 3 && value > 64);
    }, left);

test('a change leaves the lost arc, its percentage and the old answer, also as text, and nothing moves', async ({
  page,
}) => {
  await openTrained(page);
  await expect(answer(page, 0)).toContainText('animal');
  const before = await ends(page);
  await expect(ghosts(page, 0)).toHaveCount(0);
  const force = arcs(page, 0).getByRole('combobox', { name: 'layer 2, head 1: make' });
  await force.focus();
  await force.selectOption('street');
  const { tensors } = await modelFile();
  const [ids] = await examples(page);
  const learned = compute(tensors, ids!, kHeads);
  const [looked] = learned.layers[1]!.heads[0]!.weights.slice(asking, asking + 1);
  const [animal, street] = [1, 6];
  await expect(ghosts(page, 0)).toHaveText([
    `${Math.round(100 * looked![animal]!)}%`,
    `${looked![street]! < 0.01 ? 0 : Math.round(100 * looked![street]!)}%`,
  ]);
  await expect(word(page, 0, animal)).toHaveAccessibleName(
    new RegExp(`layer 2, head 1: 0%, before: ${percent(looked![animal]!)}$`),
  );
  await expect(word(page, 0, 0)).not.toHaveAccessibleName(/before/);
  const was = Math.max(...learned.probabilities[asking]!);
  await expect(answer(page, 0)).toContainText(/^\s*street/);
  await expect(answer(page, 0).locator('s')).toHaveText(
    new RegExp(`before:\\s+animal\\s+${percent(was)}`),
  );
  const { x } = (await word(page, 0, street).boundingBox())!;
  await expect.poll(() => isPaintedLeftOf(page, 0, x)).toBe(true);
  // The other sentence is unchanged.
  await expect(ghosts(page, 1)).toHaveCount(0);
  await expect(answer(page, 1).locator('s')).toHaveCount(0);
  expect(await ends(page)).toEqual(before);
  // Another word's row has not changed, so it has no ghosts.
  await word(page, 0, 2).click();
  await expect(ghosts(page, 0)).toHaveCount(0);
  await word(page, 0, asking).click();
  await expect(ghosts(page, 0)).toHaveCount(2);
  await arcs(page, 0).getByRole('button', { name: 'Undo' }).click();
  await expect(ghosts(page, 0)).toHaveCount(0);
  await expect(row(page, 0).locator('s')).toHaveCount(0);
  expect(await ends(page)).toEqual(before);
  // By pointer, in the whole model: the next answers keep their old shares, on the scale of all bars.
  await choice(page, 'layer 2').selectOption('off');
  const others = row(page, 0).locator('attention-answer li');
  await expect(others.locator('s')).toHaveCount(3);
  for (const other of await others.all()) {
    const share = learned.probabilities[asking]![await idOf(page, other)]!;
    const old = share < 0.0005 ? '< 0.1%' : percent(share);
    await expect(other.locator('s')).toHaveText(new RegExp(`before:\\s+${old}$`));
  }
  expect(await ends(page)).toEqual(before);
});

async function idOf(page: Page, answer: Locator): Promise<number> {
  const words = await element(page).locator('.words li').allTextContents();
  return words.indexOf(await answer.locator('bdi').innerText());
}

test('on a phone the upright sentence has the old arcs too, and nothing moves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTrained(page);
  const before = await ends(page);
  await choice(page, 'Mask').selectOption('causal');
  await expect(ghosts(page, 0)).toHaveText(['0%', '100%']);
  await expect(ghosts(page, 0).first()).toBeVisible();
  expect(await ends(page)).toEqual(before);
  await page.locator('.choice.first').getByText('… wide').locator('..').click();
  await expect(answer(page, 1).locator('s')).toContainText('street');
  await expect(answer(page, 1).locator('s')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => overflow(page)).toBe(0);
});
