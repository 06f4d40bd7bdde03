/**
 * Calls at the playground's default size: the time from loading the engine to the first result, and
 * microseconds per call, compared with plain JavaScript.
 */
import type { Browser } from '@playwright/test';
import { build } from 'esbuild';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';
import type { SmallCalls } from './playground/small-calls.ts';

const kLoads = 9;

type Where = SmallCalls & { runs_in: string };
interface Measured {
  thread: Where;
  worker: Where;
}

// Code for the page is text here, because the runner of this file would rewrite its imports.

export async function measureFirstResult(browser: Browser, site: string): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load < kLoads; load++) {
    // A new context, with nothing cached and without a page that loads an engine of its own.
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

export async function measureSmallCallsInPage(browser: Browser, site: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/playground/small-calls.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const page = await browser.newPage();
  // A page of the site's origin: pages of other origins cannot start the site's worker.
  for (const [name, body] of [
    ['small_calls.js', outputFiles[0]!.text],
    ['answer.js', 'onmessage = () => postMessage(null)'],
  ] as const)
    await page.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  const at = (file: string) => new URL(file, site).href;
  await page.goto(at('icon.svg'));
  const { thread, worker } = await page.evaluate<Measured>(`(async () => {
    const { measureSmallCalls } = await import('${at('small_calls.js')}');
    const { createEngine } = await import('${at('engine.js')}');
    const measured = {};
    for (const where of ['thread', 'worker']) {
      const engine = await createEngine({ worker: where === 'worker' });
      const { runs_in } = await engine.info();
      measured[where] = { ...(await measureSmallCalls(engine, '${at('answer.js')}')), runs_in };
      engine.close();
    }
    return measured;
  })()`);
  await page.close();
  const compared = (time: number, plain: number) =>
    `${time.toFixed(1)} us, ${(time / plain).toFixed(2)} times plain loops' ${plain.toFixed(1)} us`;
  report({
    name: '6 tokens, d_model 8: output and weights, on the thread',
    target: '<= 3 x plain loops, <= 15 us',
    measured: compared(thread.weights, thread.plain),
    reached: thread.weights <= 3 * thread.plain && thread.weights <= 15,
  });
  report({
    name: '6 tokens, d_model 8: output and weights, through the worker',
    target: '<= 80 us',
    measured:
      `${compared(worker.weights, worker.plain)}, in the ${worker.runs_in}; ` +
      `a worker that only answers ${worker.answer.toFixed(1)} us`,
    reached: worker.runs_in === 'worker' && worker.weights <= 80,
  });
  for (const [where, { trace, plain }] of Object.entries({ thread, worker }))
    report({
      name: `6 tokens, d_model 8: the whole trace, ${where}`,
      target: '-',
      measured: compared(trace, plain),
      reached: true,
    });
}
