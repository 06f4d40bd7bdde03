/** The button for the reader's own files has the page's language and look, not the browser's. */
import { expect, test } from '@playwright/test';

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
