/**
 * The dialog for a model from the visitor's files, or on the visitor's text, says that the frame does not contain
 * these.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { arcs, choice, film, openTrained } from '../first-page/first-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { openOwnFiles } from '../model/open-own-files.ts';

const said = (page: Page, lang: keyof typeof sentences = 'en') =>
  page.getByRole('dialog').getByText(sentences[lang]);
const sentences = {
  en: 'Embedding includes the sentence and the settings, but not your own file, your own training text or a step of the training.',
  de: 'Eingebettet werden der Satz und die Einstellungen, nicht aber eine eigene Datei, ein eigener Trainingstext oder ein Schritt des Trainings.',
  zh: '嵌入的内容包括句子和设置，不包括自己的文件、训练文本或训练中的某一步。',
};

/** Expects whether the dialog says so, then closes it. */
async function expectSaid(page: Page, isSaid: boolean, button = 'Embed …') {
  await page.getByRole('button', { name: button }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(said(page)).toHaveCount(isSaid ? 1 : 0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('on the first page the dialog says that frames leave out one’s own file', async ({ page }) => {
  const buffer = await readFile('dist/models/goes_with.safetensors');
  await openTrained(page);
  await expectSaid(page, false);
  await choice(page, 'Model').selectOption('a file of your own');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a trained file …' }).click();
  await (
    await choosing
  ).setFiles({ name: 'mine.safetensors', mimeType: 'application/octet-stream', buffer });
  await expect(choice(page, 'Model').locator('option:checked')).toHaveText('mine.safetensors');
  await expectSaid(page, true);
  await page.getByRole('button', { name: 'Back to the site’s model' }).click();
  await expect(choice(page, 'Model').locator('option:checked')).not.toHaveText('mine.safetensors');
  await expectSaid(page, false);
});

test('on the first page the dialog says that frames leave out a step of the film', async ({
  page,
}) => {
  await openTrained(page);
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(arcs(page)).toHaveJSProperty('untrained', true);
  await expectSaid(page, true);
  const note = page.getByText('A link shows the model after training.');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note).toBeVisible();
  await film(page).getByRole('button', { name: 'after' }).click();
  await expect(note).toBeHidden();
  await expectSaid(page, false);
});

test('on the training page the dialog says that frames leave out one’s own text', async ({
  page,
}) => {
  await page.goto('./training.html#v=3&model=characters&seed=1&steps=40&length=16');
  const progress = page.locator('attention-training-run .progress');
  await expect(progress).toHaveText(/^step \d/);
  await expectSaid(page, false);
  await page.getByLabel('The text to learn').fill('A small story about a dog. '.repeat(12));
  await page.getByRole('button', { name: 'Train on this text' }).click();
  await expect(page.getByText('too long for the address')).toBeVisible();
  await expectSaid(page, true);
  // Another task learns no text.
  await page.getByRole('combobox', { name: 'Task' }).selectOption('sort');
  await expect(page).toHaveURL(/model=sort/);
  await expectSaid(page, false);
});

test('on the language page the dialog says that frames leave out opened files', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await openOwnFiles(page);
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  await expectSaid(page, true);
  for (const lang of ['de', 'zh'] as const) {
    await page.locator('#language').selectOption(lang);
    const button = page.locator('#embed');
    await expect(button).not.toHaveText('Embed …');
    await button.click();
    await expect(said(page, lang)).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a dialog that cannot be loaded shows a message beside its button, until it loads', async ({
  page,
}) => {
  let isOffline = true;
  await page.route('**/trained-embed-dialog*.js', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  await openTrained(page);
  const message = page.locator('footer').getByRole('alert');
  await expect(message).toBeHidden();
  await page.locator('#embed').click();
  await expect(message).toHaveText('This part of the lab could not be loaded.');
  await page.locator('#language').selectOption('de');
  await expect(message).toHaveText('Dieser Teil des Labors konnte nicht geladen werden.');
  isOffline = false;
  await page.locator('#embed').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(message).toBeHidden();
});

for (const [address, tag, name] of [
  ['', 'attention-trained', 'Try your own'],
  ['training.html', 'attention-training', 'Your own example'],
] as const)
  test(`an example of one’s own is in the first choice of parts to embed: ${tag}`, async ({
    page,
  }) => {
    const text = 'the girl did not cross the field because it was too wide .';
    const first = async () => {
      await page.getByRole('button', { name: 'Embed …' }).press('Enter');
      return page.getByRole('dialog').getByRole('checkbox', { name });
    };
    await page.goto(`./${address}`);
    await expect(await first()).not.toBeChecked();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name }).fill(text);
    await expect.poll(() => page.url()).toContain('text=the+girl');
    await expect(await first()).toBeChecked();
    const preview = page.frameLocator('iframe').locator(tag);
    await expect(preview.getByRole('textbox', { name })).toHaveValue(text);
    await expect(preview.getByRole('radio', { name: 'girl' }).first()).toBeVisible();
  });
