/** Sequences of random actions on a page, and what the specs that run them share. */
import { expect, test, type Page } from '@playwright/test';
import type { takeCensus } from './census.ts';

type Census = Awaited<ReturnType<typeof takeCensus>>;

/** The number of sequences. */
export const sequencesOr = (count: number) => Number(process.env['ATTN_SEQUENCES'] ?? count);
/** The number of actions in a sequence. */
export const actionsOr = (count: number) => Number(process.env['ATTN_ACTIONS'] ?? count);
/** The seed of the first sequence. To run a failed sequence again, set it to that seed, and `ATTN_SEQUENCES` to 1. */
export const firstSeed = Number(process.env['ATTN_SEED'] ?? 1);

/** Each sequence gets 6 s per action, plus 900 s in total for loading pages: far more than a busy machine needs. */
export const timeoutOf = (sequences: number, actions: number) =>
  900_000 + 6_000 * actions * sequences;

/**
 * Runs sequences with consecutive seeds. Returns a text for each one that failed: its seed, its actions, its address
 * and the problem.
 *   perform  adds the name of each action to `done` before performing it
 *   recover  called after a failure
 */
export async function failedSequences(
  page: Page,
  count: number,
  perform: (seed: number, done: string[]) => Promise<void>,
  recover: () => Promise<void> = async () => {},
  first = firstSeed,
): Promise<string[]> {
  const failed: string[] = [];
  for (let i = 0; i < count; i++) {
    const [seed, done] = [first + i, [] as string[]];
    try {
      await test.step(`seed ${seed}`, () => perform(seed, done));
    } catch (problem) {
      failed.push(`seed ${seed}: ${done.join(', ')}\n${page.url()}\n${String(problem)}`);
      await recover();
    }
  }
  return failed;
}

/** Expects nothing left behind, except what the browser may keep for a while. */
export function expectNothingLeft(
  before: Census,
  after: Census,
  same: readonly (keyof Census)[],
  bytes: number,
): void {
  for (const name of same) expect(after[name], name).toBe(before[name]);
  expect(after.listeners - before.listeners).toBeLessThan(100);
  expect(after.nodes - before.nodes).toBeLessThan(5000);
  expect(after.usedBytes - before.usedBytes).toBeLessThan(bytes);
}

/**
 * Expects that all sequences hold, and that they leave no element, model, worker or memory behind.
 *   census  brings the page back to its start, and counts what is there
 *   bytes   that may be left
 */
export async function expectAllHold(
  page: Page,
  count: number,
  perform: (seed: number, done: string[]) => Promise<void>,
  census: () => Promise<Census>,
  bytes: number,
): Promise<void> {
  // The first sequence loads everything that the page loads only once. At least one more is counted.
  const failed = await failedSequences(page, 1, perform);
  const before = await census();
  const more = Math.max(1, count - 1);
  failed.push(...(await failedSequences(page, more, perform, undefined, firstSeed + 1)));
  expect(failed).toEqual([]);
  expectNothingLeft(before, await census(), ['hosts', 'models', 'workers'], bytes);
}

interface Navigated {
  readonly navigation: { readonly currentEntry: { readonly index: number } };
}

/** The index of the current history entry. */
export const historyIndex = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Navigated).navigation.currentEntry.index);

/** Goes back in history, but not beyond the entry with which the sequence began. */
export const goBack = (page: Page, firstEntry: number): Promise<void> =>
  page.evaluate((first) => {
    const { navigation } = globalThis as unknown as Navigated;
    if (navigation.currentEntry.index > first) history.back();
  }, firstEntry);
