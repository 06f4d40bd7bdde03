/** A number of every parameter of every trained model is changed, by pointer or by keyboard, and plain loops agree. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionNumberMatrix } from '../../../web/src/elements/story/matrices/number-matrix.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import {
  button,
  chips,
  clickCell,
  dragCell,
  grid,
  matrix,
  modelFile,
  note,
  stage,
  story,
  stageNames,
} from './story-page.ts';
import { expectPrediction, openTrained, stateOf } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

/** The number of parameters that are changed before they are undone. */
const kTogether = 4;

/** The buttons that open the parameters of the current stage. */
const openers = (page: Page) =>
  note(page).getByRole('group', { name: 'Matrices' }).getByRole('button');

const opened = (page: Page) =>
  matrix(page).evaluate((view: AttentionNumberMatrix) => {
    const { name, isParameter, rows, columns } = view.matrix!;
    return { name, isParameter, rows, columns };
  });

/** A row that the first example uses; of a table of words, the row of its first word. */
const usedRow = (page: Page, name: string) =>
  story(page).evaluate((view: AttentionStory, name) => {
    if (!name.endsWith('embedding')) return 0;
    const side = name === 'target_embedding' ? 'target' : 'source';
    const [first] = side === 'target' ? view.targets : view.tokens;
    return view.inputs![side].indexOf(first!);
  }, name);

/** Drags the first number of a row. Returns its column. */
async function changeByPointer(page: Page, row: number, columns: number) {
  await dragCell(page, row, 0, columns);
  return [0, undefined] as const;
}

/** Chooses the first number of a row, goes to the next one if there is one, and types. Returns its column and value. */
async function changeByKeyboard(page: Page, row: number, columns: number) {
  await clickCell(page, row, 0, columns);
  await expect(grid(page)).toBeFocused();
  if (columns > 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-2');
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeFocused();
  return [Math.min(1, columns - 1), -2] as const;
}

for (const { model, layer, owns } of [
  { model: 'goes_with', layer: 0, owns: /^(layers\.0\.|embedding|positions)/ },
  { model: 'goes_with', layer: 1, owns: /^(layers\.1\.|norm\.|._out)/ },
  { model: 'induction', layer: 0, owns: /^(layers\.0\.|embedding|positions)/ },
  { model: 'induction', layer: 1, owns: /^(layers\.1\.|norm\.|._out)/ },
  { model: 'sort', layer: 0, owns: /./ },
  { model: 'digits', layer: 0, owns: /^(layers\.0\.|._patch|class_token|positions)/ },
  { model: 'digits', layer: 1, owns: /^(layers\.1\.|norm\.|._out)/ },
  { model: 'translation', layer: 0, owns: /^(encoder\.|source_)/ },
  { model: 'translation', layer: 1, owns: /^(decoder\.layers\.0\.(self|norm_1)|target_)/ },
  {
    model: 'translation',
    layer: 2,
    owns: /^(decoder\.layers\.0\.(cross|norm_2)|decoder\.norm|._out)/,
  },
] as const)
  test(`${model}, attention ${layer + 1}: a number of every parameter is changed by pointer or by keyboard, and plain loops agree`, async ({
    page,
  }) => {
    // It changes dozens of numbers.
    test.slow();
    const { complaints } = await watch(page);
    await openTrained(page, `v=3&model=${model}&layer=${layer}`);
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    const learned = await expectPrediction(page);
    const { tensors } = await modelFile(model);
    const names = Object.keys(tensors).filter((name) => owns.test(name));
    const found: string[] = [];
    const listed = chips(page).getByRole('listitem');
    let [felt, logits] = [0, learned];
    const stages = await stageNames(page);
    for (const name of stages) {
      await stage(page, name).locator('.label [data-key]').click();
      for (let i = 0; i < (await openers(page).count()); i++) {
        await openers(page).nth(i).click();
        await expect(openers(page).nth(i)).toHaveAttribute('aria-expanded', 'true');
        await expect(grid(page)).toBeVisible();
        const { name, isParameter, rows, columns } = await opened(page);
        if (!isParameter || !names.includes(name)) continue;
        found.push(name);
        await test.step(name, async () => {
          const [, shape1] = tensors[name]!.shape;
          expect(rows * columns).toBe(tensors[name]!.data.length);
          expect(columns).toBe(shape1 ?? tensors[name]!.shape[0]);
          const row = await usedRow(page, name);
          const [column, value] = await (found.length % 2 === 1
            ? changeByPointer(page, row, columns)
            : changeByKeyboard(page, row, columns));
          const changed = ((found.length - 1) % kTogether) + 1;
          await expect(listed).toHaveCount(changed);
          const { edits } = await stateOf(page);
          expect(edits).toHaveLength(changed);
          const { layer, field, index, value: set } = edits.at(-1)!;
          expect([layer === undefined ? field : `${layer}.${field}`, ...index]).toEqual([
            name,
            ...(tensors[name]!.shape.length === 1 ? [] : [row]),
            column,
          ]);
          if (value !== undefined) expect(set).toBe(value);
          const before = logits;
          logits = await expectPrediction(page);
          felt += Number(logits.some((logit, i) => Math.abs(logit - before[i]!) > 1e-4));
          if (changed < kTogether && found.length < names.length) return;
          // One is undone alone, the others together.
          await listed.first().getByRole('button').click();
          await expect(listed).toHaveCount(changed - 1);
          if (changed === 2) await listed.getByRole('button').click();
          if (changed > 2) await button(page, 'Undo all').click();
          await expect(chips(page)).toHaveCount(0);
          logits = await expectPrediction(page);
          expect(logits).toEqual(learned);
        });
      }
    }
    expect(found.toSorted()).toEqual(names.toSorted());
    // Biases of keys change no weight, and where a head is certain, its query and its key hardly matter.
    expect(felt).toBeGreaterThan(names.length / 2);
    expect(complaints).toEqual([]);
  });
