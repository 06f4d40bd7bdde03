/** Models of the visitor's own: the button for files, and the word that they open with. */
import { expect, test } from '@playwright/test';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { openOwnFiles } from './open-own-files.ts';

test('the button for files is in the language of the page, and opens by pointer and by key', async ({
  page,
}) => {
  await page.goto('./model.html#lang=de');
  await page.getByText('Eigene Dateien öffnen').click();
  const field = page.getByLabel('Dateien eines Modells der Art BERT');
  // The browser's own button, which is in the browser's language, is not drawn: ours is below it.
  await expect(field).toHaveCSS('opacity', '0');
  const button = page.getByText('Dateien wählen', { exact: true });
  expect(await button.boundingBox()).toEqual(await field.boundingBox());
  for (const open of [() => field.click(), () => field.press('Enter')]) {
    const chooser = page.waitForEvent('filechooser');
    await open();
    expect((await chooser).isMultiple()).toBe(true);
  }
});

test('an own model opens with the same word as MiniLM, and the address names the word that is shown', async ({
  page,
}) => {
  await page.goto('./model.html');
  await openOwnFiles(page);
  const arcs = page.locator('attention-arcs');
  const chosen = arcs.getByRole('radio', { checked: true });
  const before = () =>
    chosen.evaluate((button) => {
      const root = button.getRootNode() as ShadowRoot;
      const all = [...root.querySelectorAll('[role=radio] .text')];
      const at = all.indexOf(button.querySelector('.text')!);
      return {
        at,
        text: all
          .slice(0, at)
          .map(({ textContent }) => textContent)
          .join(''),
      };
    });
  // The pieces before "her" are those of the seven words before it.
  await expect.poll(async () => (await before()).text).toBe('thegirlneartheolddoordropped');
  const { at } = await before();
  expect(at).toBeGreaterThan(7);
  await expect(page).toHaveURL(new RegExp(`word=${at}(&|$)`));
  const field = page.getByRole('textbox', { name: 'Sentence' });
  await field.fill('The cat.');
  await expect.poll(async () => (await before()).text).toBe('the');
  await expect(page).toHaveURL(new RegExp(`word=${(await before()).at}(&|$)`));
});

test('as long as no word is chosen, each model that is opened shows the same one', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await openOwnFiles(page);
  const chosen = page.locator('attention-arcs').getByRole('radio', { checked: true });
  await expect(chosen).toBeVisible();
  await expect(page).not.toHaveURL(/word=7(&|$)/);
  await page.getByText('Open another model').click();
  await page.getByRole('button', { name: /^Open MiniLM/ }).click();
  await expect(page).toHaveURL(/model=minilm/);
  await expect(chosen).toHaveText('her');
  await expect(page).toHaveURL(/word=7(&|$)/);
});
