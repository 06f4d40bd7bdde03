/** Creates and removes 200 playgrounds, and counts what remains after garbage collection. */
import type { Browser } from '@playwright/test';
import { attachAndDetach, takeCensus, type Census } from '../browser/support/census.ts';
import { report } from './figures.ts';

export async function measureLifetime(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(new URL('playground.html', site).href);
  await page.locator('attention-bars canvas').waitFor();
  await attachAndDetach(page, 10, 'shown');
  const before = await takeCensus(page);
  await attachAndDetach(page, 200, 'shown');
  const after = await takeCensus(page);
  await page.close();
  const left = (Object.keys(after) as (keyof Census)[]).filter(
    (what) => after[what] > before[what],
  );
  report({
    name: '200 attach and detach cycles',
    target: 'nothing left over',
    measured: left.length
      ? left.map((what) => `${what} ${before[what]} -> ${after[what]}`).join(', ')
      : `${after.workers} worker, ${after.canvases} canvases, ${after.listeners} listeners, as before`,
    reached: left.length === 0,
  });
}
