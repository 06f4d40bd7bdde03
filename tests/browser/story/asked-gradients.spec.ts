/**
 * Gradients of a number in the story: near 0 % and 100 % they say little, and they disappear when the number loses
 * focus.
 */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { asking, button, cellAt, editor, openStory, stage, story, words } from './story-page.ts';
import { openTrained } from '../first-page/first-page.ts';

const flat = (page: Page) => editor(page).getByText('these gradients are close to 0');
const legend = (page: Page) => story(page).locator('.gradients');
const asked = (page: Page) =>
  story(page).evaluate(({ gradientOf }: AttentionStory) => gradientOf ?? null);
const gradients = (page: Page) =>
  story(page).evaluate(({ gradients }: AttentionStory) => gradients !== undefined);

async function open(page: Page, hash = '') {
  await openTrained(page, hash);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
}

const last = words.indexOf('tired');
const weight = (key: number) => `layers.0.attention.weights[0,2,${asking},${key}]`;

test('a weight near 100 % or 0 % says that its gradients mean little, and offers its score', async ({
  page,
}) => {
  await open(page);
  for (const by of ['pointer', 'keyboard'] as const)
    await test.step(`by ${by}`, async () => {
      const press = (name: string) =>
        by === 'pointer' ? button(page, name).click() : button(page, name).press('Enter');
      const choose = (place: string) =>
        by === 'pointer' ? cellAt(page, place).click() : cellAt(page, place).focus();
      for (const key of [last, 1]) {
        await choose(weight(key));
        await expect(flat(page)).toHaveCount(0);
        await press('What would raise this number?');
        await expect(flat(page)).toBeVisible();
        await press('Gradient of the score instead');
        const scores = { layer: 'layers.0.attention', field: 'scores', index: [0, 2, asking, key] };
        await expect.poll(() => asked(page)).toEqual(scores);
        await expect(flat(page)).toHaveCount(0);
        await expect(legend(page)).toContainText(/score of \S*it\S* for/);
        await expect(page).toHaveURL(/&asked=layers\.0\.attention\.scores\[0,2,8,/);
      }
      // Leaving the number removes its gradients.
      await expect.poll(() => gradients(page)).toBe(true);
      await press('Done');
      await expect(legend(page)).toHaveCount(0);
      await expect.poll(() => gradients(page)).toBe(false);
      await expect.poll(() => asked(page)).toBe(null);
      await expect(page).not.toHaveURL(/asked/);
    });
});

test('other weights do not say so', async ({ page }) => {
  await open(page, 'v=3&model=induction&layer=1');
  // The word after the first k.
  await cellAt(page, 'layers.1.attention.weights[0,0,8,1]').click();
  await button(page, 'What would raise this number?').click();
  await expect(legend(page)).toBeVisible();
  await expect(flat(page)).toHaveCount(0);
});

test('a probability above 99 % offers its logit, and others do not', async ({ page }) => {
  await openStory(page);
  const shares = stage(page, 'prediction').locator('.probability');
  await shares.first().click();
  await button(page, 'What would raise this number?').click();
  await expect(flat(page)).toBeVisible();
  await button(page, 'Gradient of the logit instead').click();
  await expect.poll(() => asked(page)).toMatchObject({ field: 'logits' });
  await expect(legend(page)).toContainText('logit of animal');
  await shares.nth(1).click();
  await button(page, 'What would raise this number?').click();
  await expect(legend(page)).toBeVisible();
  await expect(flat(page)).toHaveCount(0);
});

test('gradients of a number that is not in the editor are hidden below the story', async ({
  page,
}) => {
  await open(page, `v=3&asked=${weight(last)}`);
  await expect(legend(page)).toBeVisible();
  await button(page, 'Hide what would raise this number').press('Enter');
  await expect(legend(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/asked/);
});
