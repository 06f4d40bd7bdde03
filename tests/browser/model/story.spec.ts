/**
 * The visitor's own model, opened by keyboard: a number of every stage of its story is changed, and plain loops agree.
 */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionHeadStory } from '../../../web/src/elements/language/chosen-head/attention-head-story.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type { AttentionNumberEditor } from '../../../web/src/elements/story/editor/number-editor.ts';
import { bertLoops } from '../../wasm/bert-loops.ts';
import { checkpoint } from '../../support/checkpoint-files.ts';
import {
  button,
  chips,
  dragNumber,
  editor,
  stage,
  story,
  stageNames,
} from '../story/story-page.ts';
import { slowEngine } from '../playground/playground-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const golden = new URL('../../golden/checkpoints/bert/', import.meta.url);
const files = ['config.json', 'model.safetensors', 'tokenizer.json'].map(
  (name) => new URL(name, golden).pathname,
);
const folder = checkpoint('bert');

/** Tokens have no numbers; weighted values and probabilities cannot be edited. */
const kFixed = ['tokens', 'weighted', 'prediction'];

async function open(page: Page, hash: string) {
  await withoutMeasuring(page);
  await page.goto(`./model.html#v=3&text=The+animal+did+not+cross+the+street.${hash}`);
  await page.getByText('Open files of your own').press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Files of a BERT, DistilBERT or RoBERTa model').press('Enter');
  await (await chooser).setFiles(files);
  await expect(
    page.getByText('3 layers of 4 heads, d_model 48, weights in float32.'),
  ).toBeVisible();
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(stage(page, 'weighted').locator('.cells')).toBeVisible();
}

/** Expects every field of the story's trace to equal plain loops with its edits. Returns the mean vector. */
async function expectLoops(page: Page): Promise<readonly number[]> {
  const ids = await stage(page, 'tokens').locator('.cell').allInnerTexts();
  const { edits, trace } = await story(page).evaluate(({ edits, inspection }: AttentionStory) => ({
    edits: structuredClone(edits),
    trace: Object.entries(inspection!.trace).map(([name, { data }]) => [name, data] as const),
  }));
  const right = bertLoops(folder, ids.map(Number), edits);
  const known = trace.filter(([name]) => name in right);
  expect(known.length).toBeGreaterThan(14);
  for (const [name, numbers] of known) {
    const { data } = right[name]!;
    expect(numbers.length, name).toBe(data.length);
    const far = numbers.findIndex(
      (number, i) => !(Math.abs(number - data[i]!) <= 1e-4 * Math.max(1, Math.abs(data[i]!))),
    );
    expect(far, `${name}: ${numbers[far]}, not ${data[far]}`).toBe(-1);
  }
  return [...right['pooled']!.data];
}

for (const layer of [0, 2])
  test(`layer ${layer + 1}: a number of every stage is changed by pointer or by keyboard, and plain loops agree`, async ({
    page,
  }) => {
    page.setDefaultTimeout(60_000);
    const { complaints } = await watch(page);
    await open(page, `&layer=${layer}&head=1&word=3`);
    const learned = await expectLoops(page);
    const learnedTrace = await story(page).evaluateHandle(({ inspection }: AttentionStory) =>
      structuredClone(inspection!.trace),
    );
    /** The fields whose numbers are not those of the learned parameters, bit for bit. */
    const unlike = async () => {
      const { known, others } = await story(page).evaluate(
        ({ inspection }: AttentionStory, learned) => {
          const { trace } = inspection!;
          const known = Object.keys(learned).filter((name) => name in trace);
          const isOther = (name: string) =>
            trace[name]!.data.some((number, i) => number !== learned[name]!.data[i]);
          return { known: known.length, others: known.filter(isOther) };
        },
        learnedTrace,
      );
      expect(known).toBeGreaterThan(14);
      return others;
    };
    let felt = 0;
    const items = chips(page).getByRole('listitem');
    const stages = await stageNames(page);
    expect(stages.length).toBeGreaterThan(17);
    for (const [i, name] of stages.entries())
      await test.step(name, async () => {
        const cells = stage(page, name).locator('.cells .editable');
        if (kFixed.includes(name)) return expect(cells).toHaveCount(0);
        const place = await cells
          .nth(Math.min(3, (await cells.count()) - 1))
          .getAttribute('data-place');
        const cell = stage(page, name).locator(`[data-place="${place}"]`);
        if ((i + layer / 2) % 2 === 0) {
          await dragNumber(cell, 80);
          await cell.focus();
        } else {
          await cell.focus();
          await page.keyboard.type('-2.5');
          await page.keyboard.press('Enter');
          await expect(page).toHaveURL((url) => url.hash.includes(`edits=${place}=-2.5`));
        }
        await expect(items).toHaveCount(1);
        felt += Number(`${await expectLoops(page)}` !== `${learned}`);
        expect(await unlike()).not.toEqual([]);
        await page.keyboard.press('Delete');
        await expect(chips(page)).toHaveCount(0);
        expect(await story(page).evaluate(({ edits }: AttentionStory) => edits)).toEqual([]);
        expect(await unlike()).toEqual([]);
      });
    expect(felt).toBeGreaterThan(12);
    expect(complaints).toEqual([]);
  });

test('undos and steps that are quicker than the computation all count', async ({ page }) => {
  await withoutMeasuring(page);
  await slowEngine(page, 200);
  const [q, k, v] = ['q', 'k', 'v'].map((field) => `layers.0.attention.${field}[0,1,1,0]`);
  await page.goto(
    `./model.html#v=3&model=proof/checkpoints/bert&layer=0&head=1&edits=${q}=1;${k}=2;${v}=3`,
  );
  await page.locator('attention-head-story').evaluate((view) => view.scrollIntoView());
  await expect(chips(page).getByRole('listitem')).toHaveCount(3);
  const sentence = page.getByRole('textbox', { name: 'Sentence' });
  const undos = await chips(page).getByRole('button').elementHandles();
  await undos[0]!.focus();
  for (const undo of undos.slice(0, 2))
    await undo.evaluate((button) => (button as HTMLElement).click());
  // The focus stays where the visitor has put it meanwhile.
  await sentence.evaluate((field) => field.focus({ preventScroll: true }));
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL((url) => url.hash.endsWith(`edits=${v}=3`));
  await expect(sentence).toBeFocused();

  await chips(page).getByRole('button').click();
  await expect(chips(page)).toHaveCount(0);
  const cell = stage(page, 'q').locator('.cells .editable').nth(2);
  const place = await cell.getAttribute('data-place');
  await cell.focus();
  const number = editor(page).locator('attention-number-editor');
  const [value, step] = await number.evaluate((view: AttentionNumberEditor) => {
    const more = [...view.renderRoot.querySelectorAll('button')].find(
      ({ textContent }) => textContent!.trim() === '+',
    )!;
    for (let i = 0; i < 3; i++) more.click();
    return [view.value!, view.step];
  });
  const edited = (url: URL) => Number(url.hash.split(`edits=${place}=`)[1]);
  await expect(page).toHaveURL((url) => Math.abs(edited(url) - (value + 3 * step)) < 1e-3 * step);
});

test('gradients and parameters that cannot be computed are refused in words, until they can', async ({
  page,
}) => {
  await open(page, '&layer=1&head=1&word=3');
  const view = page.locator('attention-head-story');
  // Not that of the number's editor.
  const alert = view.locator('p.problem[role=alert]:not([id])');
  /** Lets a method of the story's model fail the next time. */
  const failOnce = (name: 'gradients' | 'parameters') =>
    view.evaluate((element: AttentionHeadStory, name) => {
      const { story } = element.model!;
      Object.assign(story, {
        [name]: () => {
          Reflect.deleteProperty(story, name);
          return Promise.reject(new Error(`No room for ${name}.`));
        },
      });
    }, name);
  await expect(alert).toBeEmpty();

  await failOnce('gradients');
  await stage(page, 'weights').locator('.cells .editable').first().focus();
  await button(page, 'What would raise this number?').press('Enter');
  await expect(alert).toHaveText('No room for gradients.');
  await expect(alert).toBeInViewport();
  await button(page, 'Hide what would raise this number').click();
  await expect(alert).toBeEmpty();
  await button(page, 'What would raise this number?').press('Enter');
  await expect
    .poll(() => story(page).evaluate((element: AttentionStory) => !!element.gradients))
    .toBe(true);
  await expect(alert).toBeEmpty();

  await failOnce('parameters');
  await story(page).getByRole('radio', { name: 'head 3', exact: true }).click();
  await expect(alert).toHaveText('No room for parameters.');
  await story(page).getByRole('radio', { name: 'head 4', exact: true }).click();
  await expect(alert).toBeEmpty();
});
