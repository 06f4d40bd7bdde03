/** The time from navigation to the frame that shows the first computed bars, with an empty cache. */
import type { Browser } from '@playwright/test';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';

const kRuns = 7;

export async function measureColdStart(browser: Browser, site: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < kRuns; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(markFirstBars);
    await page.goto(new URL('playground.html', site).href);
    const handle = await page.waitForFunction(
      () => (globalThis as unknown as { firstBars?: number }).firstBars,
    );
    times.push((await handle.jsonValue()) as number);
    await context.close();
  }
  report({
    name: 'cold, from navigation to the first bars',
    target: '< 400 ms',
    measured: `${inMs(median(times))}  (median of ${kRuns}: ${times.map((t) => t.toFixed(0)).join(', ')})`,
    reached: median(times) < 400,
  });
}

function markFirstBars(): void {
  addEventListener('DOMContentLoaded', () => {
    const playground = document.querySelector('attention-playground')!;
    playground.addEventListener(
      'attention-result',
      async () => {
        const bars = playground.shadowRoot!.querySelector('attention-bars')!;
        await (bars as unknown as { updateComplete: Promise<boolean> }).updateComplete;
        requestAnimationFrame(() => {
          setTimeout(() => {
            (globalThis as unknown as { firstBars: number }).firstBars = performance.now();
          });
        });
      },
      { once: true },
    );
  });
}
