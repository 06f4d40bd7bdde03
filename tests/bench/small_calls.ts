/**
 * Calls at the playground's default size: the time from loading the engine to the first result, and
 * microseconds per call, compared with plain JavaScript.
 */
import type { Browser } from '@playwright/test';
import { createServer } from 'vite';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';
import type { SmallCalls } from './playground/small_calls.ts';

const kLoads = 9;

// What a page runs is text here: the runner of this file would rewrite its imports.

export async function measureFirstResult(browser: Browser, site: string): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load < kLoads; load++) {
    // Nothing cached, and no page that loads an engine of its own.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('icon.svg', site).href);
    times.push(
      await page.evaluate<number>(`(async () => {
        const start = performance.now();
        const { createEngine } = await import('${new URL('engine.js', site).href}');
        const engine = await createEngine();
        const config = { d_model: 8, num_heads: 2 };
        const layer = await engine.prepare('multi_head', { config, seed: 1 });
        await layer.run({ query: { shape: [6, 8], data: new Float32Array(48).fill(0.5) } });
        return performance.now() - start;
      })()`),
    );
    await context.close();
  }
  report({
    name: 'from loading the engine to the first result',
    target: '<= 60 ms',
    measured: `${inMs(median(times))}  (median of ${kLoads}, nothing cached, in a worker)`,
    reached: median(times) <= 60,
  });
}

/** The sources themselves, so that what is measured needs no place in the site. */
export async function measureSmallCallsInPage(browser: Browser, site: string): Promise<void> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const page = await browser.newPage();
  await page.goto(new URL('web/public/icon.svg', server.resolvedUrls!.local[0]).href);
  const measured = await page.evaluate<
    Record<'worker' | 'thread', SmallCalls & { runs_in: string }>
  >(`(async () => {
    const { measureSmallCalls } = await import('/tests/bench/playground/small_calls.ts');
    const { createEngine } = await import('${new URL('engine.js', site).href}');
    const measured = {};
    for (const where of ['thread', 'worker']) {
      const engine = await createEngine({ worker: where === 'worker' });
      const { runs_in } = await engine.info();
      measured[where] = { ...(await measureSmallCalls(engine)), runs_in };
      engine.close();
    }
    return measured;
  })()`);
  await page.close();
  await server.close();
  const beside = (time: number, plain: number) =>
    `${time.toFixed(1)} us, ${(time / plain).toFixed(2)} times plain loops' ${plain.toFixed(1)} us`;
  const { thread, worker } = measured;
  report({
    name: '6 tokens, d_model 8: output and weights, on the thread',
    target: '<= 3 x plain loops, <= 15 us',
    measured: beside(thread.weights, thread.plain),
    reached: thread.weights <= 3 * thread.plain && thread.weights <= 15,
  });
  report({
    name: '6 tokens, d_model 8: output and weights, through the worker',
    target: '<= 80 us',
    // A page of another origin cannot start the site's worker: its thread computes instead.
    measured: `${beside(worker.weights, worker.plain)}, in the ${worker.runs_in}`,
    reached: worker.runs_in === 'worker' && worker.weights <= 80,
  });
  for (const [where, { trace, plain }] of Object.entries(measured))
    report({
      name: `6 tokens, d_model 8: the whole trace, ${where}`,
      target: '-',
      measured: beside(trace, plain),
      reached: true,
    });
}
