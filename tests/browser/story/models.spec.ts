/** The stories of induction, sorting and digits: each stage has the numbers of plain loops. */
import { expect, test } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { patches, pinnedImage } from './digit-reference.ts';
import { type Matrix } from '../support/reference.ts';
import { shownNumber } from './shown-number.ts';
import { modelFile, note, numbersOf, stage, stageNames, story } from './story-page.ts';
import { compute, type Computed } from './story-reference.ts';

/** The stages of a layer for the query place, in the order of the score. */
function stagesOf(
  { embedded, layers, norm }: Computed,
  { layer, head, asking, names }: { layer: number; head: number; asking: number; names: boolean },
): Record<string, number[][]> {
  const { norm: normed, heads, output, residual, fed } = layers[layer]!;
  const { q, k, v, scores, masked_scores, weights, context } = heads[head]!;
  const column = (row: number[]) => row.map((value) => [value]);
  const one = (matrix: Matrix) => [matrix[asking]!];
  const next = layers[layer + 1]?.heads[head];
  return {
    ...(names && { tokens: [] }),
    ...(layer === 0 ? { embedded: one(embedded) } : { input: one(layers[layer - 1]!.leaves) }),
    ...{ norm_1: one(normed), q, k, v },
    ...{ scores: column(scores[asking]!), mask: column(masked_scores[asking]!) },
    weights: column(weights[asking]!),
    weighted: v.map((value, j) => value.map((each) => each * weights[asking]![j]!)),
    context: one(context),
    concat: heads.map((each) => each.context[asking]!),
    ...{ output: one(output), residual_1: one(residual) },
    ...(fed && {
      norm_2: one(fed.norm),
      feed_forward: [...one(fed.hidden), ...one(fed.output)],
      residual_2: one(fed.residual),
    }),
    ...(next && { next_layer: column(next.weights[asking]!) }),
    final_norm: one(norm),
    prediction: [],
  };
}

for (const { model, layer, head, heads, asking, said } of [
  { model: 'induction', layer: 0, head: 0, heads: [1, 1], asking: 8, said: 'a' },
  { model: 'induction', layer: 1, head: 0, heads: [1, 1], asking: 8, said: 'a' },
  { model: 'sort', layer: 0, head: 0, heads: [1], asking: 8, said: '1' },
  { model: 'digits', layer: 0, head: 1, heads: [4, 4], asking: 0, said: '4' },
  { model: 'digits', layer: 1, head: 3, heads: [4, 4], asking: 0, said: '4' },
] as const)
  test(`${model}: every stage of layer ${layer + 1}, head ${head + 1} shows the numbers of plain loops`, async ({
    page,
  }) => {
    await page.goto(`./#v=2&model=${model}&layer=${layer}&shown=layers.${layer}.attention:${head}`);
    await expect(page.locator('[data-part=story]')).toBeVisible();
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await expect(note(page)).toBeVisible();
    const seen = await story(page).evaluate(({ tokens, inputs, chosen }: AttentionStory) => ({
      chosen,
      ids: tokens.map((token) => inputs!.source.indexOf(token)),
    }));
    expect(seen.chosen).toBe(asking);
    const isImage = model === 'digits';
    const computed = compute(
      (await modelFile(model)).tensors,
      isImage ? patches(pinnedImage(0)) : seen.ids,
      heads,
      { mask: isImage ? 'none' : 'causal' },
    );
    const expected = stagesOf(computed, { layer, head, asking, names: !isImage });
    expect(await stageNames(page)).toEqual(Object.keys(expected));
    for (const [name, numbers] of Object.entries(expected)) {
      if (numbers.length === 0) continue;
      const shown = (await numbersOf(page, name)).flat();
      expect(shown.length, name).toBe(numbers.flat().length);
      numbers.flat().forEach((right, i) => {
        if (shown[i] === right) return;
        const near = 2e-4 * Math.max(1, Math.abs(right));
        expect(Math.abs(shown[i]! - right), `${name} ${i}: ${shown[i]} ${right}`).toBeLessThan(
          near,
        );
      });
    }
    const answer = stage(page, 'prediction').locator('.answer').first();
    await expect(answer.locator('bdi')).toHaveText(said);
    const best = 100 * Math.max(...computed.probabilities[asking]!);
    expect(shownNumber(await answer.locator('.probability').innerText())).toBeCloseTo(best, 0);
  });
