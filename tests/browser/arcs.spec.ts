/** The views of a training run, each alone: the sentence with arcs, the answer, the maps of all heads. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionArcs } from '../../web/src/elements/training/attention-arcs.ts';
import type { AttentionHeadMaps } from '../../web/src/elements/training/attention-head-maps.ts';
import { violations } from './axe.ts';
import { dragListeners } from './drag_listeners.ts';
import { openLesson } from './lesson_page.ts';
import { tableOf } from './playground_page.ts';
import { readSvg, saved } from './saved_file.ts';

const words = ['The', 'dog', 'that', 'saw', 'the', '<i>cat</i>', 'slept'];
const n = words.length;
/** Each word gives 70% to `looked` and shares the rest. */
const row = (looked: number) => words.map((_, key) => (key === looked ? 0.7 : 0.05));
const first = words.map((_, query) => row(Math.max(0, query - 1)));
const second = words.map((_, query) => row((query + 2) % n));

const arcs = (page: Page) => page.locator('attention-arcs');
const word = (page: Page, i: number) => arcs(page).getByRole('radio').nth(i);
const grip = (page: Page, layer: number, i: number) =>
  arcs(page).locator(`.grip[data-layer="${layer}"][data-word="${i}"]`);
const figures = (page: Page, layer: number) =>
  arcs(page)
    .locator('.word')
    .locator(`.slot:nth-child(${layer === 0 ? 1 : 3}) .figure`);

/** Adds the element, and records its events in `window.heard`. */
async function addArcs(page: Page, properties: Record<string, unknown> = {}) {
  await openLesson(page, '<h1>Lesson</h1>');
  await page.evaluate(
    ({ words, layers, properties }) => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      for (const type of ['choose', 'force', 'direction'])
        document.addEventListener(`attention-${type}`, (event) =>
          heard.push([type, (event as CustomEvent).detail]),
        );
      const view = document.createElement('attention-arcs') as AttentionArcs;
      Object.assign(view, {
        tokens: words,
        chosen: 6,
        layers: layers.map((rows, i) => ({
          title: `layer ${i + 1}`,
          weights: Float32Array.from(rows.flat()),
          ink: i,
        })),
        ...properties,
      });
      document.querySelector('main')!.append(view);
    },
    { words, layers: [first, second], properties },
  );
  await expect(word(page, 0)).toBeVisible();
}

const heard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard);

/** How many pixels of the arcs' canvas are painted on either side of the words, and right of a word. */
const painted = (page: Page) =>
  arcs(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const counts = { above: 0, below: 0, left: 0, right: 0 };
      for (let pixel = 0; pixel < width * height; pixel++) {
        if (data[4 * pixel + 3]! < 64) continue;
        counts[pixel / width < height / 2 ? 'above' : 'below']++;
        counts[pixel % width < width / 2 ? 'left' : 'right']++;
      }
      return counts;
    });

async function dragTo(page: Page, layer: number, from: number, to: number) {
  const middle = async (i: number) => {
    const { x, y, width, height } = (await grip(page, layer, i).boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 4 });
}

test('words are text, with the figures of the chosen one above and below', async ({ page }) => {
  await addArcs(page);
  await expect(arcs(page).locator('.text')).toHaveText(words);
  await expect(figures(page, 0)).toHaveText(['5%', '5%', '5%', '5%', '5%', '70%', '5%']);
  await expect(figures(page, 1)).toHaveText(['5%', '70%', '5%', '5%', '5%', '5%', '5%']);
  await expect(word(page, 6)).toBeChecked();
  await expect(
    arcs(page).getByRole('radio', { name: 'dog, word 2; layer 1: 5.0%, layer 2: 70.0%' }),
  ).toHaveCount(1);
  const { above, below } = await painted(page);
  expect(Math.min(above, below)).toBeGreaterThan(200);
  const { names, cells } = await tableOf(arcs(page));
  expect(names).toEqual(words);
  expect(cells.map((cell) => cell.map(Number))).toEqual(
    words.map((_, i) => [first[6]![i], second[6]![i]]),
  );
});

test('a click and the arrow keys choose a word; words stay where they are', async ({ page }) => {
  await addArcs(page);
  const places = () =>
    arcs(page)
      .locator('.text')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await places();
  await word(page, 3).click();
  await expect(figures(page, 1).nth(5)).toHaveText('70%');
  await word(page, 3).press('ArrowRight');
  await expect(word(page, 4)).toBeFocused();
  await expect(figures(page, 1).nth(6)).toHaveText('70%');
  await word(page, 4).press('Home');
  await word(page, 0).press('ArrowUp');
  await expect(word(page, 6)).toBeChecked();
  expect(await heard(page)).toEqual([3, 4, 0, 6].map((index) => ['choose', { index }]));
  expect(await places()).toEqual(before);
});

test('pointing at a word shows its weights without choosing it', async ({ page }) => {
  await addArcs(page);
  await word(page, 2).hover();
  await expect(figures(page, 1).nth(4)).toHaveText('70%');
  await expect(word(page, 6)).toBeChecked();
  await page.mouse.move(0, 0);
  await expect(figures(page, 1).nth(1)).toHaveText('70%');
  expect(await heard(page)).toEqual([]);
});

test('the end of an arc can be dragged to another word', async ({ page }) => {
  await addArcs(page);
  await dragTo(page, 1, 1, 4);
  await expect(figures(page, 1).nth(4)).toHaveText('100%');
  await expect(figures(page, 1).nth(1)).toHaveText('·');
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 1, query: 6, key: 4 }]]);
  // Nobody forced the row: the weights are the model's again.
  await expect(figures(page, 1).nth(1)).toHaveText('70%');
  await grip(page, 0, 2).click();
  await dragTo(page, 0, 5, 2);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await heard(page)).toHaveLength(1);
});

test('a drag may leave the stage with its first move', async ({ page }) => {
  await addArcs(page);
  const { x, y, width, height } = (await grip(page, 1, 1).boundingBox())!;
  const other = (await grip(page, 1, 4).boundingBox())!;
  const stage = (await arcs(page).locator('.stage').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(other.x + width / 2, stage.y + stage.height + 60);
  await expect(figures(page, 1).nth(4)).toHaveText('100%');
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 1, query: 6, key: 4 }]]);
  // A press that was released there begins none.
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, stage.y + stage.height + 60);
  await page.mouse.up();
  await page.mouse.move(other.x + width / 2, y + height / 2);
  await expect(arcs(page).locator('.dragging')).toHaveCount(0);
  expect(await heard(page)).toHaveLength(1);
});

test('a drag ends when its element goes, and leaves no listener', async ({ page }) => {
  await addArcs(page);
  const before = await dragListeners(page);
  await dragTo(page, 1, 1, 4);
  expect(await dragListeners(page)).not.toEqual(before);
  const view = await arcs(page).elementHandle();
  await view!.evaluate((view) => view.remove());
  expect(await dragListeners(page)).toEqual(before);
  await view!.evaluate((view) => document.querySelector('main')!.append(view));
  await expect(figures(page, 1).nth(1)).toHaveText('70%');
  await expect(arcs(page).locator('.dragging')).toHaveCount(0);
  await page.mouse.up();
  expect(await heard(page)).toEqual([]);
});

test('the keyboard forces a row and frees it', async ({ page }) => {
  await addArcs(page, { forced: [{ layer: 0, query: 6, key: 3 }] });
  await expect(arcs(page).locator('.forced .figure')).toHaveCount(1);
  const select = arcs(page).getByRole('combobox', { name: 'layer 1: make “slept” look at' });
  await expect(select).toHaveValue('3');
  await select.selectOption('1');
  await select.selectOption({ label: 'as learned' });
  await word(page, 6).press('Escape');
  await arcs(page).getByRole('button', { name: 'Undo' }).click();
  const freed = ['force', { layer: 0, query: 6, key: undefined }];
  expect(await heard(page)).toEqual([
    ['force', { layer: 0, query: 6, key: 1 }],
    freed,
    freed,
    freed,
  ]);
});

test('the arcs can show who looks at a word', async ({ page }) => {
  await addArcs(page, { chosen: 1 });
  await arcs(page).getByRole('combobox', { name: 'Arcs' }).selectOption('is seen by');
  await expect(figures(page, 1)).toHaveText(['5%', '5%', '5%', '5%', '5%', '5%', '70%']);
  expect(await heard(page)).toEqual([['direction', { direction: 'is_seen_by' }]]);
});

test('on a phone the sentence stands upright, with a layer on either side', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await addArcs(page);
  const boxes = await Promise.all([0, 1, 6].map((i) => word(page, i).boundingBox()));
  const middles = boxes.map((box) => box!.x + box!.width / 2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(1);
  expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y + 20);
  const { left, right } = await painted(page);
  expect(Math.min(left, right)).toBeGreaterThan(200);
  await dragTo(page, 0, 5, 2);
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 0, query: 6, key: 2 }]]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(360);
  expect(await violations(page)).toEqual([]);
});

test('40 words scroll in their strip', async ({ page }) => {
  await addArcs(page);
  await arcs(page).evaluate((view: AttentionArcs) => {
    const count = 40;
    view.tokens = Array.from({ length: count }, (_, i) => `word${i}`);
    const weights = new Float32Array(count * count).fill(1 / count);
    view.layers = view.layers.map((layer) => ({ ...layer, weights }));
  });
  await expect(word(page, 39)).toBeAttached();
  await expect(figures(page, 0).first()).toHaveText(/^3/);
  const {
    inner,
    outer,
    page: whole,
  } = await arcs(page).evaluate((view) => {
    const strip = view.shadowRoot!.querySelector('.scroll')!;
    const { scrollWidth } = document.documentElement;
    return { inner: strip.scrollWidth, outer: strip.clientWidth, page: scrollWidth };
  });
  expect(inner).toBeGreaterThan(outer + 500);
  expect(whole).toBeLessThanOrEqual(1280);
  await word(page, 39).click();
  await expect(word(page, 39)).toBeInViewport();
});

test('a sentence is saved as a picture and as numbers', async ({ page }) => {
  await addArcs(page);
  const svg = await readSvg(page, await saved(arcs(page), 'SVG'));
  expect(svg.title).toBe('What “slept” looks at');
  expect(svg.texts.map(({ text }) => text)).toEqual(expect.arrayContaining([...words, '70', '5']));
  expect(svg.tags['path']).toBe(2 * n);
  const csv = (await saved(arcs(page), 'CSV')).bytes.toString();
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(1 + 2 * n);
  expect(lines.at(-1)!.split(',').slice(-n).map(Number)).toEqual(second[6]);
});

test('weights are eased, but not under reduced motion', async ({ page }) => {
  await addArcs(page);
  /** The arcs in the frame after another word was chosen. */
  const choose = (index: number) =>
    arcs(page).evaluate(async (view: AttentionArcs, chosen) => {
      view.chosen = chosen;
      await view.updateComplete;
      return view.shadowRoot!.querySelector('canvas')!.toDataURL();
    }, index);
  const picture = () =>
    arcs(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const arrived = await choose(2);
  expect(await picture()).toBe(arrived);
  await choose(6);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await choose(2)).not.toBe(arrived);
  await expect.poll(picture).toBe(arrived);
});

test('an answer says what the model says, and what a model says that is not trained', async ({
  page,
}) => {
  await openLesson(page, '<attention-answer asked="it" label="animal" trained></attention-answer>');
  const answer = page.locator('attention-answer');
  const guess = async (probabilities: Record<string, number>, trained: boolean) =>
    answer.evaluate((view, { guesses, trained }) => Object.assign(view, { guesses, trained }), {
      guesses: Object.entries(probabilities).map(([token, probability]) => ({
        token,
        probability,
      })),
      trained,
    });
  await guess({ animal: 0.6974, '<b>street</b>': 0.1112, field: 0.06, cat: 0.0001 }, true);
  await expect(answer).toContainText('For it the model says');
  await expect(answer.locator('.first')).toHaveText(/animal\s+69.7%\s+right/);
  await expect(answer.getByRole('listitem')).toHaveText([
    /<b>street<\/b>\s*11.1%/,
    /field\s*6.0%/,
    /cat\s*< 0.1%/,
  ]);
  const shares = await answer
    .locator('.bar')
    .evaluateAll((bars) =>
      bars.map((bar) => Number(getComputedStyle(bar).getPropertyValue('--share'))),
    );
  expect(shares).toEqual([0.6974, 0.1112, 0.06, 0]);
  const { height } = (await answer.boundingBox())!;
  await guess({ crossed: 0.05, animal: 0.04, field: 0.03, cat: 0.02 }, false);
  await expect(answer).toContainText('untrained: random parameters');
  await expect(answer.locator('.first')).toHaveText(/crossed\s+5.0%\s+wrong/);
  expect(Math.abs((await answer.boundingBox())!.height - height)).toBeLessThan(2);
});

test('all heads are on one scale; a click chooses one, a switch turns it off', async ({ page }) => {
  await openLesson(page, '<h1>Lesson</h1>');
  await page.evaluate((words) => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['choose', 'toggle'])
      document.addEventListener(`attention-head-${type}`, (event) =>
        heard.push([type, (event as CustomEvent).detail]),
      );
    const n = words.length;
    const map = (attention: string, title: string, head: number, weight: number) => ({
      attention,
      title,
      head,
      weights: new Float32Array(n * n).fill(weight),
      shape: [n, n] as const,
      on: true,
    });
    const view = document.createElement('attention-head-maps') as AttentionHeadMaps;
    Object.assign(view, {
      tokens: words,
      heads: [
        map('layers.0.attention', 'layer 1', 0, 0.1),
        { ...map('layers.0.attention', 'layer 1', 1, 0.1), on: false },
        { ...map('layers.1.attention', 'layer 2', 0, 0.8), name: 'previous token', score: 0.987 },
      ],
      chosen: [{ attention: 'layers.1.attention', head: 0 }],
      query: 2,
    });
    document.querySelector('main')!.append(view);
  }, words);
  const maps = page.locator('attention-head-maps');
  await expect(maps.locator('.chip')).toHaveText(['head 1', 'head 2', 'previous token 0.99']);
  await expect(maps.getByRole('group', { name: 'layer 1' }).locator('.map')).toHaveCount(2);
  await expect(
    maps.getByRole('button', { pressed: true, name: 'previous token, 0.99' }),
  ).toHaveCount(1);
  const pixel = (i: number) =>
    maps
      .locator('canvas')
      .nth(i)
      .evaluate((canvas: HTMLCanvasElement) => [
        ...canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data.subarray(0, 3),
      ]);
  const [grey, same, ink] = [await pixel(0), await pixel(1), await pixel(2)];
  expect(grey).toEqual(same);
  // Grey without a name; blue, and darker, with one.
  expect(grey[0]! - grey[2]!).toBeGreaterThanOrEqual(0);
  expect(ink[2]! - ink[0]!).toBeGreaterThan(40);
  await expect(maps.getByRole('button', { name: 'layer 1, head 2: on' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await maps.getByRole('button', { name: 'layer 1, head 1', exact: true }).click();
  await maps.getByRole('button', { name: 'layer 2, head 1: on' }).press('Space');
  expect(await heard(page)).toEqual([
    ['choose', { attention: 'layers.0.attention', head: 0 }],
    ['toggle', { attention: 'layers.1.attention', head: 0 }],
  ]);
  await maps.locator('.map').nth(2).hover();
  await expect(maps.locator('.readout')).toHaveText('layer 2, head 1: saw looks at saw: 80.0%');
  expect(await violations(page)).toEqual([]);
});
