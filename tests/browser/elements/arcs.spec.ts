/** The views of a training run, each alone: the sentence with arcs, the answer, the maps of all heads. */
import { expect, test } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionHeadMaps } from '../../../web/src/elements/head-maps/attention-head-maps.ts';
import { violations } from '../support/axe.ts';
import { openLesson } from '../lessons/lesson-page.ts';
import { tableOf } from '../playground/playground-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { readSvg, saved } from '../support/saved-file.ts';
import {
  words,
  n,
  first,
  second,
  arcs,
  word,
  figures,
  addArcs,
  heard,
  painted,
  dragTo,
} from './arcs-page.ts';

test('words are text, with the figures of the chosen one above and below', async ({ page }) => {
  await addArcs(page);
  await expect(arcs(page).locator('.text')).toHaveText(words);
  await expect(figures(page, 0)).toHaveText(['5%', '5%', '5%', '5%', '5%', '70%', '5%']);
  await expect(figures(page, 1)).toHaveText(['5%', '70%', '5%', '5%', '5%', '5%', '5%']);
  await expect(word(page, 6)).toBeChecked();
  await expect(
    arcs(page).getByRole('radio', { name: 'dog, token 2; layer 1: 5.0%, layer 2: 70.0%' }),
  ).toHaveCount(1);
  const lessPainted = async () => {
    const { above, below } = await painted(page);
    return Math.min(above, below);
  };
  await expect.poll(lessPainted).toBeGreaterThan(200);
  const { columns, names, cells } = await tableOf(arcs(page));
  expect(columns.slice(1)).toEqual(words);
  expect(names).toEqual(['layer 1', 'layer 2']);
  const shares = [first[6]!, second[6]!].map((row) => row.map((w) => `${(100 * w).toFixed(1)}%`));
  expect(cells).toEqual(shares);
});

test('a click and the arrow keys choose a word, and no word moves', async ({ page }) => {
  await addArcs(page);
  const places = () =>
    arcs(page)
      .locator('.text')
      .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())));
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

test('arcs that are moved while the pointer rests on a word show the weights of the chosen one, and say so', async ({
  page,
}) => {
  await addArcs(page);
  await word(page, 3).hover();
  const previewed = () => arcs(page).evaluate((view: AttentionArcs) => view.previewed);
  await expect.poll(previewed).toBe(3);
  const told = await arcs(page).evaluate((view: AttentionArcs) => {
    const told: unknown[] = [];
    view.addEventListener('attention-preview', (event) => told.push((event as CustomEvent).detail));
    view.remove();
    document.body.append(view);
    return told;
  });
  expect(told).toEqual([{ index: undefined }]);
  await page.mouse.move(0, 0);
  await expect.poll(previewed).toBeUndefined();
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
  const lessPainted = async () => {
    const { left, right } = await painted(page);
    return Math.min(left, right);
  };
  await expect.poll(lessPainted).toBeGreaterThan(200);
  await dragTo(page, 0, 5, 2);
  await page.mouse.up();
  expect(await heard(page)).toEqual([['force', { layer: 0, query: 6, key: 2 }]]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(360);
  expect(await violations(page)).toEqual([]);
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
  /** Chooses another word and returns the arcs of the next frame. */
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

test('the answer is shown, and marked as untrained before the training', async ({ page }) => {
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
  await drawnTwice(page);
  const pixel = (i: number) =>
    maps
      .locator('canvas')
      .nth(i)
      .evaluate((canvas: HTMLCanvasElement) => [
        ...canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data.subarray(0, 3),
      ]);
  const [gray, same, ink] = [await pixel(0), await pixel(1), await pixel(2)];
  expect(gray).toEqual(same);
  // Without a name the arcs are gray; with one they are blue and darker.
  const sum = (bytes: number[]) => bytes.reduce((total, byte) => total + byte, 0);
  expect(Math.max(...gray) - Math.min(...gray)).toBeLessThan(24);
  expect(ink[2]! - ink[0]!).toBeGreaterThan(40);
  expect(sum(ink)).toBeLessThan(sum(gray));
  await expect(maps.getByRole('button', { name: 'layer 1, head 2: on' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const first = maps.getByRole('button', { name: 'layer 1, head 1', exact: true });
  await expect(first).toHaveAccessibleDescription('layer 1, head 1 (layers.0.attention, head 0)');
  await first.click();
  await maps.getByRole('button', { name: 'layer 2, head 1: on' }).press('Space');
  expect(await heard(page)).toEqual([
    ['choose', { attention: 'layers.0.attention', head: 0 }],
    ['toggle', { attention: 'layers.1.attention', head: 0 }],
  ]);
  await maps.locator('.map').nth(2).hover();
  await expect(maps.locator('.readout')).toHaveText(
    'layer 2, head 1 (layers.1.attention, head 0): saw looks at saw: 80.0%',
  );
  // The number under the resting pointer is that of the map as it is now.
  await maps.evaluate((element: AttentionHeadMaps) => {
    element.heads = element.heads.map((map) => ({
      ...map,
      weights: map.weights.map((w) => w / 2),
    }));
  });
  await expect(maps.locator('.readout')).toContainText('saw looks at saw: 40.0%');
  await maps.evaluate((element: AttentionHeadMaps) => {
    element.heads = element.heads.map((map) => ({ ...map, shape: [1, 1] }));
  });
  await expect(maps.locator('.readout')).not.toContainText('saw');
  expect(await violations(page)).toEqual([]);
});
