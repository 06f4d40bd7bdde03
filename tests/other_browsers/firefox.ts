/** Firefox, headless, through WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { callOf, type Tab } from './tab.ts';

export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: true,
    // The service worker is tested in Chromium.
    extraPrefsFirefox: { 'dom.serviceWorkers.enabled': false },
    timeout: 240_000,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(180_000);
  await page.setViewport({ width: 1280, height: 800 });
  let requests: string[] = [];
  let errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText === 'NS_BINDING_ABORTED') return;
    errors.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn', 'assert'].includes(message.type()))
      errors.push(`${message.type()}: ${message.text()}`);
  });
  return {
    async open(url) {
      await page.goto('about:blank'); // another hash alone would not load the page
      await page.goto(url);
    },
    run: (script, ...values) => page.evaluate(callOf(script, values)) as never,
    clickAt: (x, y) => page.mouse.click(x, y),
    async retype(text) {
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    async requests() {
      const since = requests.filter((url) => !/^(about|data|blob):/.test(url));
      requests = [];
      return since;
    },
    async errors() {
      const since = errors;
      errors = [];
      return since;
    },
    close: () => browser.close(),
  };
}
