/** The first page when a part of it cannot be computed or loaded: it says so, and can try again. */
import { expect, test } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import { button, grid, stage, story } from '../story/story-page.ts';
import { element, film, openTrainedStory, stateOf, word } from './first-page.ts';

test('gradients that cannot be computed have a message, and Try again computes them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: { verb?: string; arguments?: unknown[] }, ...rest: object[]) {
        const isRefused = message.verb === 'tokenModelGradients' && !('mended' in globalThis);
        const given = isRefused
          ? message.arguments!.with(3, { field: 'none', index: [] })
          : message.arguments;
        Reflect.apply(super.postMessage.bind(this), this, [
          { ...message, arguments: given },
          ...rest,
        ]);
      }
    };
  });
  await openTrainedStory(page);
  await stage(page, 'prediction').locator('.probability').nth(1).focus();
  await button(page, 'What would raise this number?').press('Enter');
  const problem = page.locator('[data-part=story]').getByRole('alert').filter({ hasText: 'none' });
  await expect(problem).toBeVisible();
  // The message goes with its number.
  await button(page, 'Hide what would raise this number').press('Enter');
  await expect(problem).toBeHidden();
  await button(page, 'What would raise this number?').press('Enter');
  await expect(problem).toBeVisible();
  await page.evaluate(() => void Object.assign(globalThis, { mended: true }));
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toBeHidden();
  await expect(page.locator('[data-part=story] .failure')).toBeFocused();
  await expect
    .poll(() => story(page).evaluate((view: AttentionStory) => view.gradients !== undefined))
    .toBe(true);
});

test('a row that cannot be computed has a message, and Try again computes it', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: { verb?: string; arguments?: unknown[] }, ...rest: object[]) {
        const row = (message.arguments?.at(-1) ?? {}) as { query?: number };
        const isRefused =
          message.verb === 'inspectTokenModel' && row.query === 2 && !('mended' in globalThis);
        const given = isRefused && message.arguments!.with(-1, { ...row, head: 99 });
        Reflect.apply(super.postMessage.bind(this), this, [
          { ...message, ...(given && { arguments: given }) },
          ...rest,
        ]);
      }
    };
  });
  await openTrainedStory(page);
  const problem = page.locator('[data-part=story]').getByRole('alert').filter({ hasText: '99' });
  const queryOfRow = () => story(page).evaluate((view: AttentionStory) => view.row?.query);
  await expect.poll(queryOfRow).toBe(8);
  await expect(problem).toBeHidden();
  await word(page, 0, 2).click();
  await expect(problem).toBeVisible();
  expect(await queryOfRow()).toBe(8);
  await page.evaluate(() => void Object.assign(globalThis, { mended: true }));
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toBeHidden();
  await expect(page.locator('[data-part=story] .failure')).toBeFocused();
  await expect.poll(queryOfRow).toBe(2);
});

test('a part whose script could not be loaded is loaded when the visitor comes back to it', async ({
  page,
}) => {
  let isOffline = true;
  await page.route('**/attention-head-maps-*.js', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  await page.goto('./');
  const part = page.locator('[data-part=maps]');
  const failed = page.waitForEvent('requestfailed');
  await part.scrollIntoViewIfNeeded();
  await failed;
  isOffline = false;
  await page.evaluate(() => scrollTo(0, 0));
  await expect(part).not.toBeInViewport();
  await part.scrollIntoViewIfNeeded();
  await expect(part.locator('attention-head-maps').locator('canvas').first()).toBeVisible();
});

test('a matrix whose script could not be loaded says so, and is loaded when it is opened again', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let isOffline = true;
  await page.route('**/number-matrix-*.js', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  await openTrainedStory(page, '&stage=q');
  const opener = story(page).getByRole('button', { name: /^WQ, 32 × 32$/ });
  await opener.click();
  const problem = story(page).locator('.inline-note').getByRole('alert');
  await expect(problem).toHaveText('This part of the lab could not be loaded.');
  isOffline = false;
  await opener.click();
  await opener.click();
  await expect(grid(page)).toBeVisible();
  await expect(problem).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a film whose script could not be loaded leaves the page as it is, and is loaded at the next click', async ({
  page,
}) => {
  let isOffline = true;
  await page.route('**/film-*.js', (route) => (isOffline ? route.abort() : route.continue()));
  await page.goto('./#v=3&mask=causal');
  const before = film(page).getByRole('button', { name: 'before' });
  const after = film(page).getByRole('button', { name: 'after' });
  await expect(after).toHaveAttribute('aria-pressed', 'true');
  const failed = page.waitForEvent('requestfailed');
  await before.click();
  await failed;
  await expect(before).toHaveAttribute('aria-pressed', 'false');
  await expect(after).toHaveAttribute('aria-pressed', 'true');
  expect((await stateOf(page)).mask).toBe('causal');
  // While a film is shown, the dialog for embedding says that no address names the model.
  expect(await element(page).evaluate((view: AttentionTrained) => view.hasNoAddress)).toBe(false);
  isOffline = false;
  await before.click();
  await expect(before).toHaveAttribute('aria-pressed', 'true');
  await expect(film(page)).toContainText('step 0 of 800');
  expect((await stateOf(page)).mask).toBe(null);
});
