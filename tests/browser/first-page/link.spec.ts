/** Links to the first page: they load only their own model, errors in them are named, and old ones still open. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { button, cells, chips, editor, note, stage, story } from '../story/story-page.ts';
import {
  choice,
  element,
  expectAnswers,
  openTrained,
  row,
  stateOf,
  status,
  word,
} from './first-page.ts';
import { hold } from '../support/hold.ts';
import { watch } from '../support/watch.ts';

const notice = (page: Page) => page.locator('#notice');

test('a link loads only its own model, and another one chosen in the meantime is never mixed with it', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await openTrained(page, 'v=3&model=induction&text=the+horse+ran.');
  await expectAnswers(page, 'a', 'm');
  await expect(row(page, 2)).toHaveCount(0);
  const files = () => requests.filter((url) => url.endsWith('.safetensors'));
  expect(files()).toEqual([expect.stringContaining('induction')]);
  const send = await hold(page, '**/goes_with.safetensors');
  await page.evaluate(() => {
    const seen = new Set<number>();
    Object.assign(globalThis, { seen });
    const { shadowRoot } = document.querySelector('attention-trained')!;
    new MutationObserver(() =>
      seen.add(shadowRoot!.querySelectorAll('.row attention-arcs').length),
    ).observe(shadowRoot!, { childList: true, subtree: true });
  });
  await choice(page, 'Model').selectOption('goes_with');
  await page.evaluate(() => (location.hash = 'v=3&model=sort&text=the+horse+ran.'));
  send();
  await expectAnswers(page, '1', '3');
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: Set<number> }).seen,
  ]);
  expect(seen).toEqual([2]);
});

test('while another model loads, the story does not change, and its changes do not reach the other model', async ({
  page,
}) => {
  const link = 'v=3&model=goes_with&example=1&word=0:4,1:4&shown=layers.0.attention:1';
  await openTrained(page, link);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
  const told = () =>
    story(page).evaluate(({ tokens, chosen, head, stage }: AttentionStory) => ({
      ...{ sentence: tokens.join(' '), chosen, head, stage },
    }));
  const before = await told();
  expect(before).toMatchObject({ chosen: 4, head: 1, stage: 'weights' });
  expect(before.sentence).toContain('wide');
  const arrive = await hold(page, '**/sort.safetensors');
  await choice(page, 'Model').selectOption('sort');
  await expect(choice(page, 'Model')).toHaveValue('sort');
  expect(await told()).toEqual(before);
  await expect(word(page, 0, 4)).toBeChecked();
  await cells(page, 'weights').nth(3).click();
  await button(page, 'What would raise this number?').click();
  await button(page, 'next ›').click();
  await word(page, 0, 7).click();
  arrive();
  await expectAnswers(page, '1', '3');
  await expect(page).toHaveURL(/#v=3&model=sort$/);
  await expect(notice(page)).toBeHidden();
  await expect(page.locator('attention-story').locator('[data-stage=weights]')).toHaveClass(
    /current/,
  );
});

test('an invalid setting of a link is named, and the others are kept; old links open', async ({
  page,
}) => {
  await openTrained(page, 'v=2&mask=casual&off=layers.0.attention:2,layers.7.attention:0&word=0:4');
  await expect(notice(page)).toContainText('layers.7.attention:0');
  await expect(notice(page)).toContainText('mask must be none or causal, not “casual”');
  await expectAnswers(page, 'animal', 'animal');
  await expect(word(page, 0, 4)).toBeChecked();
  await expect(page).toHaveURL(/off=layers\.0\.attention:2&word=0:4$/);
  await page.goto('./#v=3&mask=casual&word=0:4');
  await expect(notice(page)).toContainText('mask must be none or causal, not “casual”');
  await word(page, 0, 8).click();
  await expect(notice(page)).toBeHidden();
  await page.goto('about:blank');
  await page.goto('./#v=1&text=Hello+world');
  await expect(page).toHaveURL(/playground\.html#v=[13]&text=Hello\+world/);
  await expect(page.getByLabel('Sentence')).toHaveValue('Hello world');
  // The same in a page that is already open.
  await openTrained(page);
  await page.evaluate(() => (location.hash = 'v=1&text=Good+day'));
  await expect(page).toHaveURL(/playground\.html#v=[13]&text=Good\+day/);
  await expect(page.getByLabel('Sentence')).toHaveValue('Good day');
});

test('a malformed edit of a link is named, and the others are applied', async ({ page }) => {
  const edit = 'layers.0.attention.v[0,2,11,0]=-5';
  await openTrained(page, `v=3&model=goes_with&mask=causal&edits=${edit};foo=1`);
  await expect(notice(page)).toContainText('not “foo=1”. The rest is as in the link.');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(chips(page).getByRole('listitem')).toContainText(['Mask', '−5.000']);
  expect((await stateOf(page)).edits).toMatchObject([{ index: [0, 2, 11, 0], value: -5 }]);
});

test('a change says so if the sentence of the story does not have its place', async ({ page }) => {
  const edit = 'layers.0.attention.v[0,2,11,0]=-5';
  await openTrained(page, `v=3&model=goes_with&text=the+cat+saw+the+dog&example=2&edits=${edit}`);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const chip = chips(page).getByRole('listitem');
  await expect(chip).toContainText('−5.000 (not in this sentence)');
  await expect(chip.locator('s')).toHaveCount(0);
  await stage(page, 'v').locator('.cells .editable').first().click();
  await expect(editor(page)).toContainText('in every example above that has it.');
  await element(page).locator('.choice.of-story').getByRole('radio').first().click();
  await expect(chip).toContainText('v of tired');
  await expect(chip).not.toContainText('not in this sentence');
  const was = await story(page).evaluate(({ original }: AttentionStory) => {
    const { shape, data } = original!.trace['layers.0.attention.v']!;
    return data[(2 * shape[2]! + 11) * shape[3]!]!;
  });
  await expect(chip.locator('s')).toHaveText(`before:${was.toFixed(3).replace('-', '−')}`);
});

test('a link with an unknown model lists the names of all models', async ({ page }) => {
  await page.goto('./#v=3&model=nosuch');
  await expect(notice(page)).toContainText('digits or minilm or untrained, not “nosuch”');
  await page.goto('./#v=3&model=untrained');
  await expect(page).toHaveURL(/playground\.html/);
});

test('a mask that a model has anyway is no change of it', async ({ page }) => {
  await openTrained(page, 'v=3&model=induction&mask=causal&off=layers.0.attention:0&lang=zh');
  await expect(page.getByText('第 1 层第 1 个头，已关').first()).toBeVisible();
  await expect(page.locator('.model attention-changes li')).toHaveCount(1);
  await expect(status(page)).toContainText('1');
});
