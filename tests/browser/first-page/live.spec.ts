/** Each model is chosen and trained again from the start: every step that is shown equals plain loops. */
import { expect, test, type Page } from '@playwright/test';
import { shippedModels } from '../../../web/src/model/trained/shipped-models.ts';
import { trainedFor } from './another-trainer.ts';
import { modelFile } from '../story/story-page.ts';
import { choice, element, expectNumbers, film, openTrained } from './first-page.ts';
import { holdFilm } from './held-film.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

const slider = (page: Page) => film(page).getByRole('slider');
const stepOf = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));

for (const [i, model] of shippedModels.entries())
  test(`${model}: chosen by keyboard, its film is played, scrubbed and left by pointer and by keyboard`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    const other = shippedModels[(i + 1) % shippedModels.length]!;
    await openTrained(page, `v=3&model=${other}`);
    const list = choice(page, 'Model');
    await list.focus();
    await page.keyboard.type(await list.locator('option').nth(i).innerText());
    await expect(page).toHaveURL(new RegExp(`#v=3&model=${model}$`));
    const shows = async (step: number) => {
      await expect(film(page)).toContainText(new RegExp(`step ${step} of`));
      await expect(element(page)).toContainText(
        new RegExp(`The model of the film at step ${step} of \\d+, trained here and now\\.`),
      );
      await expectNumbers(page, {}, undefined, await trainedFor(page, step, model), model);
    };
    const { tensors } = await modelFile(model);
    await expectNumbers(page, {}, undefined, tensors, model);
    const press = (name: string) => film(page).getByRole('button', { name, exact: true });
    const release = await holdFilm(page, 12);
    await press('before').press('Enter');
    await shows(0);
    await press('Watch the training').click();
    await expect.poll(() => stepOf(page)).toBe(12);
    await press('Pause').press('Enter');
    await release();
    await expect(press('Watch the training')).toBeVisible();
    // The steps that were in progress.
    await expect.poll(() => stepOf(page)).toBeGreaterThan(12);
    const last = await stepOf(page);
    await shows(last);
    // By keyboard and by pointer: from the left end to the first steps.
    await slider(page).press('ArrowLeft');
    await expect.poll(() => stepOf(page)).toBeLessThan(last);
    await shows(await stepOf(page));
    const { x, y, width, height } = (await slider(page).boundingBox())!;
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await expect.poll(() => stepOf(page)).toBe(0);
    await page.mouse.move(x + 0.32 * width, y + height / 2);
    await page.mouse.up();
    await expect.poll(() => stepOf(page)).toBeGreaterThan(0);
    await shows(await stepOf(page));
    await press('after').press('Enter');
    await expectNumbers(page, {}, undefined, tensors, model);
    expect(complaints).toEqual([]);
  });
