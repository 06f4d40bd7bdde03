/** Random use of the first page: its drawings always equal plain loops, and its address opens the same page. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { formatModelState, type ModelState } from '../../../web/src/model/trained/model-state.ts';
import { seeded } from '../../support/seeded.ts';
import { shippedModels } from '../../../web/src/model/trained/shipped-models.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import {
  arcs,
  choice,
  element,
  expectAnswers,
  expectState,
  openTrained,
  ownField,
  pictures,
  stateOf,
  undoAll,
  word,
} from './first-page.ts';
import { takeCensus } from '../support/census.ts';
import {
  actionsOr,
  expectNothingLeft,
  failedSequences,
  firstSeed,
  goBack,
  historyIndex,
  sequencesOr,
  timeoutOf,
} from '../support/random-actions.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { button, chips, note, story } from '../story/story-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

const sequences = sequencesOr(4);
const actions = actionsOr(8);
/** The number of actions after which page, address and plain loops are compared. */
const kBurst = 8;
/** The number of sequences after which the other tab is reloaded; in between only its address changes. */
const kFresh = 10;
const start = 'v=3&model=goes_with';
let { pick, integer } = seeded(firstSeed);

/** Sets one of the choices above the sentences to its other value. */
async function turn(page: Page, name: string, values: readonly [string, string]) {
  const select = choice(page, name);
  if ((await select.count()) === 0) return;
  const [first, second] = values;
  await select.selectOption((await select.inputValue()) === first ? second : first);
}

/** Drags with the pointer, sideways or to another element. Does nothing if the element has gone. */
async function drag(
  page: Page,
  from: Locator,
  { by = 0, to = from }: { by?: number; to?: Locator },
) {
  // Scrolled by script: Playwright would wait until a cell that is being redrawn stands still.
  await from.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) return;
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2 + by, end.y + end.height / 2, { steps: 2 });
  await page.mouse.up();
}

const doings: Record<string, (page: Page) => Promise<unknown>> = {
  word: async (page) => {
    const count = await arcs(page).getByRole('radio').count();
    if (count > 0) await word(page, integer(0, 1), integer(0, count - 1)).click();
  },
  row: async (page) => {
    const selects = arcs(page, integer(0, 1)).getByRole('combobox', { name: /: make/ });
    if ((await selects.count()) === 0) return;
    const select = selects.nth(integer(0, (await selects.count()) - 1));
    await select.selectOption({ index: integer(0, (await select.locator('option').count()) - 1) });
  },
  head: async (page) => {
    const maps = page.locator('[data-part=maps]');
    await maps.scrollIntoViewIfNeeded();
    const heads = maps.getByRole('button', { name: /: (on|off)$/ });
    await expect(heads.first()).toBeVisible();
    await heads.nth(integer(0, (await heads.count()) - 1)).press('Space');
  },
  place: async (page) => {
    const cells = story(page).locator('.cells [role=gridcell]');
    if ((await cells.count()) > 0) await cells.nth(integer(0, (await cells.count()) - 1)).focus();
  },
  number: async (page) => {
    const cells = story(page).locator('.cells .editable');
    if ((await cells.count()) === 0) return;
    await cells.nth(integer(0, (await cells.count()) - 1)).focus();
    await page.keyboard.type(pick(['0', '-0.5', '1.25']));
    await page.keyboard.press('Enter');
  },
  dragged: async (page) => {
    const cells = story(page).locator('.cells .editable');
    if ((await cells.count()) === 0) return;
    await drag(page, cells.nth(integer(0, (await cells.count()) - 1)), { by: integer(-60, 60) });
  },
  column: async (page) => {
    const step = button(page, pick(['Previous dimension', 'Next dimension']));
    if ((await step.count()) > 0 && (await step.isEnabled())) await step.press('Enter');
  },
  arc: async (page) => {
    const grips = pictures(page).nth(integer(0, 1)).locator('.grip');
    if ((await grips.count()) < 2) return;
    const [from, to] = [0, 0].map(() => integer(0, 100));
    const count = await grips.count();
    await drag(page, grips.nth(from! % count), { to: grips.nth(to! % count) });
  },
  several: async (page) => {
    const cells = story(page).locator('.cells .editable');
    if ((await cells.count()) === 0) return;
    await cells.nth(integer(0, (await cells.count()) - 1)).focus();
    const editor = story(page).locator('.editor');
    try {
      const options = { timeout: 30_000 };
      const scope = editor.getByRole('combobox', { name: 'Change' });
      await scope.selectOption(pick(['its row', 'its column', 'all']), options);
      const change = pick(['× −1', '0']);
      await editor.getByRole('button', { name: change, exact: true }).click(options);
    } catch (problem) {
      // A pending result has closed the editor, so there is nothing to change.
      if ((await editor.count()) > 0) throw problem;
    }
  },
  parameter: async (page) => {
    const matrices = note(page).getByRole('group', { name: 'Matrices' }).getByRole('button');
    if ((await matrices.count()) === 0) return;
    const matrix = matrices.nth(integer(0, (await matrices.count()) - 1));
    if ((await matrix.getAttribute('aria-expanded')) === 'false') await matrix.press('Enter');
    await story(page).locator('attention-number-matrix').getByRole('grid').focus();
    for (let i = integer(0, 4); i > 0; i--)
      await page.keyboard.press(pick(['ArrowDown', 'ArrowRight']));
    if (pick([true, false])) await page.keyboard.press(pick(['Shift+Space', 'Control+Space']));
    await page.keyboard.type(pick(['0', '0.25']));
    await page.keyboard.press('Enter');
  },
  undone: async (page) => {
    const all = chips(page).getByRole('button');
    if ((await all.count()) > 0) await all.nth(integer(0, (await all.count()) - 1)).press('Enter');
  },
  raise: async (page) => {
    const ask = button(page, 'What would raise this number?');
    if ((await ask.count()) > 0) await ask.press('Enter');
  },
  layer: (page) => turn(page, pick(['layer 1', 'layer 2']), ['on', 'off']),
  mask: (page) => turn(page, 'Mask', ['none', 'causal']),
  positions: (page) => turn(page, 'Positions', ['learned', 'none']),
  undo: async (page) => {
    // Clicked at once, because the previous action may be about to remove the button.
    await undoAll(page).evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
  },
  own: async (page) => {
    if ((await ownField(page).count()) === 0) return;
    await ownField(page).fill(
      pick([
        'The horse did not leave the field because it was too slow.',
        'The horse ran.',
        'The zebra ran.',
        'a b c d e f g h e',
        '8 7 6 5 4 3 2 1',
        'then the old king came to Berlin',
        '',
      ]),
    );
  },
  drawing: async (page) => {
    const paper = page.getByRole('application', { name: /draw a digit/ });
    if ((await paper.count()) === 0) return;
    await paper.focus();
    for (let i = integer(1, 12); i > 0; i--)
      await page.keyboard.press(`${pick(['', 'Shift+'])}${pick(['ArrowDown', 'ArrowRight'])}`);
  },
  guess: async (page) => {
    const guesses = page.locator('attention-guess').getByRole('button');
    if ((await guesses.count()) > 0)
      await guesses.nth(integer(0, (await guesses.count()) - 1)).press('Enter');
  },
  model: (page) => choice(page, 'Model').selectOption(pick(shippedModels)),
  back: (page) => goBack(page, firstEntry),
  forward: (page) => page.evaluate(() => history.forward()),
  reload: async (page) => {
    await page.reload();
    await expect(pictures(page).first()).toBeVisible();
  },
};

/** The history entry with which the sequence began. */
let firstEntry = 0;

/** The model named in the address. */
const drawnModel = (page: Page) => new URL(page.url()).hash.match(/model=(\w+)/)?.[1];

/** Performs an action. Does nothing if a model that was still loading has removed its target. */
async function act(page: Page, name: string): Promise<void> {
  const before = drawnModel(page);
  try {
    await doings[name]!(page);
  } catch (problem) {
    if (drawnModel(page) === before) throw problem;
  }
}

/** Waits for the address, which the page writes when it has drawn everything. */
async function settled(page: Page): Promise<ModelState> {
  const agrees = async () =>
    (new URL(page.url()).hash.slice(1) || start) === formatModelState(await stateOf(page)) &&
    (await element(page).locator('.own[aria-busy=true]').count()) === 0;
  const soon = { intervals: [10, 20, 50, 100, 200] };
  await expect.poll(agrees, soon).toBe(true);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect.poll(agrees, soon).toBe(true);
  await expect(pictures(page).locator('canvas').first()).toBeVisible();
  return stateOf(page);
}

/** Waits for the numbers of the page's state. After Back or a link, the address is there before them. */
async function shows(page: Page): Promise<void> {
  await settled(page);
  await expect(() => expectState(page)).toPass({ timeout: 200_000 });
}

/** Reads the drawings and texts of all parts of the page. */
async function drawn(page: Page) {
  const weights = await pictures(page).evaluateAll((all: (AttentionArcs | AttentionPatches)[]) =>
    all.map(({ layers }) => layers.map((layer) => [...layer.weights])),
  );
  const told = await story(page).evaluateAll((views: AttentionStory[]) =>
    views.map(({ layer, head, stage, chosen, shadowRoot }) => ({
      ...{ layer, head, stage, chosen },
      numbers: [...shadowRoot!.querySelectorAll('.cells [role=gridcell], .answers [data-place]')]
        .map((cell) => cell.textContent.trim())
        .join(' '),
    })),
  );
  const texts = (selector: string) =>
    element(page)
      .locator(selector)
      .evaluateAll((all) => all.map((element) => element.textContent.replace(/\s+/g, ' ').trim()));
  return {
    ...{ weights, told },
    answers: await texts('.row attention-answer'),
    changes: await texts('.line.model attention-changes'),
    heads: await page
      .locator('attention-head-maps button[aria-pressed]')
      .evaluateAll((all) => all.map((element) => element.ariaLabel ?? element.textContent.trim())),
  };
}

async function allParts(page: Page) {
  await page.evaluate((hash) => (location.hash = hash), start);
  await settled(page);
  for (const part of ['story', 'matrices', 'maps', 'guess'])
    await page.locator(`[data-part=${part}]`).scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
  for (const part of ['matrices', 'maps'])
    await expect(page.locator(`[data-part=${part}] canvas`).first()).toBeVisible();
  await expect(page.locator('attention-guess h2')).toBeVisible();
  await expectAnswers(page, 'animal', 'street');
  return takeCensus(page, 'attention-trained');
}

/** Opens the address in another tab. */
async function openSame(other: Page, url: string, isFresh: boolean) {
  if (isFresh) await other.goto('about:blank');
  await other.goto(url);
  await settled(other);
}

async function walk(page: Page, other: Page, seed: number, done: string[]) {
  ({ pick, integer } = seeded(seed));
  await page.evaluate((hash) => (location.hash = hash), start);
  await shows(page);
  firstEntry = await historyIndex(page);
  for (let i = 0; i < actions; i++) {
    const name = pick(Object.keys(doings));
    done.push(name);
    await test.step(`${done.length}: ${name}`, () => act(page, name));
    if (done.length % kBurst !== 0 && done.length < actions) continue;
    await shows(page);
    await openSame(other, page.url(), seed % kFresh === 0);
    // The arithmetic of the story's row, and gradients, come after the rest.
    await expect(async () => expect(await drawn(page)).toEqual(await drawn(other))).toPass({
      timeout: 120_000,
    });
  }
}

test(`${sequences} sequences of ${actions} random actions: page, address and plain loops agree`, async ({
  page,
  context,
}) => {
  test.setTimeout(timeoutOf(sequences, actions));
  // Longer than any computation of the page; without it an action waits until the test ends.
  page.setDefaultTimeout(30_000);
  const { complaints } = await watch(page);
  // So tall that every part is in sight and loads.
  await page.setViewportSize({ width: 1280, height: 4000 });
  await openTrained(page, start);
  const before = await allParts(page);
  const other = await context.newPage();
  await other.setViewportSize({ width: 1280, height: 4000 });
  const failed = await failedSequences(
    page,
    sequences,
    (seed, done) => walk(page, other, seed, done),
    () => openTrained(page, start),
  );
  expect(failed).toEqual([]);
  expect(complaints).toEqual([]);
  await other.close();
  const after = await allParts(page);
  expectNothingLeft(before, after, ['hosts', 'workers'], 2 ** 20);
  expect(after.models - before.models).toBeLessThan(4);
});
