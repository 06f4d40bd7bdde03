/** Words that arrive after another language was chosen. */
import { expect, test, type Page } from '@playwright/test';
import { hold } from '../support/hold.ts';

const speed = (page: Page) => page.locator('attention-speed').getByRole('button');

test('nothing is shown in English between a language and the one chosen while its words load', async ({
  page,
}) => {
  const german = await hold(page, '**/de-*.js');
  const chinese = await hold(page, '**/zh-*.js');
  const asked = page.waitForRequest('**/de-base-*.js');
  await page.goto('./speed.html#lang=de');
  await asked;
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
  const last = page.waitForResponse('**/de-report-*.js');
  german();
  const url = (await last).url();
  await page.evaluate(async (url) => {
    await import(url);
    await new Promise(requestAnimationFrame);
  }, url);
  await expect(speed(page)).toHaveCount(0);
  chinese();
  await expect(speed(page).last()).toHaveText('测量');
});

test('the line above an opened model is in the language chosen last', async ({ page }) => {
  const model = await hold(page, '**/bert/model.safetensors');
  const german = await hold(page, '**/de-*.js');
  await page.goto('./model.html#v=3&model=proof/checkpoints/bert&lang=en');
  const chooser = page.getByRole('combobox', { name: 'Language' });
  await chooser.selectOption('de');
  model();
  const intro = page.locator('#intro');
  await expect(intro).toHaveAttribute('data-word', 'openIntro');
  await chooser.selectOption('zh');
  await expect(intro).toHaveAttribute('lang', 'zh');
  const chinese = await intro.textContent();
  const last = page.waitForResponse('**/de-language-model-*.js');
  german();
  const url = (await last).url();
  await page.evaluate((url) => import(url), url);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(intro).toHaveText(chinese!);
});
