/** Ten seeds of two recipes on the training page: problems are shown, and counting stops. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionTrainingCompare } from '../../../web/src/elements/training/attention-training-compare.ts';
import { watch } from '../support/watch.ts';
import { open, quick } from './training-page.ts';

const compare = (page: Page) => page.locator('attention-training-compare');
const button = (page: Page, name: string) => compare(page).getByRole('button', { name });

/** Gives the comparison an engine whose trainer is refused, or never arrives. */
const give = (page: Page, trainer: 'refused' | 'never') =>
  compare(page).evaluate((element: AttentionTrainingCompare, trainer) => {
    const make = () =>
      trainer === 'refused' ? Promise.reject(new Error('no trainer')) : new Promise(() => {});
    element.engine = { trainer: make } as unknown as NonNullable<typeof element.engine>;
  }, trainer);

test('ten seeds are counted', async ({ page }) => {
  const { complaints } = await watch(page);
  await open(page);
  await page.getByText('Two runs from one seed').click();
  await test.step('the task that both learn is named', async () => {
    await expect(compare(page)).toContainText('the task “copy from several places”');
    await compare(page).getByLabel('What differs').selectOption('decay');
    await expect(compare(page)).toContainText('the task “words that go together”');
    await compare(page).getByLabel('What differs').selectOption('heads');
  });

  await test.step('an engine that refuses to train is named', async () => {
    await give(page, 'refused');
    await button(page, 'Try ten seeds').click();
    await expect(compare(page).getByRole('alert')).toHaveText('No trainer.');
    await expect(button(page, 'Try ten seeds')).toBeVisible();
    await compare(page).getByLabel('What differs').selectOption('decay');
    await expect(compare(page).getByRole('alert')).toHaveCount(0);
  });

  await test.step('counting can be stopped, and ends with another seed', async () => {
    await give(page, 'never');
    await button(page, 'Try ten seeds').click();
    await button(page, 'Stop').click();
    await button(page, 'Try ten seeds').click();
    await expect(compare(page).getByRole('listitem')).toHaveCount(2);
    await compare(page).evaluate((element: AttentionTrainingCompare) => (element.seed += 1));
    await expect(button(page, 'Try ten seeds')).toBeVisible();
    await expect(compare(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('training both leaves the counts of ten seeds, and counting goes on', async () => {
    await button(page, 'Try ten seeds').click();
    await compare(page).evaluate((element: AttentionTrainingCompare) =>
      Object.assign(element, { counts: [{ named: 1, right: 0.5, seeds: 2 }, null] }),
    );
    const count = compare(page).getByRole('listitem').first().locator('small');
    await expect(count).toHaveText(/2 seeds/);
    await button(page, 'Train both').click();
    await expect(button(page, 'Train both')).toHaveCount(0);
    await expect(count).toHaveText(/2 seeds/);
    await expect(button(page, 'Try ten seeds')).toHaveCount(0);
  });
  expect(complaints).toEqual([]);
});

test('numbers of recipes have the decimal mark of the language, and lists do not read as decimal numbers', async ({
  page,
}) => {
  await page.goto(`./training.html#${quick}&lang=de`);
  await page.getByText('Zwei Läufe aus einem Startwert').click();
  await compare(page).evaluate((element: AttentionTrainingCompare) => {
    element.engine = { trainer: () => new Promise(() => {}) } as unknown as typeof element.engine;
  });
  for (const [choice, numbers] of [
    ['embedding', [' 1,3', ' 0,177']],
    ['bottleneck', [' 1, 64', ' 8, 64']],
  ] as const) {
    await compare(page).getByLabel('Was sich unterscheidet').selectOption(choice);
    await button(page, 'Zehn Startwerte probieren').click();
    await expect(compare(page).getByRole('listitem')).toContainText([...numbers]);
    await button(page, 'Anhalten').click();
  }
});
