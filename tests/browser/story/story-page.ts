/** A bare page with `<attention-story>` and the shipped model that says which words go together. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import type {
  Intervention,
  NumberPlace,
  TokenModel,
} from '../../../web/src/engine/client/engine.ts';
import type { Edit } from '../../../web/src/model/edits/edits.ts';
import type { StoryEvents } from '../../../web/src/elements/story/names/story-events.ts';
import { readSafetensors } from '../../../web/src/files/tensor-files.ts';
import { openLesson } from '../lessons/lesson-page.ts';
import { tableOf } from '../playground/playground-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { shownNumber } from './shown-number.ts';

const dist = new URL('../../../dist/', import.meta.url);

export const sentence = 'the animal did not cross the street because it was too tired .';
export const words = sentence.split(' ');
/** The query word. */
export const asking = words.indexOf('it');

const files = new Map<string, ReturnType<typeof readSafetensors>>();
export function modelFile(model = 'goes_with') {
  const file =
    files.get(model) ?? readSafetensors(readFileSync(new URL(`models/${model}.safetensors`, dist)));
  files.set(model, file);
  return file;
}

export const story = (page: Page) => page.locator('attention-story');
export const stage = (page: Page, name: string): Locator =>
  story(page).locator(`[data-stage="${name}"]`);
/** The names of the stages, from top to bottom. */
export const stageNames = (page: Page): Promise<string[]> =>
  story(page)
    .locator('[data-stage]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['stage']!));

/** Chooses a stage, and reads its table as numbers. */
export async function numbersOf(page: Page, name: string): Promise<number[][]> {
  await stage(page, name).getByRole('button').first().click();
  return (await tableOf(note(page))).cells.map((row) =>
    row.filter((text) => text !== '').map(shownNumber),
  );
}

/** The number cells of a stage, one for each word. */
export const cells = (page: Page, name: string): Locator =>
  stage(page, name).locator('.cells [role=gridcell]');
export const cellAt = (page: Page, place: string): Locator =>
  story(page).locator(`.cells [data-place="${place}"], .answers [data-place="${place}"]`);

/** Drags a number sideways, by this many pixels. */
export async function dragNumber(cell: Locator, by: number): Promise<void> {
  // Scrolled to the middle, so that the sticky bar with the formula does not cover it.
  await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await cell.boundingBox())!;
  const { mouse } = cell.page();
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  await mouse.move(x + width / 2 + by, y + height / 2, { steps: 2 });
  await mouse.up();
}

/** The open matrix. */
export const matrix = (page: Page) => story(page).locator('attention-number-matrix');
export const grid = (page: Page) => matrix(page).getByRole('grid');

/** The height of a matrix row in pixels. */
const kRow = 18;

/** The center of a cell of the open matrix, in pixels, after scrolling to it. */
async function cellCenter(page: Page, row: number, column: number, columns: number) {
  await matrix(page)
    .locator('.frame')
    .evaluate(
      (frame, top) => {
        frame.scrollTop = top;
        frame.scrollIntoView({ block: 'center' });
      },
      (row - 4) * kRow,
    );
  const { x, y, width } = (await grid(page).boundingBox())!;
  return { x: x + ((column + 0.5) * width) / columns, y: y + (row + 0.5) * kRow };
}

/** Drags a cell of the open matrix. */
export async function dragCell(page: Page, row: number, column: number, columns: number) {
  const { x, y } = await cellCenter(page, row, column, columns);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 2 });
  await page.mouse.up();
}

/** Clicks a cell of the open matrix. */
export async function clickCell(page: Page, row: number, column: number, columns: number) {
  const { x, y } = await cellCenter(page, row, column, columns);
  await page.mouse.click(x, y);
}

/** Adds the element; the page computes again after each of its events, like the lab. */
export async function openStory(page: Page, text = sentence, properties: object = {}) {
  await openLesson(page, '<h1>Lesson</h1>');
  const { tensors, metadata } = await modelFile();
  const wasm = readdirSync(new URL('assets/', dist)).find((name) =>
    /^training.*\.wasm$/.test(name),
  );
  await page.evaluate(
    async ({ parameters, seed, wasm, text, properties }) => {
      const { createEngine } = await import(new URL('./engine.js', location.href).href);
      const engine = await createEngine({ wasmUrl: new URL(wasm, location.href).href });
      const { config, vocabulary, answers } = await engine.recipeInfo({ task: 'goes_with', seed });
      const model: TokenModel = await engine.model({
        config,
        parameters,
      });
      const tokens = text.split(' ');
      const input = { ids: tokens.map((word) => vocabulary.indexOf(word)) };
      const original = await model.inspect(input, { keep: 'trace' });
      const view = document.createElement('attention-story') as AttentionStory;
      let edits: readonly Edit[] = [];
      let asked: NumberPlace | undefined;
      const heard: [string, unknown][] = [];
      const show = async () => {
        const interventions = edits as Intervention[];
        const inspection = await model.inspect(input, { keep: 'trace', interventions });
        const gradients = asked && (await model.gradients(input, { of: asked, interventions }));
        Object.assign(view, {
          ...{ inspection, gradients, edits },
          original: edits.length > 0 ? original : undefined,
        });
        await view.updateComplete;
        const { layer, head, chosen } = view;
        const place = { attention: `layers.${layer}.attention`, head, query: chosen };
        const row = await model.row(input, { ...place, interventions });
        const before = await model.row(input, place);
        view.row = { ...row, original: before, inspection, layer, head, query: chosen };
        await view.updateComplete;
      };
      const on = (type: string, act: (detail: never) => unknown) =>
        document.addEventListener(`attention-${type}`, ({ detail }: CustomEventInit) => {
          heard.push([type, structuredClone(detail)]);
          act(detail as never);
        });
      document.addEventListener('attention-edit', ({ detail }: CustomEventInit) => {
        edits = (detail as StoryEvents['attention-edit']).change(edits);
        heard.push(['edit', edits]);
        void show();
      });
      on('edit-undo-all', () => {
        edits = [];
        return show();
      });
      on('ask', (detail: { place: NumberPlace | undefined }) => {
        asked = detail.place;
        return show();
      });
      for (const type of ['choose', 'story-place']) on(type, show);
      Object.assign(globalThis, { heard, model, input });
      Object.assign(view, { config, tokens, vocabulary: answers, chosen: tokens.indexOf('it') });
      Object.assign(view, properties);
      document.querySelector('main')!.append(view);
      await show();
    },
    {
      parameters: Object.fromEntries(
        Object.entries(tensors).map(([name, { shape, data }]) => [
          name,
          { shape: [...shape], data: data as Float32Array },
        ]),
      ),
      seed: Number(metadata['seed']),
      wasm: `./assets/${wasm}`,
      text,
      properties,
    },
  );
  await expect(cells(page, 'weights').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await drawnTwice(page);
}

type Heard = readonly [type: string, detail: unknown];

export const heard = (page: Page, type: string): Promise<unknown[]> =>
  page.evaluate(
    (type) =>
      (globalThis as unknown as { heard: Heard[] }).heard
        .filter(([name]) => name === type)
        .map(([, detail]) => detail),
    type,
  );

export const note = (page: Page) => story(page).locator('.note');
export const editor = (page: Page) => story(page).locator('.editor');
export const button = (page: Page, name: string) =>
  story(page).getByRole('button', { name, exact: true });
export const chips = (page: Page) => story(page).getByRole('list', { name: 'Changes' });
export const typed = (page: Page) => editor(page).getByRole('textbox');

/** v of "tired" in head 1 of layer 1: a single number. */
export const tired = `layers.0.attention.v[0,0,${words.indexOf('tired')},0]`;
