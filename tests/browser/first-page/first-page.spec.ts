/** The first page: a trained model, and what a visitor changes in it. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { chips, cellAt, editor, story, typed } from '../story/story-page.ts';
import {
  answer,
  arcs,
  choice,
  expectAnswers,
  expectNumbers,
  film,
  goTo,
  openTrained,
  ownField,
  row,
  undoAll,
  weights,
  word,
  gripCenter,
} from './first-page.ts';
import { holdFilm } from './held-film.ts';
import { hold } from '../support/hold.ts';
import { watch } from '../support/watch.ts';

async function startAgain(page: Page) {
  await goTo(page, 'v=3&model=goes_with');
  await expectAnswers(page, 'animal', 'street');
}

const maps = (page: Page) => page.locator('attention-head-maps');

test('the first page opens on a trained model: "it" looks at the adjective, then at its noun', async ({
  page,
}) => {
  const { complaints, requests } = await watch(page);
  await openTrained(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is it?');
  await expectAnswers(page, 'animal', 'street');
  for (const example of [0, 1]) {
    await expect(word(page, example, 8)).toBeChecked();
    await expect(answer(page, example)).toContainText('right');
  }
  await expect(film(page).locator('.head h2')).toHaveText(/^goes with 0\.99\d$/);
  await expect(film(page).locator('.head')).toContainText(
    'layer 2, head 1 (layers.1.attention, head 0)',
  );
  await expect(film(page)).toContainText(
    'tested on 2,000 examples that it was never trained on: in the hardest kind, 99.9% of the answers were right',
  );
  await expect(page.locator('.question')).toContainText('17,252 parameters, trained for 800 steps');
  await expectNumbers(page, {});
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => /\.wasm$|chart|lab-/.test(url))).toEqual([
    expect.stringMatching(/\/training-[^/]+\.wasm$/),
  ]);
});

test('a visitor chooses words and heads, and changes the model', async ({ page }) => {
  await test.step('another word is chosen by pointer and by keyboard, with its arcs and its answer', async () => {
    await openTrained(page);
    await word(page, 0, 4).click();
    await expect(answer(page, 0)).toContainText('animal');
    await expect(word(page, 1, 4)).toBeChecked();
    await word(page, 0, 4).press('ArrowLeft');
    await word(page, 0, 3).press('ArrowLeft');
    await expect(word(page, 0, 2)).toBeFocused();
    await expect(answer(page, 0)).toContainText('cross');
    await expect(page).toHaveURL(/#v=3&model=goes_with&word=0:2,1:2$/);
    await page.reload();
    await expect(word(page, 1, 2)).toBeChecked();
  });
  await test.step('dragging an arc, or forcing it by keyboard, changes the answer', async () => {
    await startAgain(page);
    const grip = (i: number) => gripCenter(page, 1, i);
    await page.mouse.move(...(await grip(1)));
    await page.mouse.down();
    await page.mouse.move(...(await grip(6)), { steps: 4 });
    await page.mouse.up();
    await expectAnswers(page, 'street', 'street');
    await expect(answer(page, 0)).toContainText('wrong');
    await expect(page).toHaveURL(/row=0:layers\.1\.attention:0:8-6/);
    await page.reload();
    await expectAnswers(page, 'street', 'street');
    const select = arcs(page, 1).getByRole('combobox', { name: 'layer 2, head 1: make' });
    await select.selectOption('animal');
    await expectAnswers(page, 'street', 'animal');
    await undoAll(page).press('Enter');
    await expectAnswers(page, 'animal', 'street');
  });
  await test.step('a mask and a layer that is off change both answers; Undo and the Back key bring them back', async () => {
    await startAgain(page);
    await choice(page, 'Mask').selectOption('causal');
    await expectAnswers(page, 'animal', 'animal');
    await expectNumbers(page, { mask: 'causal' });
    await expect(page).toHaveURL(/mask=causal/);
    await undoAll(page).click();
    await expectAnswers(page, 'animal', 'street');
    await choice(page, 'layer 1').selectOption('off');
    await expectAnswers(page, 'animal', 'animal');
    await expectNumbers(page, { off: [0, 1, 2, 3].map((head) => ({ layer: 0, head })) });
    const titles = arcs(page).locator('.layer bdi');
    await expect(titles).toHaveText(['layer 1, head 3, off', 'layer 2, head 1']);
    await page.goBack();
    await expectAnswers(page, 'animal', 'street');
    await expect(titles).toHaveText(['layer 1, head 3', 'layer 2, head 1']);
    await expect(choice(page, 'layer 1')).toHaveValue('on');
    await page.goForward();
    await expect(choice(page, 'layer 1')).toHaveValue('off');
    await expectAnswers(page, 'animal', 'animal');
    await choice(page, 'Positions').selectOption('off');
    await expect(page).toHaveURL(/positions=none/);
  });
  await test.step('all heads are below: one is shown, one is switched off', async () => {
    await startAgain(page);
    await maps(page).scrollIntoViewIfNeeded();
    await expect(maps(page).locator('.chip')).toHaveCount(5);
    await maps(page)
      .getByRole('button', { name: /^layer 1, head 1, 0/ })
      .click();
    await expect(arcs(page).locator('.layer.first')).toContainText('layer 1, head 1');
    await expectNumbers(page, {}, [0, 0]);
    await maps(page).getByRole('button', { name: 'layer 1, head 3: on' }).press('Space');
    await expectAnswers(page, 'animal', 'animal');
    await expect(choice(page, 'layer 1')).toHaveValue('some');
    await expect(page).toHaveURL(/off=layers\.0\.attention:2&shown=layers\.0\.attention:0/);
    await expectNumbers(page, { off: [{ layer: 0, head: 2 }] }, [0, 0]);
  });
  await test.step('the story follows the layer and the head chosen among all heads', async () => {
    await startAgain(page);
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    const place = () => story(page).evaluate(({ layer, head }: AttentionStory) => [layer, head]);
    await expect(story(page).getByRole('radio', { name: 'layer 1' })).toBeChecked();
    await maps(page).scrollIntoViewIfNeeded();
    const map = (name: RegExp) => maps(page).getByRole('button', { name });
    await map(/^layer 2, head 1, /).click();
    await expect.poll(place).toEqual([1, 0]);
    await expect(page).toHaveURL(/&shown=layers\.1\.attention:0&layer=1$/);
    await page.goBack();
    await expect.poll(place).toEqual([0, 2]);
    await page.goForward();
    await expect.poll(place).toEqual([1, 0]);
    await page.reload();
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await expect(story(page).getByRole('radio', { name: 'layer 2' })).toBeChecked();
    await maps(page).scrollIntoViewIfNeeded();
    await map(/^layer 1, head 4, /).press('Enter');
    await expect.poll(place).toEqual([0, 3]);
    await expect(page).toHaveURL(/&shown=[^&]*layers\.0\.attention:3(&|$)/);
    await expect(page).not.toHaveURL(/layer=1/);
  });
});

test('one’s own sentence is read; unknown words are named, and the last good one stays', async ({
  page,
}) => {
  await openTrained(page);
  await ownField(page).fill('The horse did not leave the field because it was too slow.');
  await expect(answer(page, 2)).toContainText('horse');
  await ownField(page).fill('The zebra did not leave the zoo because it was too slow.');
  await expect(ownField(page)).toHaveAccessibleDescription(/does not know “zebra”, “zoo”\./);
  await expect(ownField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(answer(page, 2)).toContainText('horse');
  const known = page.locator('.words li').getByText('bridge', { exact: true });
  await expect(known).toBeHidden();
  await page.getByText('The 96 known tokens').press('Enter');
  await expect(known).toBeVisible();
  await page.locator('summary', { hasText: 'The 96 known tokens' }).click();
  await ownField(page).fill('The horse ran.');
  await expect(ownField(page)).toHaveAccessibleDescription(/knows 96 tokens/);
  await expect(arcs(page, 2).locator('.text')).toHaveText(['the', 'horse', 'ran', '.']);
  await ownField(page).fill('');
  await expect(row(page, 2)).toHaveCount(0);
  await page.getByText('The 96 known tokens').click();
  await expect(known).toBeVisible();
});

test('the film trains the same recipe from step 0, and the sentences follow', async ({ page }) => {
  await openTrained(page);
  const after = await weights(page);
  const release = await holdFilm(page, 4);
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(film(page)).toContainText('step 0 of 800');
  await expect(row(page)).toContainText('untrained: random parameters');
  await expect(film(page).locator('.head')).toContainText('Untrained');
  await expect(page.getByText('The model of the film at step 0 of 800')).toBeVisible();
  expect(await weights(page)).not.toEqual(after);
  await film(page).getByRole('button', { name: 'Watch the training' }).press('Enter');
  await expect(film(page)).toContainText(/step [1-9]\d* of 800/);
  await film(page).getByRole('button', { name: 'Pause' }).click();
  await release();
  const slider = page.getByRole('slider', { name: /film/ });
  await slider.press('Home');
  await expect(film(page)).toContainText('step 0 of 800');
  const link = film(page).getByRole('link');
  await expect(link).toHaveAttribute('href', './training.html#v=3&model=goes_with&seed=3');
  await film(page).getByRole('button', { name: 'after' }).click();
  await expect.poll(() => weights(page)).toEqual(after);
  await expectAnswers(page, 'animal', 'street');
});

test('the film always belongs to the displayed model', async ({ page }) => {
  await openTrained(page);
  const send = await hold(page, '**/induction.safetensors');
  await choice(page, 'Model').selectOption('induction');
  const watchIt = film(page).getByRole('button', { name: 'Watch the training' });
  await watchIt.click();
  send();
  await expect(page.locator('.question')).toContainText('What followed k earlier?');
  await expect(film(page).getByRole('slider')).toHaveCount(0);
  const link = film(page).getByRole('link');
  await expect(link).toHaveAttribute('href', /#v=3&model=induction&seed=\d+$/);
  await watchIt.click();
  await expect(film(page)).toContainText(/step [1-9]\d* of 400/);
  await expect(link).toHaveAttribute('href', /model=induction&seed=\d+&step=/);
});

test('a word clicked while another model loads is not chosen in that model', async ({ page }) => {
  await openTrained(page);
  const send = await hold(page, '**/sort.safetensors');
  await choice(page, 'Model').selectOption('sort');
  await word(page, 1, 5).click();
  send();
  await expect(page).toHaveURL(/#v=3&model=sort$/);
  await expect(word(page, 1, 5)).not.toBeChecked();
  await expectNumbers(page, {}, undefined, undefined, 'sort');
});

test('a number of the story is changed: both answers follow, in the address and after a reload', async ({
  page,
}) => {
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const place = 'layers.0.attention.v[0,2,11,0]';
  const cell = cellAt(page, place);
  await expect(cell).toHaveText('0.11');
  await page.locator('.choice.of-story').getByText('… wide').locator('..').click();
  await expect(cell).toHaveText('−0.99');
  await expect(editor(page)).toHaveCount(0);
  await cell.click();
  await typed(page).fill('0.5');
  await expectAnswers(page, 'animal', 'animal');
  await expectNumbers(page, { value: { layer: 0, head: 2, key: 11, column: 0, to: 0.5 } });
  await expect(page).toHaveURL(/example=1&stage=v&edits=layers\.0\.attention\.v\[0,2,11,0\]=0\.5$/);
  await typed(page).fill('-0.99');
  await expectAnswers(page, 'street', 'street');
  await page.reload();
  await expectAnswers(page, 'street', 'street');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await cell.focus();
  await page.keyboard.press('Delete');
  await expectAnswers(page, 'animal', 'street');
  await expect(chips(page)).toHaveCount(0);
  await page.goBack();
  await expectAnswers(page, 'street', 'street');
  await undoAll(page).click();
  await expect(cell).toHaveText('−0.99');
});

test('the place in the story is in the address, and is restored by link, reload and Back', async ({
  page,
}) => {
  await openTrained(page);
  const story = page.locator('attention-story');
  const heading = story.getByRole('heading', { level: 3 });
  const layer = (n: number) => story.getByRole('radio', { name: `layer ${n}` });
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(heading).toHaveText('Weights');
  await story.locator('label').filter({ hasText: 'layer 2' }).click();
  await expect(page).toHaveURL(/#v=3&model=goes_with&layer=1$/);
  await story.locator('[data-stage=q] [role=gridcell]').first().press('ArrowDown');
  await expect(heading).toHaveText('Key');
  await expect(page).toHaveURL(/&layer=1&stage=k$/);
  await page.reload();
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(heading).toHaveText('Key');
  await expect(layer(2)).toBeChecked();
  await layer(2).press('ArrowLeft');
  await expect(page).toHaveURL(/#v=3&model=goes_with&stage=k$/);
  await expect(story.getByRole('radio', { name: 'head 3' })).toBeChecked();
  await page.goBack();
  await expect(layer(2)).toBeChecked();
  await page.evaluate(() => (location.hash = 'v=3&model=goes_with&layer=7&stage=scores'));
  await expect(page.locator('#notice')).toContainText('layer=7');
  await expect(page).toHaveURL(/#v=3&model=goes_with&stage=scores$/);
  await expect(heading).toHaveText('Scores');
  await expect(layer(1)).toBeChecked();
});

test('the story shows the gradients of an answer, and follows the chosen word and layer', async ({
  page,
}) => {
  await openTrained(page);
  const story = page.locator('attention-story');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await story.locator('[data-stage=prediction] .probability').first().click();
  await story.getByRole('button', { name: 'What would raise this number?' }).click();
  await expect(story.locator('.gradients')).toContainText('log probability of animal for it');
  await story.getByRole('radio', { name: 'layer 2' }).click({ force: true });
  await expect(story.locator('[data-stage=weights]')).toContainText('100.0%');
  await word(page, 0, 2).click();
  await expect(story.locator('[data-stage=prediction]')).toContainText('cross');
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(story).toContainText('untrained: random parameters');
  await expect(story.locator('.gradients')).toContainText('log probability of animal for it');
});

test('the story stays valid when one’s own sentence loses the word whose row it shows', async ({
  page,
}) => {
  await openTrained(page);
  await choice(page, 'Mask').selectOption('causal');
  await ownField(page).fill('the king saw the queen because it was dark');
  const story = page.locator('attention-story');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await word(page, 2, 8).click();
  await page
    .locator('.choice.of-story')
    .getByText('your own', { exact: true })
    .locator('..')
    .click();
  await expect(story.locator('[data-stage=weights] .cells')).toBeVisible();
  await expect(row(page, 2).getByRole('radio', { checked: true })).toContainText('dark');
  await ownField(page).fill('the king saw the queen');
  // The full stop is added automatically.
  await expect(row(page, 2).getByRole('radio')).toHaveCount(6);
  await expect(ownField(page)).toHaveAttribute('aria-invalid', 'false');
});

test('the Tab key loads the parts further down, before the focus arrives there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openTrained(page);
  const later = [
    page.locator('[data-part=story] attention-story'),
    page.locator('[data-part=matrices] attention-matrices'),
    page.locator('[data-part=maps] attention-head-maps'),
    page.locator('[data-part=guess] attention-guess'),
  ];
  const buttons = async () =>
    Promise.all(later.map(async (part) => (await part.getByRole('button').count()) > 0));
  expect(await buttons()).toContain(false);
  await page.keyboard.press('Tab');
  await expect.poll(buttons).toEqual([true, true, true, true]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('each model is loaded when it is chosen', async ({ page }) => {
  const { requests } = await watch(page);
  await openTrained(page);
  const files = () => requests.filter((url) => url.endsWith('.safetensors'));
  expect(files()).toEqual([expect.stringContaining('goes_with')]);
  const asksAbout = page.getByRole('heading', { level: 1 }).locator('em');
  await expect(asksAbout).toHaveAttribute('lang', 'en');
  await choice(page, 'Mask').selectOption('causal');
  await expectAnswers(page, 'animal', 'animal'); // the address keeps only what was shown
  for (const [model, asked, lang, said] of [
    ['induction', 'k', null, ['a', 'm']],
    ['translation', 'Gruppe', 'de', ['ging', 'kann']],
    ['sort', '|', null, ['1', '3']],
  ] as const)
    await test.step(model, async () => {
      const before = files().length;
      await choice(page, 'Model').selectOption(model);
      await expect(asksAbout).toHaveText(asked);
      expect(await asksAbout.getAttribute('lang')).toBe(lang);
      await expectAnswers(page, ...said);
      await expect(page).toHaveURL(new RegExp(`#v=3&model=${model}$`));
      expect(files().slice(before)).toEqual([expect.stringContaining(model)]);
      await page.goBack();
      await expectAnswers(page, 'animal', 'animal');
    });
});

test('a model that cannot be loaded shows a message, and Try again works', async ({ page }) => {
  await page.route('**/*.safetensors', (route) => route.abort());
  await page.goto('./');
  const alert = page.locator('attention-trained').getByRole('alert');
  await expect(alert).toContainText('The model could not be started');
  await page.unroute('**/*.safetensors');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectAnswers(page, 'animal', 'street');
});
