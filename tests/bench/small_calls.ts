/**
 * The playground's own size: from loading the engine to the first result, and microseconds a call
 * beside plain JavaScript.
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
        const layer = await engine.multiHead({ d_model: 8, num_heads: 2, seed: 1 });
        await layer.forward({ query: { shape: [6, 8], data: new Float32Array(48).fill(0.5) } });
        return performance.now() - start;
      })()`),
    );
    await context.close();
  }
  report({
    name: 'from loading the engine to the first result',
    target: '<= 50 ms',
    measured: `${inMs(median(times))}  (median of ${kLoads}, nothing cached, in a worker)`,
    reached: median(times) <= 50,
  });
}

/** The sources themselves, so that what is measured needs no place in the site. */
export async function measureSmallCallsInPage(browser: Browser): Promise<void> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const page = await browser.newPage();
  await page.goto(new URL('web/public/icon.svg', server.resolvedUrls!.local[0]).href);
  const { plain, weights, trace } = await page.evaluate<SmallCalls>(`(async () => {
    const { measureSmallCalls } = await import('/tests/bench/playground/small_calls.ts');
    const { default: createAttentionModule } = await import('/build/wasm/wasm/attention.mjs');
    const answer = await fetch('/build/wasm/wasm/attention.wasm');
    const session = await createAttentionModule({ wasm: await answer.arrayBuffer() });
    return measureSmallCalls(session);
  })()`);
  await page.close();
  await server.close();
  const beside = (time: number) =>
    `${time.toFixed(1)} us, ${(time / plain).toFixed(2)} times plain loops' ${plain.toFixed(1)} us`;
  report({
    name: '6 tokens, d_model 8: output and weights',
    target: '<= plain loops',
    measured: beside(weights),
    reached: weights <= plain,
  });
  report({
    name: '6 tokens, d_model 8: the whole trace',
    target: '<= 2 x plain loops',
    measured: beside(trace),
    reached: trace <= 2 * plain,
  });
}
