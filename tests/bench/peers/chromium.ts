/** All workloads in Chromium: each in a new page, served from 127.0.0.1. */
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { launchOptions } from '../../browser/launch.ts';
import type { FirstResult, Measured } from '../../../web/src/speed/figures.ts';
import { firstResults } from './first_results.ts';
import { pageConfig } from './modules.ts';

export interface Place {
  readonly name: string;
  measure(id: string, rounds: number): Promise<Measured>;
  /** From loading to the first result; none where code is not loaded from afar. */
  first(): Promise<FirstResult[]>;
  close(): Promise<void>;
}

export async function inChromium(): Promise<Place> {
  await build(pageConfig);
  const server = await preview(pageConfig);
  const site = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch(launchOptions);
  return {
    name: `Chromium ${browser.version()}`,
    async measure(id, rounds) {
      const page = await browser.newPage();
      page.on('console', (message) => {
        if (message.type() === 'warning') console.warn(`    ${message.text()}`);
      });
      page.on('pageerror', (error) => console.error(error));
      try {
        await page.goto(`${site}page.html`);
        await page.waitForFunction(() => 'measureWorkload' in globalThis);
        return await page.evaluate(([id, rounds]) => measureWorkload(id, rounds), [
          id,
          rounds,
        ] as const);
      } finally {
        await page.close();
      }
    },
    first: () => firstResults(browser, site),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
