/** Links to the first page: their model alone is loaded, what is wrong is named, and old ones open. */
import { expect, test, type Page } from '@playwright/test';
import { choice, expectAnswers, openTrained, row, word } from './trained_page.ts';
import { watch } from './watch.ts';

const notice = (page: Page) => page.locator('#notice');

test('a link loads its own model alone, and another one that is chosen meanwhile is never mixed with it', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await openTrained(page, 'v=2&model=induction&text=the+horse+ran.');
  await expectAnswers(page, 'a', 'm');
  await expect(row(page, 2)).toHaveCount(0);
  const files = () => requests.filter((url) => url.endsWith('.safetensors'));
  expect(files()).toEqual([expect.stringContaining('induction')]);
  let send!: () => void;
  const asked = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/goes_with.safetensors', async (route) => {
    await asked;
    await route.continue();
  });
  await page.evaluate(() => {
    const seen = new Set<number>();
    Object.assign(globalThis, { seen });
    const { shadowRoot } = document.querySelector('attention-trained')!;
    new MutationObserver(() =>
      seen.add(shadowRoot!.querySelectorAll('.row attention-arcs').length),
    ).observe(shadowRoot!, { childList: true, subtree: true });
  });
  await choice(page, 'Model').selectOption('goes_with');
  await page.evaluate(() => (location.hash = 'v=2&model=sort&text=the+horse+ran.'));
  send();
  await expectAnswers(page, '1', '3');
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: Set<number> }).seen,
  ]);
  expect(seen).toEqual([2]);
});

test('one bad setting of a link is named, and the others are kept; old links open', async ({
  page,
}) => {
  await openTrained(page, 'v=2&mask=casual&off=layers.0.attention:2,layers.7.attention:0&word=0:4');
  await expect(notice(page)).toContainText('layers.7.attention:0');
  await expect(notice(page)).toContainText('mask must be none or causal, not “casual”');
  await expectAnswers(page, 'animal', 'animal');
  await expect(word(page, 0, 4)).toBeChecked();
  await expect(page).toHaveURL(/off=layers\.0\.attention:2&word=0:4$/);
  await page.goto('./#v=2&mask=casual&word=0:4');
  await expect(notice(page)).toContainText('mask must be none or causal, not “casual”');
  await word(page, 0, 8).click();
  await expect(notice(page)).toBeHidden();
  await page.goto('about:blank');
  await page.goto('./#v=1&text=Hello+world');
  await expect(page).toHaveURL(/playground\.html#v=1&text=Hello\+world/);
  await expect(page.getByLabel('Sentence')).toHaveValue('Hello world');
  // Also in a page that is open.
  await openTrained(page);
  await page.evaluate(() => (location.hash = 'v=1&text=Good+day'));
  await expect(page).toHaveURL(/playground\.html#v=1&text=Good\+day/);
  await expect(page.getByLabel('Sentence')).toHaveValue('Good day');
});
