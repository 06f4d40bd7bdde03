/** Gradients of a probability or a weight, in every trained model: they equal central differences of plain loops. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import { button, cellAt, stage, story } from './story-page.ts';
import type { FieldChange } from './story-reference.ts';
import { loopsOf, openTrained, pictures } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

/** The change that moves the number at a place such as `layers.0.attention.v[0,2,11,0]`. */
function moved(place: string, by: number): FieldChange {
  const [, layer, field, index] = /^(?:(.*)\.)?(\w+)\[(.*)\]$/.exec(place)!;
  return {
    ...(layer !== undefined && { layer }),
    ...{ field: field!, index: index!.split(',').map(Number), value: by, adds: true },
  };
}

/** Places in each editable line of the story, with their gradients: at the second word, and at the query. */
const drawn = (page: Page) =>
  story(page).evaluate((view: AttentionStory) => {
    const rows = [...view.shadowRoot!.querySelectorAll<HTMLElement>('[data-stage]')];
    const places = rows.flatMap((row) => {
      if (row.dataset['stage'] === 'weighted') return [];
      const cells = [...row.querySelectorAll<HTMLElement>('.cells .editable, .answers .logit')];
      const asking = Math.min(view.chosen, cells.length - 1);
      return [cells[1], cells[asking]].flatMap((cell) => cell?.dataset['place'] ?? []);
    });
    return [...new Set(places)].map((place) => {
      const [, field, index] = /^(.*)\[(.*)\]$/.exec(place)!;
      const { shape, data } = view.gradients!.d_fields[field!]!;
      const at = index!.split(',').reduce((at, i, axis) => at * shape[axis]! + Number(i), 0);
      return { place, gradient: data[at]! };
    });
  });

/** Expects all gradients to be those of a number that plain loops compute. */
async function expectGradients(page: Page, number: (loops: Awaited<Loops>) => number) {
  const loops = await loopsOf(page);
  const all = await drawn(page);
  const largest = Math.max(...all.map(({ gradient }) => Math.abs(gradient)));
  expect(all.length).toBeGreaterThan(12);
  expect(largest).toBeGreaterThan(1e-3);
  const h = 1e-3;
  const far = all.flatMap(({ place, gradient }) => {
    const at = (by: number) => number(loops([moved(place, by)]));
    const right = (at(h) - at(-h)) / (2 * h);
    const near = 1e-3 * Math.abs(right) + 1e-4 * largest;
    return Math.abs(gradient - right) <= near ? [] : [`${place}: ${gradient}, not ${right}`];
  });
  expect(far).toEqual([]);
}
type Loops = ReturnType<Awaited<ReturnType<typeof loopsOf>>>;

for (const { model, attention, layer, head, query } of [
  { model: 'goes_with', attention: 'layers.1.attention', layer: 1, head: 0, query: 8 },
  { model: 'induction', attention: 'layers.1.attention', layer: 1, head: 0, query: 8 },
  { model: 'sort', attention: 'layers.0.attention', layer: 0, head: 0, query: 8 },
  { model: 'digits', attention: 'layers.1.attention', layer: 1, head: 0, query: 0 },
  {
    ...{ model: 'translation', attention: 'decoder.layers.0.cross_attention' },
    ...{ layer: 2, head: 0, query: 2 },
  },
] as const)
  test(`${model}: what would raise a probability, by keyboard, and a weight, by pointer`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    // A less certain head has gradients that are large enough to compare.
    const softer = `edits=${attention}.scores[0,${head},${query},*]*0.2`;
    await openTrained(
      page,
      `v=3&model=${model}&layer=${layer}&shown=${attention}:${head}&${softer}`,
    );
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    const shares = stage(page, 'prediction').locator('.probability');
    const asked = () =>
      story(page).evaluate(({ gradientOf }: AttentionStory) => gradientOf ?? null);
    // The story's code may arrive after its gradients.
    const answered = () =>
      expect
        .poll(() =>
          story(page).evaluate((view: AttentionStory) => view.hasUpdated && !!view.gradients),
        )
        .toBe(true);
    // By keyboard: the second answer.
    await shares.nth(1).focus();
    await button(page, 'What would raise this number?').press('Enter');
    await expect.poll(asked).toMatchObject({ field: 'log_probabilities' });
    const [, , id] = (await asked())!.index;
    await answered();
    await expectGradients(page, ({ probabilities }) => Math.log(probabilities![id!]!));
    // By pointer: a weight, which a reload keeps.
    const chosen = await pictures(page)
      .first()
      .evaluate((one: AttentionArcs | AttentionPatches) => one.chosen);
    const { weights } = (await loopsOf(page))();
    const n = Math.sqrt(weights.at(-1)!.length);
    const row = weights.at(-1)!.slice(chosen * n, (chosen + 1) * n);
    const key = row.indexOf(Math.max(...row));
    const place = `${attention}.weights[0,${head},${query},${key}]`;
    await cellAt(page, place).click();
    await button(page, 'What would raise this number?').click();
    await expect.poll(asked).toMatchObject({ field: 'weights' });
    await expect(page).toHaveURL((url) => url.hash.includes(`asked=${place}`));
    await page.reload();
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    await answered();
    await expectGradients(page, ({ weights }) => weights.at(-1)![chosen * n + key]!);
    expect(complaints).toEqual([]);
  });
