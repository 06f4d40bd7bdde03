/** Every change of the model has a chip near the sentences and in the story, and can be undone alone. */
import { expect, test } from '@playwright/test';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import { shippedModels } from '../../../web/src/model/trained/shipped-models.ts';
import { chips, story } from '../story/story-page.ts';
import {
  answer,
  arcs,
  choice,
  element,
  expectAnswers,
  expectState,
  film,
  goTo,
  line,
  openTrained,
  ownField,
  stateOf,
  status,
  undoAll,
} from './first-page.ts';
import { hold } from '../support/hold.ts';
import { overflow } from '../support/overflow.ts';

const kAll =
  'v=3&mask=causal&positions=none&off=layers.0.attention:0,layers.1.attention:0' +
  '&row=0:layers.0.attention:2:8-1&edits=layers.0.attention.v[0,2,11,0]=0.5;layers.0.attention.w_q[3,*]*-1';

test('each change has a chip, and is undone alone: by pointer, by keyboard, all at once', async ({
  page,
}) => {
  await openTrained(page, kAll);
  const near = line(page).getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(near).toHaveText([
    /Mask:\s+before:none\s+causal/,
    /Positions:\s+before:rotary \(RoPE\)\s+off/,
    /layer 1, head 1:\s+before:on\s+off/,
    // The layer has only this head.
    /layer 2:\s+before:on\s+off/,
    /layer 1, head 3, “it” in “… tired”:\s+looks only at “animal”/,
    /v of tired, layer 1, head 3:\s+before:0\.11\d\s+0\.500/,
    /W_Q, layer 1, row 4:\s+× −1\.000/,
  ]);
  await expectState(page);
  const undo = (name: string) =>
    line(page).getByRole('button', { name: new RegExp(`^Undo\\s*: ${name}`) });
  await undo('Positions').click();
  await expect(near).toHaveCount(6);
  await expectState(page);
  expect(await stateOf(page)).toMatchObject({ positions: null, mask: 'causal' });
  // By keyboard: the focus moves to the next chip.
  await undo('layer 1, head 1').press('Enter');
  await expect(near).toHaveCount(5);
  await expect(undo('layer 2')).toBeFocused();
  await expectState(page);
  await page.keyboard.press('Space');
  await expect(near).toHaveCount(4);
  await expect(undo('layer 1, head 3, “it”')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(near).toHaveCount(3);
  await expectState(page);
  expect((await stateOf(page)).changes).toMatchObject({ off: [], row: [] });
  // The story shows the same chips.
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(chips(page).getByRole('listitem')).toHaveText([/^\s*Mask/, /^\s*v of/, /^\s*W_Q/]);
  await chips(page)
    .getByRole('button', { name: /^Undo\s*: v of tired/ })
    .click();
  await expect(near).toHaveText([/^\s*Mask/, /^\s*W_Q/]);
  await expectState(page);
  await page.goBack();
  await expect(near).toHaveCount(3);
  await expectState(page);
  await story(page).getByRole('button', { name: 'Undo all' }).press('Enter');
  await expect(near).toHaveCount(0);
  await expect(chips(page)).toHaveCount(0);
  await expect(story(page).locator('attention-changes')).toBeFocused();
  await expectAnswers(page, 'animal', 'street');
  await expectState(page);
});

test('while the model of a link loads, nothing that is undone or chosen for the shown model reaches it', async ({
  page,
}) => {
  await openTrained(page, 'v=3&mask=causal&positions=none');
  await expect(status(page)).toContainText('Changed: 2');
  const arrive = await hold(page, '**/induction.safetensors');
  const link = 'v=3&model=induction&mask=none&positions=none&off=layers.0.attention:0';
  await goTo(page, link);
  await expect(choice(page, 'Model')).toHaveValue('induction');
  await expect(status(page)).toContainText('Changed: 2');
  for (const name of ['Mask', 'Positions'])
    await line(page)
      .getByRole('button', { name: new RegExp(`^Undo\\s*: ${name}`) })
      .click();
  const turned = arcs(page).getByRole('combobox', { name: 'Arcs' });
  await turned.selectOption('is_seen_by');
  const forced = arcs(page)
    .getByRole('combobox', { name: /: make/ })
    .first();
  await forced.selectOption({ index: 2 });
  await undoAll(page).click();
  arrive();
  await expect(status(page)).toContainText('Changed: 3');
  await expect(page).toHaveURL(new RegExp(`#${link}$`));
  await expectState(page);
  // What was chosen is not displayed as if it were chosen.
  await expect(turned).toHaveValue('looks_at');
  await expect(forced).toHaveValue('');
});

test('a link that names the mask that the model has anyway changes nothing', async ({ page }) => {
  await openTrained(page, 'v=3&mask=none');
  await expectAnswers(page, 'animal', 'street');
  await expect(choice(page, 'Mask')).toHaveValue('none');
  await expect(status(page)).toHaveCount(0);
  await expect(chips(page)).toHaveCount(0);
});

test('without the list of changes, the focus of “Undo all” stays in the lab', async ({ page }) => {
  await openTrained(page);
  await element(page).evaluate((lab: AttentionTrained) => (lab.hide = 'controls'));
  await expect(line(page)).toHaveCount(0);
  await goTo(page, 'v=3&mask=causal');
  await undoAll(page).press('Enter');
  await expect(status(page)).toHaveCount(0);
  await expect(element(page)).toBeFocused();
  expect(await element(page).evaluate((lab) => getComputedStyle(lab).outlineStyle)).toBe('none');
  // From there, Tab goes on to what follows, and so it does from outside.
  const first = arcs(page).getByRole('radio', { checked: true });
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(first).not.toBeFocused();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
});

test('Tab reaches the chips, from the choices before them and from “Changed”', async ({ page }) => {
  await openTrained(page, 'v=3&mask=causal&positions=none');
  const chip = (name: string) =>
    line(page).getByRole('button', { name: new RegExp(`^Undo\\s*: ${name}`) });
  await choice(page, 'layer 2').focus();
  for (const name of ['Mask', 'Positions']) {
    await page.keyboard.press('Tab');
    await expect(chip(name)).toBeFocused();
  }
  await status(page).getByRole('button', { name: 'Changed' }).press('Enter');
  await expect(line(page).locator('attention-changes')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(chip('Mask')).toBeFocused();
  for (const name of ['Mask', 'Positions']) {
    await expect(chip(name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip(name)).toHaveCount(0);
  }
  // The last chip leaves the focus to the list, and Tab goes on.
  await expect(line(page).locator('attention-changes')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(ownField(page)).toBeFocused();
});

test('chips wrap on a phone and move nothing above them; a row of a digit is named after its patch', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openTrained(page, kAll);
  const near = line(page).getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(near).toHaveCount(7);
  await expect(answer(page, 0).locator('s')).toBeVisible();
  const top = () =>
    element(page).evaluate(
      ({ shadowRoot }) => shadowRoot!.querySelector('.film')!.getBoundingClientRect().top + scrollY,
    );
  const before = await top();
  expect(await overflow(page)).toBe(0);
  await undoAll(page).click();
  await expect(near).toHaveCount(0);
  // The answers have their former height once they are computed.
  await expect.poll(top).toBe(before);
  await page.evaluate(() => (location.hash = 'v=3&model=digits&row=1:layers.1.attention:0:0-6'));
  await expect(near).toHaveText(
    /layer 2, head 1, “class token” in “Example 2”:\s+looks only at “patch 2, 2”/,
  );
  await near.getByRole('button').press('Enter');
  await expect(near).toHaveCount(0);
  await expect(line(page).locator('attention-changes')).toBeFocused();
});

test('the first screen says that the model is changed, links to the changes, and undoes them', async ({
  page,
}) => {
  await openTrained(page);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await expectAnswers(page, 'animal', 'street');
    await expect(status(page)).toHaveCount(0);
    const top = () =>
      arcs(page).evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const before = await top();
    await choice(page, 'Mask').selectOption('causal');
    await expect(status(page)).toHaveText(/^\s*Changed: 1\s+Undo all\s*$/);
    await choice(page, 'layer 1').selectOption('off');
    await expect(status(page)).toContainText('Changed: 2');
    expect(await top()).toBe(before);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    const list = line(page).locator('attention-changes');
    await status(page).getByRole('button', { name: 'Changed' }).click();
    await expect(list).toBeInViewport();
    await expect(list).toBeFocused();
    await undoAll(page).press('Enter');
    await expect(status(page)).toHaveCount(0);
    await expect(list).toBeFocused();
    await expectAnswers(page, 'animal', 'street');
    await page.goBack();
    await expect(status(page)).toContainText('Changed: 2');
    await page.evaluate(() => (location.hash = ''));
    await expect(status(page)).toHaveCount(0);
  }
});

test('a number that overflows gives no answer and a reason; undoing it restores the answer', async ({
  page,
}) => {
  await openTrained(page, 'v=3&edits=layers.0.attention.q[0,0,8,0]=1e38');
  const answer = element(page).locator('attention-answer').first();
  await expect(answer.getByRole('alert')).toHaveText(
    'No answer: some numbers are too large for 32-bit floats.',
  );
  await expect(answer).not.toContainText('NaN');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const readout = story(page).locator('.formula .readout');
  const none = 'No answer: some numbers are too large for 32-bit floats.';
  await expect(readout).toHaveText(`it → tired 100.0% in layer 1 · ${none}`);
  const announced = story(page).locator('p.unseen[role=status]');
  await expect(announced).toBeEmpty();
  await line(page)
    .getByRole('button', { name: /^Undo\s*: q of it/ })
    .click();
  await expect(answer.locator('.share').first()).toHaveText(/^99\.\d%$/);
  await expect(answer.getByRole('alert')).toHaveCount(0);
  await expect(readout).toHaveText(/^it → tired 100\.0% in layer 1 · answer: animal 99\.\d%$/);
  await expect(announced).toHaveText(/^answer: animal 99\.\d%$/);
  // Here the row has no weights either.
  await page.evaluate(() => (location.hash = 'v=3&edits=layers.0.attention.w_q[*,*]*3e38'));
  await expect(readout).toHaveText(none);
  await expect(announced).toHaveText(none);
});

test('a switched-off head says so at its arc, has no score, and its context says why it is 0', async ({
  page,
}) => {
  await openTrained(page);
  const figures = arcs(page).locator('.slot:last-child .figure');
  await expect(figures.nth(1)).toHaveText('100%');
  await expect(film(page).getByRole('heading')).toHaveText(/^goes with \d\.\d{3}$/);
  await expect(choice(page, 'Positions')).toHaveValue('learned');
  await expect(choice(page, 'Positions').locator('option').first()).toHaveText('rotary (RoPE)');
  await expect(film(page)).toContainText('measured here in the unchanged model');
  await choice(page, 'layer 2').selectOption('off');
  await expect(film(page).getByRole('heading')).toHaveText('goes with');
  const says = { useInnerText: true };
  await expect(film(page)).toContainText('Switched off, a head adds nothing.', says);
  await expect(film(page)).not.toContainText('Mean weight', says);
  await expect(figures.filter({ hasText: 'off' })).toHaveCount(1);
  await expect(figures.filter({ hasText: '%' })).toHaveCount(0);
  // The story shows layer 1.
  await choice(page, 'layer 1').selectOption('off');
  await page.locator('[data-part=matrices]').scrollIntoViewIfNeeded();
  await expect(page.locator('attention-matrices attention-heatmap').last()).toContainText(
    'This head is off: its context is set to 0',
  );
});

test('the introduction says which model it is about when that is not the one shown', async ({
  page,
}) => {
  const intro = element(page).locator('.question .intro');
  const size = element(page).locator('.question > .muted');
  const claim = (subject: string) =>
    new RegExp(`^${subject} that here the last word decides: layer 1 looks at tired or wide;`);
  const learned = claim('A small model has learned');
  const unchanged = claim('The unchanged model learned');
  const trained = claim('The trained model learned');
  await openTrained(page);
  await expect(intro).toHaveText(learned);
  for (const changed of [
    'mask=causal',
    'positions=none',
    'off=layers.1.attention:0',
    'row=1:layers.1.attention:0:8-1',
    'edits=layers.0.attention.w_q[3,*]*-1',
  ]) {
    await page.evaluate((hash) => (location.hash = hash), `v=3&${changed}`);
    await expect(intro).toHaveText(unchanged);
    await undoAll(page).click();
    await expect(intro).toHaveText(learned);
  }
  // Choosing another example, head or word does not change the model.
  await page.evaluate(
    () => (location.hash = 'v=3&example=1&word=0:4,1:4&shown=layers.0.attention:1'),
  );
  await expect(arcs(page).getByRole('radio').nth(4)).toBeChecked();
  await expect(intro).toHaveText(learned);
  // At a step of the film, the line with the model's size names that step.
  await expect(size).toContainText('17,252 parameters, trained for 800 steps.');
  const press = (name: string) => film(page).getByRole('button', { name, exact: true });
  await press('before').click();
  await expect(size).toContainText('17,252 parameters, untrained: random parameters.');
  await expect(intro).toHaveText(trained);
  await press('Watch the training').click();
  await expect(size).toContainText(/17,252 parameters, step [1-9]\d* of 800\./);
  await expect(intro).toHaveText(trained);
  await press('after').press('Enter');
  await expect(size).toContainText('17,252 parameters, trained for 800 steps.');
  await expect(intro).toHaveText(learned);
  const translated = [
    ['de', /^Das unveränderte Modell lernte/],
    ['zh', /^未改动的模型学会了/],
  ] as const;
  // From one link to the next either the language or the model changes, so the text is always another one.
  for (const [i, model] of shippedModels.entries())
    for (const [lang, said] of i % 2 === 0 ? translated : translated.toReversed()) {
      const before = await intro.innerText();
      const link = `v=3&model=${model}&positions=none&lang=${lang}`;
      await page.evaluate((hash) => (location.hash = hash), link);
      await expect(intro).not.toHaveText(before);
      await expect(intro).toHaveText(said);
    }
});
