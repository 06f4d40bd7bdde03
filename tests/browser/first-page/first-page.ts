/** Page object of the first page: opens it, and reads its drawings. */
import { expect, type Page } from '@playwright/test';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import type { ModelState } from '../../../web/src/model/trained/model-state.ts';
import type { ShippedModelName } from '../../../web/src/model/trained/shipped-models.ts';
import { patches } from '../story/digit-reference.ts';
import type { Matrix } from '../support/reference.ts';
import { modelFile, note, story } from '../story/story-page.ts';
import { compute, edited, type Change } from '../story/story-reference.ts';
import { translate } from '../story/translation-reference.ts';

export async function openTrained(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash && `#${hash}`}`);
  await expect(pictures(page).locator('canvas').first()).toBeVisible();
}

/** Changes the address of the open page, which restores the whole state that it names. */
export const goTo = (page: Page, hash: string) =>
  page.evaluate((hash) => (location.hash = hash), hash);

/** Opens the first page with its story in view. */
export async function openTrainedStory(
  page: Page,
  hash = '',
  model: ShippedModelName = 'goes_with',
) {
  await openTrained(page, `v=3&model=${model}${hash}`);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(note(page)).toBeVisible();
}

export const element = (page: Page) => page.locator('attention-trained');
export const stateOf = (page: Page): Promise<ModelState> =>
  element(page).evaluate((view: AttentionTrained) => view.state);
/** The sentences with arcs, or the images. */
export const pictures = (page: Page) =>
  element(page).locator('.row attention-arcs, .row attention-patches');
export const row = (page: Page, example = 0) =>
  element(page).locator('.row:has(attention-arcs, attention-patches)').nth(example);
export const arcs = (page: Page, example = 0) => row(page, example).locator('attention-arcs');
export const word = (page: Page, example: number, i: number) =>
  arcs(page, example).getByRole('radio').nth(i);
/** The point at which an arc of the first example is dragged: that of a word, in a layer counted from 0. */
export async function gripCenter(page: Page, layer: number, i: number) {
  const grip = arcs(page).locator(`.grip[data-layer="${layer}"][data-word="${i}"]`);
  const { x, y, width, height } = (await grip.boundingBox())!;
  return [x + width / 2, y + height / 2] as const;
}
/** A text such as "animal 99.9%". */
export const answer = (page: Page, example: number) =>
  row(page, example).locator('attention-answer .first');
/** The line in the first screen that says the model is changed. */
export const status = (page: Page) => element(page).locator('.is-changed');
export const undoAll = (page: Page) => status(page).getByRole('button', { name: 'Undo all' });
export const line = (page: Page) => element(page).locator('.line.model');
export const film = (page: Page) => page.getByRole('group', { name: 'How the model learned' });
export const choice = (page: Page, name: string) =>
  line(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^\\s*${name}`) })
    .locator('select');
/** The field for the visitor's own example. */
export const ownField = (page: Page) => page.getByRole('textbox', { name: 'Try your own' });

/** All weights drawn for an example: [layer][query * n + key]. */
export const weights = (page: Page, example = 0): Promise<number[][]> =>
  pictures(page)
    .nth(example)
    .evaluate(({ layers }: AttentionArcs | AttentionPatches) =>
      layers.map((layer) => [...layer.weights]),
    );

/** The answer alone, without the one before a change. */
export const spoken = (page: Page, example: number) =>
  row(page, example).locator('attention-answer .answer');

/** Expects the answers of the two pinned examples. */
export async function expectAnswers(page: Page, ...answers: string[]): Promise<void> {
  for (const [example, said] of answers.entries())
    await expect(spoken(page, example)).toHaveText(said);
}

/** What the page has drawn, and what its numbers depend on, all at the same moment. */
const reading = (page: Page) =>
  element(page).evaluate((view: AttentionTrained) => {
    const root = view.shadowRoot!;
    const rows = [...root.querySelectorAll('.row:has(attention-arcs, attention-patches)')];
    return {
      state: view.state,
      vocabulary: [...root.querySelectorAll('.words li')].map(({ textContent }) => textContent),
      /** Only the story has the vocabulary of the other language. */
      inputs: root.querySelector<AttentionStory>('attention-story')?.inputs,
      examples: rows.map((row) => {
        const one = row.querySelector<AttentionArcs | AttentionPatches>(
          'attention-arcs, attention-patches',
        )!;
        const answer = row.querySelector('attention-answer')?.shadowRoot;
        return {
          ...('image' in one
            ? { tokens: [], split: 0, image: Float64Array.from(one.image) }
            : { tokens: [...one.tokens], split: one.split, image: undefined }),
          chosen: one.chosen,
          weights: one.layers.map(({ weights }) => Float32Array.from(weights)),
          answer: answer?.querySelector<HTMLElement>('.first')?.innerText,
        };
      }),
    };
  });
type Reading = Awaited<ReturnType<typeof reading>>;

/** The ids of the pinned examples, and of the visitor's own if it is shown, by the page's vocabulary. */
export async function examples(page: Page): Promise<number[][]> {
  const { vocabulary, examples } = await reading(page);
  return examples.map(({ tokens }) => tokens.map((token) => vocabulary.indexOf(token)));
}

/** The names of a stack's attentions. */
const stack = (layers: number) =>
  Array.from({ length: layers }, (_, layer) => `layers.${layer}.attention`);
/** The heads of each attention, the heads drawn at first, the mask, and the attentions' names. */
const models: Record<
  ShippedModelName,
  {
    heads: readonly number[];
    drawn: readonly number[];
    mask: 'none' | 'causal';
    attentions: readonly string[];
  }
> = {
  goes_with: { heads: [4, 1], drawn: [2, 0], mask: 'none', attentions: stack(2) },
  induction: { heads: [1, 1], drawn: [0, 0], mask: 'causal', attentions: stack(2) },
  sort: { heads: [1], drawn: [0], mask: 'causal', attentions: stack(1) },
  digits: { heads: [4, 4], drawn: [0, 0], mask: 'none', attentions: stack(2) },
  translation: {
    ...{ heads: [4, 4, 4], drawn: [0], mask: 'causal' },
    attentions: [
      'encoder.layers.0.attention',
      'decoder.layers.0.self_attention',
      'decoder.layers.0.cross_attention',
    ],
  },
};

/** A page usually shows its new numbers after a few hundredths of a second. */
const soon = { intervals: [20, 50, 100, 250, 500] };

/** The tolerance for weights: drawn ones are float32, expected ones float64. */
const kNear = 5e-5;

/** A model's input: ids of words, ids of both sentences, or an image in patches. */
interface Read {
  readonly ids: readonly number[];
  readonly targets: readonly number[];
  readonly image: Matrix | undefined;
  /** The query place, counted over the words of both sentences. */
  readonly chosen: number;
}

/** What the page has drawn of a model, and what that model reads in each example. */
async function readingOf(page: Page, named?: ShippedModelName) {
  let shown = await reading(page);
  const model = named ?? shown.state.model;
  if (isTwofold(model) && !shown.inputs) {
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await expect(story(page)).toBeVisible();
    shown = await reading(page);
  }
  return { ...shown, reads: shown.examples.map((example) => readOf(example, shown, model)) };
}

function readOf(
  { tokens, split, image, chosen }: Reading['examples'][number],
  { vocabulary, inputs }: Reading,
  model: ShippedModelName,
): Read {
  if (image) return { ids: [], targets: [], image: patches(image), chosen };
  const { source, target } = isTwofold(model) ? inputs! : { source: vocabulary, target: [] };
  const ends = isTwofold(model) ? split : tokens.length;
  return {
    ids: tokens.slice(0, ends).map((token) => source.indexOf(token)),
    targets: tokens.slice(ends).map((token) => target.indexOf(token)),
    ...{ image: undefined, chosen },
  };
}

type Tensors = Parameters<typeof compute>[0];

/** The parameters of a state: for an unchanged model always the same object, whose numbers are known. */
async function tensorsOf({ model, edits }: ModelState): Promise<Tensors> {
  const { tensors } = await modelFile(model);
  return edits.length > 0 ? edited(tensors, edits) : tensors;
}

/** What has been computed from parameters, because a page is read again until it shows that, and again after an undo. */
const known = new WeakMap<Tensors, Map<string, ReturnType<typeof computeExpected>>>();

/** What an example should show: the weights of the drawn heads, and logits and probabilities at the query. */
function expectedOf(model: ShippedModelName, tensors: Tensors, ...rest: [Read, Change, Heads]) {
  const results = known.get(tensors) ?? new Map<string, ReturnType<typeof computeExpected>>();
  known.set(tensors, results);
  const key = JSON.stringify([model, ...rest]);
  const expected = results.get(key) ?? computeExpected(model, tensors, ...rest);
  results.set(key, expected);
  return expected;
}
type Heads = readonly number[];

function computeExpected(
  model: ShippedModelName,
  tensors: Tensors,
  { ids, targets, image, chosen }: Read,
  change: Change,
  drawn: Heads,
) {
  const { heads, mask } = models[model];
  if (model !== 'translation') {
    const { layers, logits, probabilities } = compute(tensors, image ?? ids, heads, {
      ...{ mask, ...change },
    });
    const query = image ? 0 : chosen;
    return {
      weights: drawn.map((head, layer) => layers[layer]!.heads[head]!.weights.flat()),
      ...{ logits: logits[query]!, probabilities: probabilities[query]! },
    };
  }
  const { cross, logits, probabilities } = translate(tensors, ids, targets, { mask, ...change });
  // The words of both sentences; English words have no weights.
  const n = ids.length + targets.length;
  const square = Array<number>(n * n).fill(0);
  cross.heads[drawn[0]!]!.weights.forEach((row, query) =>
    row.forEach((weight, key) => (square[(ids.length + query) * n + key] = weight)),
  );
  // The query word is always German.
  const query = chosen - ids.length;
  return {
    weights: [square],
    ...{ logits: logits[query], probabilities: probabilities[query] },
  };
}

/** Expects that drawings and texts of each example will equal plain loops. */
export const expectNumbers = (...expected: Parameters<typeof haveNumbers>): Promise<void> =>
  expect(() => haveNumbers(...expected)).toPass({ timeout: 150_000, ...soon });

async function haveNumbers(
  page: Page,
  change: Change | ((example: number) => Change),
  drawnHeads?: Heads,
  parameters?: Tensors,
  model: ShippedModelName = 'goes_with',
): Promise<void> {
  const tensors = parameters ?? (await modelFile(model)).tensors;
  const { examples, reads } = await readingOf(page, model);
  expect(examples.length).toBeGreaterThan(0);
  for (const [example, { weights, answer }] of examples.entries()) {
    const changed = typeof change === 'function' ? change(example) : change;
    const heads = drawnHeads ?? models[model].drawn;
    const expected = expectedOf(model, tensors, reads[example]!, changed, heads);
    expected.weights.forEach((right, layer) => {
      expect(weights[layer]).toHaveLength(right.length);
      // One expectation for thousands of weights, because separate ones would take most of the time.
      const far = right.flatMap((share, i) =>
        Math.abs(weights[layer]![i]! - share) < kNear
          ? []
          : [`${i}: ${weights[layer]![i]}, not ${share}`],
      );
      expect(far, `example ${example}, layer ${layer}`).toEqual([]);
    });
    if (!expected.probabilities) {
      expect(answer).toBe(undefined);
      continue;
    }
    const said = 100 * Math.max(...expected.probabilities);
    const shown = answer?.match(/[\d.]+%/)?.[0] ?? '';
    expect(Math.abs(parseFloat(shown) - said)).toBeLessThan(0.051);
  }
}

/** The page's state, and what its model reads in the first example. */
async function firstExample(page: Page) {
  const { state, reads } = await readingOf(page);
  return { state, read: reads[0]!, tensors: await tensorsOf(state) };
}

/**
 * Expects the prediction in the first example's story, and the answers drawn there, to equal plain loops for the page's
 * state. Returns the expected logits.
 */
export async function expectPrediction(page: Page): Promise<readonly number[]> {
  const { state, read, tensors } = await firstExample(page);
  const { model } = state;
  const expected = expectedOf(model, tensors, read, changeOf(state, 0), models[model].drawn);
  const [logits, probabilities] = [expected.logits!, expected.probabilities!];
  const row = model === 'digits' ? 0 : read.chosen - read.ids.length * Number(isTwofold(model));
  const far = () =>
    story(page).evaluate(
      (view: AttentionStory, { row, logits, probabilities }) => {
        // The element's code may arrive after its page.
        if (!view.hasUpdated || !view.inspection) return ['The story has not been drawn yet.'];
        const texts = [...view.shadowRoot!.querySelectorAll<HTMLElement>('.answers [data-place]')];
        const shown = texts.map((cell) => {
          const id = Number(/(\d+)\]$/.exec(cell.dataset['place']!)![1]);
          const isLogit = cell.classList.contains('logit');
          const text = cell.querySelector(':scope > span')!.textContent.replace('−', '-');
          const right = isLogit ? logits[id]! : 100 * probabilities[id]!;
          // Logits are shown with three digits, probabilities in tenths of a percent.
          const near = isLogit ? Math.max(0.006, 0.006 * Math.abs(right)) : 0.051;
          const value = text.startsWith('<') ? 0.025 : parseFloat(text);
          return Math.abs(value - right) <= near ? [] : [`${id}: ${text}, not ${right}`];
        });
        const { data } = view.inspection.logits!;
        const computed = logits.map((right, id) => {
          const is = data[row * logits.length + id]!;
          const near = 2e-4 * Math.max(1, Math.abs(right));
          return Math.abs(is - right) <= near ? [] : [`logit ${id}: ${is}, not ${right}`];
        });
        return [...shown, ...computed].flat();
      },
      { row, logits, probabilities },
    );
  await expect.poll(far, soon).toEqual([]);
  return logits;
}

/**
 * The first example by plain loops, with further changes after those of the page's state. Returns the drawn rows of
 * weights, and logits and probabilities at the query.
 */
export async function loopsOf(page: Page) {
  const { state, read, tensors } = await firstExample(page);
  const { model } = state;
  const all = changeOf(state, 0);
  return (edits: NonNullable<Change['edits']> = []) => {
    const change = { ...all, edits: [...all.edits!, ...edits] };
    return expectedOf(model, tensors, read, change, models[model].drawn);
  };
}

/**
 * The weights of all heads of the first example by plain loops for the page's state: [query, key] each, by attention.
 */
export async function headsOf(page: Page): Promise<Record<string, readonly Matrix[]>> {
  const { state, read, tensors } = await firstExample(page);
  const { heads, mask, attentions } = models[state.model];
  const { ids, targets, image } = read;
  const change = { mask, ...changeOf(state, 0) };
  const all = isTwofold(state.model)
    ? Object.values(pickParts(translate(tensors, ids, targets, change)))
    : compute(tensors, image ?? ids, heads, change).layers;
  return Object.fromEntries(
    all.map((layer, i) => [attentions[i]!, layer.heads.map(({ weights }) => weights)]),
  );
}
const pickParts = ({ encoder, self, cross }: ReturnType<typeof translate>) => ({
  encoder,
  self,
  cross,
});

/** Whether the model reads two sentences. */
const isTwofold = (model: ShippedModelName) => model === 'translation';

/** Converts the page's changes of an example to those of the plain loops. */
function changeOf({ model, mask, positions, changes, edits }: ModelState, example: number): Change {
  const layer = (attention: string) => models[model].attentions.indexOf(attention);
  return {
    ...(mask && { mask }),
    ...(positions ? { positions } : {}),
    edits,
    off: changes.off.map(({ attention, head }) => ({ layer: layer(attention), head })),
    rows: changes.row
      .filter((row) => row.example === example)
      .map(({ attention, head, query, key }) => ({ layer: layer(attention), head, query, key })),
  };
}

/** Expects drawings and texts to equal plain loops for the page's state. */
export async function expectState(page: Page, drawnHeads?: readonly number[]): Promise<void> {
  const state = await stateOf(page);
  const change = (example: number) => changeOf(state, example);
  await expectNumbers(page, change, drawnHeads, await tensorsOf(state), state.model);
}
