/** The address holds the complete state: reload, back, forward and shared links restore it. */
import { expect, test, type Page } from '@playwright/test';
import {
  addressOf,
  bars,
  chooseRadio,
  chosenToken,
  controls,
  grid,
  holdEngine,
  messageOf,
  numberField,
  open,
  settled,
  slowEngine,
  status,
  statusLine,
  tableOf,
  textField,
  tokenButtons,
} from './playground-page.ts';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'link' });
const hash = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

/** Sets every setting by its control, and waits until the address contains them. */
async function setAll(page: Page) {
  await textField(page).fill('Żółw & <b>100%</b> +1? #a=b');
  await numberField(page, 'd_model').fill('12');
  await numberField(page, 'num_heads').fill('3');
  await numberField(page, 'seed').fill('77');
  await controls(page).getByLabel('Head shown').selectOption('head 3');
  await chooseRadio(page, 'Mask', 'causal');
  await chooseRadio(page, 'Position encoding', 'off');
  await page.locator('attention-steps').getByRole('radio', { name: 'scores', exact: true }).check();
  await tokenButtons(page).nth(2).click();
  await settled(page);
  await expect.poll(() => hash(page).get('word')).toBe('2');
}

const all = {
  v: '3',
  text: 'Żółw & <b>100%</b> +1? #a=b',
  d_model: '12',
  num_heads: '3',
  head: '2',
  word: '2',
  seed: '77',
  mask: 'causal',
  positions: 'none',
  matrix: 'scores',
};

async function shown(page: Page) {
  await settled(page);
  return {
    text: await textField(page).inputValue(),
    numbers: await controls(page)
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    line: await statusLine(page),
    query: await chosenToken(page).innerText(),
    heading: await grid(page).locator('h2').innerText(),
    weights: (await tableOf(bars(page))).cells,
    matrix: (await tableOf(grid(page))).cells,
  };
}

test('changes are in the address one by one', async ({ page }) => {
  await open(page);

  await test.step('a page with default settings has an empty address', async () => {
    expect(new URL(page.url()).hash).toBe('');
  });

  await test.step('back and forward step through the changes one by one', async () => {
    await chooseRadio(page, 'Mask', 'causal');
    await expect.poll(() => hash(page).get('mask')).toBe('causal');
    await tokenButtons(page).nth(1).click();
    await expect.poll(() => hash(page).get('word')).toBe('1');
    await numberField(page, 'num_heads').fill('4');
    await expect.poll(() => hash(page).get('num_heads')).toBe('4');
    const last = await shown(page);

    await page.goBack();
    await expect(status(page)).toContainText('2 heads');
    await expect(bars(page).locator('h2')).toContainText('cat');
    await page.goBack();
    await expect(bars(page).locator('h2')).toContainText('mat');
    await expect(page.getByRole('radio', { name: 'causal' })).toBeChecked();
    await page.goBack();
    await expect(page.getByRole('group', { name: 'Mask' }).getByLabel('none')).toBeChecked();
    expect(new URL(page.url()).hash).toBe('');
    for (let i = 0; i < 3; i++) await page.goForward();
    await expect(status(page)).toContainText('4 heads');
    expect(await shown(page)).toEqual(last);
  });
});

test('a reload, and the same link in a new browser, restore everything', async ({
  page,
  browser,
}) => {
  await open(page);
  await setAll(page);
  expect(Object.fromEntries(hash(page))).toEqual(all);
  const before = await shown(page);
  expect(before.query).toContain('<');
  await page.reload();
  expect(await shown(page)).toEqual(before);

  const fresh = await browser.newContext({ baseURL: new URL('./', page.url()).href });
  const other = await fresh.newPage();
  await other.goto(page.url());
  expect(await shown(other)).toEqual(before);
  await expect(notice(other)).toBeHidden();
  await fresh.close();
});

test('what is not in the address', async ({ page }) => {
  await open(page);

  await test.step('settings at their default are omitted from the address', async () => {
    await chooseRadio(page, 'Mask', 'causal');
    await expect.poll(() => new URL(page.url()).hash).toBe('#v=3&mask=causal');
    await chooseRadio(page, 'Mask', 'none');
    await expect.poll(() => hash(page).get('mask')).toBe(null);
    expect([...hash(page).keys()]).toEqual(['v']);
  });

  await test.step('refused values are not written to the address', async () => {
    await chooseRadio(page, 'Mask', 'causal');
    await expect.poll(() => hash(page).get('mask')).toBe('causal');
    const before = page.url();
    await numberField(page, 'num_heads').fill('3');
    await expect(messageOf(page, 'num_heads')).toContainText('3');
    await textField(page).fill('');
    await expect(messageOf(page, 'text')).toHaveText('Type at least one word.');
    expect(page.url()).toBe(before);
  });

  await test.step('changes of other settings are written while one is refused', async () => {
    await textField(page).fill('The cat sat on the mat');
    await expect(messageOf(page, 'num_heads')).toContainText('3');
    await controls(page).getByLabel('Head shown').selectOption('mean of all');
    await expect(status(page)).toContainText('mean');
    await expect.poll(() => new URL(page.url()).hash).toBe('#v=3&head=mean&mask=causal');
    await page.reload();
    await expect(status(page)).toContainText('mean');
  });
});

test('going back and forward quickly does not alter the steps between', async ({ page }) => {
  // One step is still being computed when the next is requested.
  await slowEngine(page, 60);
  await open(page);
  await chooseRadio(page, 'Mask', 'causal');
  await expect.poll(() => hash(page).get('mask')).toBe('causal');
  await numberField(page, 'seed').fill('2');
  await expect.poll(() => hash(page).get('seed')).toBe('2');
  await numberField(page, 'num_heads').fill('4');
  await expect.poll(() => hash(page).get('num_heads')).toBe('4');
  const go = (step: number) =>
    page.evaluate(async (step) => {
      const arrived = new Promise((resolve) =>
        addEventListener('popstate', resolve, { once: true }),
      );
      history.go(step);
      await arrived;
      return location.hash;
    }, step);
  const [causal, seeded, heads] = [
    '#v=3&mask=causal',
    '#v=3&seed=2&mask=causal',
    '#v=3&num_heads=4&seed=2&mask=causal',
  ];
  expect([await go(-1), await go(-1)]).toEqual([seeded, causal]);
  await settled(page);
  expect(new URL(page.url()).hash).toBe(causal);
  expect([await go(-1), await go(1), await go(1), await go(1)]).toEqual([
    '',
    causal,
    seeded,
    heads,
  ]);
  await settled(page);
  expect(new URL(page.url()).hash).toBe(heads);
  await expect(status(page)).toContainText('4 heads');
});

test('changes of one setting within two seconds are one history step', async ({ page }) => {
  await page.addInitScript(() => {
    let time = 0;
    performance.now = () => time;
    Object.assign(globalThis, { pass: (milliseconds: number) => (time += milliseconds) });
  });
  await open(page);
  for (const [pause, seed] of [
    [0, '2'],
    [1999, '3'],
    [2000, '4'],
  ] as const) {
    await page.evaluate(`pass(${pause})`);
    await numberField(page, 'seed').fill(seed);
    await expect.poll(() => hash(page).get('seed')).toBe(seed);
  }
  await page.goBack();
  await expect(numberField(page, 'seed')).toHaveValue('3');
  await page.goBack();
  await expect(numberField(page, 'seed')).toHaveValue('1');
  expect(new URL(page.url()).hash).toBe('');
});

test('typing a sentence is one history step', async ({ page }) => {
  // With a stopped clock the test does not depend on the time between letters.
  await page.addInitScript(() => (performance.now = () => 0));
  await open(page);
  await textField(page).press('End');
  await textField(page).pressSequentially(' again and again');
  await expect.poll(() => hash(page).get('text')).toBe('The cat sat on the mat again and again');
  await page.goBack();
  await expect(textField(page)).toHaveValue('The cat sat on the mat');
  await expect(status(page)).toContainText('6 tokens');
});

const brokenHashes: [what: string, hash: string, message: RegExp][] = [
  ['rubbish', '%%%&&&===', /“%%%” is not a setting/],
  ['words', 'the-cat-sat', /“the-cat-sat” is not a setting/],
  ['a version from the future', 'v=4&layers=12', /its version is “4”, .* version 3/],
  ['a count that is none', 'v=3&num_heads=many', /num_heads: Enter .* not “many”/],
  ['a negative seed', 'v=3&seed=-1', /seed: Enter .* not “-1”/],
  ['an enormous number', `v=3&d_model=${'9'.repeat(400)}`, /d_model: Enter .* 256, not “999/],
  ['an unknown mask', 'v=3&mask=banana', /mask must be none or causal, not “banana”/],
  ['an unknown matrix', 'v=3&matrix=__proto__', /matrix .*, not “__proto__”/],
  ['a word past all limits', 'v=3&word=512', /word: Enter .* 511, not “512”/],
  ['a head past all limits', 'v=3&head=16', /head: Enter .* 15, not “16”/],
  ['markup', 'v=<img src=x onerror=alert(1)>', /version is “<img src=x/],
];

test('an invalid link gives the defaults and a notice with the reason', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await open(page, { text: 'Hello world' });
  for (const [what, broken, message] of brokenHashes)
    await test.step(what, async () => {
      await page.goto(`./playground.html#${broken}`);
      await expect(notice(page)).toHaveText(message);
      await expect(status(page)).toContainText('6 tokens · 2 heads (viewing head 1, in code 0)');
      await expect(textField(page)).toHaveValue('The cat sat on the mat');
      await expect(page.locator('img')).toHaveCount(0);
      await page.goto(addressOf({ text: 'Hello world' }));
      await expect(notice(page)).toBeHidden();
      await expect(status(page)).toContainText('2 tokens');
    });
  expect(errors).toEqual([]);
});

test('a page opened by an invalid link works', async ({ page }) => {
  await page.goto('./playground.html#v=4');
  await expect(notice(page)).toBeVisible();
  await expect(status(page)).toContainText('6 tokens');
  await tokenButtons(page).nth(1).click();
  await expect(bars(page).locator('h2')).toContainText('cat');
});

test('a link with a million characters shows a notice and the default numbers', async ({
  page,
}) => {
  await page.goto(`./playground.html#v=3&text=${'a'.repeat(1_000_000)}`);
  await expect(page.locator('#notice')).toContainText('has 1,000,000');
  await expect(status(page)).toContainText('6 tokens');
});

test('a link with inconsistent numbers shows a notice and the default numbers', async ({
  page,
}) => {
  await page.goto('./playground.html#v=3&d_model=9&num_heads=4');
  const words = controls(page).getByRole('alert').filter({ hasText: '9' });
  await expect(words).toContainText('4');
  await expect(status(page)).toContainText('2 heads');
});

test('a query or head out of range is clamped to the last one', async ({ page }) => {
  await open(page, { text: 'Only three words', query: 400, head: 15 });
  await expect(tokenButtons(page).nth(2)).toBeChecked();
  await expect(status(page)).toContainText('viewing head 2');
  await textField(page).fill('One');
  await expect(tokenButtons(page)).toHaveCount(1);
  await expect(chosenToken(page)).toContainText('One');
});

test('the notice disappears when the next link is valid', async ({ page }) => {
  await page.goto('./playground.html#v=99');
  await expect(notice(page)).toBeVisible();
  await page.goto(addressOf({ text: 'Hello world' }));
  await expect(status(page)).toContainText('2 tokens');
  await expect(notice(page)).toBeHidden();
});

test('after an invalid link, changes are written to the address again', async ({ page }) => {
  await page.goto('./playground.html#v=99');
  await expect(status(page)).toContainText('6 tokens');
  await chooseRadio(page, 'Mask', 'causal');
  await expect.poll(() => hash(page).get('mask')).toBe('causal');
  await page.reload();
  await settled(page);
  await expect(page.getByRole('radio', { name: 'causal' })).toBeChecked();
  await expect(notice(page)).toBeHidden();
});

test('an address that replaces a setting that is being refused is corrected without a new entry', async ({
  page,
}) => {
  await open(page);
  const entries = () => page.evaluate(() => history.length);
  const engine = await holdEngine(page);
  await numberField(page, 'num_heads').fill('3');
  await page.evaluate(() => (location.hash = 'v=3&text=one+two&word=9'));
  const before = await entries();
  await engine.release();
  await expect.poll(() => hash(page).get('word')).toBe('1');
  await expect(status(page)).toContainText('2 tokens');
  expect(await entries()).toBe(before);
});

test('a symbol of the formula that is chosen before the first numbers is in the address', async ({
  page,
}) => {
  await slowEngine(page, 1000);
  await page.goto('./playground.html#v=3&text=one+two');
  await page.getByRole('button', { name: 'scaled scores: go to its numbers' }).click();
  await settled(page);
  await expect.poll(() => hash(page).get('matrix')).toBe('scores');
});
