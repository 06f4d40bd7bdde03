/** The time from a change of query, head or mask until all views are drawn, and until the frame shows them. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { AttentionLab } from '../../web/src/elements/lab/attention-lab.ts';
import type { LabState } from '../../web/src/settings/state.ts';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';

const kChanges = 30;
const kWarmUp = 6;

const kinds: [name: string, change: (i: number, tokens: number) => Partial<LabState>][] = [
  ['query', (i, tokens) => ({ word: (i * 7) % tokens })],
  ['head', (i) => ({ head: i % 2 })],
  ['mask', (i) => ({ mask: i % 2 ? 'causal' : 'none' })],
];

export async function measureChanges(browser: Browser, site: string): Promise<void> {
  for (const [tokens, bound, target] of [
    [64, 1000 / 60, '<= one frame, 16.7 ms'],
    [512, 100, '<= 100 ms'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const text = Array.from({ length: tokens }, (_, i) => `w${i}`).join(' ');
    await page.goto(`${site}playground.html#${new URLSearchParams({ v: '1', text, query: '0' })}`);
    await page.locator('attention-bars canvas').waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    for (const [name, change] of kinds) {
      const changes = Array.from({ length: kChanges + kWarmUp }, (_, i) => change(i + 1, tokens));
      await timed(page, changes.slice(0, kWarmUp));
      const busyBefore = await busy(cdp);
      const times = await timed(page, changes.slice(kWarmUp));
      const cost = (await busy(cdp)) - busyBefore;
      const of = (what: keyof Times) => median(times.map((one) => one[what]));
      report({
        name: `change of ${name}, ${tokens} tokens`,
        target,
        measured:
          `${inMs(of('drawn'))} to drawn  (computed after ${inMs(of('computed'))}, ` +
          `frame shown after ${inMs(of('shown'))}, main thread busy ${inMs(cost / kChanges)})`,
        reached: of('drawn') <= bound,
      });
    }
    await page.close();
  }
}

/** Milliseconds since the change. */
interface Times {
  computed: number;
  drawn: number;
  shown: number;
}

function timed(page: Page, changes: Partial<LabState>[]): Promise<Times[]> {
  return page.evaluate(async (changes) => {
    const root = document.querySelector('attention-playground')!.shadowRoot!;
    const lab = root.querySelector<AttentionLab>('attention-lab')!;
    const views = [...lab.querySelectorAll('*')] as { updateComplete?: Promise<boolean> }[];
    const times: { computed: number; drawn: number; shown: number }[] = [];
    for (const [i, change] of changes.entries()) {
      // Starts at a varying moment within a frame.
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 20 + ((i * 5) % 16)));
      const result = new Promise<number>((resolve) =>
        lab.addEventListener('attention-result', () => resolve(performance.now()), { once: true }),
      );
      const start = performance.now();
      lab.change(change);
      const computed = (await result) - start;
      await Promise.all(views.map((view) => view.updateComplete));
      const drawn = performance.now() - start;
      await new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        }),
      );
      times.push({ computed, drawn, shown: performance.now() - start });
    }
    return times;
  }, changes);
}

/** Milliseconds that the page's main thread has spent in tasks. */
async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}
