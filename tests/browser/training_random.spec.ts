/** Random use of the training page: what is drawn is what a new tab trains and draws at its address, and nothing is left behind. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../web/src/elements/training/attention-arcs.ts';
import { seeded } from '../web/seeded.ts';
import { takeCensus } from './census.ts';
import { film, open, progress, quick, start, toTheEnd } from './training_page.ts';
import { watch } from './watch.ts';

const sequences = Number(process.env['ATTN_SEQUENCES'] ?? 2);
const actions = Number(process.env['ATTN_ACTIONS'] ?? 8);
/** The seed of the first sequence. Set it to that of a failed sequence to run that one again alone. */
const firstSeed = Number(process.env['ATTN_SEED'] ?? 1);
let { pick, integer } = seeded(firstSeed);

const arcs = (page: Page) => page.locator('attention-training .row attention-arcs');

const doings: Record<string, (page: Page) => Promise<unknown>> = {
  own: (page) =>
    page.getByLabel('Your own example').fill(pick(['a b c d', 'h g f e d c b a', 'c a b', ''])),
  word: async (page) => {
    const words = arcs(page).nth(integer(0, 1)).getByRole('radio');
    await words.nth(integer(0, (await words.count()) - 1)).click();
  },
  head: async (page) => {
    const heads = page.getByRole('button', { name: /head \d: (on|off)$/ });
    await heads.nth(integer(0, (await heads.count()) - 1)).press('Enter');
  },
  row: async (page) => {
    const rows = arcs(page)
      .nth(integer(0, 1))
      .getByRole('combobox', { name: /look at$/ });
    if ((await rows.count()) === 0) return;
    await rows.first().selectOption({ index: integer(0, 3) });
  },
  film: async (page) => {
    await film(page).focus();
    await page.keyboard.press(pick(['Home', 'End', 'ArrowRight', 'ArrowLeft', 'PageUp']));
  },
  free: async (page) => {
    const free = page.getByRole('button', { name: 'All heads on, all rows free' });
    if ((await free.count()) > 0 && (await free.isEnabled())) await free.press('Enter');
  },
  train: (page) => toTheEnd(page),
  seed: (page) => start(page).getByRole('button', { name: 'Another seed' }).press('Enter'),
};

/** What is drawn and said. */
async function drawn(page: Page) {
  const weights = await arcs(page).evaluateAll((all: AttentionArcs[]) =>
    all.map(({ tokens, chosen, layers }) => ({
      ...{ tokens: [...tokens], chosen },
      layers: layers.map((layer) => [...layer.weights]),
    })),
  );
  const heads = await page
    .getByRole('button', { name: /head \d: (on|off)$/ })
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  return { weights, heads, progress: await progress(page).innerText() };
}

async function walk(page: Page, other: Page, seed: number, done: string[]) {
  ({ pick, integer } = seeded(seed));
  await page.evaluate((hash) => (location.hash = hash), quick);
  await expect(progress(page)).toHaveText(/^step 0 of/);
  for (let i = 0; i < actions; i++) {
    const name = pick(Object.keys(doings));
    done.push(name);
    await test.step(`${done.length}: ${name}`, () => doings[name]!(page));
  }
  await expect(async () => {
    await other.goto('about:blank');
    await other.goto(page.url());
    await expect(progress(other)).toHaveText(await progress(page).innerText());
    expect(await drawn(page)).toEqual(await drawn(other));
  }).toPass({ timeout: 60_000 });
}

test(`${sequences} sequences of ${actions} random actions: a new tab trains to what is drawn`, async ({
  page,
  context,
}) => {
  test.setTimeout(90_000 + 3_000 * actions * sequences);
  // Without it an action waits until the test ends.
  page.setDefaultTimeout(30_000);
  const { complaints } = await watch(page);
  await open(page);
  const other = await context.newPage();
  const failed: string[] = [];
  const walkAll = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const [seed, done] = [firstSeed + i, [] as string[]];
      try {
        await test.step(`seed ${seed}`, () => walk(page, other, seed, done));
      } catch (problem) {
        failed.push(`seed ${seed}: ${done.join(', ')}\n${page.url()}\n${String(problem)}`);
      }
    }
  };
  const census = async () => {
    await page.evaluate((hash) => (location.hash = hash), quick);
    await expect(progress(page)).toHaveText(/^step 0 of/);
    return takeCensus(page, 'attention-training');
  };
  // What is made once is there after the first sequence.
  await walkAll(1);
  const before = await census();
  await walkAll(sequences);
  expect(failed).toEqual([]);
  expect(complaints).toEqual([]);
  const after = await census();
  for (const name of ['hosts', 'models', 'workers'] as const)
    expect(after[name], name).toBe(before[name]);
  expect(after.listeners - before.listeners).toBeLessThan(100);
  expect(after.nodes - before.nodes).toBeLessThan(5000);
  expect(after.usedBytes - before.usedBytes).toBeLessThan(2 ** 18);
});
