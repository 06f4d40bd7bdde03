/** Measures every workload of the engine, in Chromium with the speed page and in Node, without other libraries. */
import type { Browser } from '@playwright/test';
import type { AttentionSpeed } from '../../web/src/elements/speed/attention-speed.ts';
import { measureOurs } from '../../web/src/measure/run.ts';
import { shareOf, timeOf } from '../../web/src/speed/figures.ts';
import type { SpeedFigure, SpeedOrder, SpeedRow } from '../../web/src/speed/run.ts';
import { workloads, type Workload } from '../../web/src/speed/workloads.ts';
import { engineInNode } from './engine-in-node.ts';
import { report } from './figures.ts';

const kRounds = 7;

export async function measureEngineInPage(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(new URL('speed.html', site).href);
  for (const workload of workloads) {
    const order: SpeedOrder = { ids: [workload.id], rounds: kRounds };
    const [row] = await page.evaluate(async (detail): Promise<readonly SpeedRow[]> => {
      const element = document.querySelector<AttentionSpeed>('attention-speed')!;
      element.dispatchEvent(new CustomEvent('attention-speed-start', { detail }));
      while (element.run.stage === 'running')
        await new Promise((resolve) => setTimeout(resolve, 100));
      return element.run.rows;
    }, order);
    if (row?.figure) tell('Chromium', workload, row.figure);
    else fail('Chromium', workload, row?.problem?.message ?? 'the run broke off');
  }
  await page.close();
}

export async function measureEngineInNode(): Promise<void> {
  const engine = engineInNode();
  for (const workload of workloads) {
    try {
      const modules = await engine.open();
      tell('Node', workload, await measureOurs(workload, modules, engine.limits, kRounds));
    } catch (error) {
      fail('Node', workload, (error as Error).message);
    }
  }
}

function tell(place: string, workload: Workload, { milliseconds, limit }: SpeedFigure): void {
  const share = shareOf(workload, milliseconds, limit);
  const least = workload.target && 'share' in workload.target ? workload.target.share : null;
  report({
    name: `${place}: ${workload.short}`,
    target: least === null ? '' : `>= ${100 * least} % of the limit`,
    measured:
      `${timeOf(milliseconds)}, ${(100 * share).toFixed(share < 0.1 ? 1 : 0)} % of the limit's ` +
      `${limit.toFixed(1)} GFLOP/s`,
    reached: least === null ? null : share >= least,
  });
}

const fail = (place: string, { short }: Workload, problem: string) =>
  report({ name: `${place}: ${short}`, target: 'runs', measured: problem, reached: false });
