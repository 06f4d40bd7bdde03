/** Profiles in Chromium with its DevTools, with relaxed SIMD if it was built. Each workload gets a new page. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { launchOptions } from '../../browser/launch.ts';
import { kNamed, kRelaxedNamed, kSampledMs, kSampleMicroseconds, type Place } from './place.ts';

export async function inChromium(): Promise<Place> {
  const isRelaxed = existsSync(`${kRelaxedNamed}.wasm`);
  const module = `/${isRelaxed ? kRelaxedNamed : kNamed}`;
  const limit = `/build/wasm/wasm/limit${isRelaxed ? '.relaxed' : ''}.wasm`;
  const server = await createServer({
    configFile: false,
    root: process.cwd(),
    logLevel: 'error',
    resolve: { alias: { '#wasm': `${process.cwd()}/build/wasm/wasm` } },
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, watch: null, hmr: false },
  });
  await server.listen();
  const site = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch(launchOptions);
  return {
    name: `Chromium ${browser.version()}, ${isRelaxed ? 'relaxed SIMD' : 'SIMD'}`,
    async profile(id) {
      const page = await browser.newPage();
      await page.goto(`${site}tests/bench/profile/page.html`);
      await page.waitForFunction(() => 'makeReady' in globalThis);
      const words = await page.evaluate(([id, module, limit]) => makeReady(id, module, limit), [
        id,
        module,
        limit,
      ] as const);
      const session = await page.context().newCDPSession(page);
      await session.send('Profiler.enable');
      await session.send('Profiler.setSamplingInterval', { interval: kSampleMicroseconds });
      await session.send('Profiler.start');
      await page.evaluate((ms) => runFor(ms), kSampledMs);
      const { profile } = await session.send('Profiler.stop');
      await page.close();
      return { words, sampled: profile };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
