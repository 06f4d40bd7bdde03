/** Paper has no controls: what a page prints can be read, and invites to nothing. */
import { expect, test, type Page } from '@playwright/test';

/** The printed controls and links, by their text. Words and names of heads are buttons, but are read. */
const controls = (page: Page) =>
  page.evaluate(() => {
    const kControls = 'button:not([role=radio], .head button:not(.switch)), select, summary, a';
    const found: string[] = [];
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (element.matches(kControls) && element.checkVisibility({ visibilityProperty: true }))
          found.push(element.getAttribute('aria-label') ?? element.textContent.trim());
      }
    };
    visit(document);
    return found;
  });

for (const [path, ready, invitation] of [
  ['./', '.run a', 'Watch the training'],
  [
    './training.html#v=3&model=goes_with&seed=1',
    'attention-head-maps .switch',
    'Two runs from one seed',
  ],
  ['./#v=3&model=digits', 'attention-patches .tools', 'or drag a weight to another patch'],
  [
    './#v=3&model=digits',
    'attention-patches .readout',
    'Choose another patch, named by row and column.',
  ],
] as const)
  test(`${path} prints no controls and no invitation: ${invitation}`, async ({ page }) => {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    const offer = page.getByText(invitation, { exact: true });
    await expect(offer.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => controls(page)).toEqual([]);
    await expect(offer.filter({ visible: true })).toHaveCount(0);
    const pictures = page.locator('attention-arcs, attention-patches');
    await expect(pictures.first()).toBeVisible();
    // What says which model this is remains.
    if (path.includes('training'))
      for (const fact of [page.locator('.progress'), page.getByLabel('Seed')])
        await expect(fact.first()).toBeVisible();
  });

test('the playground prints no hints and no tabs, and footers do not speak of this browser', async ({
  page,
}) => {
  await page.goto('./playground.html');
  const hint = page.getByText('Choose a symbol to go to its numbers.');
  const tabs = page.locator('attention-steps');
  const kept = page.locator('[data-word=kept]');
  await kept.evaluate((line: HTMLElement) => (line.hidden = false));
  for (const one of [hint, tabs, kept]) await expect(one).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const one of [hint, tabs, kept]) await expect(one).toBeHidden();
  await expect(page.locator('attention-formula .formula')).toBeVisible();
});

test('the story prints its stages, and nothing to press', async ({ page }) => {
  await page.goto('./#v=3&model=goes_with&stage=q&matrix=layers.0.attention.w_q');
  const story = page.locator('attention-story');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await story.locator('.note').waitFor();
  await story.locator('attention-number-matrix canvas').first().waitFor();
  const pressed = story.locator('.plain-button, attention-number-matrix .top button');
  await expect(pressed.filter({ visible: true })).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(pressed.filter({ visible: true })).toHaveCount(0);
  await expect(story.locator('.note h3')).toBeVisible();
  // The names of the stages are buttons, but are read.
  await expect(story.getByRole('button', { name: /^Query/ })).toBeVisible();
});

for (const [path, part] of [
  ['./training.html#v=3&model=reverse&steps=30', 'attention-training-run'],
  ['./model.html#model=minilm', 'attention-model section.stage'],
] as const)
  test(`what sticks to the top of the window has no background on paper: ${part}`, async ({
    page,
  }) => {
    await page.goto(path);
    const sticking = page.locator(part);
    await expect(sticking).toHaveCSS('position', 'sticky');
    await page.emulateMedia({ media: 'print' });
    await expect(sticking).toHaveCSS('position', 'static');
    await expect(sticking).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });

test('no room is kept on paper for what is not measured', async ({ page }) => {
  await page.goto('./speed.html');
  const measured = page.locator('attention-speed');
  await expect(measured.getByRole('button').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const heading = (await measured.getByRole('heading').boundingBox())!;
  const below = (await page.locator('.reading:visible').first().boundingBox())!;
  expect(below.y - heading.y - heading.height).toBeLessThan(100);
});
