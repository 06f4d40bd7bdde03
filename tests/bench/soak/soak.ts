/**
 * Trains on the built training page for ten minutes, or for the number of minutes given: all tasks, seeds, seeking,
 * comparisons, the visitor's own examples. Then compares what is alive with what was alive after one run of each task.
 * Does the same for 100 language models, opened one after the other.
 */
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import playwright from '../../browser/playwright.config.ts';
import { aliveWithModel, openModels } from '../../browser/model/language-models.ts';
import { open } from '../../browser/training/training-page.ts';
import {
  compared,
  kMore,
  restAndCount,
  usedTasks,
  useTraining,
} from '../../browser/training/training-use.ts';

/** How often to take a census during the run, to see whether the numbers keep growing. */
const kParts = 5;
const kModels = 100;
const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new Error(`expected a number of minutes, got ${process.argv[2]}`);

const server = await preview({
  configFile: 'web/vite.config.ts',
  logLevel: 'error',
  preview: { port: 0, strictPort: true },
});
const browser = await chromium.launch(playwright.use!.launchOptions!);
try {
  const page = await browser.newPage({
    baseURL: server.resolvedUrls!.local[0]!,
    viewport: { width: 1280, height: 800 },
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await open(page);
  for (const task of usedTasks) await useTraining(page, 0, [task]);
  const before = await restAndCount(page);
  console.log(`Training for ${minutes} minutes: ${JSON.stringify(before)}`);
  let [uses, after] = [0, before];
  for (let part = 1; part <= kParts; part++) {
    uses += await useTraining(page, (minutes * 60_000) / kParts);
    after = await restAndCount(page);
    console.log(`${uses} runs: ${JSON.stringify(after)}`);
  }
  const lines = compared(before, after);
  console.table(lines);
  await page.goto('./model.html');
  await openModels(page, 2);
  const withModel = await aliveWithModel(page);
  await openModels(page, kModels);
  const opened = compared(withModel, await aliveWithModel(page), { ...kMore, wasm: 0 });
  console.log(`${kModels} language models opened:`);
  console.table(opened);
  lines.push(...opened);
  console.log(`${uses} runs of ${usedTasks.length} tasks, ${errors.length} errors`);
  for (const error of errors) console.log(error);
  const isGood = errors.length === 0 && lines.every(({ verdict }) => verdict === 'ok');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}
