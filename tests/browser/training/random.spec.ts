/** Random use of the training page: a new tab at its address trains and draws the same, and nothing is left behind. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { seeded } from '../../support/seeded.ts';
import { takeCensus } from '../support/census.ts';
import {
  actionsOr,
  expectAllHold,
  firstSeed,
  sequencesOr,
  timeoutOf,
} from '../support/random-actions.ts';
import { film, open, progress, quick, start, toTheEnd } from './training-page.ts';
import { watch } from '../support/watch.ts';

const sequences = sequencesOr(2);
const actions = actionsOr(8);
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

/** Reads everything that the page draws and says. */
async function drawn(page: Page) {
  const weights = await arcs(page).evaluateAll((all: AttentionArcs[]) =>
    all.map(({ tokens, chosen, layers }) => ({
      ...{ tokens: [...tokens], chosen },
      layers: layers.map((layer) => [...layer.weights]),
    })),
  );
  const heads = await page
    .getByRole('button', { name: /head \d: (on|off)$/ })
    .evaluateAll((all) => all.map((element) => element.ariaLabel));
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
  }).toPass({ timeout: 300_000 });
}

test(`${sequences} sequences of ${actions} random actions: a new tab trains to what is drawn`, async ({
  page,
  context,
}) => {
  test.setTimeout(timeoutOf(sequences, actions));
  // Without this timeout an action waits until the test ends.
  page.setDefaultTimeout(60_000);
  const { complaints } = await watch(page);
  await open(page);
  const other = await context.newPage();
  const census = async () => {
    await page.evaluate((hash) => (location.hash = hash), quick);
    await expect(progress(page)).toHaveText(/^step 0 of/);
    return takeCensus(page, 'attention-training');
  };
  const perform = (seed: number, done: string[]) => walk(page, other, seed, done);
  await expectAllHold(page, sequences, perform, census, 2 ** 18);
  expect(complaints).toEqual([]);
});
