/** Every change on the training page is in its address: a reload, or another tab, shows the same. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';
import type { AttentionTrainingStart } from '../../../web/src/elements/training/attention-training-start.ts';
import type { AttentionHeadMaps } from '../../../web/src/elements/head-maps/attention-head-maps.ts';
import { button, open, progress, quick, row, run, start, weights } from './training-page.ts';
import { alerts } from '../support/alerts.ts';

const switchOf = (page: Page, head: number) =>
  page.getByRole('button', { name: `layer 1, head ${head}: on` });
const arcs = (page: Page, example: number) => row(page, example).locator('attention-arcs');
const notice = (page: Page) => page.locator('#notice');

/** Reads what the page shows: words, heads, rows and numbers. */
const shown = async (page: Page) => ({
  step: await progress(page).textContent(),
  weights: [await weights(page, 0), await weights(page, 1)],
  arcs: await page.locator('attention-arcs').evaluateAll((all) =>
    (all as AttentionArcs[]).map(({ chosen, direction, forced, layers }) => ({
      chosen,
      direction,
      forced,
      titles: layers.map(({ title }) => title),
    })),
  ),
  heads: await page.locator('attention-head-maps').evaluate((maps: AttentionHeadMaps) => ({
    off: maps.heads.filter(({ on }) => !on).map(({ head }) => head),
    chosen: maps.chosen,
  })),
  speed: await run(page).getByRole('radio', { checked: true }).locator('..').textContent(),
});

async function expectSame(page: Page, expected: Awaited<ReturnType<typeof shown>>) {
  await expect(progress(page)).toHaveText(expected.step!);
  await expect.poll(() => shown(page)).toEqual(expected);
}

test('set by pointer, heads off, a dragged arc, words, heads, direction and speed survive a reload and are in the link', async ({
  page,
  context,
}) => {
  await open(page, `${quick}&heads=3&d_head=8&d_v=8`);
  await button(page, 'One step').click();
  await switchOf(page, 2).click();
  await page
    .getByRole('button', { name: /^layer 1, head 3/ })
    .first()
    .click();
  await row(page, 1).getByRole('radio').nth(10).click();
  await run(page).getByText('16 steps', { exact: true }).locator('..').click();
  // Drags the end of an arc of the first sentence to its fifth word.
  const grip = await arcs(page, 0).locator('.slot .grip').first().boundingBox();
  const word = await arcs(page, 0).getByRole('radio').nth(4).boundingBox();
  await page.mouse.move(grip!.x + grip!.width / 2, grip!.y + grip!.height / 2);
  await page.mouse.down();
  await page.mouse.move(word!.x + word!.width / 2, word!.y + 4, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(
    /#v=3&model=reverse&seed=1&step=1&speed=16&steps=30&heads=3&d_head=8&d_v=8&off=layers\.0\.attention:1&row=0:layers\.0\.attention:2:8-4&word=1:10&shown=layers\.0\.attention:2$/,
  );
  await row(page, 0).getByLabel('Arcs').selectOption('is_seen_by');
  await expect(page).toHaveURL(/&direction=is_seen_by$/);
  const before = await shown(page);
  expect(before.heads).toEqual({ off: [1], chosen: [expect.objectContaining({ head: 2 })] });
  expect(before.arcs[0]!.forced).toEqual([{ layer: 0, query: 8, key: 4 }]);
  expect(before.arcs[1]).toMatchObject({ chosen: 10, forced: [], direction: 'is_seen_by' });

  await page.reload();
  await expectSame(page, before);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectSame(other, before);
  await expect(notice(other)).toBeHidden();
});

test('set by keyboard, they are in the address, and “all on” removes them', async ({ page }) => {
  await open(page);
  const free = await weights(page);
  await page.goto('./training.html');
  await expect(progress(page)).toHaveText('step 0 of 800');
  expect(new URL(page.url()).hash).toBe('');
  await open(page);
  await switchOf(page, 1).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/&off=layers\.0\.attention:0$/);
  await arcs(page, 0).getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/&word=0:9$/);
  const select = row(page).getByRole('combobox', { name: /make “.” look at/ });
  await select.focus();
  await select.press('ArrowDown');
  await select.press('ArrowDown');
  await expect(page).toHaveURL(/&row=0:layers\.0\.attention:0:9-1&word=0:9$/);
  const forced = async () => {
    const [weight] = await weights(page);
    return weight![9 * Math.sqrt(weight!.length) + 1];
  };
  await expect.poll(forced).toBe(1);
  const before = await shown(page);
  await page.reload();
  await expectSame(page, before);
  const allOn = page.getByRole('button', { name: 'All heads on, all rows free' });
  await allOn.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/steps=30&word=0:9$/);
  await expect.poll(() => weights(page)).toEqual(free);
});

test('a row of one’s own example and its word are in the address until another example is typed', async ({
  page,
}) => {
  await open(page, `${quick}&text=a+b+c+d+e+f+g+h&row=2:layers.0.attention:0:8-3&word=2:8`);
  await expect
    .poll(async () => (await shown(page)).arcs[2]!.forced)
    .toEqual([{ layer: 0, query: 8, key: 3 }]);
  // Eight letters, the bar, and the seven letters after it.
  const n = 16;
  await expect
    .poll(async () => (await weights(page, 2))[0]!.slice(8 * n, 9 * n))
    .toEqual(Array.from({ length: n }, (_, key) => Number(key === 3)));
  await page.getByLabel('Your own example').fill('a b c d e f g p');
  await expect(page).toHaveURL(/text=a\+b\+c\+d\+e\+f\+g\+p&steps=30$/);
});

test('an invalid setting of a link is named, and the others are kept', async ({ page }) => {
  await open(page, 'v=3&model=reverse&seed=two&steps=30&step=2&off=layers.0.attention:0&heats=4');
  await expect(notice(page)).toHaveText(
    'Part of this link could not be used: seed: Enter a whole number from 0 to 999,999,999, ' +
      'not “two”. “heats” is not a setting of this page. The rest is as in the link.',
  );
  await expect(progress(page)).toHaveText('step 2 of 30');
  await expect(switchOf(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await page.locator('#language').selectOption('de');
  await expect(notice(page)).toHaveText(
    /^Ein Teil dieses Links ließ sich nicht verwenden: seed: .*„heats“/,
  );
  await expect(notice(page)).toHaveAttribute('lang', 'de');
  await page.locator('#language').selectOption('en');
  // Once something is changed, the page no longer shows what the link asked for.
  await switchOf(page, 1).click();
  await expect(notice(page)).toBeHidden();
});

test('settings that a model does not have are named beside its heads, and the rest of the link is kept', async ({
  page,
}) => {
  const link = `${quick}&off=layers.0.attention:0,layers.5.attention:0&row=0:layers.0.attention:1:99-1&word=0:9`;
  await open(page, link);
  await expect(
    page.getByText(
      'Not in this model, so left out: off=layers.5.attention:0, row=0:layers.0.attention:1:99-1',
    ),
  ).toBeVisible();
  await expect(switchOf(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(/steps=30&off=layers\.0\.attention:0&word=0:9$/);
  // A recipe with fewer heads ignores settings of heads that it does not have.
  await switchOf(page, 2).click();
  await page.getByText('Recipe', { exact: true }).click();
  await page.getByLabel('heads', { exact: true }).fill('1');
  await page.getByLabel('heads', { exact: true }).press('Enter');
  await expect(
    page.getByText('Not in this model, so left out: off=layers.0.attention:1'),
  ).toBeVisible();
  await expect(page).toHaveURL(/heads=1&off=layers\.0\.attention:0&word=0:9$/);
});

test('a link to step 3', async ({ page }) => {
  await open(page, `${quick}&step=3`);
  await expect(progress(page)).toHaveText('step 3 of 30');

  await test.step('Back restores the previous state without another run', async () => {
    await page.evaluate(
      (hash) => (location.hash = hash),
      `${quick}&step=3&off=layers.0.attention:0`,
    );
    await expect(switchOf(page, 1)).toHaveAttribute('aria-pressed', 'false');
    await page.evaluate((hash) => (location.hash = hash), `${quick}&step=2`);
    await expect(progress(page)).toHaveText('step 2 of 30');
    await expect(switchOf(page, 1)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('rewound to step 0, a link says so', async () => {
    await page.evaluate((hash) => (location.hash = hash), `${quick}&step=3`);
    await expect(progress(page)).toHaveText('step 3 of 30');
    await button(page, 'Back to step 0').click();
    await expect(progress(page)).toHaveText('step 0 of 30');
    await expect(page).toHaveURL(/seed=1&steps=30$/);
  });
});

test('a script sets the step: the run goes forward to it, back, and nowhere before the first step of shipped parameters', async ({
  page,
}) => {
  const setStep = (step: number) =>
    page
      .locator('attention-training')
      .evaluate((training: AttentionTraining, to) => void (training.step = to), step);
  await open(page);
  await setStep(3);
  await expect(progress(page)).toHaveText('step 3 of 30');
  await expect(page).toHaveURL(/&step=3/);
  await setStep(2);
  await expect(progress(page)).toHaveText('step 2 of 30');
  await page.goto('./training.html#v=3&model=sort&from=shipped');
  await expect(progress(page)).toHaveText('step 500 of 1000');
  await setStep(1);
  await setStep(501);
  await expect(progress(page)).toHaveText('step 501 of 1000');
});

test('a seed that is refused stays in its field beside what is expected, and the run goes on with the last one', async ({
  page,
}) => {
  await open(page);
  const field = page.getByLabel('Seed', { exact: true });
  const problem = alerts(start(page));
  // The element is there before its text: otherwise a screen reader may not announce it.
  const region = start(page).locator('#problem');
  await expect(region).toHaveText('');
  const empty = (await region.elementHandle())!;
  await field.fill('-3');
  await field.press('Enter');
  await expect(problem).toHaveText('Enter a whole number from 0 to 999,999,999, not “-3”.');
  expect(await region.evaluate((filled, empty) => filled === empty, empty)).toBe(true);
  await expect(field).toHaveValue('-3');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^Enter a whole number/);
  expect(page.url()).toContain('seed=1&');
  await field.fill('7');
  await field.press('Enter');
  await expect(problem).toHaveCount(0);
  await expect(page).toHaveURL(/seed=7&/);
  await field.fill('');
  await field.press('Enter');
  await expect(problem).toHaveText('Enter a whole number from 0 to 999,999,999.');
  await page.getByRole('button', { name: 'Another seed' }).click();
  await expect(problem).toHaveCount(0);
  await expect(field).toHaveValue('8');
});

test('another seed during Play is trained to the step of the run, which the address does not name yet', async ({
  page,
}) => {
  await open(page, 'v=3&model=reverse&seed=1&steps=5000');
  await button(page, 'Play').click();
  const steps = await page
    .locator('attention-training')
    .evaluate(async (element: AttentionTraining) => {
      const { renderRoot } = element.renderRoot.querySelector<AttentionTrainingStart>(
        'attention-training-start',
      )!;
      while (element.state.step <= element.step) await new Promise(requestAnimationFrame);
      const { step } = element.state;
      [...renderRoot.querySelectorAll('button')]
        .find(({ textContent }) => textContent.trim() === 'Another seed')!
        .click();
      await element.updateComplete;
      return { before: step, after: element.state.step };
    });
  expect(steps.after).toBe(steps.before);
  await expect(page).toHaveURL(/seed=2&/);
});

test('a seed that is being typed stays while the run goes on', async ({ page }) => {
  await open(page, 'v=3&model=reverse&seed=1&steps=5000');
  const reached = async () => Number(/\d+/.exec((await progress(page).textContent())!)![0]);
  await button(page, 'Play').click();
  const field = page.getByLabel('Seed', { exact: true });
  await field.fill('12');
  const typedAt = await reached();
  await expect.poll(reached).toBeGreaterThan(typedAt + 20);
  await expect(field).toHaveValue('12');
  await expect(page).toHaveURL(/seed=1&/);
});

test('a reload in the middle of a run comes back to the step in the address, which follows the run', async ({
  page,
}) => {
  const step = () => Number(/&step=(\d+)/.exec(page.url())?.[1] ?? 0);
  await open(page, 'v=3&model=reverse&seed=1&steps=5000');
  await button(page, 'Play').click();
  await expect.poll(step).toBeGreaterThanOrEqual(50);
  await expect(button(page, 'Pause')).toBeVisible();
  await page.reload();
  const asked = step();
  expect(asked).toBeGreaterThanOrEqual(50);
  await expect(progress(page)).toHaveText(`step ${asked} of 5000`);
  await expect(button(page, 'Play')).toBeVisible();
  expect(step()).toBe(asked);
});

test('a run that moves writes its address at most once a second, and at rest at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let time = 0;
    performance.now = () => time;
    Object.assign(globalThis, { pass: (milliseconds: number) => (time += milliseconds) });
  });
  const written = () => Number(/&step=(\d+)/.exec(page.url())?.[1] ?? 0);
  const reached = async () => Number(/\d+/.exec((await progress(page).textContent())!)![0]);
  await open(page, 'v=3&model=reverse&seed=1&speed=4&steps=5000');
  await page.evaluate('pass(1000)');
  await button(page, 'Play').click();
  await expect.poll(written).toBeGreaterThan(0);
  const first = written();
  await expect.poll(reached).toBeGreaterThan(first + 100);
  expect(written()).toBe(first);
  await page.evaluate('pass(1000)');
  await expect.poll(written).toBeGreaterThan(first + 100);
  // Whatever else changes is written at once.
  await run(page).getByText('16 steps', { exact: true }).locator('..').click();
  await expect.poll(() => page.url()).toContain('speed=16');
  await button(page, 'Pause').click();
  await expect.poll(async () => written() === (await reached())).toBe(true);
  expect(written()).toBeLessThan(5000);
});

test('a refused seed does not come back with the seed that was kept', async ({ page }) => {
  await open(page);
  const field = page.getByLabel('Seed', { exact: true });
  const goTo = async (seed: number) => {
    await page.evaluate(
      (hash) => (location.hash = hash),
      `v=3&model=reverse&seed=${seed}&steps=30`,
    );
    await expect(field).toHaveValue(String(seed));
  };
  await field.fill('1.5');
  await field.press('Enter');
  await expect(alerts(start(page))).toBeVisible();
  await goTo(2);
  await page.goBack();
  await expect(page).toHaveURL(/seed=1&/);
  await expect(field).toHaveValue('1');
  await expect(alerts(start(page))).toHaveCount(0);
});
