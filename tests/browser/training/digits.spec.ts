/** The training page's digits: weights over the patches of pictures, and the visitor's own drawing. */
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import type * as Client from '../../../web/src/pages/exports/engine.ts';
import { csvFields } from '../support/csv-fields';
import { violations } from '../support/axe.ts';
import { compared, saved } from '../support/saved-file.ts';
import { few, patches, place, says, weights } from './digits-page.ts';
import { button, headNamed, open, progress, quick, row } from './training-page.ts';
import { paper, stroke, drawnCells } from '../support/drawn-digit.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';

const recipe = { task: 'digits', seed: 1, steps: 12, batch: 16 } as const;

/** The results of the engine in Node after two steps of the same recipe. */
async function inNode() {
  const dist = pathToFileURL('dist/').href;
  const { createEngine, readNpz } = (await import(`${dist}engine.js`)) as typeof Client;
  const wasm = readdirSync('dist/assets').find((name) => /^training-.*\.wasm$/.test(name))!;
  const engine = await createEngine({ wasmUrl: `${dist}assets/${wasm}` });
  const data = (await readNpz(readFileSync('dist/models/digit_images.npz'))) as never;
  const trainer = await engine.trainer(recipe, { data });
  await trainer.step(2);
  const found = [
    await trainer.inspect({ held_out: 27 }),
    await trainer.inspect({ held_out: 6 }),
  ] as const;
  engine.close();
  return found;
}

test('the pictures load when the task is chosen, and the drawn numbers are those of the engine', async ({
  page,
}) => {
  const { complaints, requests } = await watch(page);
  const pictures = () => requests.filter((url) => url.endsWith('/models/digit_images.npz')).length;
  await open(page);
  expect(pictures()).toBe(0);
  await page.getByLabel('Task').selectOption('digits');
  await expect(progress(page)).toHaveText('step 0 of 900');
  expect(pictures()).toBe(1);
  await expect(row(page).getByText('untrained: random parameters')).toBeVisible();
  await expect(page.getByText(/pictures of the first 159 steps/)).toBeVisible();

  await open(page, few);
  await page.reload();
  await expect(progress(page)).toHaveText('step 0 of 12');
  const before = await weights(page, 0);
  await button(page, 'One step').click();
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 2 of 12');
  const expected = await inNode();
  for (const [example, { weights: found, answers, labels }] of expected.entries()) {
    const first = ['layers.0.attention', 'layers.1.attention'].map((name) =>
      Array.from(found[name]!.data.subarray(0, 17 * 17)),
    );
    expect(await weights(page, example)).toEqual(first);
    expect(await says(page, example)).toBe(JSON.stringify(answers[0]));
    const { label } = await row(page, example)
      .locator('attention-answer')
      .evaluate(({ label }: AttentionAnswer) => ({ label }));
    expect(label).toBe(labels[0]);
    // The class token's row in the description.
    const percent = ((100 * Math.round(1000 * first[0]![7]!)) / 1000).toFixed(1);
    await expect(place(page, 'patch 2, 3;', example)).toHaveAccessibleName(
      new RegExp(`layer 1, head 1: ${percent}%`),
    );
  }
  expect(await weights(page, 0)).not.toEqual(before);
  await expect(headNamed(page)).toContainText('No head has a name here');
  expect(complaints).toEqual([]);
});

test('patches are chosen, pointed at and drawn on one page', async ({ page }) => {
  await open(page, few);

  await test.step('a patch is chosen by pointer and by arrow keys, in the picture of each layer', async () => {
    await expect(place(page, 'class token')).toBeChecked();
    await patches(page).locator('.layer').nth(1).locator('[data-place="6"]').click();
    await expect(place(page, 'patch 2, 2')).toBeChecked();
    await expect(patches(page).locator('.readout')).toContainText('what the patch 2, 2 looks at');
    await expect(place(page, 'class token', 1)).toBeChecked();
    await place(page, 'patch 2, 2').focus();
    const path = [
      ['ArrowRight', 'patch 2, 3'],
      ['ArrowDown', 'patch 3, 3'],
      ['ArrowLeft', 'patch 3, 2'],
      ['ArrowUp', 'patch 2, 2'],
      ['ArrowUp', 'patch 1, 2'],
      ['ArrowUp', 'class token'],
      ['End', 'patch 4, 4'],
      ['ArrowDown', 'patch 4, 4'],
      ['Home', 'class token'],
      ['ArrowDown', 'patch 1, 1'],
    ] as const;
    for (const [key, name] of path) {
      await page.keyboard.press(key);
      await expect(place(page, name)).toBeChecked();
      await expect(place(page, name)).toBeFocused();
    }
    // A link contains it.
    await expect(page).toHaveURL(/word=0:1/);
    await page.reload();
    await expect(place(page, 'patch 1, 1')).toBeChecked();
  });

  await test.step('the pictures begin on one line, and nothing moves under the pointer', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    const tops = () =>
      page
        .locator('attention-training .row')
        .locator('attention-patches .title, attention-answer')
        .evaluateAll((all) =>
          all.map((element) => Math.round(element.getBoundingClientRect().top)),
        );
    await expect(patches(page, 1).locator('.title')).not.toHaveCount(0);
    const before = await tops();
    expect(new Set(before).size).toBe(2);
    await place(page, 'patch 2, 1').hover();
    await expect(patches(page).locator('.readout')).toContainText('patch 2, 1');
    expect(await tops()).toEqual(before);
  });

  await test.step('a second finger on the paper draws nothing', async () => {
    await paper(page).scrollIntoViewIfNeeded();
    const { x, y } = (await paper(page).boundingBox())!;
    await page.mouse.move(x + 40, y + 40);
    await page.mouse.down();
    const drawn = () => drawnCells(page);
    const before = await drawn();
    expect(before).toBeGreaterThan(0);
    const point = { clientX: x + 180, clientY: y + 180 };
    await paper(page).dispatchEvent('pointermove', { ...point, pointerId: 99, isPrimary: false });
    expect(await drawn()).toBe(before);
    await page.mouse.move(x + 80, y + 40);
    expect(await drawn()).toBeGreaterThan(before);
    await page.mouse.up();
  });
});

test('a digit drawn by pointer and by keyboard is answered while it trains, and is in the link', async ({
  page,
  context,
}) => {
  await open(page, few);
  await expect(row(page, 2)).toHaveCount(0);
  await stroke(page, [0.5, 0.15], [0.5, 0.85]);
  await expect(patches(page, 2)).toBeVisible();
  const one = await says(page, 2);
  await button(page, 'One step').click();
  await expect.poll(() => says(page, 2)).not.toBe(one);
  const trained = await says(page, 2);
  await stroke(page, [0.25, 0.15], [0.75, 0.15]);
  await expect.poll(() => says(page, 2)).not.toBe(trained);
  const drawn = await says(page, 2);
  await page
    .locator('attention-training')
    .evaluate((element) => element.setAttribute('row', '2:layers.1.attention:0:0-5'));
  await expect.poll(() => says(page, 2)).not.toBe(drawn);

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(row(page, 2)).toHaveCount(0);
  await expect(paper(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('row 14, column 15, paper')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('row 14, column 15, ink')).toBeAttached();
  await expect(patches(page, 2)).toBeVisible();
  const dot = await says(page, 2);
  for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('row 22, column 15, ink')).toBeAttached();
  await page.locator('#language').selectOption('de');
  await expect(page.getByText('Zeile 22, Spalte 15, Tinte')).toBeAttached();
  await page.locator('#language').selectOption('en');
  await expect.poll(() => says(page, 2)).not.toBe(dot);

  await expect(page).toHaveURL(/drawing=[\w-]{523}/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(progress(other)).toHaveText('step 1 of 12');
  // The answer for the last of the eight cells may still be pending.
  await expect.poll(async () => (await says(other, 2)) === (await says(page, 2))).toBe(true);
  const image = await patches(page, 2).evaluate(({ image }: AttentionPatches) => Array.from(image));
  expect(
    await patches(other, 2).evaluate(({ image }: AttentionPatches) => Array.from(image)),
  ).toEqual(image);
});

test('with the shipped parameters it reads both pictures, and drawn digits', async ({ page }) => {
  await open(page, 'v=3&model=digits&seed=0&from=shipped');
  await expect(progress(page)).toHaveText('step 900 of 1800');
  await expect(page.locator('attention-training-start')).toContainText('from 10,000 pictures');
  const answer = (example: number) =>
    row(page, example)
      .locator('attention-answer')
      .evaluate(({ guesses }: AttentionAnswer) => guesses[0]!.token);
  expect([await answer(0), await answer(1)]).toEqual(['4', '9']);
  await stroke(page, [0.55, 0.15], [0.45, 0.85]);
  await expect.poll(() => answer(2)).toBe('1');
  await page.getByRole('button', { name: 'Clear' }).click();
  await stroke(page, [0.2, 0.2], [0.75, 0.2], [0.45, 0.85]);
  await expect.poll(() => answer(2)).toBe('7');
});

test('a forced row and a drawing last until they are undone or another task is chosen', async ({
  page,
}) => {
  await open(page, few);

  await test.step('a forced row of the class token changes the answer, and stays in the link until it is undone', async () => {
    await button(page, 'One step').click();
    await expect(progress(page)).toHaveText('step 1 of 12');
    const before = [await says(page, 0), await says(page, 1)];
    const learned = await weights(page, 0);
    const choice = patches(page).getByRole('combobox', {
      name: 'layer 2, head 1: make the class token look at',
    });
    await choice.selectOption('patch 3, 2');
    await expect.poll(() => says(page, 0)).not.toBe(before[0]);
    const forced = await weights(page, 0);
    expect(forced[1]!.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, i) => Number(i === 10)));
    expect(forced[1]!.slice(17)).toEqual(learned[1]!.slice(17));
    expect(forced[0]).toEqual(learned[0]);
    expect(await says(page, 1)).toBe(before[1]);
    const figure = patches(page).locator('.forced .figure');
    await expect(figure).toHaveAttribute('title', 'made to look here');

    await expect(page).toHaveURL(/row=0:layers\.1\.attention:0:0-10/);
    const after = await says(page, 0);
    await page.reload();
    await expect(choice).toHaveValue('10');
    await expect.poll(() => says(page, 0)).toBe(after);

    // Another place has its own row.
    await place(page, 'patch 2, 2').click();
    await expect(patches(page).locator('.forced')).toHaveCount(0);
    await expect(patches(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await place(page, 'class token').click();
    await patches(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => says(page, 0)).toBe(before[0]);
    expect(await weights(page, 0)).toEqual(learned);
    await expect(page).not.toHaveURL(/row=/);
  });

  await test.step('other tasks remove the drawing and the pictures', async () => {
    await stroke(page, [0.5, 0.2], [0.5, 0.8]);
    await expect(patches(page, 2)).toBeVisible();
    await page.getByLabel('Task').selectOption('reverse');
    await expect(page.locator('attention-arcs').first()).toBeVisible();
    await expect(page.locator('attention-patches')).toHaveCount(0);
    await expect(page).not.toHaveURL(/drawing/);
    await open(page, quick);
  });
});

test('pictures that cannot load are named, and Try again loads them', async ({ page }) => {
  await page.route('**/digit_images.npz', (route) => route.fulfill({ status: 503 }));
  await page.goto(`./training.html#${few}`);
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(alert).toContainText('HTTP 503');
  await page.unrouteAll({ behavior: 'wait' });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(progress(page)).toHaveText('step 0 of 12');
  await expect(patches(page, 1)).toBeVisible();
});

test('on anyone’s page the element finds its pictures beside its script', async ({ page }) => {
  await page.route('**/lessons/lesson.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Lesson</title>
        <attention-training task="digits"></attention-training>
        <script type="module" src="../training-elements.js"></script></html>`,
    }),
  );
  await page.goto('./lessons/lesson.html');
  await expect(progress(page)).toHaveText('step 0 of 900');
  await expect(patches(page, 1)).toBeVisible();
});

test('the picture is saved, and follows a switched-off head', async ({ page }) => {
  await open(page, few);

  await test.step('the picture and the numbers are saved, as the table has them', async () => {
    const view = patches(page);
    await view.getByText('Table').click();
    await expect(view.getByRole('row')).toHaveCount(18);
    const first = await view
      .getByRole('row', { name: 'patch 1, 1' })
      .getByRole('cell')
      .allTextContents();
    const svg = await saved(view, 'SVG');
    expect(svg.bytes.toString()).toContain('What the class token looks at');
    expect(svg.bytes.toString()).toContain('layer 2, head 1');
    const { different, drawn } = await compared(page, svg, await saved(view, 'PNG'));
    expect(different).toBeLessThan(0.05);
    expect(drawn).toBeGreaterThan(0.2);
    const lines = (await saved(view, 'CSV')).bytes.toString().trim().split('\r\n');
    expect(lines).toHaveLength(1 + 2 * 17);
    // The class token's row of layer 1, at the first patch.
    expect(lines[1]).toMatch(/^0,0,"layer 1, head 1",class token,/);
    expect(lines[0]).toMatch(/,model,step,link$/);
    expect(Number(csvFields(lines[1]!).at(-3 - 16))).toBeCloseTo(Number(first[0]), 5);
  });

  await test.step('a switched-off head changes the answers to both pictures; its maps name patches', async () => {
    const before = [await says(page, 0), await says(page, 1)];
    await page.getByRole('button', { name: 'layer 2, head 3: on' }).click();
    for (const example of [0, 1])
      await expect.poll(() => says(page, example)).not.toBe(before[example]);
    await page.getByRole('button', { name: /^layer 2, head 3, \d/ }).click();
    const title = patches(page).locator('.title');
    await expect(title.filter({ hasText: /^\s*layer 2, head 3, off\s*$/ })).toBeVisible();
    const maps = page.locator('attention-head-maps');
    await maps.getByText('Table').click();
    await expect(maps.getByRole('rowheader', { name: 'patch 4, 4' })).toBeVisible();
  });
});

test('axe finds no violations, in the dark, on a phone and in German, and nothing overflows', async ({
  page,
}) => {
  await open(page, few);
  await stroke(page, [0.3, 0.2], [0.7, 0.2], [0.4, 0.8]);
  await expect(patches(page, 2)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.locator('#language').selectOption('de');
  await expect(place(page, 'Feld 4, 4')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});
