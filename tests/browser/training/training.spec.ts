/** The training page: a run plays, pauses, goes back and forth, and the whole page follows. */
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';
import type { AttentionTrainingCurves } from '../../../web/src/elements/training/attention-training-curves.ts';
import { readFile } from 'node:fs/promises';
import { expect, test, type Download } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { readNpz, readSafetensors } from '../../../web/src/files/tensor-files.ts';
import { violations } from '../support/axe.ts';
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
  await expect(page.locator('.problem')).toHaveCount(0);
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
  await expect(page.getByRole('alert')).toContainText('from 1 to 16, not “99”');
  await page.getByLabel('learning rate', { exact: true }).fill('0.02');
  await page.getByLabel('learning rate', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/learning_rate=0.02/);
  await page.getByLabel('Task').selectOption('sort');
  await expect(progress(page)).toHaveText('step 0 of 500');
  await expect(page.locator('.objective')).toContainText('the smallest first');
  await expect(page).toHaveURL(/#v=3&model=sort&seed=2$/);
});

const fileOf = async (download: Download) => ({
  name: download.suggestedFilename(),
  bytes: await readFile(await download.path()),
});

test('the files, heads and script of a run that has ended', async ({ page, context }) => {
  await open(page);
  await toTheEnd(page);

  await test.step('parameters, recipe and curves are saved', async () => {
    const saved = async (name: string) => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return fileOf(await coming);
    };
    const parameters = await saved('Parameters, safetensors');
    expect(parameters.name).toBe('parameters-reverse-seed1-step30.safetensors');
    const { tensors, metadata } = await readSafetensors(new Uint8Array(parameters.bytes));
    expect(tensors['layers.0.attention.w_q']!.shape).toEqual([32, 32]);
    expect(metadata['step']).toBe('30');
    const recipe = JSON.parse((await saved('Recipe, JSON')).bytes.toString());
    expect(recipe).toMatchObject({ task: 'reverse', seed: 1, steps: 30, heads: [2] });
    expect(JSON.parse(metadata['recipe']!)).toEqual(recipe);
    const csv = (await saved('Curves, CSV')).bytes.toString().trim().split('\r\n');
    expect(csv[0]).toBe(
      'step,loss,held_out_accuracy,layers.0.attention.head0,layers.0.attention.head1',
    );
    expect(csv.length).toBe(32);
    const svg = (await saved('Curves, SVG')).bytes.toString();
    expect(svg).toMatch(/^<\?xml[^]*<path[^]*<\/svg>\s*$/);
    expect(svg).toContain('right answers');
  });

  await test.step('a switched-off head and a forced row change the answer, and “all on” restores it', async () => {
    const says = (example: number) =>
      row(page, example)
        .locator('attention-answer')
        .first()
        .evaluate(({ guesses }: AttentionAnswer) => JSON.stringify(guesses));
    const before = [await says(0), await says(1)];
    const whole = await weights(page);
    const off = page.getByRole('button', { name: 'layer 1, head 1: on' });
    await off.click();
    await expect(off).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => says(0)).not.toBe(before[0]);
    await expect.poll(() => says(1)).not.toBe(before[1]);
    await off.click();
    await expect.poll(() => says(0)).toBe(before[0]);

    await row(page)
      .getByRole('combobox', { name: /make “\|” look at/ })
      .selectOption('3');
    await expect.poll(() => says(0)).not.toBe(before[0]);
    const n = await row(page)
      .locator('attention-arcs')
      .evaluate((arcs: AttentionArcs) => arcs.tokens.length);
    const forced = (await weights(page))[0]!.slice(8 * n, 9 * n);
    expect(forced).toEqual(Array.from({ length: n }, (_, key) => Number(key === 3)));
    expect(await says(1)).toBe(before[1]);
    await page.getByRole('button', { name: 'All heads on, all rows free' }).click();
    await expect.poll(() => says(0)).toBe(before[0]);
    expect(await weights(page)).toEqual(whole);
  });

  await test.step('a script for PyTorch is copied, and its data saved', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as PyTorch' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Data for PyTorch, NPZ' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('training-reverse-seed1.npz');
    expect(script).toContain('file = np.load("training-reverse-seed1.npz")');
    const data = await readNpz(new Uint8Array(await readFile(await download.path())));
    expect(data['batches.ids']!.shape.slice(0, 2)).toEqual([30, 32]);
    // The file contains the untrained model, whose biases are 0.
    expect(new Set(data['layers.0.attention.b_q']!.data)).toEqual(new Set([0]));
  });
});

test('parameters saved while it plays are those of the step that the file names', async ({
  page,
}) => {
  const save = page.getByRole('button', { name: 'Parameters, safetensors' });
  await open(page, 'v=3&model=reverse&seed=1&steps=600');
  await page.getByText('16 steps', { exact: true }).locator('..').click();
  const coming = page.waitForEvent('download');
  await button(page, 'Play').click();
  await expect(progress(page)).not.toHaveText(/^step 0 /);
  await save.click();
  const played = await fileOf(await coming);
  const step = Number(/-step(\d+)\.safetensors$/.exec(played.name)![1]);
  expect(step).toBeGreaterThan(0);
  await page.goto('about:blank');
  await open(page, `v=3&model=reverse&seed=1&steps=600&step=${step}`);
  await expect(progress(page)).toHaveText(`step ${step} of 600`);
  const again = page.waitForEvent('download');
  await save.click();
  const { name, bytes } = await fileOf(await again);
  expect(name).toBe(played.name);
  expect(bytes.equals(played.bytes)).toBe(true);
});

test('why a file could not be saved is said in the language of the page', async ({ page }) => {
  await page.route('**/training-files-*.js', (route) => route.abort());
  await open(page);
  await page.getByRole('button', { name: 'Recipe, JSON' }).click();
  const problem = page.locator('attention-training-keep').getByRole('alert');
  await expect(problem).toContainText('Saving failed');
  await page.locator('#language').selectOption('de');
  await expect(problem).toContainText('Speichern fehlgeschlagen');
});

test('where the clipboard is refused, the script is saved', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await open(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Copy as PyTorch' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('training-reverse-seed1.py');
  expect(await readFile(await download.path(), 'utf8')).toContain('class Model(nn.Module):');
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
  await expect(compare.getByRole('listitem').filter({ hasText: 'right, best head' })).toHaveCount(
    2,
  );
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Train both' })).toBeVisible();
  // Their curves are a picture, not a slider, so they have no value.
  const picture = compare.locator('attention-training-curves .film');
  await expect(picture).toHaveRole('img');
  const attributes = await picture.evaluate((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('aria-value'))).toEqual([]);
});

test('axe finds no violations untrained, trained, in the dark and on a narrow phone, and nothing overflows', async ({
  page,
}) => {
  await open(page);
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
