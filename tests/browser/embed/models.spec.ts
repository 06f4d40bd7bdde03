/** embed.html with a model in training and with a language model, and the dialogs of their pages. */
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { hostLab, openCourse, openCourseWith, send } from './embed-course.ts';
import type { Host } from '../support/hosts.ts';
import { messagesOf, pageWith } from './teacher.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await hostLab();
});
test.afterAll(() => lab.close());

const frame = (page: Page) => page.frameLocator('iframe');
const home = (page: Page) => frame(page).locator('#home');
const last = async (page: Page, kind: string) => (await messagesOf(page, kind)).at(-1);
/** Lists which parts of an element are drawn, by the names of its children and of those in a plain `div`. */
const drawn = (page: Page, tag: string) =>
  frame(page)
    .locator(tag)
    .evaluate((element) =>
      [...element.shadowRoot!.children]
        .flatMap((child) => (child.matches('div:not([class])') ? [...child.children] : child))
        .filter((child) => (child as HTMLElement).offsetHeight > 1)
        .map((child) => child.classList[0] ?? child.localName),
    );

test('a model trains in a frame that shows the parts in its address', async ({ page }) => {
  const { complaints } = await watch(page);
  const course = await openCourse(
    page,
    lab,
    'v=3&model=goes_with&seed=3&step=2&view=run,sentences&lang=de&theme=dark',
  );
  const progress = frame(page).getByText(/^Schritt \d+ von \d+$/);
  await expect(progress).toHaveText(/^Schritt 2 von/);
  await expect
    .poll(() => drawn(page, 'attention-training'))
    .toEqual(['attention-training-run', 'examples']);
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(home(page)).toHaveAttribute('href', /^\.\/training\.html#v=3&model=goes_with/);
  await frame(page).getByRole('button', { name: 'Ein Schritt' }).press('Enter');
  await expect(progress).toHaveText(/^Schritt 3 von/);
  await expect
    .poll(() => last(page, 'state'))
    .toMatchObject({ state: { v: 3, model: 'goes_with', seed: '3', step: '3' } });
  await expect(home(page)).toHaveAttribute('href', /&step=3.*&lang=de$/);
  // The host page sets another step; an invalid change is refused.
  await send(page, { kind: 'set', state: { v: 3, step: 1 } });
  await expect(progress).toHaveText(/^Schritt 1 von/);
  await send(page, { kind: 'set', state: { v: 3, step: -1 } });
  await expect.poll(() => last(page, 'refused')).toMatchObject({ message: /step/ });
  await expect(progress).toHaveText(/^Schritt 1 von/);
  expect(complaints).toEqual([]);
  await course.close();
});

for (const [tag, drawn, hash] of [
  ['attention-training', 'attention-arcs canvas', 'model=goes_with&seed=3&step=2&view=sentences'],
  ['attention-trained', 'attention-arcs canvas', 'model=goes_with&view=sentences'],
  ['attention-model', 'attention-arcs canvas', 'model=proof/checkpoints/bert/&view=arcs'],
  ['attention-heatmap', 'canvas', 'view=heatmap'],
] as const)
  test(`the content of a frame with ${tag} does not grow with the frame`, async ({ page }) => {
    await withoutMeasuring(page);
    // Without the host's script, which would set the height.
    const course = await openCourseWith(
      page,
      lab,
      `<iframe src="LAB/embed.html#v=3&${hash}" width="800" height="600"></iframe>`,
    );
    await expect(frame(page).locator(tag).locator(drawn).first()).toBeVisible();
    const contentIn = async (height: number) => {
      await page
        .locator('iframe')
        .evaluate((element, px) => (element.style.height = px), `${height}px`);
      const body = frame(page).locator('body');
      await expect.poll(() => body.evaluate(() => innerHeight)).toBe(height);
      return body.evaluate((element) => element.getBoundingClientRect().height);
    };
    // Until all of it has arrived, the content may grow in between.
    const growth = async () => Math.abs((await contentIn(3000)) - (await contentIn(600)));
    await expect.poll(growth).toBeLessThan(1);
    await course.close();
  });

test('settings of a link that the trained model does not have are reported once in the frame, and to the host page', async ({
  page,
}) => {
  const run = 'v=3&model=goes_with&seed=3&step=1&off=layers.0.attention:0,layers.7.attention:0';
  for (const [hide, place] of [
    ['heads', '#notice'],
    ['curves', 'attention-training .heads .problem'],
  ] as const) {
    const course = await openCourse(page, lab, `${run}&hide=${hide}`);
    await expect(frame(page).locator(place)).toContainText('off=layers.7.attention:0');
    await expect(
      frame(page).getByText('off=layers.7.attention:0').filter({ visible: true }),
    ).toHaveCount(1);
    const errors = () => messagesOf(page, 'error');
    const message = { message: expect.stringContaining('off=layers.7.attention:0') };
    await expect.poll(async () => (await errors()).map(({ detail }) => detail)).toEqual([message]);
    await expect
      .poll(() => last(page, 'state'))
      .toMatchObject({ state: { off: 'layers.0.attention:0' } });
    // Another step does not repeat the refusal; the same invalid change does.
    await send(page, { kind: 'set', state: { v: 3, step: 2 } });
    await expect.poll(() => last(page, 'state')).toMatchObject({ state: { step: '2' } });
    expect(await errors()).toHaveLength(1);
    await send(page, {
      kind: 'set',
      state: { v: 3, off: 'layers.0.attention:0,layers.7.attention:0' },
    });
    await expect.poll(errors).toHaveLength(2);
    await course.close();
  }
});

test('a language model is shown in a frame, and follows the host page', async ({ page }) => {
  await withoutMeasuring(page);
  const { complaints } = await watch(page);
  const course = await openCourse(
    page,
    lab,
    'v=3&model=proof/checkpoints/bert/&text=the+cat&hide=sentence,story,effects,paths,similarities,rounding,masked',
  );
  const arcs = frame(page).locator('attention-arcs');
  const words = () => arcs.first().getByRole('radio').count();
  await expect(arcs.first()).toBeVisible();
  await expect(frame(page).locator('attention-all-heads')).toBeVisible();
  // On a page as narrow, it stays at the bottom of the window.
  await expect(frame(page).locator('attention-model .strongest')).toBeHidden();
  for (const hidden of ['own-sentence', 'head-story', 'word-paths', 'similarities', 'rounding'])
    await expect(frame(page).locator(`attention-${hidden}`)).toBeHidden();
  await expect(home(page)).toHaveAttribute(
    'href',
    /^\.\/model\.html#v=3&model=http.*bert.*&text=the\+cat/,
  );
  const before = await words();
  await send(page, { kind: 'set', state: { v: 3, text: 'the cat the cat the cat' } });
  await expect.poll(words).toBeGreaterThan(before);
  await expect
    .poll(() => last(page, 'state'))
    .toMatchObject({ state: { text: 'the cat the cat the cat' } });
  await send(page, { kind: 'set', state: { v: 3, head: 'one' } });
  await expect.poll(() => last(page, 'refused')).toMatchObject({ message: /head/ });
  expect(complaints).toEqual([]);
  await course.close();
});

for (const { file, dialog, part, shown, hidden, tag } of [
  {
    file: 'training.html#v=3&model=goes_with&seed=3&step=2',
    dialog: 'training-embed-dialog',
    part: 'Curves of the run',
    shown: 'attention-training-curves',
    hidden: '.recipe',
    tag: 'attention-training',
  },
  {
    file: 'training.html#v=3&model=sort&from=shipped&step=502',
    dialog: 'training-embed-dialog',
    part: 'Curves of the run',
    shown: 'attention-training-curves',
    hidden: '.recipe',
    tag: 'attention-training',
  },
  {
    file: 'training.html#v=3&model=goes_with&seed=3&step=2&heads=1,2&learning_rate=0.02&positions=none',
    dialog: 'training-embed-dialog',
    part: 'Curves of the run',
    shown: 'attention-training-curves',
    hidden: '.recipe',
    tag: 'attention-training',
  },
  {
    file: 'model.html#v=3&model=proof/checkpoints/bert/&text=the+cat&layer=1&head=1',
    dialog: 'language-embed-dialog',
    part: 'The chosen head',
    shown: 'attention-chosen-head',
    hidden: '.heads',
    tag: 'attention-model',
  },
  {
    file:
      'model.html#v=3&model=proof/checkpoints/bert/&layer=0&head=2&texts=the+cat%0Athe+mat%0Asat&pair=2,1' +
      '&masked=the+cat+sat&masked_words=1&follow=cat&one=the+cat&other=a+cat%0Acat&cosines=0,2',
    dialog: 'language-embed-dialog',
    part: 'The chosen head',
    shown: 'attention-chosen-head',
    hidden: '.heads',
    tag: 'attention-model',
  },
])
  test(`the dialog of ${file}: its element, pasted into a page of the site, shows the same`, async ({
    page,
  }) => {
    await withoutMeasuring(page);
    await page.goto(`./${file}`);
    const element = page.locator(tag);
    const address = () => new URL(page.url()).hash;
    await expect(page.locator('attention-arcs').first()).toBeVisible();
    await page.getByRole('button', { name: 'Embed …' }).press('Enter');
    await expect(page.locator(dialog).getByRole('dialog')).toBeVisible();
    // The dialog begins with few parts; one more is chosen.
    await page.getByRole('checkbox', { name: part }).press('Space');
    expect(await violations(page)).toEqual([]);
    const snippet = await page.getByRole('textbox', { name: 'Custom elements' }).inputValue();
    const code = await page.getByRole('textbox', { name: 'Iframe' }).inputValue();
    const there = new URL(code.match(/src="([^"]+)"/)![1]!.replaceAll('&amp;', '&'));
    expect(there.pathname).toMatch(/embed\.html$/);
    // The snippet has the folder's full address.
    for (const setting of file.split('#')[1]!.split('&'))
      expect(there.hash).toContain(setting.replace('model=proof', '/proof'));
    // The preview shows that frame.
    await expect(page.frameLocator('iframe').locator('attention-arcs').first()).toBeVisible();
    const weights = () =>
      page
        .locator('attention-arcs')
        .first()
        .evaluate((arcs) => [...(arcs as unknown as Arcs).layers[0]!.weights]);
    const expected = await weights();
    expect(address()).toContain('v=3');
    await page.route('**/pasted.html', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageWith(snippet) }),
    );
    await page.goto('./pasted.html');
    await expect(page.locator('attention-arcs').first()).toBeVisible();
    await expect.poll(weights).toEqual(expected);
    await expect(element.locator(shown)).toBeVisible();
    await expect(element.locator(hidden)).toBeHidden();
    // Its state has every setting of the frame.
    const settings = new URLSearchParams(there.hash.slice(1));
    for (const ofFrame of ['view', 'hide', 'lang']) settings.delete(ofFrame);
    const pasted = await element.evaluate((node) => {
      const { link, state } = node as unknown as Linked;
      return link.format(state);
    });
    expect(Object.fromEntries(new URLSearchParams(pasted))).toEqual(Object.fromEntries(settings));
  });

/** An element whose state has an address. */
interface Linked {
  readonly link: { format(state: unknown): string };
  readonly state: unknown;
}

interface Arcs {
  readonly layers: readonly { readonly weights: Float32Array }[];
}
