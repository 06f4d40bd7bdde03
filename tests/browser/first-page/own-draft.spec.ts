/** A text that the model cannot read never becomes the page's state: the address describes what is drawn. */
import { expect, test, type Page } from '@playwright/test';
import {
  choice,
  expectState,
  goTo,
  openTrained,
  ownField,
  pictures,
  row,
  stateOf,
  word,
} from './first-page.ts';

const isUnknown = (page: Page) => expect(ownField(page)).toHaveAttribute('aria-invalid', 'true');
const unknown = 'The zebra ran.';
const kHorse = /text=The\+horse\+ran\.$/;

test('a refused sentence leaves the last good one', async ({ page }) => {
  await test.step('an unknown word leaves the last good sentence in the address, which can still be changed', async () => {
    await openTrained(page);
    await ownField(page).fill('The horse ran.');
    await expect(row(page, 2)).toBeVisible();
    await expect(page).toHaveURL(kHorse);
    const address = page.url();
    await ownField(page).fill(unknown);
    await isUnknown(page);
    expect(page.url()).toBe(address);
    await word(page, 2, 1).click();
    await expect(word(page, 2, 1)).toBeChecked();
    await choice(page, 'Mask').selectOption('causal');
    await expect(page).toHaveURL(/text=The\+horse\+ran\.&mask=causal&word=2:1$/);
    await expectState(page);
    await expect(ownField(page)).toHaveValue(unknown);
    await expect(page.locator('#notice')).toBeHidden();
    const { text } = await stateOf(page);
    expect(text).toBe('The horse ran.');
  });
  await test.step('a sentence of blanks is refused, typed or in a link, and the last good one stays', async () => {
    const needsWord = () =>
      expect(ownField(page)).toHaveAccessibleDescription('Type at least one word.');
    await goTo(page, 'v=3&model=goes_with');
    await expect(row(page, 2)).toHaveCount(0);
    await ownField(page).fill('The horse ran.');
    await expect(row(page, 2)).toBeVisible();
    await expect(page).toHaveURL(kHorse);
    const address = page.url();
    await ownField(page).fill('   ');
    await needsWord();
    await isUnknown(page);
    await expect(page.getByRole('link', { name: /MiniLM, which knows/ })).toHaveCount(0);
    expect(page.url()).toBe(address);
    await ownField(page).fill('');
    await expect(ownField(page)).toHaveAttribute('aria-invalid', 'false');
    await expect(pictures(page)).toHaveCount(2);
    await expect(page).not.toHaveURL(/text=/);
    await page.evaluate(() => (location.hash = 'v=3&model=goes_with&text=+++'));
    await needsWord();
  });
});

test('the history and links bring no unknown word, and nothing of the previous sentence', async ({
  page,
}) => {
  await test.step('Back, Forward and reload show the same as a new tab: no unknown word, and nothing of the previous sentence', async () => {
    await openTrained(page);
    await ownField(page).fill('The horse ran.');
    await expect(pictures(page)).toHaveCount(3);
    await choice(page, 'Model').selectOption('induction');
    await expect(page).toHaveURL(/model=induction$/);
    await ownField(page).fill(unknown);
    await isUnknown(page);
    await page.goBack();
    await expect(pictures(page)).toHaveCount(3);
    await expect(ownField(page)).toHaveValue('The horse ran.');
    await ownField(page).fill(unknown);
    await isUnknown(page);
    await page.goForward();
    await expect(page).toHaveURL(/model=induction$/);
    await expect(ownField(page)).toHaveValue('');
    await expect(pictures(page)).toHaveCount(2);
    await page.goBack();
    await ownField(page).fill(unknown);
    await isUnknown(page);
    await page.reload();
    await expect(ownField(page)).toHaveValue('The horse ran.');
    await expect(pictures(page)).toHaveCount(3);
  });
  await test.step('a link with an unknown word names it, and nothing of the previous sentence stays', async () => {
    await goTo(page, 'v=3&model=goes_with&text=The+horse+ran.&example=2&word=2:1');
    await expect(word(page, 2, 1)).toBeChecked();
    await expect(pictures(page)).toHaveCount(3);
    const link = 'v=3&model=goes_with&text=The+zebra+ran.';
    await goTo(page, link);
    await expect(ownField(page)).toHaveAccessibleDescription(/does not know “zebra”/);
    await expect(ownField(page)).toHaveValue(unknown);
    await expect(pictures(page)).toHaveCount(2);
    await ownField(page).fill('The horse ran.');
    await expect(pictures(page)).toHaveCount(3);
    await expect(page).toHaveURL(/text=The\+horse\+ran\.$/);
  });
});

test('an answered experiment stays answered, and can be undone, after many sentences of one’s own', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=induction&positions=none');
  await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
  const experiment = page.locator('attention-guess').getByRole('listitem').first();
  await experiment.getByRole('button', { name: 'm and a' }).click();
  const outcome = experiment.locator('.outcome');
  await expect(outcome).toContainText('You guessed right.');
  const letters = [...'abcdefgh'];
  for (const first of letters)
    for (const second of letters.slice(1)) {
      await ownField(page).fill(`${first} ${second} ${first}`);
      await expect(page).toHaveURL(new RegExp(`text=${first}\\+${second}\\+${first}&`));
    }
  await expect(outcome).toContainText('You guessed right.');
  // What was changed before the experiment comes back.
  await experiment.getByRole('button', { name: 'Undo the experiment' }).click();
  await expect(page).toHaveURL(/text=h\+h\+h&positions=none$/);
});
