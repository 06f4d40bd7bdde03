/** The story follows the film: its numbers belong to the step that is shown, and can be changed. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import { trainedFor, type Parameters } from './another-trainer.ts';
import { shownNumber } from '../story/shown-number.ts';
import { cellAt, chips, modelFile, stage, story } from '../story/story-page.ts';
import { compute, edited } from '../story/story-reference.ts';
import { answer, examples, expectNumbers, film, openTrained, row, stateOf } from './first-page.ts';
import { holdFilm } from './held-film.ts';
import { watch } from '../support/watch.ts';

const kHeads = [4, 1];
const asking = 8;

const stepOf = async (page: Page) =>
  Number(/step (\d+)/.exec(await film(page).locator('.muted').first().innerText())![1]);
const told = (page: Page, step: number) =>
  page.getByText(`The model of the film at step ${step} of 800, trained here and now.`);

/** Expects the drawn weights, the answers and the story's logits to equal plain loops. */
async function expectStep(page: Page, parameters: Parameters): Promise<void> {
  const { edits } = await stateOf(page);
  const tensors = edited(parameters, edits);
  await expectNumbers(page, { edits }, undefined, tensors);
  const [ids] = await examples(page);
  const { logits, layers } = compute(tensors, ids!, kHeads, { edits });
  const shown = await story(page).evaluate(({ inspection }: AttentionStory) => [
    ...inspection!.logits!.data,
  ]);
  const differ = logits
    .flat()
    .filter((right, i) => !(Math.abs(shown[i]! - right) < 2e-4 * Math.max(1, Math.abs(right))));
  expect(differ).toEqual([]);
  const weights = await stage(page, 'weights').locator('.cells .cell > span').allInnerTexts();
  const expected = layers[0]!.heads[2]!.weights[asking]!;
  const far = weights.filter(
    (text, i) => !(Math.abs(shownNumber(text) - 100 * expected[i]!) <= 0.051),
  );
  expect(far).toEqual([]);
}

test('the story has the numbers of the film’s step; they can be changed while the film is paused', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(stage(page, 'weights').locator('.cells')).toBeVisible();
  const release = await holdFilm(page, 12);
  // By pointer, before the training: the numbers are gray, and the page says why.
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(told(page, 0)).toBeVisible();
  await expect(story(page)).toHaveAttribute('untrained', '');
  await expect(story(page).getByText('untrained: random parameters')).toBeVisible();
  await expect(row(page)).toContainText('untrained: random parameters');
  await expectStep(page, await trainedFor(page, 0));
  // By keyboard: one mark further in the film.
  const isOne = page.evaluate(isOneStep);
  await film(page).getByRole('button', { name: 'Watch the training' }).press('Enter');
  await expect.poll(() => stepOf(page)).toBe(12);
  await page.evaluate(() => void dispatchEvent(new Event('test-seen')));
  expect(await isOne).toBe(true);
  await film(page).getByRole('button', { name: 'Pause' }).press('Enter');
  await release();
  await expect(film(page).getByRole('button', { name: 'Watch the training' })).toBeVisible();
  // The steps that were in progress.
  await expect.poll(() => stepOf(page)).toBeGreaterThan(12);
  const step = await stepOf(page);
  await expect(told(page, step)).toBeVisible();
  await expect(story(page)).not.toHaveAttribute('untrained');
  const parameters = await trainedFor(page, step);
  await expectStep(page, parameters);
  // A number and a parameter of this step are changed, and the old values stay beside them.
  await cellAt(page, 'layers.0.attention.v[0,2,11,0]').focus();
  await page.keyboard.type('2.5');
  await page.keyboard.press('Enter');
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => {
    const view = document.querySelector('attention-trained') as AttentionTrained;
    const edit = { layer: 'layers.0.attention', field: 'w_q', index: [3, null], value: -1 };
    view.state = { ...view.state, edits: [...view.state.edits, { ...edit, multiplies: true }] };
  });
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await expectStep(page, parameters);
  await expect(told(page, step)).toBeVisible();
  await chips(page).getByRole('button').first().click();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await chips(page).getByRole('button').first().press('Enter');
  await expect(chips(page)).toHaveCount(0);
  await expectStep(page, parameters);
  // Returns to the model from the file.
  await film(page).getByRole('button', { name: 'after' }).click();
  await expect(told(page, step)).toHaveCount(0);
  await expectStep(page, (await modelFile()).tensors);
  await expect(answer(page, 0)).toContainText('animal');
  expect(complaints).toEqual([]);
});

test('a film that cannot run says why, also after its end was shown, and goes on when it is tried again', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openTrained(page);
  const engine = await page.evaluateHandle(
    async () => (await (document.querySelector('attention-trained') as AttentionTrained).engine)!,
  );
  // There is no memory for a trainer.
  await engine.evaluate((engine) => {
    engine.trainer = () => Promise.reject(new Error('no memory'));
  });
  const press = (name: string) => film(page).getByRole('button', { name, exact: true }).click();
  await press('Watch the training');
  const alert = film(page).getByRole('alert');
  await expect(alert).toContainText('Training stopped: ');
  await expect(alert).toContainText('No memory');
  await expect(film(page)).not.toContainText('Starting');
  const after = film(page).getByRole('button', { name: 'after' });
  await expect(after).toHaveAttribute('aria-pressed', 'false');
  await expect(answer(page, 0)).toContainText('animal');
  await press('after');
  await expect(alert).toHaveCount(0);
  await press('before');
  await expect(alert).toContainText('No memory');
  await engine.evaluate((engine) => void Reflect.deleteProperty(engine, 'trainer'));
  await press('Try again');
  await expect(alert).toHaveCount(0);
  await expect(film(page).locator('.failure')).toBeFocused();
  await expect(told(page, 0)).toBeVisible();
  await press('Watch the training');
  await expect.poll(() => stepOf(page)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

/** Whether until an event of the test, at every frame, the story agrees with the answer beside the sentence. */
async function isOneStep(): Promise<boolean> {
  const root = document.querySelector('attention-trained')!.shadowRoot!;
  const steps = new Set<number>();
  let isSeen = false;
  addEventListener('test-seen', () => (isSeen = true));
  while (!isSeen) {
    await new Promise(requestAnimationFrame);
    const { inspection } = root.querySelector<AttentionStory>('attention-story')!;
    const { guesses } = root.querySelector<AttentionAnswer>('attention-answer')!;
    const { probability } = inspection!.answers[8]![0]!;
    if (guesses[0]!.probability !== probability) return false;
    steps.add(probability);
  }
  return steps.size >= 3;
}
