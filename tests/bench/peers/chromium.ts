/** All workloads in Chromium: each in a new page, served from 127.0.0.1. */
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { launchOptions } from '../../browser/launch.ts';
import type { FirstResult, Measured } from '../../../web/src/speed/figures.ts';
import { firstResults } from './first-results.ts';
import { serveMiniLm } from './minilm/files.ts';
import type { MiniLmEnvironment } from './minilm/print-figures.ts';
import { pageConfig } from './modules.ts';
import type { TrainingEnvironment } from './training/print-figures.ts';

export interface Environment extends TrainingEnvironment, Partial<MiniLmEnvironment> {
  readonly name: string;
  measure(id: string, rounds: number): Promise<Measured>;
  /** The time from loading to the first result; empty where code is not loaded over a network. */
  first(): Promise<FirstResult[]>;
  close(): Promise<void>;
}

export async function inChromium(): Promise<Environment> {
  await build(pageConfig);
  const server = await preview(pageConfig);
  const site = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch(launchOptions);
  const inNewPage = async <T>(run: (page: Page) => Promise<T>): Promise<T> => {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'warning') console.warn(`    ${message.text()}`);
    });
    page.on('pageerror', (error) => console.error(error));
    try {
      await page.goto(`${site}page.html`);
      await page.waitForFunction(() => 'measureWorkload' in globalThis);
      return await run(page);
    } finally {
      await page.close();
    }
  };
  return {
    name: `Chromium ${browser.version()}`,
    measure: (...given) =>
      inNewPage((page) => page.evaluate((given) => measureWorkload(...given), given)),
    trainingStep: (...given) =>
      inNewPage((page) => page.evaluate((given) => measureTrainingStep(...given), given)),
    async miniLm(...given) {
      serveMiniLm(pageConfig.build!.outDir!);
      return inNewPage((page) => page.evaluate((given) => measureMiniLmOf(...given), given));
    },
    fromNothing: (task) =>
      inNewPage((page) => page.evaluate((task) => trainFromNothing(task), task)),
    first: () => firstResults(browser, site),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
