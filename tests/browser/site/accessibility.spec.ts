/** axe reports no violations in any state. Tab reaches every control, and the focus is visible. */
import { expect, test, type ElementHandle, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import {
  bars,
  grid,
  messageOf,
  numberField,
  open,
  projection,
  settled,
  tableOf,
  textField,
  vector,
} from '../playground/playground-page.ts';
import { saveButton, saveItems } from '../support/saved-file.ts';

const long = Array.from({ length: 512 }, (_, i) => `t${i}`).join(' ');

type States = [what: string, prepare: (page: Page) => Promise<void>][];

/** States of one page, one after the other. Open tables stay open. */
const statesOfOnePage: States = [
  ['by default', (page) => open(page)],
  [
    'with a Save menu open',
    async (page) => {
      await saveButton(grid(page)).click();
      await expect(saveItems(grid(page)).first()).toBeFocused();
    },
  ],
  ['with the mean of heads', (page) => open(page, { head: 'mean', num_heads: 8 })],
  [
    'with a notice',
    async (page) => {
      await page.goto('./playground.html#v=99');
      await expect(page.locator('#notice')).toBeVisible();
      await settled(page);
    },
  ],
  [
    'with an error shown',
    async (page) => {
      await open(page, { seed: 1 });
      await numberField(page, 'num_heads').fill('3');
      await textField(page).fill('');
      await expect(messageOf(page, 'text')).toHaveText('Type at least one word.');
    },
  ],
  [
    'with all tables open',
    async (page) => {
      await open(page, { mask: 'causal' });
      await expect(messageOf(page, 'text')).toBeEmpty();
      const views = [grid(page), bars(page), vector(page), projection(page, 'q')];
      for (const view of views) await tableOf(view);
    },
  ],
  ['in the dark', (page) => page.emulateMedia({ colorScheme: 'dark' })],
];

test('axe finds no violations in the states of one page', async ({ page }) => {
  for (const [what, prepare] of statesOfOnePage)
    await test.step(what, async () => {
      await prepare(page);
      expect(await violations(page)).toEqual([]);
    });
});

const states: States = [
  [
    'on a narrow phone',
    async (page) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await open(page);
    },
  ],
  ['with 512 tokens', (page) => open(page, { text: long, query: 0 })],
  [
    'with an engine that cannot start',
    async (page) => {
      await page.route('**/*.wasm', (route) => route.abort());
      await page.goto('./playground.html');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  ],
];

for (const [what, prepare] of states) {
  test(`axe finds no violations ${what}`, async ({ page }) => {
    await prepare(page);
    expect(await violations(page)).toEqual([]);
  });
}

/** The focused element, inside any shadow root; null after the last element of the page. */
async function focusedOn(page: Page): Promise<ElementHandle<HTMLElement> | null> {
  const handle = await page.evaluateHandle(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body ? null : element;
  });
  return handle.asElement() as ElementHandle<HTMLElement> | null;
}

test('Tab reaches every control, and each shows a focus indicator', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const reached: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const element = await focusedOn(page);
    if (!element) break;
    const name = await element.evaluate((focused) => {
      const host = (focused.getRootNode() as ShadowRoot).host?.localName ?? 'page';
      const label = focused.getAttribute('aria-label') ?? focused.id;
      const words =
        label || focused.textContent || (focused as HTMLInputElement).labels?.[0]?.textContent;
      return `${host}: ${(words ?? '').trim().split(/[,:;]|\s{2,}/)[0]}`;
    });
    reached.push(name);
    expect(await looksFocused(page, element), `${name} does not show its focus`).toBe(true);
  }
  for (const expected of [
    ...['Q', 'K', 'V', '√dk', 'mask', 'softmax', 'context'].map(
      (symbol) => `attention-formula: ${symbol}`,
    ),
    ...['text', 'num_heads', 'head', 'd_model', 'seed'].map((id) => `attention-controls: ${id}`),
    'attention-controls: Heads',
    'attention-controls: none',
    'attention-controls: sinusoidal',
    'attention-tokens: mat',
    'attention-steps: weights',
    'attention-heads: head 1',
    'attention-heatmap: Weights',
    'attention-heatmap: Q',
    'attention-heatmap: K',
    'attention-heatmap: V',
    'attention-vector: Context vector of mat',
  ])
    expect(reached).toContain(expected);
  expect(reached.filter((name) => name.startsWith('attention-table:'))).toHaveLength(6);
});

/** Whether the element and its surroundings look different with and without focus. */
async function looksFocused(page: Page, element: ElementHandle<HTMLElement>): Promise<boolean> {
  const box = (await element.boundingBox())!;
  const clip = {
    x: Math.max(0, box.x - 6),
    y: Math.max(0, box.y - 6),
    width: Math.min(box.width, 900) + 12,
    height: Math.min(box.height, 300) + 12,
  };
  const focused = await page.screenshot({ clip });
  await element.evaluate((node) => node.blur());
  const without = await page.screenshot({ clip });
  await element.evaluate((node) => node.focus({ preventScroll: true }));
  return !focused.equals(without);
}

test('with reduced motion, a symbol jumps to its numbers without smooth scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 500 });
  const jump = () =>
    page.evaluate(() => {
      const playground = document.querySelector('attention-playground')!.shadowRoot!;
      const formula = playground.querySelector('attention-formula')!.shadowRoot!;
      scrollTo(0, 0);
      formula.querySelector<HTMLElement>('button[data-field=v]')!.click();
      return scrollY;
    });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const there = await jump();
  expect(there).toBeGreaterThan(100);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await jump()).toBeLessThan(there);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(there);
});

test('with reduced motion, nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.locator('attention-tokens').getByRole('radio').first().click();
  await page.locator('attention-heads').getByRole('radio').nth(1).click();
  const running = await page.evaluate(() => document.getAnimations().length);
  expect(running).toBe(0);
});
