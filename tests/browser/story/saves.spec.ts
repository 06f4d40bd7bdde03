/** Every stage of the story and every open matrix can be saved, and an open matrix marks what has changed. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionNumberMatrix } from '../../../web/src/elements/story/matrices/number-matrix.ts';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { csvFields } from '../support/csv-fields';
import { saved, saveItems, saveButton, type SavedFile } from '../support/saved-file.ts';
import { chips, grid, matrix, modelFile, note, story, words } from './story-page.ts';
import { goTo, openTrainedStory } from '../first-page/first-page.ts';

const linesOf = ({ bytes }: SavedFile) => bytes.toString('utf8').trimEnd().split('\r\n');
const floatsOf = ({ bytes }: SavedFile, count: number) =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset + bytes.length - 4 * count)).slice(0, count);

/** Repeated words are numbered. */
const placed = words.map((word, i) => (word === 'the' ? `the${['₁', '₆'][Number(i > 0)]}` : word));

/** The numbers of a field of the trace in head 3 of layer 1, which the page shows first. */
const traced = (page: Page, name: string) =>
  story(page).evaluate(({ inspection, head }: AttentionStory, name) => {
    const { shape, data } = inspection!.trace[`layers.0.attention.${name}`]!;
    const size = shape[2]! * shape[3]!;
    return { head, data: [...data.subarray(head * size, (head + 1) * size)] };
  }, name);

test('stages and matrices are saved', async ({ page }) => {
  await test.step('a stage is saved with its numbers, as CSV and as NPY', async () => {
    await openTrainedStory(page, '&stage=q');
    const queries = await traced(page, 'q');
    expect(queries.head).toBe(2);
    await saveButton(note(page)).click();
    await expect(saveItems(note(page))).toHaveText([/CSV/, /NPY/]);
    await page.keyboard.press('Escape');
    const npy = await saved(note(page), 'NPY');
    expect(npy.name).toBe('q-layer1-head3-goes_with.npy');
    expect(npy.bytes.toString('latin1')).toContain("'shape': (13, 8)");
    expect([...floatsOf(npy, 13 * 8)]).toEqual(queries.data);
    const csv = await saved(note(page), 'CSV');
    const [head, ...rows] = linesOf(csv);
    expect(head).toMatch(/^query,query_token,d_head0,.*,d_head7,model,link$/);
    expect(rows.map((row) => row.split(',')[1])).toEqual(placed);
    const fields = rows.map(csvFields);
    expect(fields.map((all) => all.slice(10, -1))).toEqual(placed.map(() => ['goes_with']));
    const numbers = fields.flatMap((all) => all.slice(2, 10).map(Number).map(Math.fround));
    expect(numbers).toEqual(queries.data);

    // With a single row, the columns are words.
    await story(page)
      .getByRole('button', { name: /^Scores/ })
      .first()
      .click();
    const scores = await traced(page, 'scores');
    const row = await saved(note(page), 'CSV');
    expect(row.name).toBe('scores-layer1-head3-of-it-goes_with.csv');
    const [names, values, ...more] = linesOf(row);
    expect(names!.split(',')).toEqual([...placed, 'model', 'link']);
    const asks = words.indexOf('it');
    expect(csvFields(values!).slice(0, 13).map(Number).map(Math.fround)).toEqual(
      scores.data.slice(13 * asks, 13 * (asks + 1)),
    );
    expect(more).toEqual([]);
  });
  await test.step('an open matrix is saved: a parameter as learned, a field with its words', async () => {
    await goTo(page, 'v=3&model=goes_with&stage=q&matrix=layers.0.attention.w_q');
    await expect(grid(page)).toBeVisible();
    const { tensors } = await modelFile();
    const learned = tensors['layers.0.attention.w_q']!;
    const npy = await saved(matrix(page), 'NPY');
    expect(npy.name).toBe('layers-0-attention-w_q-goes_with.npy');
    expect(npy.bytes.toString('latin1')).toContain("'shape': (32, 32)");
    expect([...floatsOf(npy, 32 * 32)]).toEqual([...learned.data]);

    await story(page).getByRole('button', { name: 'Q, 13 × 8' }).click();
    const csv = await saved(matrix(page), 'CSV');
    expect(csv.name).toBe('layers-0-attention-q-head3-goes_with.csv');
    const [, ...rows] = linesOf(csv);
    expect(rows.map((row) => row.split(',')[1])).toEqual(placed);
    const fields = rows.map(csvFields);
    expect(fields.map((all) => all.slice(10, -1))).toEqual(placed.map(() => ['goes_with']));
    const numbers = fields.flatMap((all) => all.slice(2, 10).map(Number).map(Math.fround));
    expect(numbers).toEqual((await traced(page, 'q')).data);
  });
});

/** Counts the pixels painted over a part of the matrix: in the color of text, and in all. */
const paintedIn = (page: Page, part: { x: number; y: number; width: number; height: number }) =>
  matrix(page).evaluate(({ renderRoot }: AttentionNumberMatrix, { x, y, width, height }) => {
    const canvas = renderRoot.querySelector<HTMLCanvasElement>('canvas.numbers')!;
    if (canvas.hidden) return { dark: 0, all: 0 };
    const [left, top] = [x - canvas.offsetLeft, y - canvas.offsetTop];
    const { data } = canvas.getContext('2d')!.getImageData(left, top, width, height);
    let [dark, all] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3]! > 0) all++;
      if (data[i + 3]! > 200 && data[i]! < 80) dark++;
    }
    return { dark, all };
  }, part);

const kRow = 18;

test('an open matrix marks what has changed', async ({ page }) => {
  await test.step('a changed number of an open matrix has a ring, and its old value beside it', async () => {
    await openTrainedStory(
      page,
      '&stage=q&matrix=layers.0.attention.w_q&edits=layers.0.attention.w_q[3,17]=2.5',
    );
    await expect(chips(page).getByRole('listitem')).toHaveCount(1);
    const cell = (await grid(page).boundingBox())!.width / 32;
    // The ring consists of whole pixels.
    const [left, right] = [Math.round(17 * cell), Math.round(18 * cell)];
    const area = { x: left, y: 3 * kRow, width: right - left, height: kRow };
    // The ring is two pixels wide along the four sides, and empty inside.
    const ring = 2 * 2 * (area.width + kRow) - 16;
    await expect.poll(() => paintedIn(page, area)).toEqual({ dark: ring, all: ring });
    const beside = { ...area, x: right, width: 40 };
    await expect.poll(async () => (await paintedIn(page, beside)).dark).toBeGreaterThan(30);
    for (const other of [{ y: 2 * kRow }, { y: 4 * kRow }])
      expect(await paintedIn(page, { ...area, ...other, width: 3 * cell })).toEqual({
        dark: 0,
        all: 0,
      });
    expect(await paintedIn(page, { ...area, x: 0, width: 17 * cell })).toEqual({ dark: 0, all: 0 });
    // The description says it in words.
    const learned = (await modelFile()).tensors['layers.0.attention.w_q']!.data[3 * 32 + 17]!;
    await grid(page).click({ position: { x: 17.5 * cell, y: 3.5 * kRow } });
    await expect(grid(page).getByRole('gridcell')).toHaveAttribute(
      'aria-label',
      `4, 18: 2.500, before: ${learned.toFixed(3).replace('-', '−')}`,
    );
    await chips(page).getByRole('button').first().click();
    await expect.poll(() => paintedIn(page, area)).toEqual({ dark: 0, all: 0 });
  });
  await test.step('an open matrix with wide cells shows its numbers, and old values before changed ones', async () => {
    const edit = 'layers.0.attention.w_v[3,2]=';
    await goTo(
      page,
      `v=3&model=goes_with&stage=v&matrix=layers.0.attention.w_v&edits=${edit}1000000000`,
    );
    await expect(matrix(page).getByRole('heading')).toHaveText(/^WV/);
    await expect(chips(page).getByRole('listitem')).toHaveCount(1);
    const cell = (await grid(page).boundingBox())!.width / 4;
    const at = (row: number, column: number) => ({
      ...{ x: column * cell + 4, y: row * kRow + 3, width: cell - 8, height: kRow - 6 },
    });
    await expect.poll(async () => (await paintedIn(page, at(2, 2))).dark).toBeGreaterThan(10);
    for (const [row, column] of [
      [0, 0],
      [5, 3],
      [9, 1],
    ] as const)
      await expect
        .poll(async () => (await paintedIn(page, at(row, column))).all)
        .toBeGreaterThan(30);
    // The left half shows the old number with its stroke, the right half the new one.
    const { x, y, width, height } = at(3, 2);
    for (const half of [0, 1])
      await expect
        .poll(
          async () =>
            (await paintedIn(page, { x: x + (half * width) / 2, y, width: width / 2, height })).all,
        )
        .toBeGreaterThan(30);
    // A narrow window has no room for numbers.
    await page.setViewportSize({ width: 320, height: 700 });
    await expect
      .poll(async () => (await paintedIn(page, { x: 0, y: 0, width: 60, height: 30 })).all)
      .toBe(0);
  });
  await test.step('changed numbers side by side share one ring, which scrolls with them', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await goTo(
      page,
      'v=3&model=goes_with&stage=q&matrix=layers.0.attention.w_q&edits=layers.0.attention.w_q[28,*]*-1',
    );
    await expect(chips(page).getByRole('listitem')).toContainText('row 29');
    await expect(matrix(page).getByRole('heading')).toHaveText(/^WQ/);
    const cell = (await grid(page).boundingBox())!.width / 32;
    const row = (column: number) => ({ x: column * cell, y: 28 * kRow, width: cell, height: kRow });
    expect(await paintedIn(page, row(20))).toEqual({ dark: 0, all: 0 });
    await matrix(page).evaluate(({ renderRoot }: AttentionNumberMatrix) => {
      renderRoot.querySelector('.frame')!.scrollTo(1000, 1000);
    });
    const sides = ({ x, width, ...rest }: ReturnType<typeof row>) =>
      Promise.all(
        [
          { x, width: 2 },
          { x: x + width - 2, width: 2 },
        ].map((side) => paintedIn(page, { ...rest, ...side, y: rest.y + 8, height: 6 })),
      );
    // Lines run above and below the row; at its sides only where the row ends.
    await expect
      .poll(() => paintedIn(page, { ...row(25), height: 2 }))
      .toEqual({ dark: 2 * cell, all: 2 * cell });
    const none = { dark: 0, all: 0 };
    const line = { dark: 12, all: 12 };
    expect(await sides(row(25))).toEqual([none, none]);
    expect(await sides(row(31))).toEqual([none, line]);
  });
});
