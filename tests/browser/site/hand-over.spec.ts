/** Model, input and place go from page to page: by the bar's links, by links in the text, and to the page of a model. */
import { expect, test, type Page } from '@playwright/test';
import { openTrained } from '../first-page/first-page.ts';

const kSentence = 'The horse did not leave the field because it was too slow.';
const bar = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const settings = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const own = (page: Page) => page.locator('#own');

test('the first page passes model, sentence and place to the training page, and back', async ({
  page,
}) => {
  await openTrained(page);
  // The training page opens with the same model, untrained.
  await bar(page, 'Training').focus();
  await expect(bar(page, 'Training')).toHaveAttribute(
    'href',
    /training\.html#v=3&model=goes_with&seed=3$/,
  );
  await openTrained(
    page,
    `v=3&mask=causal&text=${kSentence.replaceAll(' ', '+')}&word=0:4,1:4,1&off=layers.0.attention:1&edits=layers.0.attention.w_q[3,*]*-1`,
  );
  await bar(page, 'Training').click();
  await expect(page).toHaveURL(/training\.html#v=3&model=goes_with&seed=3/);
  await expect(own(page)).toHaveValue(kSentence);
  // The link has no setting that the page would refuse.
  await expect(page).not.toHaveURL(/mask|edits/);
  await expect(page.locator('#notice')).toBeEmpty();
  await expect(page.getByRole('button', { name: 'All heads on, all rows free' })).toBeVisible();
  await expect(page.locator('attention-training-keep')).toContainText('a file of your own');
  const there = page.getByRole('link', { name: 'Open the shipped model in the lab' });
  await expect(there).toHaveAttribute('href', /^\.\/#v=3&model=goes_with&text=The\+horse/);
  await there.press('Enter');
  await expect(page.getByLabel('Try your own')).toHaveValue(kSentence);
  await expect
    .poll(() => Object.fromEntries(settings(page)))
    .toEqual({
      ...{ v: '3', model: 'goes_with', text: kSentence },
      ...{ off: 'layers.0.attention:1', word: '0:4,1:4,2:1' },
    });
});

test('the sentence and the query word are passed to pages of other models', async ({ page }) => {
  await openTrained(page, 'v=3&example=1&lang=de');
  await bar(page, 'Eine Schicht, untrainiert').click();
  await expect(page).toHaveURL(/playground\.html#v=3&text=The\+animal.*wide\.&word=8&lang=de$/);
  await expect(page.locator('attention-tokens').getByRole('radio').nth(8)).toBeChecked();
  await page.locator('attention-tokens').getByRole('radio').nth(2).click();
  await bar(page, 'Sprachmodell').click();
  await expect(page).toHaveURL(/model\.html#v=3&text=The\+animal.*wide\.&word=2&lang=de$/);
  await bar(page, 'Labor').focus();
  await expect(bar(page, 'Labor')).toHaveAttribute(
    'href',
    /\/#v=3&model=goes_with&text=The\+animal.*&word=2&lang=de$/,
  );
});

test('a model that a page cannot show links to the page that can, with input and place', async ({
  page,
}) => {
  // Only addresses are compared.
  await page.route('**/models/minilm*/model.safetensors', (route) => route.abort());
  const place = { text: 'a b a', word: '1' };
  for (const [from, model, to] of [
    ['', 'minilm', 'model.html'],
    ['model.html', 'untrained', 'playground.html'],
    ['playground.html', 'sort', ''],
    ['', 'reverse', 'training.html'],
    ['training.html', 'minilm-float16', 'model.html'],
  ]) {
    const settings = { v: '3', model: model!, ...place };
    // The address that is opened, before the page there drops what it cannot use.
    let opened: URL | undefined;
    const there = page.waitForURL((url) => {
      if (url.pathname === `/${to}`) opened ??= url;
      return opened !== undefined;
    });
    await page.goto(`./${from}#${new URLSearchParams(settings)}`);
    await there;
    expect(Object.fromEntries(new URLSearchParams(opened!.hash.slice(1)))).toEqual(settings);
  }
});
