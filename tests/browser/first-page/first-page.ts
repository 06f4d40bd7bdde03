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

/** The ids of the pinned examples, and of the visitor's own if it is shown, by the page's vocabulary. */
export async function examples(page: Page): Promise<number[][]> {
  const vocabulary = await element(page)
    .locator('.words li')
    .evaluateAll((all) => all.map((element) => element.textContent));
  const all = await element(page).locator('.row attention-arcs').all();
  const words = await Promise.all(
    all.map((element) => element.evaluate((view: AttentionArcs) => [...view.tokens])),
  );
  return words.map((tokens) => tokens.map((token) => vocabulary.indexOf(token)));
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

async function readings(page: Page, model: ShippedModelName): Promise<Read[]> {
  const chosen = await pictures(page).evaluateAll((all: (AttentionArcs | AttentionPatches)[]) =>
    all.map((view) => view.chosen),
  );
  if (model === 'digits') {
    const images = await pictures(page).evaluateAll((all: AttentionPatches[]) =>
      all.map(({ image }) => Array.from(image)),
    );
    return images.map((image, i) => ({
      ...{ ids: [], targets: [], image: patches(image), chosen: chosen[i]! },
    }));
  }
  if (model !== 'translation')
    return (await examples(page)).map((ids, i) => ({
      ...{ ids, targets: [], image: undefined, chosen: chosen[i]! },
    }));
  // Only the story has the vocabulary of the other language.
  if ((await story(page).count()) === 0)
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const { source, target } = await story(page).evaluate(({ inputs }: AttentionStory) => inputs!);
  const sentences = await pictures(page).evaluateAll((all: AttentionArcs[]) =>
    all.map(({ tokens, split }) => ({ tokens: [...tokens], split })),
  );
  return sentences.map(({ tokens, split }, i) => ({
    ids: tokens.slice(0, split).map((token) => source.indexOf(token)),
    targets: tokens.slice(split).map((token) => target.indexOf(token)),
    ...{ image: undefined, chosen: chosen[i]! },
  }));
}

/** Computes what an example should show: the weights of the drawn heads, and logits and probabilities at the query. */
function expectedOf(
  model: ShippedModelName,
  tensors: Parameters<typeof compute>[0],
  { ids, targets, image, chosen }: Read,
  change: Change,
  drawn: readonly number[],
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
  expect(() => haveNumbers(...expected)).toPass({ timeout: 30_000 });

async function haveNumbers(
  page: Page,
  change: Change | ((example: number) => Change),
  drawnHeads?: readonly number[],
  parameters?: Parameters<typeof compute>[0],
  model: ShippedModelName = 'goes_with',
): Promise<void> {
  const tensors = parameters ?? (await modelFile(model)).tensors;
  for (const [example, read] of (await readings(page, model)).entries()) {
    const changed = typeof change === 'function' ? change(example) : change;
    const heads = drawnHeads ?? models[model].drawn;
    const expected = expectedOf(model, tensors, read, changed, heads);
    const drawn = await weights(page, example);
    expected.weights.forEach((right, layer) => {
      expect(drawn[layer]).toHaveLength(right.length);
      // One expectation for thousands of weights, because separate ones would take most of the time.
      const far = drawn[layer]!.flatMap((weight, i) =>
        Math.abs(weight - right[i]!) < kNear ? [] : [`${i}: ${weight}, not ${right[i]}`],
      );
      expect(far, `example ${example}, layer ${layer}`).toEqual([]);
    });
    if (!expected.probabilities) {
      await expect(answer(page, example)).toHaveCount(0);
      continue;
    }
    const said = 100 * Math.max(...expected.probabilities);
    const shown = (await answer(page, example).innerText()).match(/[\d.]+%/)?.[0] ?? '';
    expect(Math.abs(parseFloat(shown) - said)).toBeLessThan(0.051);
  }
}

/**
 * Expects the prediction in the first example's story, and the answers drawn there, to equal plain loops for the page's
 * state. Returns the expected logits.
 */
export async function expectPrediction(page: Page): Promise<readonly number[]> {
  const state = await stateOf(page);
  const { model } = state;
  const tensors = edited((await modelFile(model)).tensors, state.edits);
  const [read] = await readings(page, model);
  const expected = expectedOf(model, tensors, read!, changeOf(state, 0), models[model].drawn);
  const [logits, probabilities] = [expected.logits!, expected.probabilities!];
  const row = model === 'digits' ? 0 : read!.chosen - read!.ids.length * Number(isTwofold(model));
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
  await expect.poll(far).toEqual([]);
  return logits;
}

/**
 * The first example by plain loops, with further changes after those of the page's state. Returns the drawn rows of
 * weights, and logits and probabilities at the query.
 */
export async function loopsOf(page: Page) {
  const state = await stateOf(page);
  const { model } = state;
  const tensors = edited((await modelFile(model)).tensors, state.edits);
  const [read] = await readings(page, model);
  const all = changeOf(state, 0);
  return (edits: NonNullable<Change['edits']> = []) => {
    const change = { ...all, edits: [...all.edits!, ...edits] };
    return expectedOf(model, tensors, read!, change, models[model].drawn);
  };
}

/**
 * The weights of all heads of the first example by plain loops for the page's state: [query, key] each, by attention.
 */
export async function headsOf(page: Page): Promise<Record<string, readonly Matrix[]>> {
  const state = await stateOf(page);
  const { heads, mask, attentions } = models[state.model];
  const tensors = edited((await modelFile(state.model)).tensors, state.edits);
  const [{ ids, targets, image }] = (await readings(page, state.model)) as [Read];
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
export function changeOf(
  { model, mask, positions, changes, edits }: ModelState,
  example: number,
): Change {
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
  const parameters = edited((await modelFile(state.model)).tensors, state.edits);
  const change = (example: number) => changeOf(state, example);
  await expectNumbers(page, change, drawnHeads, parameters, state.model);
}
