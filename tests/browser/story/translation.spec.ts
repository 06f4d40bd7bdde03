/**
 * The story of a translation: encoder, decoder and the cross-attention between them; each number equals plain loops.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { readSafetensors } from '../../../web/src/files/tensor-files.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { button, cells, chips, note, numbersOf, stage, stageNames, story } from './story-page.ts';
import { arcs, answer, openTrainedStory, word } from '../first-page/first-page.ts';
import { translate } from './translation-reference.ts';
import { violations } from '../support/axe.ts';
import { shownNumber } from './shown-number.ts';

const file = new URL('../../../dist/models/translation.safetensors', import.meta.url);
const parameters = async () => (await readSafetensors(readFileSync(file))).tensors;
const openAt = (page: Page, hash = '') => openTrainedStory(page, hash, 'translation');

/** The ids of the words of both sentences. */
const idsOf = (page: Page) =>
  story(page).evaluate(({ tokens, targets, inputs }: AttentionStory) => ({
    ids: tokens.map((token) => inputs!.source.indexOf(token)),
    targets: targets.map((token) => inputs!.target.indexOf(token)),
  }));

/** The query word is "Gruppe"; in the encoder, it is the word that "Gruppe" looks at. */
const kTarget = 2;
const kHead = 1;
/** The head whose arcs are drawn: it puts the most weight on the right words. */
const kBestHead = 0;

for (const [layer, name] of [
  [0, 'encoder'],
  [1, 'self'],
  [2, 'cross'],
] as const)
  test(`every stage of ${name} shows the numbers of plain loops`, async ({ page }) => {
    const attention = [
      'encoder.layers.0.attention',
      'decoder.layers.0.self_attention',
      'decoder.layers.0.cross_attention',
    ][layer]!;
    await openAt(page, `&layer=${layer}&shown=${attention}:${kHead}`);
    const { ids, targets } = await idsOf(page);
    const computed = translate(await parameters(), ids, targets);
    const { input, norm, memory, heads, output, residual } = computed[name];
    const { q, k, v, scores, masked_scores, weights, context } = heads[kHead]!;
    const asking = await story(page).evaluate(({ chosen }: AttentionStory) => chosen);
    expect(asking).toBe(name === 'encoder' ? ids.length - 2 : kTarget);
    const column = (row: number[]) => row.map((value) => [value]);
    const expected: Record<string, number[][]> = {
      [layer === 2 ? 'input' : 'embedded']: [input[asking]!],
      ...{ norm_1: [norm[asking]!], q },
      ...(name === 'cross' && { memory }),
      ...{ k, v, scores: column(scores[asking]!), mask: column(masked_scores[asking]!) },
      weights: column(weights[asking]!),
      weighted: v.map((value, j) => value.map((one) => one * weights[asking]![j]!)),
      context: column(context[asking]!),
      concat: heads.map((head) => head.context[asking]!),
      ...{ output: [output[asking]!], residual_1: [residual[asking]!] },
      ...(name === 'self' && {
        next_layer: column(computed.cross.heads[kHead]!.weights[asking]!),
      }),
      final_norm: [(name === 'encoder' ? computed.read : computed.said)[asking]!],
    };
    for (const [one, numbers] of Object.entries(expected)) {
      const shown = await numbersOf(page, one);
      expect(
        shown.map((row) => row.length),
        one,
      ).toEqual(numbers.map((row) => row.length));
      shown.forEach((row, i) =>
        row.forEach((value, j) => {
          const right = numbers[i]![j]!;
          if (value === right) return;
          const near = 2e-4 * Math.max(1, Math.abs(right));
          expect(Math.abs(value - right), `${one} ${i} ${j}: ${value} ${right}`).toBeLessThan(near);
        }),
      );
    }
    const end = name === 'encoder' ? 'to_decoder' : 'prediction';
    expect(await stageNames(page)).toEqual(['tokens', ...Object.keys(expected), end]);
    if (name === 'encoder') return expectToDecoder(page, computed.read);
    const best = Math.max(...computed.probabilities[kTarget]!);
    const said = stage(page, 'prediction').locator('.answer').first();
    await expect(said.locator('bdi')).toHaveText('ging');
    expect(shownNumber(await said.locator('.probability').innerText())).toBeCloseTo(100 * best, 0);
  });

/** The encoder's output for every word, which goes to the decoder. */
async function expectToDecoder(page: Page, memory: readonly number[][]) {
  await expect(stage(page, 'to_decoder').locator('.name')).toHaveText('To the decoder');
  const shown = await numbersOf(page, 'to_decoder');
  expect(shown.length).toBe(memory.length);
  memory.forEach((row, i) =>
    row.forEach((right, j) => {
      const near = 2e-4 * Math.max(1, Math.abs(right));
      expect(Math.abs(shown[i]![j]! - right), `${i} ${j}`).toBeLessThan(near);
    }),
  );
}

test('the story opens on the layer whose arcs are drawn, and ends in a row of logits for each German word', async ({
  page,
}) => {
  await openAt(page);
  await expect(story(page).getByRole('radio', { name: /^cross-attention/ })).toBeChecked();
  const { targets } = await idsOf(page);
  await expect(stage(page, 'prediction').locator('.shape')).toContainText(`${targets.length}×85`);
});

test('arcs lead from the German words to the English ones above them, by pointer and by keyboard', async ({
  page,
}) => {
  await openAt(page);
  const drawn = () =>
    arcs(page).evaluate((view: AttentionArcs) => ({
      split: view.split,
      chosen: view.chosen,
      weights: [...view.layers[0]!.weights],
    }));
  const { ids, targets } = await idsOf(page);
  const { cross } = translate(await parameters(), ids, targets);
  const { split, weights } = await drawn();
  expect(split).toBe(ids.length);
  const n = ids.length + targets.length;
  cross.heads[kBestHead]!.weights.forEach((row, query) =>
    row.forEach((weight, key) => expect(weights[(split + query) * n + key]).toBeCloseTo(weight, 4)),
  );
  const top = async (i: number) => (await word(page, 0, i).boundingBox())!.y;
  expect(await top(split)).toBeGreaterThan((await top(0)) + 60);
  await word(page, 0, split + 1).click();
  await expect(answer(page, 0)).toContainText('Gruppe');
  await page.keyboard.press('ArrowRight');
  await expect(answer(page, 0)).toContainText('ging');
  expect((await drawn()).chosen).toBe(split + 2);
  expect(await violations(page)).toEqual([]);
});

test('each stage of a layer names the shape of the matrix that it opens', async ({ page }) => {
  const name = 'decoder.layers.0.self_attention';
  await openAt(page, `&layer=1&stage=next_layer&shown=${name}:${kHead}`);
  const { ids, targets } = await idsOf(page);
  expect(ids.length).not.toBe(targets.length);
  await expect(note(page).locator('.shapes')).toHaveText(`n × m${targets.length} × ${ids.length}`);
  await expect(stage(page, 'next_layer').locator('.shape').first()).toContainText(
    `${targets.length}×${ids.length}`,
  );
});

test('Tab reaches the numbers of a translation that is longer than its source', async ({
  page,
}) => {
  await openAt(page, '&layer=2');
  const { ids, targets } = await idsOf(page);
  expect(targets.length).toBeGreaterThan(ids.length);
  await story(page).evaluate(async (view: AttentionStory) => {
    view.chosen = view.targets.length - 1;
    await view.updateComplete;
    Object.assign(view, { cursor: 'gone' });
    await view.updateComplete;
    await view.updateComplete;
  });
  await expect(story(page).locator('[data-stage=weights] .cells [tabindex="0"]')).toHaveCount(1);
});

test('a German word can be forced to look at another English word; English words have no such choice', async ({
  page,
}) => {
  await openAt(page);
  const { ids, targets } = await idsOf(page);
  const split = ids.length;
  const choices = arcs(page).getByRole('combobox', { name: /: make/ });
  const grip = (i: number) => arcs(page).locator(`.grip[data-word="${i}"]`);
  const drag = async (from: number, to: number) => {
    await grip(from).hover();
    await page.mouse.down();
    await grip(to).hover();
    await page.mouse.up();
  };
  await word(page, 0, 1).click();
  await expect(choices).toHaveCount(0);
  await drag(1, 2);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/row=/);
  await word(page, 0, split + 1).click();
  await expect(choices.locator('option')).toHaveCount(1 + split);
  await drag(1, 2);
  // The first head's arcs are drawn.
  await expect(page).toHaveURL(/row=0:decoder\.layers\.0\.cross_attention:0:1-2/);
  await choices.selectOption({ index: 1 });
  await expect(page).toHaveURL(/:1-0(&|$)/);
  await page.reload();
  await expect(choices).toHaveValue('0');
  const { weights } = await arcs(page).evaluate((view: AttentionArcs) => ({
    weights: [...view.layers[0]!.weights],
  }));
  const n = split + targets.length;
  expect(weights.slice((split + 1) * n, (split + 2) * n)).toEqual(
    Array.from({ length: n }, (_, key) => Number(key === 0)),
  );
  await expect(page.locator('#notice')).toBeHidden();
});

test('a change in the encoder is followed to the translation, stays in the link, and is undone', async ({
  page,
}) => {
  await openAt(page, '&layer=0&stage=v');
  await cells(page, 'v').nth(2).click();
  const { ids, targets } = await idsOf(page);
  await button(page, 'next ›').click();
  await story(page).locator('[data-stage=final_norm] .label [data-key]').click();
  await story(page)
    .getByRole('button', { name: /^γ, 1 × 32$/ })
    .click();
  const grid = story(page).locator('attention-number-matrix').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Shift+Space');
  await button(page, '× −1').click();
  const changed = { ...(await parameters()) };
  const gamma = changed['encoder.norm.gamma']!;
  changed['encoder.norm.gamma'] = { ...gamma, data: gamma.data.map((one: number) => -one) };
  const after = translate(changed, ids, targets).probabilities[kTarget]!;
  await expect(answer(page, 0)).toContainText(`${(100 * Math.max(...after)).toFixed(1)}%`);
  await expect(chips(page).getByRole('listitem')).toContainText('γ');
  await page.reload();
  await expect(answer(page, 0)).toContainText(`${(100 * Math.max(...after)).toFixed(1)}%`);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await chips(page).getByRole('button').click();
  await expect(answer(page, 0)).toContainText('ging');
});
