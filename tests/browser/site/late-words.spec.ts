/** Words that arrive after another language was chosen. */
import { expect, test, type Page } from '@playwright/test';

/** Holds these files until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  let arrive!: () => void;
  const isArrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(files, async (route) => {
    await isArrived;
    await route.continue();
  });
  return arrive;
}

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
