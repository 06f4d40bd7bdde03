/** Parameters that ship with the site: loaded on request, shown with their origin, and trained further from there. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';
import { readNpz, readSafetensors } from '../../../web/src/files/tensor-files.ts';
import { violations } from '../support/axe.ts';
import { longWait } from '../support/long-wait.ts';
import { saved } from '../support/saved-file.ts';
import { button, film, headNamed, open, progress, row, start, weights } from './training-page.ts';
import { watch } from '../support/watch.ts';
import { alerts } from '../support/alerts.ts';

const sort = 'v=3&model=sort&seed=1';
const choice = (page: Page, name: string) => start(page).getByText(name, { exact: true });
const choose = (page: Page, name: string) => choice(page, name).locator('..').click();
const shipped = 'as shipped (trained beforehand)';

test('one click shows the trained model, with its origin and its figures', async ({ page }) => {
  const { complaints, requests } = await watch(page);
  await open(page, 'v=3&model=goes_with&seed=1');
  expect(requests.filter((url) => url.includes('models/'))).toEqual([]);
  await choose(page, shipped);
  await expect(progress(page)).toHaveText('step 800 of 1600');
  expect(requests.filter((url) => url.includes('models/'))).toEqual([
    expect.stringMatching(/\/models\/goes_with\.safetensors$/),
  ]);
  await expect(page).toHaveURL(/#v=3&model=goes_with&seed=3&from=shipped&step=800$/);
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('3');
  await expect(headNamed(page)).toContainText('goes with');
  await expect(row(page, 0).locator('attention-answer')).toContainText('animal');
  await expect(row(page, 1).locator('attention-answer')).toContainText('street');
  await expect(start(page)).toContainText(
    'in the file goes_with.safetensors: trained beforehand with this recipe, seed 3, in 800 steps, and rounded to 16 bits',
  );
  const file = readFileSync(
    new URL('../../../web/public/models/goes_with.safetensors', import.meta.url),
  );
  const { metadata } = await readSafetensors(new Uint8Array(file));
  const figures = Object.values(JSON.parse(metadata['figures']!) as Record<string, number>);
  await expect(start(page).locator('dd')).toHaveText(
    figures.map((share) => `${(share === 1 ? 100 : Math.min(share * 100, 99.9)).toFixed(1)}%`),
  );
  await expect(start(page)).toContainText('2,000 examples');
  expect(complaints).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test('a model that gave a few wrong answers is not said to have given 100.0% right ones, here or on the first page', async ({
  page,
}) => {
  // 0.999875 in the file.
  await page.goto('./training.html#v=3&model=sort&from=shipped');
  await expect(start(page).locator('dd').first()).toHaveText('99.9%');
  await page.goto('./#v=3&model=sort');
  await expect(page.locator('attention-trained')).toContainText(
    'When the file was made, 99.9% of the answers',
  );
});

test('each task with a file opens from a link', async ({ page }) => {
  for (const [task, steps] of [
    ['goes_with', 800],
    ['induction', 400],
    ['translation', 480],
    ['sort', 500],
    ['digits', 900],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`./training.html#v=3&model=${task}&from=shipped`);
    await expect(progress(page)).toHaveText(`step ${steps} of ${2 * steps}`);
    await expect(start(page)).toContainText(`in the file ${task}.safetensors`);
    await expect(start(page).locator('dd').first()).toHaveText(/^(9\d\.\d|100\.0)%$/);
    await expect(page.locator('.problem').filter({ hasText: /\S/ })).toHaveCount(0);
    // The same link again, in the same page.
    const from = await page
      .locator('attention-training')
      .evaluate(async (element: AttentionTraining, hash) => {
        const isChanged = new Promise((resolve) =>
          addEventListener('hashchange', resolve, { once: true }),
        );
        location.hash = hash;
        await isChanged;
        await element.updateComplete;
        return element.state.from;
      }, `v=3&model=${task}&from=shipped`);
    expect(from).toBe('shipped');
    await expect(progress(page)).toHaveText(`step ${steps} of ${2 * steps}`);
  }
});

test('the data for PyTorch begin with the shipped parameters, and the script at their step', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./training.html#v=3&model=sort&from=shipped');
  await expect(progress(page)).toHaveText('step 500 of 1000');
  const saved = async (name: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const parameters = await saved('Parameters, safetensors');
  await page.getByRole('button', { name: 'One step' }).click();
  await expect(progress(page)).toHaveText('step 501 of 1000');
  const archive = await saved('Data for PyTorch, NPZ');
  expect(archive.name).toBe('training-sort-seed1-step500.npz');
  const data = await readNpz(new Uint8Array(archive.bytes));
  const { tensors } = await readSafetensors(new Uint8Array(parameters.bytes));
  for (const [name, { data: shipped }] of Object.entries(tensors))
    expect(data[name]!.data, name).toEqual(shipped);
  await page.getByRole('button', { name: 'Copy as PyTorch' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const script = await page.evaluate(() => navigator.clipboard.readText());
  expect(script).toContain(`file = np.load("${archive.name}")`);
  expect(script).toContain('first = 500 ');
});

test('shipped parameters equal those trained here from the same recipe and seed, rounded to 16 bits', async ({
  page,
}) => {
  const parameters = async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Parameters, safetensors' }).click();
    const bytes = await readFile(await (await coming).path());
    return (await readSafetensors(new Uint8Array(bytes))).tensors;
  };
  await open(page, sort);
  await choose(page, shipped);
  await expect(progress(page)).toHaveText('step 500 of 1000');
  const given = await parameters();
  await choose(page, 'from scratch');
  await expect(progress(page)).toHaveText('step 0 of 500');
  await expect(headNamed(page)).toContainText('Untrained');
  await expect(page).toHaveURL(/#v=3&model=sort&seed=1$/);
  await page.goto(`./training.html#${sort}&step=500`);
  await expect(progress(page)).toHaveText('step 500 of 500', longWait);
  const trained = await parameters();
  expect(Object.keys(given)).toEqual(Object.keys(trained));
  for (const [name, { data }] of Object.entries(trained))
    data.forEach((value, i) => {
      // Half of the last of 11 binary digits; below 2^-14 half of the smallest step.
      const half = Math.max(Math.abs(value) * 2 ** -11, 2 ** -25);
      if (!(Math.abs(given[name]!.data[i]! - value) <= half))
        throw new Error(`${name}[${i}]: expected ${value}, rounded, got ${given[name]!.data[i]}`);
    });
});

test('training continues from there and back by keyboard, and the link has both', async ({
  page,
  context,
}) => {
  await open(page, sort);
  await start(page).getByRole('radio', { name: 'from scratch' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(progress(page)).toHaveText('step 500 of 1000');
  const first = await weights(page);
  await expect(button(page, 'Back to step 500')).toBeDisabled();
  await button(page, 'One step').press('Enter');
  await expect(progress(page)).toHaveText('step 501 of 1000');
  await button(page, 'One step').press('Enter');
  await expect(page).toHaveURL(/from=shipped&step=502$/);
  const later = await weights(page);
  expect(later).not.toEqual(first);
  await film(page).focus();
  await page.keyboard.press('Home');
  await expect(progress(page)).toHaveText('step 500 of 1000');
  expect(await weights(page)).toEqual(first);
  await page.keyboard.press('End');
  await expect(progress(page)).toHaveText('step 502 of 1000');
  await expect(page).toHaveURL(/step=502$/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(progress(other)).toHaveText('step 502 of 1000');
  expect(await weights(other)).toEqual(later);
  await other.close();
  await page.reload();
  await expect(progress(page)).toHaveText('step 502 of 1000');
  await button(page, 'Back to step 500').click();
  await expect(progress(page)).toHaveText('step 500 of 1000');
  // Another seed trains an untrained model.
  await start(page).getByRole('button', { name: 'Another seed' }).click();
  await expect(page).toHaveURL(/#v=3&model=sort&seed=2&step=500$/);
  // It trains 500 steps first; the address names the last one before it is reached.
  await expect(progress(page)).toHaveText('step 500 of 500', longWait);
  await page.getByLabel('Task').selectOption('reverse');
  await expect(start(page).getByRole('radio')).toHaveCount(0);
});

test('a file that cannot be loaded shows the reason beside the choice, and the run stays', async ({
  page,
}) => {
  await open(page, `${sort}&learning_rate=0.01`);
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 1 of 500');
  const before = await weights(page);
  await page.route('**/models/*', (route) => route.fulfill({ status: 404 }));
  await choose(page, shipped);
  await expect(alerts(start(page))).toContainText(
    'could not be loaded: expected a file at ./models/sort.safetensors, got HTTP 404',
  );
  await expect(start(page).getByRole('radio', { checked: true })).toHaveAccessibleName(
    'from scratch',
  );
  await expect(progress(page)).toHaveText('step 1 of 500');
  await expect(page).toHaveURL(/step=1&learning_rate=0.01$/);
  expect(await weights(page)).toEqual(before);
  // Sends half of a file.
  const file = readFileSync(
    new URL('../../../web/public/models/sort.safetensors', import.meta.url),
  );
  await page.unrouteAll();
  await page.route('**/models/*', (route) => route.fulfill({ body: file.subarray(0, 5000) }));
  await choose(page, shipped);
  await expect(alerts(start(page))).toContainText('could not be loaded: ');
  await expect(alerts(start(page))).not.toContainText('404');
  expect(await weights(page)).toEqual(before);
  await page.unrouteAll();
  await choose(page, shipped);
  await expect(progress(page)).toHaveText('step 500 of 1000');
  await expect(alerts(start(page))).toHaveCount(0);
});

test('a link to shipped parameters that cannot be loaded stays in the address until they load', async ({
  page,
}) => {
  await page.route('**/models/*', (route) => route.abort());
  const link = `${sort}&from=shipped&step=503&off=layers.0.attention:0`;
  await open(page, link);
  await expect(alerts(start(page))).toBeVisible();
  await expect(progress(page)).toHaveText('step 0 of 500');
  expect(page.url()).toContain(link);
  // The same for a link that is opened in the page.
  await page.locator('attention-training').evaluate(
    async (element: AttentionTraining, hash) => {
      const isChanged = new Promise((resolve) =>
        addEventListener('hashchange', resolve, { once: true }),
      );
      location.hash = hash;
      await isChanged;
      await element.updateComplete;
    },
    link.replace('503', '502'),
  );
  await expect(start(page).getByText('Loading')).toHaveCount(0);
  await expect(alerts(start(page))).toBeVisible();
  expect(page.url()).toContain('step=502');
  // Once something is changed, the address says what is shown.
  await button(page, 'One step').click();
  await expect(page).toHaveURL(/seed=1&step=1&off=layers.0.attention:0$/);
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.unrouteAll();
  await page.reload();
  await expect(progress(page)).toHaveText('step 503 of 1000');
  await expect(page.getByRole('button', { name: 'layer 1, head 1: on' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('another seed after a link whose parameters cannot be loaded starts at step 0', async ({
  page,
}) => {
  await page.route('**/models/*', (route) => route.abort());
  await open(page, `${sort}&from=shipped&step=503`);
  await expect(alerts(start(page))).toBeVisible();
  await start(page).getByRole('button', { name: 'Another seed' }).click();
  await expect(page).toHaveURL(/model=sort&seed=\d+$/);
  await expect(progress(page)).toHaveText('step 0 of 500');
});

test('both choices are readable on a small phone, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const lang of ['en', 'de', 'zh']) {
    await page.goto('about:blank');
    await page.goto(`./training.html#${sort}&lang=${lang}`);
    const names = start(page).locator('.segments span');
    await expect(names).toHaveCount(2);
    const isCut = await names.evaluateAll((all) => {
      const frame = all[0]!.closest('fieldset')!.getBoundingClientRect();
      return all.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        // The names have no frame around them, so the last one may end where the row ends.
        return text.getBoundingClientRect().right > Math.min(frame.right + 0.5, innerWidth - 8);
      });
    });
    expect(isCut, lang).toEqual([false, false]);
  }
});

test('on a phone a long German name below its map is hyphenated', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`./training.html#${sort}&from=shipped&lang=de`);
  const name = page.locator('attention-head-maps .named .chip').first();
  await expect(name).toContainText('nächstgrößere');
  const lines = () =>
    name.evaluate((chip) => {
      const text = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const lines = new Map<number, string>();
      for (let i = 0; i < text.length; i++) {
        const range = document.createRange();
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        // The first letter after a hyphen also has a place of its own there.
        const place = [...range.getClientRects()].at(-1);
        if (place) lines.set(place.top, (lines.get(place.top) ?? '') + text.data[i]!);
      }
      return [...lines.values()].map((line) => line.trim()).filter(Boolean);
    });
  await expect.poll(lines).toEqual(['nächst\u00ad', 'größere']);
  // In a saved picture the name is one word.
  const maps = page.locator('attention-head-maps');
  expect((await saved(maps, 'SVG')).bytes.toString()).toContain('nächstgrößere');
});
