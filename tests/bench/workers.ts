/** The sequence length from which two workers that share a layer's heads are faster than one. */
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { createServer } from 'vite';
import { inMs } from './figures.ts';
import { kPays, paysFrom } from './workers/pays-from.ts';
import type { Shared } from './workers/share-heads.ts';

const kLengths = [16, 32, 64, 128, 256, 512];
const kRounds = 9;

/** A figure without a target: with one free core, a second worker cannot help. */
export async function measureWorkers(browser: Browser): Promise<void> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: { '#wasm': fileURLToPath(new URL('../../build/wasm/wasm', import.meta.url)) },
    },
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, hmr: false },
  });
  let measured: Shared[];
  try {
    await server.listen();
    const page = await browser.newPage();
    await page.goto(new URL('web/public/icon.svg', server.resolvedUrls!.local[0]).href);
    measured = await page.evaluate<Shared[]>(`(async () => {
      const { measureSharedHeads } = await import('/tests/bench/workers/share-heads.ts');
      return measureSharedHeads(${JSON.stringify(kLengths)}, ${kRounds});
    })()`);
    await page.close();
  } finally {
    await server.close();
  }
  console.log('two workers with half of the heads each (d 768, 12 heads), against one with all');
  for (const { n, one, two } of measured)
    console.log(
      `  n = ${n}: ${inMs(two)} instead of ${inMs(one)}, ${(one / two).toFixed(2)} times as fast`,
    );
  const from = paysFrom(measured);
  console.log(
    `  at least ${kPays} times as fast ${from === null ? 'at no length measured' : `from n = ${from} on`}`,
  );
}
