/** The elements as a teacher uses them: with literal tensors, in separate labs, attached and detached. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionBars } from '../../../web/src/elements/views/attention-bars.ts';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import type { LabValue } from '../../../web/src/elements/lab/lab-context.ts';
import type { AttentionTokens } from '../../../web/src/elements/views/attention-tokens.ts';
import type { AttentionVector } from '../../../web/src/elements/views/attention-vector.ts';
import { elementSnippet } from '../../../web/src/embed/snippets.ts';
import { defaultState } from '../../../web/src/settings/state.ts';
import { savedOf } from '../support/saved-file.ts';
import { watch } from '../support/watch.ts';
import { openLesson } from '../lessons/lesson-page.ts';
import { open, settled, status, tableOf, tokenButtons } from '../playground/playground-page.ts';

const own = (page: Page, name: string) => page.locator(`main > ${name}`);

/** Whether anything is drawn on the element's canvas. */
const isDrawn = (page: Page, name: string) =>
  own(page, name)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.width === 0 || canvas.height === 0) return false;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value !== 0);
    });

test('a heatmap shows a literal tensor, masks minus infinity, and works by keyboard', async ({
  page,
}) => {
  await openLesson(page);
  await page.evaluate(() => {
    const heatmap = document.createElement('attention-heatmap') as AttentionHeatmap;
    heatmap.tensor = {
      axes: ['query', 'key'],
      shape: [2, 3],
      data: new Float32Array([0.5, -1.25, -Infinity, 3, 0, 1e-7]),
    };
    heatmap.rowLabels = ['<b>r1</b>', 'r2'];
    heatmap.columnLabels = ['c1', 'c2', 'c3'];
    heatmap.query = 0;
    document.querySelector('main')!.append(heatmap);
  });
  const heatmap = own(page, 'attention-heatmap');
  await expect.poll(() => isDrawn(page, 'attention-heatmap')).toBe(true);
  const { columns, names, cells } = await tableOf(heatmap);
  expect(columns).toEqual(['query', 'c1', 'c2', 'c3']);
  expect(names).toEqual(['<b>r1</b>', 'r2']);
  expect(cells.map((row) => row.map((cell) => (cell === 'masked' ? cell : Number(cell))))).toEqual([
    [0.5, -1.25, 'masked'],
    [3, 0, 1e-7],
  ]);
  await heatmap.getByRole('application').press('End');
  await expect(heatmap).toContainText('<b>r1</b> → c3: masked');
  const followed = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-change', (event) =>
          resolve((event as CustomEvent).detail),
        ),
      ),
  );
  await heatmap.getByRole('application').press('ArrowDown');
  await heatmap.getByRole('application').press('Enter');
  expect(await followed).toEqual({ word: 1, key: 2 });
});

test("pictures are for a dark page if the page's ink is light, in any form of color", async ({
  page,
}) => {
  await openLesson(page);
  /** The first byte of the color of the only cell, the most frequent one. */
  const cellWith = async (ink: string) => {
    await page.evaluate((ink) => {
      const heatmap = document.createElement('attention-heatmap') as AttentionHeatmap;
      heatmap.style.setProperty('--attention-ink', ink);
      heatmap.tensor = { axes: ['query', 'key'], shape: [1, 1], data: new Float32Array(1) };
      heatmap.rowLabels = heatmap.columnLabels = [''];
      document.querySelector('main')!.replaceChildren(heatmap);
    }, ink);
    await expect.poll(() => isDrawn(page, 'attention-heatmap')).toBe(true);
    return own(page, 'attention-heatmap')
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height).data;
        const counts = new Array<number>(256).fill(0);
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 255) counts[pixels[i]!]!++;
        return counts.indexOf(Math.max(...counts));
      });
  };
  for (const light of [
    'rgb(240, 240, 240)',
    'oklch(0.95 0 0)',
    'color-mix(in srgb, white, silver)',
  ])
    expect(await cellWith(light), light).toBeLessThan(80);
  for (const dark of ['rgb(20, 20, 20)', 'oklch(0.2 0 0)'])
    expect(await cellWith(dark), dark).toBeGreaterThan(180);
});

/** Adds bars, tokens and vector of one literal row, without a lab. */
async function addRowViews(page: Page, { untrained = false } = {}) {
  await page.evaluate((untrained) => {
    const tensor = (values: number[], shape = [values.length], axes = ['key']) => ({
      axes,
      shape,
      data: new Float32Array(values),
    });
    const detail = {
      weights: tensor([0.25, 0.625, 0.125]),
      ranking: tensor([1, 0, 2]),
      rest_weight: tensor([0], [], []),
      context: tensor([1, -2], [2], ['d_head']),
      contributions: tensor([0.5, -1, 0.5, -0.5, 0, -0.5], [3, 2], ['key', 'd_head']),
      rest_contributions: tensor([0, 0], [2], ['d_head']),
    };
    for (const name of ['attention-tokens', 'attention-bars', 'attention-vector']) {
      const view = document.createElement(name) as
        AttentionTokens | AttentionBars | AttentionVector;
      Object.assign(view, { tokens: ['uno', '<i>due', 'tre'], detail, query: 2, untrained });
      document.querySelector('main')!.append(view);
    }
  }, untrained);
}

test('tokens, bars and vector show a literal row', async ({ page }) => {
  await openLesson(page);
  await addRowViews(page);
  await expect(tokenButtons(page).locator('.word')).toHaveText(['uno', '<i>due', 'tre']);
  await expect(tokenButtons(page).nth(2)).toBeChecked();
  await expect(own(page, 'attention-bars')).toContainText('<i>due 62.5% · uno 25.0% · tre 12.5%');
  const bars = await tableOf(own(page, 'attention-bars'));
  expect(bars.cells.map(([weight]) => Number(weight))).toEqual([0.25, 0.625, 0.125]);
  const vector = await tableOf(own(page, 'attention-vector'));
  expect(vector.cells.map((row) => row.map(Number))).toEqual([
    [0.5, -1],
    [0.5, -0.5],
    [0, -0.5],
    [1, -2],
  ]);
  await tokenButtons(page).nth(0).click();
  await expect(tokenButtons(page).nth(0)).toBeChecked();
});

test('a row of random parameters is gray, and its files say that it is untrained', async ({
  page,
}) => {
  await openLesson(page);
  await addRowViews(page, { untrained: true });
  const colors = await own(page, 'attention-vector')
    .locator('.parts i')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor));
  expect(colors).toEqual(['rgb(64, 60, 54)', 'rgb(179, 173, 161)', 'rgb(121, 115, 106)']);
  const views = ['attention-tokens', 'attention-bars', 'attention-vector'];
  const files = await savedOf(
    views.map((name) => own(page, name)),
    'SVG',
  );
  expect(files).toHaveLength(3);
  for (const file of files) {
    expect(file.name).toMatch(/^untrained-/);
    expect(file.bytes.toString('utf8')).toMatch(/untrained:\srandom\sparameters/);
  }
});

test('a view that is detached and attached again redraws', async ({ page }) => {
  await openLesson(page);
  await addRowViews(page);
  for (const name of ['attention-bars', 'attention-vector']) {
    await expect.poll(() => isDrawn(page, name)).toBe(true);
    await own(page, name).evaluate(async (view) => {
      view.remove();
      await new Promise(requestAnimationFrame);
      document.querySelector('main')!.prepend(view);
    });
    await expect.poll(() => isDrawn(page, name), { message: name }).toBe(true);
  }
});

test('a lab reads its attributes, refuses invalid ones, and shares its engine', async ({
  page,
}) => {
  await openLesson(page);
  const answer = await page.evaluate(async () => {
    const elements = './elements.js';
    const engine = (await import(new URL(elements, location.href).href)).createEngine();
    const resultOf = (lab: AttentionLab) =>
      new Promise<AttentionLab>((resolve) =>
        lab.addEventListener('attention-result', () => resolve(lab), { once: true }),
      );
    const make = (attributes: Record<string, string>) => {
      const lab = document.createElement('attention-lab') as AttentionLab;
      for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
      lab.append(document.createElement('attention-tokens'));
      lab.engine = engine;
      document.querySelector('main')!.append(lab);
      return resultOf(lab);
    };
    const [one, two] = await Promise.all([
      make({ tokens: 'a b c', heads: '4', mask: 'causal', head: 'mean', query: '1' }),
      make({ tokens: 'd e', heads: '1', 'd-model': '4', seed: '9', positions: 'none' }),
    ]);
    const shown = [one, two].map(({ result }) => ({
      state: result!.state,
      weights: result!.trace.weights.shape,
    }));
    const refusal = new Promise((resolve) =>
      one.addEventListener('attention-result', (event) => {
        const { problem } = (event as CustomEvent<LabValue>).detail;
        if (problem) resolve(problem);
      }),
    );
    one.setAttribute('heads', 'many');
    return { shown, refusal: await refusal };
  });
  expect(answer.shown[0]!.state).toMatchObject({
    text: 'a b c',
    num_heads: 4,
    mask: 'causal',
    head: null,
    word: 1,
  });
  expect(answer.shown[0]!.weights).toEqual([1, 4, 3, 3]);
  expect(answer.shown[1]!.state).toMatchObject({ text: 'd e', d_model: 4, seed: 9 });
  expect(answer.shown[1]!.weights).toEqual([1, 1, 2, 2]);
  expect(answer.refusal).toMatchObject({ setting: 'num_heads' });
  await expect(page.locator('main > attention-lab').first().getByRole('radio')).toHaveCount(3);
  await expect(page.locator('main > attention-lab').last().getByRole('radio')).toHaveCount(2);
});

test('a playground keeps working after it is moved in the document', async ({ page }) => {
  await open(page);
  for (let i = 0; i < 3; i++)
    await page.evaluate(() => {
      const playground = document.querySelector('attention-playground')!;
      const footer = document.querySelector('footer')!;
      playground.remove();
      footer.before(playground);
    });
  await settled(page);
  await tokenButtons(page).nth(1).click();
  await expect(page.locator('attention-bars h2')).toHaveText('Weights of cat');
  await page.getByLabel('Sentence').fill('Moved and well');
  await expect(status(page)).toContainText('3 tokens');
  for (const view of ['attention-bars', 'attention-vector'])
    await expect
      .poll(() =>
        page
          .locator(view)
          .locator('canvas')
          .evaluate((canvas: HTMLCanvasElement) =>
            canvas
              .getContext('2d')!
              .getImageData(0, 0, canvas.width, canvas.height)
              .data.some((value) => value !== 0),
          ),
      )
      .toBe(true);
});

test('an element has the theme that its snippet names, under a policy that refuses style attributes', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  const views = ['tokens'] as const;
  const themes = ['light', 'dark'] as const;
  const snippets = themes.map((theme) =>
    elementSnippet('./', { state: defaultState, views, lang: null, theme }),
  );
  await openLesson(page, snippets.join(''));
  const inks = page
    .locator('attention-lab')
    .evaluateAll((labs) => labs.map((lab) => getComputedStyle(lab.firstElementChild!).color));
  expect(await inks).toEqual(['rgb(31, 29, 26)', 'rgb(236, 232, 223)']);
  expect(complaints).toEqual([]);
});
