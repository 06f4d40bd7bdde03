/**
 * Measures the playground and the engine in Chromium, on the built site, and in Node, and compares the
 * figures with their targets. Tests have no such targets, because they depend on the machine.
 */
import { chromium, type Browser } from '@playwright/test';
import { preview } from 'vite';
import playwright from '../browser/playwright.config.ts';
import { measureChanges } from './changes.ts';
import { measureColdStart } from './cold-start.ts';
import { measureEdits } from './edits.ts';
import { measureEngineInNode, measureEngineInPage } from './engine.ts';
import { measureLanguageMemory } from './language-memory.ts';
import { measureLanguageModel } from './language-model.ts';
import { measureLifetime } from './lifetime.ts';
import { measureLongAttention } from './long-attention.ts';
import { measureManyLabs } from './many-labs.ts';
import { measureMemory } from './memory.ts';
import { measureFirstResult, measureSmallCallsInPage } from './small-calls.ts';
import { measureTraining } from './training.ts';
import { measureTrainingFrames } from './training-frames.ts';
import { measureWeight } from './weight.ts';
import { measureWorkers } from './workers.ts';
import { measureFirstPage } from './first-page.ts';
import { missedFigures, orMissed } from './figures.ts';

const chosen = process.argv.slice(2).map((name) => name.toLowerCase());

export type Measure = (browser: Browser, site: string) => Promise<void>;

const server = await preview({
  configFile: 'web/vite.config.ts',
  logLevel: 'error',
  preview: { port: 0, strictPort: true },
});
const site = server.resolvedUrls!.local[0]!;
const browser = await chromium.launch(playwright.use!.launchOptions!);
try {
  for (const measure of [
    measureWeight,
    measureColdStart,
    measureFirstPage,
    measureEdits,
    measureLanguageModel,
    measureLanguageMemory,
    measureFirstResult,
    measureSmallCallsInPage,
    measureChanges,
    measureMemory,
    measureLifetime,
    measureManyLabs,
    measureEngineInPage,
    measureEngineInNode,
    measureLongAttention,
    measureTraining,
    measureTrainingFrames,
    measureWorkers,
  ] satisfies Measure[])
    if (chosen.length === 0 || chosen.some((name) => measure.name.toLowerCase().includes(name)))
      await orMissed(measure.name, () => measure(browser, site));
} finally {
  await browser.close();
  await server.close();
}
console.log(missedFigures() === 0 ? 'All figures reached.' : `${missedFigures()} missed.`);
process.exitCode = missedFigures() === 0 ? 0 : 1;
