/** How a lesson controls labs by attribute, property and event. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import { defaultState, type LabState } from '../../../web/src/settings/state.ts';
import { openLesson } from './lesson-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { saved } from '../support/saved-file.ts';

/** Records the details of all events that the page's labs dispatch. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const events: { kind: string; id: string; detail: unknown }[] = [];
    (globalThis as unknown as { events: typeof events }).events = events;
    for (const kind of ['state', 'query', 'hover', 'trace', 'error'])
      addEventListener(`attention-${kind}`, (event) => {
        const { detail, target } = event as CustomEvent;
        events.push({ kind, id: (target as Element).id, detail });
      });
  });
}

const eventsOf = (page: Page, kind: string) =>
  page.evaluate((kind) => {
    type RecordedEvent = { kind: string; id: string; detail: Record<string, unknown> };
    const { events } = globalThis as unknown as { events: RecordedEvent[] };
    return events
      .filter((event) => event.kind === kind)
      .map(({ id, detail }) => ({ id, detail: kind === 'trace' ? detail!['state'] : detail }));
  }, kind);

const stateOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((lab) => (lab as AttentionLab).state);

const setState = (page: Page, selector: string, state: unknown) =>
  page.locator(selector).evaluate((lab, state) => {
    try {
      (lab as AttentionLab).state = state as LabState;
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }, state);

const two = `<attention-lab id="one" tokens="a b c" heads="1"><attention-tokens></attention-tokens></attention-lab>
  <attention-lab id="two" tokens="d e" mask="causal"><attention-tokens></attention-tokens></attention-lab>`;
const tokens = (page: Page, lab: string) => page.locator(`#${lab}`).getByRole('radio');

test('two labs on one page are independent of each other', async ({ page }) => {
  await openLesson(page, two);

  await test.step('two labs work without a given engine, and are independent of each other', async () => {
    await expect(tokens(page, 'one')).toHaveCount(3);
    await expect(tokens(page, 'two')).toHaveCount(2);
    await listen(page);
    await tokens(page, 'one').nth(1).click();
    await expect
      .poll(() => eventsOf(page, 'query'))
      .toEqual([{ id: 'one', detail: { query: 1, token: 'b' } }]);
    expect((await stateOf(page, '#two')).word).toBe(5);
    await page.locator('#two').evaluate((lab) => lab.setAttribute('tokens', 'x y z w'));
    await expect(tokens(page, 'two')).toHaveCount(4);
    await expect(tokens(page, 'one')).toHaveCount(3);
    expect(page.workers()).toHaveLength(1);
  });

  await test.step('setting an invalid state throws and changes nothing', async () => {
    const before = await stateOf(page, '#one');
    expect(await setState(page, '#one', { v: 4 })).toBe('v: expected 3 | 1, got 4.');
    expect(await setState(page, '#one', { v: 3, mask: 'all' })).toContain('mask: expected none');
    expect(await setState(page, '#one', 'v=3')).toContain('Expected a state');
    expect(await stateOf(page, '#one')).toEqual(before);
  });
});

test('every setting is an attribute, and the attributes together are the state', async ({
  page,
}) => {
  const attributes = `tokens="x y" heads="4" head="mean" d-model="16" seed="7" mask="causal"
    positions="none" temperature="2" word="1" matrix="scores"`;
  await openLesson(page, `<attention-lab id="one" ${attributes}></attention-lab>`);
  const state = {
    v: 3,
    text: 'x y',
    num_heads: 4,
    head: null,
    d_model: 16,
    seed: 7,
    mask: 'causal',
    positions: 'none',
    temperature: 2,
    word: 1,
    matrix: 'scores',
  };
  expect(await stateOf(page, '#one')).toEqual(state);
  await page.evaluate(() => {
    const again = document.createElement('attention-lab');
    again.id = 'again';
    document.querySelector('main')!.append(again);
  });
  expect(await setState(page, '#again', state)).toBeNull();
  expect(await stateOf(page, '#again')).toEqual(state);
  // The names that version 1 used.
  const { word: query, matrix: step, ...others } = state;
  expect(await setState(page, '#again', { v: 1, text: 'x y' })).toBeNull();
  expect(await setState(page, '#again', { ...others, v: 1, query, step })).toBeNull();
  expect(await stateOf(page, '#again')).toEqual(state);
  await page.locator('#again').evaluate((lab) => lab.setAttribute('query', '0'));
  expect(await stateOf(page, '#again')).toEqual({ ...state, word: 0 });
});

test('every setting that the visitor changes dispatches a state event', async ({ page }) => {
  const views = '<attention-heads></attention-heads><attention-steps></attention-steps>';
  await openLesson(page, `<attention-lab id="one">${views}</attention-lab>`);
  await expect(page.getByRole('radio', { name: 'mean' })).toBeVisible();
  await listen(page);
  await page.getByRole('radio', { name: 'head 2' }).click();
  await page.getByRole('radio', { name: 'masked scores' }).check();
  await expect
    .poll(async () => (await eventsOf(page, 'state')).map(({ detail }) => detail))
    .toMatchObject([
      { v: 3, head: 1, matrix: 'weights' },
      { v: 3, head: 1, matrix: 'masked_scores' },
    ]);
});

test('an unknown step is refused with a reason', async ({ page }) => {
  await openLesson(page, '');
  await listen(page);
  await page.locator('main').evaluate((main) => {
    const lab = document.createElement('attention-lab');
    lab.setAttribute('tokens', 'a b');
    lab.setAttribute('step', 'softmax');
    lab.append(document.createElement('attention-heatmap'));
    main.append(lab);
  });
  await expect.poll(() => eventsOf(page, 'error')).toHaveLength(1);
  expect((await eventsOf(page, 'error'))[0]!.detail).toMatchObject({
    setting: 'matrix',
    message: 'matrix must be scores or masked_scores or weights, not “softmax”.',
  });
  await expect(page.locator('attention-heatmap canvas')).toBeVisible();
  // The author's sentence, with the default of the refused setting.
  const shown = await page
    .locator('attention-lab')
    .evaluate((lab) => (lab as AttentionLab).result!.state);
  expect(shown).toMatchObject({ text: 'a b', matrix: 'weights' });
});

test('an eager lab computes far from the screen, and does not change when scrolled into view', async ({
  page,
}) => {
  const far = '<br>'.repeat(500);
  await openLesson(
    page,
    `<attention-lab id="one"><attention-tokens></attention-tokens></attention-lab>${far}
     <attention-playground loading="eager"></attention-playground>`,
  );
  await expect(tokens(page, 'one')).toHaveCount(6);
  const eager = page.locator('attention-playground attention-tokens').getByRole('radio');
  await expect(eager).toHaveCount(6);
  const results = await page.locator('#one').evaluate(async (lab) => {
    let count = 0;
    lab.addEventListener('attention-result', () => count++);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const top of [5000, 0]) {
      scrollTo(0, top);
      for (let i = 0; i < 3; i++) await frame();
    }
    const followed = new Promise((resolve) => lab.addEventListener('attention-query', resolve));
    (lab as AttentionLab).query = 0;
    await followed;
    return count;
  });
  expect(results).toBe(1);
});

test('hover, trace and error events are dispatched, and an error keeps the numbers shown', async ({
  page,
}) => {
  await openLesson(page, two);
  await expect(tokens(page, 'one')).toHaveCount(3);
  await expect(tokens(page, 'two')).toHaveCount(2);
  await listen(page);
  await tokens(page, 'one').nth(0).hover();
  await expect
    .poll(async () => (await eventsOf(page, 'hover'))[0])
    .toMatchObject({ id: 'one', detail: { field: 'weights', query: 2, key: 0 } });
  const { value } = (await eventsOf(page, 'hover'))[0]!.detail as { value: number };
  const shown = await tokens(page, 'one').nth(0).locator('.share').textContent();
  expect(`${(value * 100).toFixed(1)}%`).toBe(shown);
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await eventsOf(page, 'hover')).at(-1)!.detail).toBeNull();

  await page.locator('#one').evaluate((lab) => lab.setAttribute('heads', '3'));
  await expect.poll(() => eventsOf(page, 'error')).toHaveLength(1);
  expect((await eventsOf(page, 'error'))[0]).toMatchObject({
    id: 'one',
    detail: {
      setting: 'num_heads',
      message: '8 dimensions cannot be split into 3 equal heads. Try 1, 2, 4 or 8.',
    },
  });
  await expect(tokens(page, 'one')).toHaveCount(3);
  expect(await eventsOf(page, 'trace')).toEqual([]);
  await page.locator('#one').evaluate((lab) => lab.setAttribute('heads', '2'));
  await expect.poll(() => eventsOf(page, 'trace')).toHaveLength(1);
});

test('a view may precede the lab that it names, and name another lab later', async ({ page }) => {
  await openLesson(page, `<attention-tokens for="two"></attention-tokens>${two}`);
  const linked = page.locator('main > attention-tokens').getByRole('radio');
  await expect(linked).toHaveCount(2);
  await linked.nth(0).click();
  await expect(tokens(page, 'two').nth(0)).toBeChecked();
  await page.locator('main > attention-tokens').evaluate((view) => view.setAttribute('for', 'one'));
  await expect(linked).toHaveCount(3);
  await tokens(page, 'one').nth(1).click();
  await expect(linked.nth(1)).toBeChecked();
});

test('labs may be added after the views that name them, and be replaced', async ({ page }) => {
  await openLesson(
    page,
    `<attention-tokens for="one"></attention-tokens><attention-difference of="one two"></attention-difference>`,
  );
  const linked = page.locator('main > attention-tokens').getByRole('radio');
  const difference = page.locator('attention-difference');
  await expect(difference.getByRole('alert')).toContainText('Name two labs by their ids');
  const put = (id: string, words: string) =>
    page.evaluate(
      ([id, words]) => {
        document.querySelector(`#${id}`)?.remove();
        const lab = document.createElement('attention-lab');
        lab.id = id!;
        lab.setAttribute('tokens', words!);
        document.querySelector('main')!.append(lab);
      },
      [id, words],
    );
  await put('one', 'a b c');
  await expect(linked).toHaveCount(3);
  await put('two', 'd e f');
  await expect(difference.locator('canvas')).toBeVisible();
  const { bytes } = await saved(difference.locator('attention-heatmap'), 'CSV');
  expect(bytes.toString().split('\r\n')[0]).toMatch(/^query,query_token,a,b,c/);
  await put('one', 'a b c d');
  await expect(linked).toHaveCount(4);
  await expect(difference.getByRole('alert')).toContainText('Expected a and b of one shape');
});

test('a difference that cannot be drawn shows the reason', async ({ page }) => {
  await openLesson(page, `${two}<attention-difference of="one"></attention-difference>`);
  const difference = page.locator('attention-difference');
  await expect(difference.getByRole('alert')).toContainText('Name two labs by their ids');
  await difference.evaluate((element) => element.setAttribute('lang', 'de'));
  await expect(difference.getByRole('alert')).toContainText(
    'Bitte zwei Labore mit ihren IDs nennen',
  );
  await difference.evaluate((element) => element.removeAttribute('lang'));
  await difference.evaluate((element) => element.setAttribute('of', 'one two'));
  await expect(difference.getByRole('alert')).toContainText('Expected a and b of one shape');
  await page.locator('#two').evaluate((lab) => lab.setAttribute('tokens', 'f g h'));
  await expect(difference.locator('canvas')).toBeVisible();
  await expect(difference.getByRole('alert')).toHaveCount(0);
  await difference.evaluate((element) => element.setAttribute('field', 'masked_scores'));
  await expect(difference.getByRole('alert')).toContainText(
    'Masked scores of −∞ cannot be subtracted',
  );
  await difference.evaluate((element) => element.setAttribute('field', 'W'));
  await expect(difference.getByRole('alert')).toHaveText(
    'field must be q or k or v or scores or masked_scores or weights or context, not “W”.',
  );
});

test('the page provides what a lab shows until its first numbers arrive', async ({ page }) => {
  await page.route('**/*.wasm', () => {});
  const starting = '<p slot="starting">One moment …</p>';
  await openLesson(page, `<attention-lab>${starting}</attention-lab>`);
  await expect(page.getByText('One moment …')).toBeVisible();
});

test('controls show the lab’s sentence before it computes', async ({ page }) => {
  await page.route('**/*.wasm', () => {});
  await openLesson(
    page,
    '<attention-lab tokens="a b c" heads="4"><attention-controls></attention-controls></attention-lab>',
  );
  await expect(page.getByLabel('Sentence')).toHaveValue('a b c');
  await expect(page.locator('#num_heads')).toHaveValue('4');
});

test('a missing engine dispatches an error with a reason', async ({ page }) => {
  await openLesson(page, '');
  await listen(page);
  await page.evaluate(() => {
    const lab = document.createElement('attention-lab');
    lab.setAttribute('wasm-url', './nowhere.wasm');
    lab.append(document.createElement('attention-controls'));
    document.querySelector('main')!.append(lab);
  });
  await expect.poll(() => eventsOf(page, 'error')).toHaveLength(1);
  const { detail } = (await eventsOf(page, 'error'))[0]!;
  expect(detail).toMatchObject({ setting: 'engine' });
  expect((detail as { message: string }).message).toContain('nowhere.wasm');
  await expect(page.getByRole('alert').filter({ hasText: 'nowhere.wasm' })).toBeVisible();
});

test('two hundred labs share one engine, and compute when near the screen', async ({ page }) => {
  const lab = (i: number) =>
    `<attention-lab id="lab${i}" tokens="lab number ${i} of many"><attention-tokens></attention-tokens>
      <attention-heatmap></attention-heatmap></attention-lab>`;
  await openLesson(page, Array.from({ length: 200 }, (_, i) => lab(i)).join(''));
  await expect(tokens(page, 'lab0')).toHaveCount(5);
  const computed = () =>
    page
      .locator('attention-lab')
      .evaluateAll((labs) => labs.filter((lab) => (lab as AttentionLab).result).length);
  expect(await computed()).toBeLessThan(20);
  await page.locator('#lab150').scrollIntoViewIfNeeded();
  await expect(tokens(page, 'lab150')).toHaveCount(5);
  expect(await computed()).toBeLessThan(60);
  expect(page.workers()).toHaveLength(1);
});

test('an off-screen view changes its colors when scrolled into view, and nothing is recomputed', async ({
  page,
}) => {
  const lab = (id: string) =>
    `<attention-lab id="${id}" loading="eager"><attention-heatmap></attention-heatmap></attention-lab>`;
  await openLesson(page, `${lab('near')}${'<br>'.repeat(300)}${lab('far')}`);
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'));
  const picture = (id: string) =>
    page.locator(`#${id} canvas`).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const result = (id: string) =>
    page.locator(`#${id}`).evaluateHandle((lab) => (lab as AttentionLab).result);
  await expect.poll(async () => (await picture('far')).length).toBeGreaterThan(1000);
  const [near, far] = [await picture('near'), await picture('far')];
  const first = await result('near');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => picture('near')).not.toBe(near);
  expect(await picture('far')).toBe(far);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect.poll(() => picture('far')).not.toBe(far);
  await page.locator('#near').scrollIntoViewIfNeeded();
  await drawnTwice(page);
  // The labs share an engine, which answers in order: this answer comes after any that the scroll has asked for.
  await page.locator('#far').evaluate((lab) => lab.setAttribute('seed', '2'));
  await expect
    .poll(() => page.locator('#far').evaluate((lab) => (lab as AttentionLab).result!.state.seed))
    .toBe(2);
  const same = await page.evaluate(([a, b]) => a === b, [first, await result('near')] as const);
  expect(same).toBe(true);
});

test('a lab without controls shows its refusals itself, in the language of the page', async ({
  page,
}) => {
  const lab = (id: string, inside: string) =>
    `<attention-lab id="${id}" heads="3">${inside}<attention-bars></attention-bars></attention-lab>`;
  await openLesson(
    page,
    `<div lang="de">${lab('bare', '')}</div>${lab('steered', '<attention-controls></attention-controls>')}`,
  );
  await expect(page.locator('#bare').getByRole('alert')).toHaveText(
    '8 Dimensionen lassen sich nicht gleichmäßig auf 3 Köpfe aufteilen. Möglich: 1, 2, 4 oder 8.',
  );
  await expect(page.locator('#steered').getByText('cannot be split')).toHaveCount(1);
  await page.locator('#steered attention-controls').evaluate((element) => {
    element.setAttribute('hide', 'num_heads');
    element.closest('attention-lab')!.setAttribute('heads', '5');
  });
  await expect(page.locator('#steered attention-lab-notice').getByRole('alert')).toContainText(
    'into 5 equal heads',
  );
  await page.locator('#bare').evaluate((element) => element.setAttribute('heads', '4'));
  await expect(page.locator('#bare').getByRole('alert')).toHaveCount(0);
});

test('removing an attribute restores its default', async ({ page }) => {
  const changed = 'tokens="x y" heads="4" head="mean" mask="causal" seed="7" query="1"';
  await openLesson(
    page,
    `<attention-lab id="one" ${changed}></attention-lab>
     <attention-playground id="two" ${changed}></attention-playground>`,
  );
  for (const id of ['#one', '#two']) {
    await page.locator(id).evaluate((lab) => {
      const attributes = ['tokens', 'heads', 'head', 'mask', 'seed', 'query'];
      for (const name of attributes) lab.removeAttribute(name);
    });
    expect(await stateOf(page, id)).toEqual({ ...defaultState });
  }
});
