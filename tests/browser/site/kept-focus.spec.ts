/** A button that disappears with its action leaves the focus beside it, not at the start of the page. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { choice } from '../first-page/first-page.ts';
import { button, cellAt, editor, openStory, typed } from '../story/story-page.ts';
import { open, row } from '../training/training-page.ts';

/** The text of the focused element, inside any shadow root, or its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element!.textContent!.trim().slice(0, 40) || element!.localName;
  });

/** Presses a button, which then disappears, and expects the focus on an element with this text. */
async function expectFocus(page: Page, pressed: Locator, text: RegExp) {
  await pressed.press('Enter');
  await expect(pressed).toHaveCount(0);
  await expect.poll(() => focused(page)).toMatch(text);
}

test('on the training page: a forced row, all changes, the recipe', async ({ page }) => {
  await open(page);
  const choice = row(page).getByRole('combobox', { name: /make “\|” look at/ });
  await choice.selectOption('3');
  const undo = row(page).getByRole('button', { name: 'Undo', exact: true });
  await expectFocus(page, undo, /^as learned/);
  await expect(choice).toBeFocused();
  await choice.selectOption('3');
  const all = page.getByRole('button', { name: 'All heads on, all rows free' });
  await expectFocus(page, all, /^(All heads|Heads)/);
  await page.getByText('Recipe', { exact: true }).click();
  await page.getByLabel('learning rate', { exact: true }).fill('0.02');
  await page.getByLabel('learning rate', { exact: true }).press('Enter');
  const reset = page.getByRole('button', { name: 'Reset to recommended' });
  await expectFocus(page, reset, /./);
  await expect(page.locator('attention-training-recipe .groups')).toBeFocused();
});

test('on the training page: the nursery rhyme', async ({ page }) => {
  await open(page, 'v=3&model=characters&seed=1&steps=40&length=16');
  await page.getByLabel('The text to learn').fill('A small story about a dog.');
  const rhyme = page.getByRole('button', { name: 'Back to the nursery rhyme' });
  await expectFocus(page, rhyme, /^Train/);
});

test('in the story: a changed number, and what would raise it', async ({ page }) => {
  await openStory(page);
  const place = 'layers.0.attention.v[0,0,11,0]';
  await cellAt(page, place).press('Enter');
  await typed(page).fill('2');
  await typed(page).press('Enter');
  await cellAt(page, place).focus();
  await expectFocus(page, editor(page).getByRole('button', { name: 'Undo', exact: true }), /^−$/);
  await button(page, 'What would raise this number?').press('Enter');
  await cellAt(page, 'layers.0.attention.v[0,0,10,0]').focus();
  const legend = page.locator('attention-story .below');
  const hide = legend.getByRole('button', { name: 'Hide what would raise this number' });
  await expectFocus(page, hide, /./);
  await expect(legend.locator('.legend')).toBeFocused();
});

test('in the story on a phone: back and next, whose note is below another row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openStory(page);
  const next = button(page, 'next ›');
  await next.press('Enter');
  await expect(page.getByText('10 of 17', { exact: true })).toBeVisible();
  await expect(next).toBeFocused();
  await button(page, '‹ back').press('Enter');
  await expect(page.getByText('9 of 17', { exact: true })).toBeVisible();
  await expect(button(page, '‹ back')).toBeFocused();
});

test('in the story on a phone: what Tab reaches is above the editor of the number', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openStory(page);
  await cellAt(page, `layers.0.attention.weights[0,0,8,8]`).focus();
  const bar = page.locator('attention-story .bar');
  await expect(bar).toBeVisible();
  for (const reached of ['‹ back', 'next ›']) {
    await expect(async () => {
      await page.keyboard.press('Tab');
      expect(await button(page, reached).evaluate((it) => it.matches(':focus'))).toBe(true);
    }).toPass();
    await expect
      .poll(async () => {
        const [above, below] = await Promise.all([
          button(page, reached).boundingBox(),
          bar.boundingBox(),
        ]);
        return above!.y + above!.height - below!.y;
      })
      .toBeLessThanOrEqual(0);
  }
});

test('on the page of language models: all heads again', async ({ page }) => {
  await page.goto('./model.html#model=proof/checkpoints/bert');
  const relations = page.locator('attention-head-relations');
  await relations.getByRole('listitem').getByRole('button').nth(1).click();
  await expectFocus(page, relations.getByRole('button', { name: 'Show all heads again' }), /./);
  await expect(relations.locator('ul')).toBeFocused();
});

interface Failure {
  readonly where: string;
  readonly address: string;
  /** What cannot be loaded. */
  readonly file: string;
  /** Opens the part of the page that needs it. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** What is shown once it is loaded. */
  readonly shown: string;
}

const failures: readonly Failure[] = [
  { where: 'on the first page', address: './', file: '**/*.wasm', shown: 'attention-arcs' },
  {
    where: 'below the first page’s list of models',
    address: './',
    file: '**/about.json',
    open: (page) => choice(page, 'Model').selectOption('MiniLM, 72 heads'),
    shown: 'attention-other-model a',
  },
  {
    where: 'in the playground',
    address: './playground.html',
    file: '**/*.wasm',
    shown: 'attention-bars',
  },
  {
    where: 'on the training page',
    address: './training.html',
    file: '**/*.wasm',
    shown: 'attention-arcs',
  },
  {
    where: 'in the list of language models',
    address: './model.html',
    file: '**/about.json',
    shown: 'attention-model-offer .open',
  },
  {
    where: 'for a link to a language model',
    address: './model.html#model=minilm',
    file: '**/about.json',
    shown: 'attention-own-sentence',
  },
];

for (const { where, address, file, open, shown } of failures)
  test(`Try again ${where}: a second failure is a new message, and the focus stays there`, async ({
    page,
  }) => {
    let isBroken = true;
    await page.route(file, (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(address);
    await open?.(page);
    const retry = page.getByRole('button', { name: 'Try again' });
    const alert = page.getByRole('alert').filter({ has: retry });
    await alert.evaluate((first) => first.setAttribute('data-first', ''));
    await retry.press('Enter');
    await expect(alert).not.toHaveAttribute('data-first');
    const said = (await alert.textContent())!.trim();
    expect(said).toContain(await focused(page));
    await page.keyboard.press('Tab');
    await expect(retry).toBeFocused();
    isBroken = false;
    await page.keyboard.press('Enter');
    await expect(page.locator(shown).first()).toBeVisible();
    await expect(retry).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement!.localName)).not.toBe('body');
  });
