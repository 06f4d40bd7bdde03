/** Uses the training page repeatedly like a visitor, and counts what is alive between uses. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { AttentionTrainingCurves } from '../../../web/src/elements/training/attention-training-curves.ts';
import { infoOf, takeCensus, takeHeaps, type Census, type Heaps } from '../support/census.ts';
import { longWait } from '../support/long-wait.ts';
import { button, film, progress, row, run, start } from './training-page.ts';

/** The state in which the page is counted. */
const kRest = 'v=3&model=reverse&seed=1&steps=30';

/** A visitor's own example for each task. */
const examples: Record<string, string> = {
  goes_with: 'the horse did not leave the field because it was too slow .',
  induction: 'a b c d e f g h e',
  translation: 'the group went home',
  sort: '8 7 6 5 4 3 2 1',
  copy_places: 'a b c d e f g h i j k l',
};
export const usedTasks = Object.keys(examples);

/** Trains the tasks in turn until the time is over, at least one. Returns the number of runs. */
export async function useTraining(
  page: Page,
  milliseconds: number,
  tasks: readonly string[] = usedTasks,
): Promise<number> {
  const end = performance.now() + milliseconds;
  let uses = 0;
  do await useTask(page, tasks[uses % tasks.length]!, uses++);
  while (performance.now() < end);
  return uses;
}

/** The `i`-th use of the page, with this task. */
export async function useTask(page: Page, task: string, i: number): Promise<void> {
  const speed = (name: string) => run(page).getByText(name, { exact: true }).locator('..').click();
  await page.getByLabel('Task').selectOption(task);
  await expect(progress(page)).toHaveText(/^step 0 of/);
  await speed('to the end');
  await button(page, 'Play').click();
  const own = page.getByLabel('Your own example');
  await type(own, examples[task]!);
  await expect(row(page, 2)).toBeVisible();
  await type(own, `${examples[task]!} zz`);
  // A run that has ended starts again, and the film stops it.
  await run(page)
    .getByRole('button', { name: /^(Pause|Play)$/ })
    .click();
  // Moves back and forth in the film.
  await film(page).focus();
  for (const key of ['Home', 'ArrowRight', 'PageUp', 'End', 'ArrowLeft', 'End'])
    await page.keyboard.press(key);
  await type(own, examples[task]!);
  // Switches a head off, chooses words, forces a row, and undoes everything.
  await page
    .getByRole('button', { name: /head 1: on$/ })
    .first()
    .click();
  const arcs = page.locator('attention-training attention-arcs').first();
  // The last words, because a word of a source sentence has no row of its own.
  await arcs
    .getByRole('radio')
    .nth(-1 - (i % 4))
    .click();
  await arcs
    .getByRole('combobox', { name: /look at$/ })
    .first()
    .selectOption('1');
  await page.getByRole('button', { name: 'All heads on, all rows free' }).click();
  await start(page).getByRole('button', { name: 'Another seed' }).click();
  await speed('4 steps');
  await button(page, 'Play').click();
  await compareTwo(page, i % 2 === 0 ? 'embedding' : 'heads');
  await type(own, '');
}

/** Trains another task to the end of its schedule. */
export async function trainToTheEnd(page: Page, task: string): Promise<void> {
  await page.getByLabel('Task').selectOption(task);
  await expect(progress(page)).toHaveText(/^step 0 of/);
  await run(page).getByText('to the end', { exact: true }).locator('..').click();
  await button(page, 'Play').click();
  await expect(progress(page)).toHaveText(/^step (\S+) of \1$/, longWait);
}

/** Types by script: a visitor's typing stays in the browser's undo history, with the nodes of its text. */
async function type(field: Locator, text: string): Promise<void> {
  await field.evaluate((field: HTMLInputElement, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
}

async function compareTwo(page: Page, what: string): Promise<void> {
  const summary = page.getByText('Two runs from one seed');
  const compare = page.locator('attention-training-compare');
  await summary.click();
  await compare.getByLabel('What differs').selectOption(what);
  await compare.getByRole('button', { name: 'Train both' }).click();
  await expect(compare.getByRole('listitem').filter({ hasText: 'right, best' })).toHaveCount(2);
  const curves = compare.locator('attention-training-curves');
  const steps = () =>
    curves.evaluate(({ curves, second }: AttentionTrainingCurves) =>
      Math.min(curves.loss.length, second!.loss.length),
    );
  await expect.poll(steps).toBeGreaterThan(0);
  await compare.getByRole('button', { name: /^(Stop|Train both)$/ }).click();
  await compare.getByRole('button', { name: 'Try ten seeds' }).click();
  // The engine answers in order: the first answer comes after a trainer has been made, the second after its first steps.
  for (let i = 0; i < 2; i++) await infoOf(page, 'attention-training');
  await compare.getByLabel('What differs').selectOption('decay');
  await summary.click();
}

export type Alive = Omit<Census, 'hosts'> & Heaps;

/** Goes to the state in which the page is counted, like a link, and counts. */
export async function restAndCount(page: Page): Promise<Alive> {
  await page.evaluate((hash) => (location.hash = hash), kRest);
  await expect(progress(page)).toHaveText('step 0 of 30');
  await expect(page.locator('attention-training .row attention-arcs')).toHaveCount(2);
  // A run that has ended releases its trainer after the steps in progress. A count itself takes a few bytes.
  let before = NaN;
  const change = async () => {
    const last = before;
    before = (await infoOf(page, 'attention-training')).used_bytes;
    return Math.abs(before - last);
  };
  await expect.poll(change).toBeLessThan(kMore.usedBytes);
  const { hosts: _, ...census } = await takeCensus(page, 'attention-training');
  return { ...census, ...(await takeHeaps(page, 'attention-training')) };
}

/**
 * How much more of each kind there may be. Nodes: Lit prepares a template when it is first used. Bytes: see
 * lifetime.spec.ts; a trainer has at least 80,000. The engine's memory only grows, to the maximum in use at one time:
 * all snapshots of a translation run take 41 MB.
 */
export const kMore: Readonly<Record<keyof Alive, number>> = {
  canvases: 0,
  resizeObservers: 0,
  listeners: 0,
  workers: 0,
  models: 0,
  nodes: 40,
  usedBytes: 1024,
  javaScript: 1_000_000,
  wasm: 64 * 1024 * 1024,
};

/** One line for each kind; the line says whether the increase is too large. */
export function compared(before: Alive, after: Alive, more = kMore) {
  return (Object.keys(more) as (keyof Alive)[]).map((what) => ({
    what,
    before: before[what],
    after: after[what],
    mayGrowBy: more[what],
    verdict: after[what] - before[what] <= more[what] ? 'ok' : 'LEAKS',
  }));
}
