/** embed.html with a trained model, in a frame of a teacher's page on another origin. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import type { Hover } from '../../../web/src/elements/lab/lab-announcements.ts';
import type { AttentionHeadMaps } from '../../../web/src/elements/head-maps/attention-head-maps.ts';
import { violations } from '../support/axe.ts';
import { hostLab, openCourse, send } from './embed-course.ts';
import type { Host } from '../support/hosts.ts';
import { messagesOf, pageWith } from './teacher.ts';
import { choice } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await hostLab();
});
test.afterAll(() => lab.close());

const frameOf = (page: Page) => page.frameLocator('iframe');
const trained = (page: Page) => frameOf(page).locator('attention-trained');
const said = (page: Page) => trained(page).locator('attention-answer');

test('a frame shows the parts in its address, with the page’s protocol and a link home', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  const course = await openCourse(
    page,
    lab,
    'v=3&model=goes_with&mask=causal&view=sentences,heads,film&hide=film&lang=de&theme=dark',
  );
  const maps = frameOf(page).locator('attention-head-maps');
  // Under a causal mask, "it" cannot see the end of the sentence.
  await expect(said(page).nth(1)).toContainText('vorher');
  await expect(maps).toBeAttached();
  await expect(trained(page).getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(trained(page).locator('.film, .model, .own, .story')).toHaveCount(0);
  await expect(frameOf(page).locator('html')).toHaveAttribute('lang', 'de');
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  const frame = page.locator('iframe');
  await expect
    .poll(() => frame.evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(500);

  // The frame says that the model is changed.
  const changed = trained(page).locator('.is-changed');
  await expect(changed).toHaveText(/^\s*Geändert: 1\s+Alles rückgängig\s*$/);

  const last = async (kind: string) => (await messagesOf(page, kind)).at(-1);
  const home = frameOf(page).locator('#home');
  await expect(home).toHaveAttribute('href', './#v=3&model=goes_with&mask=causal&lang=de');
  await send(page, { kind: 'get' });
  await expect
    .poll(() => last('state'))
    .toMatchObject({ state: { v: 3, model: 'goes_with', mask: 'causal' } });
  await send(page, { kind: 'set', state: { v: 3, mask: null, word: '0:2,1:2' } });
  await expect(said(page).nth(1)).toContainText('Bei did sagt das Modell');
  await expect(changed).toHaveCount(0);
  await expect(said(page).nth(1)).not.toContainText('vorher');
  await send(page, { kind: 'set', state: { v: 3, word: null } });
  await expect(said(page)).toContainText([
    /Bei it sagt das Modell\s+animal/,
    /Bei it sagt das Modell\s+street/,
  ]);
  await expect.poll(() => last('state')).toMatchObject({ state: { v: 3, model: 'goes_with' } });
  for (const [state, why] of [
    [{ v: 3, mask: 'some' }, 'mask must be none or causal'],
    [{ v: 3, model: 'minilm' }, 'model must be goes_with or induction'],
    [{ v: 2, mask: 'causal' }, 'mask: "causal" }, got v: 2.'],
    [{ v: 3, mask: {} }, 'mask: expected a text, a number or null, got {…}.'],
  ] as const) {
    await send(page, { kind: 'set', state });
    await expect.poll(async () => String((await last('refused'))?.['message'])).toContain(why);
  }
  await expect(said(page)).toContainText([
    /Bei it sagt das Modell\s+animal/,
    /Bei it sagt das Modell\s+street/,
  ]);

  // Events report the query word, and the weight under the pointer in a map and in the matrix.
  expect((await messagesOf(page, 'query')).map(({ detail }) => detail)).toEqual([
    { query: 8, token: 'it' },
    { query: 2, token: 'did' },
    { query: 8, token: 'it' },
  ]);
  await maps.locator('canvas').first().hover();
  await expect
    .poll(() => last('hover'))
    .toMatchObject({ detail: { field: 'weights', attention: 'layers.0.attention', head: 0 } });
  const { detail } = (await last('hover')) as unknown as { detail: Hover };
  const weight = await maps.evaluate((view, { head, query, key }) => {
    const { heads } = view as AttentionHeadMaps;
    const { weights, shape } = heads.find((map) => map.head === head)!;
    return weights[query * shape[1] + key];
  }, detail as Required<Hover>);
  expect(detail.value).toBe(weight);
  await frameOf(page).locator('#home').hover();
  await expect.poll(() => last('hover')).toMatchObject({ detail: null });

  // The frame says what the visitor changed, and its link to the lab contains it.
  await maps.scrollIntoViewIfNeeded();
  await maps.locator('.switch').first().click();
  await expect.poll(() => last('state')).toMatchObject({ state: { off: 'layers.0.attention:0' } });
  await expect(home).toHaveAttribute('href', /&off=layers\.0\.attention:0&lang=de$/);
  const there = page.context().waitForEvent('page');
  await home.click();
  await expect(await there).toHaveURL(/\/#v=3&model=goes_with&off=layers\.0\.attention:0&lang=de$/);
  expect(complaints).toEqual([]);
  await course.close();
});

test('the code of trained models is loaded only once an address names one', async ({ page }) => {
  const { requests } = await watch(page);
  const loads = (name: string) => requests.some((url) => url.includes(name));
  await page.goto(`${lab.origin}/embed.html#v=3&model=untrained&view=tokens`);
  await expect(page.locator('attention-tokens').getByRole('radio')).toHaveCount(6);
  expect(loads('trained')).toBe(false);
  expect(loads('training')).toBe(false);
  await page.evaluate(() => (location.hash = 'v=3&model=sort&view=sentences&example=3'));
  await expect(page.locator('attention-trained attention-answer').first()).toContainText('1');
  await expect(page.locator('#notice')).toContainText('example: Enter a whole number from 0 to 2');
  await expect(page.locator('attention-playground, attention-lab')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(
    () => (location.hash = 'v=3&model=sort&view=question&off=layers.9.attention:0'),
  );
  await expect(page.locator('#notice')).toContainText('layers.9.attention:0');
  await expect(page.locator('attention-answer')).toHaveCount(0);
});

test('the first page’s dialog shows the frame and its snippet for the current state, and is loaded when opened', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await page.goto('./#v=3&model=goes_with&mask=causal');
  await expect(page.locator('attention-answer').first()).toBeVisible();
  expect(requests.some((url) => url.includes('embed-dialog'))).toBe(false);
  await page.getByRole('button', { name: 'Embed …' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const code = dialog.getByRole('textbox', { name: 'Iframe' });
  // First with a single part of the page.
  await expect(code).toHaveValue(
    /embed\.html#v=3&amp;model=goes_with&amp;mask=causal&amp;hide=question,film,controls,own,story,matrices,heads,guess&amp;lang=en"/,
  );
  const preview = page.frameLocator('trained-embed-dialog iframe');
  await expect(preview.locator('attention-answer').first()).toBeVisible();
  await expect(preview.getByRole('heading', { name: /^Who is/ })).toHaveCount(0);
  // The frame is as high as its content, without an inline style that a page's policy could refuse.
  const heights = async () => {
    const [, written] = /height="(\d+)"/.exec(await code.inputValue()) ?? [];
    const content = await preview.locator('body').evaluate((body) => body.getBoundingClientRect());
    return { written: Number(written), content: Math.ceil(content.height) };
  };
  const isMeasured = async () => {
    const { written, content } = await heights();
    return written === content;
  };
  await expect.poll(isMeasured).toBe(true);
  const { written: alone } = await heights();
  expect(await code.inputValue()).not.toContain('style=');
  await dialog.getByRole('checkbox', { name: 'The question' }).press('Space');
  await expect(preview.getByRole('heading', { name: /^Who is/ })).toBeVisible();
  await expect.poll(isMeasured).toBe(true);
  expect((await heights()).written).toBeGreaterThan(alone);
  await dialog.getByRole('checkbox', { name: 'The question' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'From token to answer' }).check();
  await dialog.getByLabel('Theme').selectOption('dark');
  await dialog.getByLabel('Language').selectOption('Deutsch');
  await expect(code).toHaveValue(
    /&amp;hide=question,film,controls,own,matrices,heads,guess&amp;lang=de&amp;theme=dark"/,
  );
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(preview.locator('attention-answer').first()).toContainText('sagt das Modell');
  await expect(preview.getByRole('heading', { name: /^W/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Embed …' })).toBeFocused();
});

test('the snippet of the element, pasted into a page of the same site, shows the same model and place', async ({
  page,
}) => {
  await page.goto('./#v=3&model=goes_with&mask=causal&word=0:2,1:2');
  const first = page.locator('attention-answer .first').first();
  const share = async () => /[\d.,]+/.exec(await first.innerText())![0].replace(',', '.');
  const expected = await share();
  await page.getByRole('button', { name: 'Embed …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toHaveCount(9);
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('checkbox', { name: 'The question' }).uncheck();
  await dialog.getByLabel('Language').selectOption('Deutsch');
  const snippet = await dialog.getByRole('textbox', { name: 'Custom elements' }).inputValue();
  expect(snippet).toContain('trained-elements.js"');
  const { complaints, requests } = await watch(page);
  await page.route('**/pasted.html', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageWith(snippet) }),
  );
  await page.goto('./pasted.html');
  await expect(page.locator('attention-answer').first()).toContainText('Bei did sagt das Modell');
  expect(await share()).toBe(expected);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  expect(requests.some((url) => url.endsWith('/models/goes_with.safetensors'))).toBe(true);
  // By keyboard: a change dispatches an event, and links to other pages lead to the site.
  const asked = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-query', (event) =>
          resolve((event as CustomEvent).detail),
        ),
      ),
  );
  await page.locator('attention-arcs').first().getByRole('radio').nth(2).press('ArrowRight');
  expect(await asked).toEqual({ query: 3, token: 'not' });
  await expect(page.getByRole('link', { name: 'Schritt für Schritt trainieren' })).toHaveAttribute(
    'href',
    /^http:.*\/training\.html#v=3&model=goes_with/,
  );
  expect(complaints).toEqual([]);
});

test('the element of EMBEDDING.md works as it stands there', async ({ page }) => {
  const guide = await readFile('web/EMBEDDING.md', 'utf8');
  const [, code] = /```html\n(<attention-trained[^]*?)```/.exec(guide)!;
  await page.route('**/pasted.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: pageWith(code!.replace('https://example.org/attention-lab/', './')),
    }),
  );
  await page.goto('./pasted.html');
  const answers = page.locator('.row attention-answer .first');
  // Under a causal mask, "it" cannot see the end of the sentence.
  await expect(page.locator('attention-answer').nth(1)).toContainText('animal');
  await expect(answers).toHaveCount(2);
  await expect(page.locator('attention-trained').locator('.film, attention-guess')).toHaveCount(0);
  // Without the lab's address there are no links to its other pages.
  await expect(choice(page, 'Model').locator('option')).toHaveCount(6);
});
