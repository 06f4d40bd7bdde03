/** The training page: a run plays, pauses, goes back and forth, and the whole page follows. */
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';
import type { AttentionTrainingCompare } from '../../../web/src/elements/training/attention-training-compare.ts';
import type { AttentionTrainingCurves } from '../../../web/src/elements/training/attention-training-curves.ts';
import { expect, test } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { violations } from '../support/axe.ts';
import { drawnTwice } from '../support/frames.ts';
import { overflow } from '../support/overflow.ts';
import {
  button,
  film,
  headNamed,
  open,
  progress,
  quick,
  row,
  start,
  toTheEnd,
  weights,
} from './training-page.ts';
import { watch } from '../support/watch.ts';
import { alerts } from '../support/alerts.ts';

test('plays from an untrained model to the end of its schedule, pauses, steps and rewinds', async ({
  page,
}) => {
  const { complaints, requests } = await watch(page);
  await open(page);
  await expect(progress(page)).toHaveText('step 0 of 30');
  await expect(headNamed(page)).toContainText('Untrained');
  await expect(button(page, 'Back to step 0')).toBeDisabled();
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 1 of 30');
  await expect(headNamed(page)).not.toContainText('Untrained');
  // Clicked inside the page: on a busy machine a run of 30 steps would end before a second click from outside.
  await button(page, 'Play').evaluate(async (play: HTMLElement) => {
    play.click();
    while (play.getAttribute('aria-label') !== 'Pause') await new Promise(requestAnimationFrame);
    play.click();
  });
  await expect(button(page, 'Play')).toBeVisible();
  const paused = await progress(page).textContent();
  await toTheEnd(page);
  expect(paused).not.toBe('step 30 of 30');
  await expect(page.getByText(/^Finished at step 30: \d+% of the answers/)).toBeAttached();
  // The message follows the language.
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByText(/^Fertig bei Schritt 30: \d+\u00a0% der Antworten/)).toBeAttached();
  await expect(page.getByText(/^Finished/)).toHaveCount(0);
  await page.locator('#language').selectOption('en');
  await expect(button(page, 'One step')).toBeDisabled();
  await button(page, 'Back to step 0').press('Enter');
  await expect(progress(page)).toHaveText('step 0 of 30');
  await expect(headNamed(page)).toContainText('Untrained');
  await expect(button(page, 'Back to step 0')).toBeFocused();
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => /\.wasm$/.test(url))).toEqual([
    expect.stringMatching(/\/training-[^/]+\.wasm$/),
  ]);
});

test('the slider of a run that has ended', async ({ page }) => {
  await open(page);
  await test.step('the slider goes to any snapshot and finds the same numbers again, by keyboard and by pointer', async () => {
    const before = await weights(page);
    await toTheEnd(page);
    const end = await weights(page);
    expect(end).not.toEqual(before);
    await film(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft'); // on the way to step 25
    await expect(progress(page)).toHaveText('step 20 of 30');
    // With these keys browsers do something else.
    for (const key of ['Alt+ArrowRight', 'Control+ArrowLeft', 'Meta+ArrowLeft'])
      await page.keyboard.press(key);
    await page.keyboard.press('ArrowRight');
    await expect(progress(page)).toHaveText('step 25 of 30');
    await page.keyboard.press('Home');
    await expect(progress(page)).toHaveText('step 0 of 30');
    expect(await weights(page)).toEqual(before);
    await page.keyboard.press('End');
    await expect(progress(page)).toHaveText('step 30 of 30');
    expect(await weights(page)).toEqual(end);
    const box = (await film(page).boundingBox())!;
    await page.mouse.move(box.x + box.width - 60, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.75 * box.width, box.y + 80);
    await page.mouse.up();
    await expect(film(page)).toHaveAttribute('aria-valuenow', /^(5|10|15)$/);
    // The right button opens a menu and moves nothing.
    const step = (await film(page).getAttribute('aria-valuenow'))!;
    await page.mouse.move(box.x + box.width - 60, box.y + 80);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(box.x + box.width - 80, box.y + 80);
    await page.mouse.up({ button: 'right' });
    await drawnTwice(page);
    await expect(film(page)).toHaveAttribute('aria-valuenow', step);
  });

  await test.step('the slider says the share of right answers at the shown step', async () => {
    await film(page).press('End');
    const shares = await film(page).evaluate((slider) => {
      const { host } = slider.getRootNode() as ShadowRoot;
      const { right } = (host as AttentionTrainingCurves).curves;
      return [right[0]!.value, right.at(-1)!.value].map((share) => `${Math.round(100 * share)}%`);
    });
    expect(shares[0]).not.toBe(shares[1]);
    const says = (text: string) => expect(film(page)).toHaveAttribute('aria-valuetext', text);
    await says(`step 30 of 30, right answers ${shares[1]}`);
    await film(page).press('Home');
    await says(`step 0 of 30, right answers ${shares[0]}`);
  });
});

test('a link is a model: opened again, also in the form of version 1, it has the same numbers', async ({
  page,
  context,
}) => {
  await open(page, `${quick}&heads=4&d_head=8&d_v=8`);
  await button(page, 'One step').click();
  await button(page, 'One step').click();
  await expect(page).toHaveURL(/step=2&/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(progress(other)).toHaveText('step 2 of 30');
  expect(await weights(other)).toEqual(await weights(page));
  await other.goto('about:blank');
  await other.goto(page.url().replace('v=3&model=reverse', 'v=1&task=reverse'));
  await expect(progress(other)).toHaveText('step 2 of 30');
  expect(await weights(other)).toEqual(await weights(page));
  await other.goto('./training.html#v=3&model=juggling');
  await expect(other.getByRole('alert').first()).toContainText('model must be goes_with or who');
});

test('a killed worker is replaced, and the run goes on to the same numbers', async ({ page }) => {
  await open(page);
  await toTheEnd(page);
  const end = await weights(page);
  await page.reload();
  await expect(progress(page)).toHaveText('step 30 of 30');
  await button(page, 'Back to step 0').click();
  await expect(progress(page)).toHaveText('step 0 of 30');
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 1 of 30');
  await page.workers()[0]!.evaluate(() => self.close());
  await toTheEnd(page);
  expect(await weights(page)).toEqual(end);
  await expect(page.locator('.problem').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('on a phone Play is right below the text that mentions it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  const asks = (await page.getByText('Press Play').boundingBox())!;
  const play = (await button(page, 'Play').boundingBox())!;
  expect(play.y - (asks.y + asks.height)).toBeLessThan(32);
  await button(page, 'Play').click();
  await expect(progress(page)).toHaveText('step 30 of 30');
});

test('on a laptop the controls of the run are in sight with its curves, below the sentences', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, 'v=3&model=goes_with');
  const curves = page.locator('attention-training-curves');
  await curves.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  // A scroll ends at a whole pixel, the curves may end at a part of one.
  for (const part of [curves, button(page, 'Play'), progress(page)])
    await expect(part).toBeInViewport({ ratio: 0.99 });
  // Not beside what has controls of its own.
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expect(button(page, 'Play')).not.toBeInViewport();
});

test('one’s own example is read while it trains; an unknown word is named, and the last good one stays', async ({
  page,
}) => {
  await open(page);
  const field = page.getByLabel('Your own example');
  await field.fill('a b c d e f g h');
  await expect(row(page, 2).locator('attention-arcs')).toBeVisible();
  await button(page, 'One step').click();
  await field.fill('a b c d e f g z');
  await expect(field).toHaveAccessibleDescription(/does not know “z”/);
  expect(await row(page, 2).locator('attention-arcs').evaluate(tokensOf)).toContain('h');
  // The address describes what is drawn, also after another change.
  await row(page, 2).getByRole('radio').nth(1).click();
  await expect(page).toHaveURL(/text=a\+b\+c\+d\+e\+f\+g\+h&.*word=2:1/);
  await expect(field).toHaveValue('a b c d e f g z');
  await page.reload();
  await expect(field).toHaveValue('a b c d e f g h');
  await expect(row(page, 2).getByRole('radio').nth(1)).toBeChecked();
  await field.fill('a b c d e f g p');
  await expect(field).toHaveAccessibleDescription(/You can type while the model trains/);
  await expect(page).toHaveURL(/text=a\+b\+c/);
  await field.fill('');
  await expect(row(page, 2)).toHaveCount(0);
});
const tokensOf = (arcs: AttentionArcs) => [...arcs.tokens];

test('another task, seed or recipe starts another run', async ({ page }) => {
  await open(page);
  const first = await weights(page);
  await start(page).getByRole('button', { name: 'Another seed' }).click();
  await expect(page).toHaveURL(/seed=2/);
  await expect.poll(() => weights(page)).not.toEqual(first);
  await page.getByText('Recipe', { exact: true }).click();
  const heads = page.getByLabel('heads', { exact: true });
  await heads.fill('99');
  await heads.press('Enter');
  await expect(alerts(page)).toContainText('from 1 to 16, not “99”');
  await page.getByLabel('learning rate', { exact: true }).fill('0.02');
  await page.getByLabel('learning rate', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/learning_rate=0.02/);
  await page.getByLabel('Task').selectOption('sort');
  await expect(progress(page)).toHaveText('step 0 of 500');
  await expect(page.locator('.objective')).toContainText('the smallest first');
  await expect(page).toHaveURL(/#v=3&model=sort&seed=2$/);
});

test('on anyone’s page the element brings its own engine', async ({ page }) => {
  await page.route('**/lesson.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="de"><title>Lesson</title>
        <attention-training task="goes-with" seed="3" text="The horse ran." off="layers.0.attention:1" word="1"></attention-training>
        <script type="module" src="./training-elements.js"></script></html>`,
    }),
  );
  await page.goto('./lesson.html');
  await expect(progress(page)).toHaveText('Schritt 0 von 800');
  await expect(page.getByRole('textbox', { name: 'Startwert' })).toHaveValue('3');
  await expect(row(page, 1).locator('attention-arcs')).toBeVisible();
  // Attributes have the same values as a link's settings.
  await expect(page.getByLabel('Eigenes Beispiel')).toHaveValue('The horse ran.');
  const element = page.locator('attention-training');
  const stateOf = () => element.evaluate((node) => (node as AttentionTraining).state);
  const off = [{ attention: 'layers.0.attention', head: 1 }];
  await expect.poll(stateOf).toMatchObject({
    model: 'goes_with',
    seed: 3,
    changes: { off, word: [{ example: 2, word: 1 }] },
  });
  await element.evaluate((node) => {
    node.setAttribute('direction', 'is_seen_by');
    node.setAttribute('off', 'all');
  });
  await expect.poll(stateOf).toMatchObject({ direction: 'is_seen_by', changes: { off: [] } });
  await element.evaluate((node) => node.setAttribute('model', 'induction'));
  await expect.poll(stateOf).toMatchObject({ model: 'induction', seed: 3, text: 'The horse ran.' });
});

test('an engine that cannot load is named, and Try again works', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(`./training.html#${quick}`);
  await expect(page.getByRole('alert').filter({ hasText: /could not start/ })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(progress(page)).toHaveText('step 0 of 30');
});

test('two runs from one seed train side by side', async ({ page }) => {
  await open(page);
  await page.getByText('Two runs from one seed').click();
  await page.getByLabel('What differs').selectOption('embedding');
  await page.getByRole('button', { name: 'Train both' }).click();
  const compare = page.locator('attention-training-compare');
  // Stopped inside the page: on a busy machine the runs could end before a click from outside.
  await compare.evaluate(async ({ renderRoot }: AttentionTrainingCompare) => {
    const named = () =>
      [...renderRoot.querySelectorAll('li')].filter((one) =>
        one.textContent.includes('right, best head'),
      );
    while (named().length < 2) await new Promise(requestAnimationFrame);
    const buttons = [...renderRoot.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.trim() === 'Stop')!.click();
  });
  await expect(compare.getByRole('listitem').filter({ hasText: 'right, best head' })).toHaveCount(
    2,
  );
  await expect(page.getByRole('button', { name: 'Train both' })).toBeVisible();
  // Their curves are a picture, not a slider, so they have no value.
  const picture = compare.locator('attention-training-curves .film');
  await expect(picture).toHaveRole('img');
  const attributes = await picture.evaluate((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('aria-value'))).toEqual([]);
});

test('another run does not say the news of the one before', async ({ page }) => {
  await open(page);
  const news = page.locator('attention-training p.unseen[role=status]');
  await toTheEnd(page);
  await expect(news).toContainText('step 30');
  // Another seed would train to the same step, and then have news too.
  await page.getByLabel('Task').selectOption('sort');
  await expect(progress(page)).toHaveText('step 0 of 500');
  await expect(news).toBeEmpty();
});

test('axe finds no violations untrained, trained, in the dark and on a narrow phone, and nothing overflows', async ({
  page,
}) => {
  await open(page);
  // The samples of lines in the key have no name: they are hidden from screen readers.
  const key = page.locator('attention-training-curves .key');
  await expect(key.locator('svg').first()).toBeVisible();
  await expect(key.getByRole('img')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await toTheEnd(page);
  await page.getByText('Recipe', { exact: true }).click();
  await page.getByText('Two runs from one seed').click();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});

test('the curves of a run with a penalty explain it', async ({ page }) => {
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    Object.assign(globalThis, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.add(text);
      fillText.call(this, text, ...place);
    };
  });
  const drawn = () =>
    page.evaluate(() => [...(globalThis as unknown as { drawn: Set<string> }).drawn]);
  const curves = page.locator('attention-training-curves').first();
  await open(page);
  await expect(curves).toContainText('loss (scale on the right)');
  await expect(curves).not.toContainText('Penalty:');
  await open(page, 'v=3&model=goes_with&steps=30');
  await expect(curves).toContainText(/Penalty: from step 12 on/);
  // Short beside its line, where a longer label would cross the curves; the text below explains it.
  await expect.poll(drawn).toContain('12: penalty');
});
