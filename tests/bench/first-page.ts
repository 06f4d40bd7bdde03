/** The first page: from navigation to both sentences with arcs and answers. */
import type { Browser, Page } from '@playwright/test';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';

const kRuns = 7;

export async function measureFirstPage(browser: Browser, site: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < kRuns; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site);
    times.push(await drawn(page));
    await context.close();
  }
  report({
    name: 'first page, cold, both sentences drawn',
    target: '< 500 ms',
    measured: `${inMs(median(times))}  (median of ${kRuns}: ${times.map((t) => t.toFixed(0)).join(', ')})`,
    reached: median(times) < 500,
  });
}

/** Milliseconds from navigation to the first frame that has both sentences, their arcs and their answers. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const root = document.querySelector('attention-trained')!;
    const isDrawn = () => {
      const arcs = [...(root.shadowRoot?.querySelectorAll('attention-arcs') ?? [])];
      const answers = [...(root.shadowRoot?.querySelectorAll('attention-answer') ?? [])];
      const inside = (all: Element[], what: string) =>
        all.length >= 2 && all.slice(0, 2).every((one) => one.shadowRoot?.querySelector(what));
      return inside(arcs, 'canvas') && inside(answers, '.first');
    };
    while (!isDrawn()) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now();
  });
