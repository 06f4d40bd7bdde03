/** The guess about MiniLM, whose answer its own page measures. */
import { expect, test } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

test('the guess about MiniLM comes first, then links to both sentences measure it there', async ({
  page,
}) => {
  const { requests } = await watch(page);
  await withoutMeasuring(page);
  await page.goto('./');
  const guess = page.locator('attention-guess-minilm');
  await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
  const leans = guess.getByRole('button', { name: 'they shift towards the street' });
  await expect(leans).toBeVisible();
  await expect(guess.getByRole('link')).toHaveCount(0);
  expect(requests.filter((url) => url.includes('models/minilm'))).toEqual([]);
  await leans.press('Enter');
  await expect(leans).toHaveAttribute('aria-pressed', 'true');
  await guess.getByRole('button', { name: 'nothing changes' }).click();
  await expect(leans).toHaveAttribute('aria-pressed', 'false');
  // The page says nothing about the answer, and is unchanged.
  expect(new URL(page.url()).hash).toBe('');
  await expect(guess.getByRole('link')).toHaveText([
    'The sentence that ends in tired (25 MB)',
    'The sentence that ends in wide (25 MB)',
  ]);
  await expect(guess.getByRole('link').first()).toHaveAttribute(
    'href',
    /^\.\/model\.html#v=3&model=minilm&text=The\+animal[^&]*tired\.&word=8$/,
  );
  await expect(guess.getByRole('status')).toContainText(
    '“Examples” there has the measured answer.',
  );
  expect(await violations(page)).toEqual([]);
  await guess.getByRole('link').nth(1).press('Enter');
  await expect(page).toHaveURL(/model\.html#.*model=minilm.*wide\..*word=8/);
  await expect(page.locator('attention-arcs').getByRole('radio', { checked: true })).toContainText(
    'it',
  );
  await expect(page.locator('summary').filter({ hasText: /^Examples$/ })).toBeVisible();
});
