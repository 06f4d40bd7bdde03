/**
 * Random actions on the page of language models: its maps and its address equal those of a new tab, and nothing is left
 * behind.
 */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { seeded } from '../../support/seeded.ts';
import { takeCensus } from '../support/census.ts';
import {
  actionsOr,
  expectAllHold,
  firstSeed,
  goBack,
  historyIndex,
  sequencesOr,
  timeoutOf,
} from '../support/random-actions.ts';
import { measuringFew } from '../support/without-measuring.ts';
import { watch } from '../support/watch.ts';

const sequences = sequencesOr(3);
const actions = actionsOr(8);
const startOf = (model: string) => `v=3&model=${model}&text=the+cat+sat+on+the+mat.`;
const start = startOf('proof/checkpoints/bert');
let { pick, integer } = seeded(firstSeed);

const heads = (page: Page) => page.locator('attention-all-heads');
const arcs = (page: Page) => page.locator('attention-model attention-arcs').first();
const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** Presses one of the matching controls, if there is one. */
async function press(page: Page, name: RegExp) {
  const all = button(page, name);
  const count = await all.count();
  if (count > 0) await all.nth(integer(0, count - 1)).press('Enter');
}

const doings: Record<string, (page: Page) => Promise<unknown>> = {
  text: (page) =>
    page
      .getByRole('textbox', { name: 'Sentence' })
      .fill(pick(['the cat sat.', 'a small dog ran to the old house', 'it is cold', ' '])),
  word: async (page) => {
    const words = arcs(page).getByRole('radio');
    await words.nth(integer(0, (await words.count()) - 1)).click();
  },
  head: (page) => press(page, /^Layer \d \(layers\.\d\), head \d/),
  off: (page) => press(page, /^Switch this head (off|on)$/),
  layer: (page) => press(page, /^All heads of this layer (off|on)$/),
  relation: async (page) => {
    const strips = page.locator('attention-head-relations').getByRole('listitem');
    await strips
      .nth(integer(0, (await strips.count()) - 1))
      .getByRole('button')
      .press('Enter');
  },
  row: async (page) => {
    const select = arcs(page)
      .getByRole('combobox', { name: /: make/ })
      .first();
    if ((await select.count()) === 0) return;
    await select.selectOption({ index: integer(0, (await select.locator('option').count()) - 1) });
  },
  order: (page) =>
    page.getByLabel('Sort by').selectOption(pick(['layer', 'name', 'entropy', 'distance'])),
  delimiters: (page) =>
    page.getByLabel('[CLS], [SEP]').selectOption(pick(['hidden', 'shown', 'rescaled'])),
  undo: (page) => press(page, /^Undo all changes$/),
  back: (page) => goBack(page, firstEntry),
  forward: (page) => page.evaluate(() => history.forward()),
};

/** The history entry with which the sequence began. */
let firstEntry = 0;

/** Waits until the heads are measured, so that their names are known. */
async function opened(page: Page) {
  await expect(heads(page).locator('canvas.scale')).toBeAttached();
  await expect(page.locator('attention-head-relations').getByRole('rowheader')).toHaveCount(13);
}

/** Reads everything that the page draws and says. */
async function drawn(page: Page) {
  const maps = await heads(page).evaluate(
    ({ tokens, heads, chosen, order }: AttentionAllHeads) => ({
      ...{ tokens: [...tokens], chosen, order },
      heads: heads.map(({ name, weights }) => ({ name, weights: [...weights] })),
    }),
  );
  const shown = await arcs(page).evaluate(
    ({ tokens, chosen, direction, layers }: AttentionArcs) => ({
      ...{ tokens: [...tokens], chosen, direction },
      layers: layers.map(({ title, weights }) => ({ title, weights: [...weights] })),
    }),
  );
  const card = await page.locator('attention-head-card').innerText();
  const pressed = await page
    .locator('attention-head-relations li button')
    .evaluateAll((all) => all.map((element) => element.ariaPressed));
  return { maps, shown, card, pressed };
}

async function walk(
  page: Page,
  other: Page,
  seed: number,
  actions: number,
  done: string[],
  start: string,
) {
  ({ pick, integer } = seeded(seed));
  await page.evaluate((hash) => (location.hash = hash), start);
  await opened(page);
  firstEntry = await historyIndex(page);
  for (let i = 0; i < actions; i++) {
    const name = pick(Object.keys(doings));
    done.push(name);
    await test.step(`${done.length}: ${name}`, () => doings[name]!(page));
  }
  // A preview of the focused or pointed-at element is not part of the address.
  await page.mouse.move(2, 2);
  await page.evaluate(() => {
    let focused: Element | null | undefined = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    (focused as HTMLElement | null)?.blur();
  });
  await expect(async () => {
    // An empty field keeps the last valid sentence, which no address contains.
    const text = page.getByRole('textbox', { name: 'Sentence' });
    if ((await text.getAttribute('aria-invalid')) === 'true') await text.fill('it is cold');
    await other.goto('about:blank');
    await other.goto(page.url());
    await opened(other);
    expect(await drawn(page)).toEqual(await drawn(other));
  }).toPass({ timeout: 300_000 });
}

test(`${sequences} sequences of ${actions} random actions: maps and address are those of a new tab`, async ({
  page,
  context,
}) => {
  test.setTimeout(timeoutOf(sequences, actions));
  // Without this timeout an action waits until the test ends.
  page.setDefaultTimeout(60_000);
  const { complaints } = await watch(page);
  await page.goto(`./model.html#${start}`);
  await opened(page);
  const other = await context.newPage();
  const census = async () => {
    await page.evaluate((hash) => (location.hash = hash), start);
    await opened(page);
    return takeCensus(page, 'attention-model');
  };
  const perform = (seed: number, done: string[]) => walk(page, other, seed, actions, done, start);
  await expectAllHold(page, sequences, perform, census, 2 ** 16);
  expect(complaints).toEqual([]);
});

/** Two tabs open MiniLM, so do few actions unless more are requested. */
const ofMiniLm = process.env['ATTN_ACTIONS'] === undefined ? 4 : actions;
test(`${ofMiniLm} random actions in MiniLM: maps and address are those of a new tab`, async ({
  page,
  context,
}) => {
  test.setTimeout(timeoutOf(1, ofMiniLm));
  page.setDefaultTimeout(60_000);
  const { complaints } = await watch(page);
  await measuringFew(context);
  const start = startOf('minilm');
  await page.goto(`./model.html#${start}`);
  const done: string[] = [];
  await walk(page, await context.newPage(), firstSeed, ofMiniLm, done, start);
  expect(complaints).toEqual([]);
});
