/** Presenting the first page: only its views, in large type, step by step. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionStory } from '../../../web/src/elements/story/attention-story.ts';
import { violations } from '../support/axe.ts';
import { overflow, scrollOverflow } from '../support/overflow.ts';
import { bars, grid, open, vector } from '../playground/playground-page.ts';
import { answer, arcs, element, openTrained, row, word } from '../first-page/first-page.ts';
import { watch } from '../support/watch.ts';

const present = (page: Page) => page.getByRole('button', { name: 'Present' });
const leave = (page: Page) => page.getByRole('button', { name: 'Leave' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const story = (page: Page) => page.locator('attention-story');
const current = (page: Page) => story(page).locator('.stage.current .name');
const matrices = (page: Page) => page.locator('attention-matrices');
const maps = (page: Page) => page.locator('attention-head-maps');

/** The mark of the last step, as a CSS string. */
const end = (page: Page) =>
  element(page).evaluate((node) =>
    getComputedStyle(node, '::after').content.replace(/attr\(.*\)/, ''),
  );

/** The largest difference between red and blue in the picture. */
const chroma = (page: Page) =>
  arcs(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d')!;
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      let max = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3]! > 200) max = Math.max(max, Math.abs(data[i]! - data[i + 2]!));
      return max;
    });

test('the button starts, arrow keys and a clicker step, and Escape ends the presentation', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openTrained(page);
  const size = () =>
    answer(page, 0)
      .locator('.answer')
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  const before = await size();
  await expect.poll(() => chroma(page)).toBeGreaterThan(60);
  await present(page).click();
  await expect.poll(size).toBeCloseTo(1.56 * before, 1);
  // Ink is black, and pencil is gray.
  await expect.poll(() => chroma(page)).toBeLessThan(30);
  await expect(pages(page)).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  // Both sentences fit on the screen, so they are one step.
  await expect(answer(page, 0)).toContainText('animal');
  await expect(answer(page, 1)).toContainText('street');
  await expect(story(page)).toBeHidden();

  await page.keyboard.press('PageDown');
  await expect(row(page, 0)).toBeHidden();
  await expect(row(page, 1)).toBeHidden();
  await expect(current(page)).toHaveText('Tokens');
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toHaveText('Embedding of it');
  await expect(story(page).locator('.note')).toContainText('a row of learned numbers');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  await expect(answer(page, 1)).toBeVisible();
  await expect(story(page)).toBeHidden();
  await expect.poll(() => end(page)).toBe('""');
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight');
  await expect(maps(page)).toBeVisible();
  // There is no further step.
  await expect.poll(() => end(page)).toBe('"End"');
  await expect(story(page)).toBeHidden();
  await expect(matrices(page)).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(maps(page)).toBeHidden();
  await expect.poll(() => end(page)).toBe('""');
  await expect(
    matrices(page).getByRole('heading', { name: 'Weights of every token' }),
  ).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(story(page)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(pages(page)).toBeVisible();
  await expect(present(page)).toBeFocused();
  await expect(row(page, 1)).toBeVisible();
  await expect.poll(size).toBeCloseTo(before, 1);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/stage=prediction$/);
  expect(complaints).toEqual([]);
});

test('at 1280 x 720 px both sentences and all columns of the story are in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openTrained(page);
  await page.keyboard.press('Alt+p');
  for (const example of [0, 1]) {
    await expect(arcs(page, example)).toBeInViewport({ ratio: 1 });
    await expect(answer(page, example)).toBeInViewport({ ratio: 1 });
  }
  // Going back from the second sentence to both keeps its story.
  await word(page, 1, 1).click();
  await expect(word(page, 0, 1)).toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+p');
  await page.keyboard.press('ArrowRight');
  await expect(story(page)).toBeVisible();
  await expect(async () => {
    const { smallest, cut } = await page.evaluate(texts);
    expect(smallest).toBeGreaterThanOrEqual(21);
    expect(cut).toEqual([]);
  }).toPass();
  await expect.poll(() => scrollOverflow(story(page))).toBe(0);
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 0)).toBeVisible();
  await expect(row(page, 1)).toBeVisible();
});

test('Space steps on from the button that leaves, which Enter still presses', async ({ page }) => {
  await openTrained(page);
  await present(page).press('Space');
  await expect(leave(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(current(page)).toHaveText('Tokens');
  await page.keyboard.press('Space');
  await expect(current(page)).toHaveText('Embedding of it');
  await page.keyboard.press('Shift+Space');
  await expect(current(page)).toHaveText('Tokens');
  await expect(leave(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pages(page)).toBeVisible();
});

test('a word that has the focus keeps its arrow keys', async ({ page }) => {
  await openTrained(page);
  await page.keyboard.press('Alt+p');
  await expect(leave(page)).toBeFocused();
  await word(page, 0, 8).press('ArrowLeft');
  await expect(word(page, 0, 7)).toBeChecked();
  await expect(row(page, 0)).toBeVisible();
  await leave(page).click();
  await expect(pages(page)).toBeVisible();
});

test('a step to another stage closes the matrix', async ({ page }) => {
  await openTrained(page, 'v=3&stage=embedded&matrix=embedding');
  await present(page).click();
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveText('Embedding of it');
  await expect(page).toHaveURL(/&stage=embedded$/);
});

test('a translation steps from its sentences through the stages of a layer to its heads', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=translation&layer=2');
  await present(page).click();
  await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveText('Tokens');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 1)).toBeVisible();
  for (let step = 0; step < 19; step++) await page.keyboard.press('ArrowRight');
  await expect(maps(page)).toBeVisible();
});

test('the playground can be presented, and arrow keys go from word to word', async ({ page }) => {
  const { complaints } = await watch(page);
  await open(page);
  await present(page).click();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('attention-export')).toBeHidden();
  await expect(bars(page).locator('canvas')).toBeVisible();
  await expect(page.locator('attention-save').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText('untrained: random parameters')).toBeVisible();
  const followed = bars(page).locator('h2');
  await expect(followed).toHaveText('Weights of mat');
  // The first word comes after the last, so that the first press of a clicker does something.
  for (const [key, word] of [
    ['PageDown', 'The'],
    ['ArrowRight', 'cat'],
    ['ArrowLeft', 'The'],
    ['ArrowLeft', 'mat'],
    ['ArrowLeft', 'the'],
  ]) {
    await page.keyboard.press(key!);
    await expect(followed).toHaveText(`Weights of ${word}`);
  }
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Sentence')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('axe finds nothing in what is presented, light or dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await openTrained(page, 'v=3&model=goes_with&lang=de');
  await page.keyboard.press('Alt+p');
  for (let step = 0; step < 4; step++) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
  }
});

for (const [width, height] of [
  [1024, 768],
  [1440, 900],
] as const)
  test(`text is 28 px and notes are 21 px or more, and nothing is cut, at ${width} x ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openTrained(page);
    await page.keyboard.press('Alt+p');
    const size = (of: Locator) =>
      of.evaluate((target) => parseFloat(getComputedStyle(target).fontSize));
    await expect(row(page, 1)).toBeVisible({ visible: width > 1024 });
    await expect.poll(() => size(arcs(page).locator('.text').first())).toBeGreaterThanOrEqual(28);
    for (let step = 0; step < 8; step++) {
      // Words are fitted to their boxes in the frames after a step.
      await expect(async () => {
        if (await story(page).isVisible())
          expect(await size(story(page).locator('.note p').first())).toBeGreaterThanOrEqual(28);
        const { smallest, cut } = await page.evaluate(texts);
        expect(smallest).toBeGreaterThanOrEqual(21);
        expect(cut).toEqual([]);
        expect(await overflow(page)).toBe(0);
      }).toPass();
      await page.keyboard.press('ArrowRight');
    }
  });

/** The smallest font size of the visible texts, and the texts that are too wide for their boxes. */
function texts() {
  let smallest = Infinity;
  const cut: string[] = [];
  const visit = (root: ParentNode) => {
    for (const one of root.querySelectorAll<HTMLElement>('*')) {
      if (one.shadowRoot) visit(one.shadowRoot);
      const text = [...one.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent!.trim())
        .join('');
      const isUnseen = one.closest('.unseen') !== null || one.localName === 'style';
      const isScript = one.closest('sub, sup') !== null;
      if (!text || isUnseen || isScript || !one.checkVisibility({ opacityProperty: true }))
        continue;
      const { fontSize, overflowX } = getComputedStyle(one);
      smallest = Math.min(smallest, parseFloat(fontSize));
      if (['hidden', 'clip'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1)
        cut.push(text);
    }
  };
  visit(document);
  return { smallest, cut };
}

test('without colors, positive and negative numbers look different, and all words are in sight, light and dark', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrained(page, 'v=3&stage=embedded');
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await page.keyboard.press('Alt+p');
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
  await expect(story(page)).toBeVisible();
  /** The gray value of each number of the embedding, in both halves of its strip, as a gray projector shows it. */
  const halves = () =>
    story(page).evaluate((view: AttentionStory) => {
      const canvas = view.shadowRoot!.querySelector<HTMLCanvasElement>(
        '[data-stage=embedded] canvas',
      )!;
      const values = view.inspection!.trace['embedded']!.data.subarray(8 * 32, 9 * 32);
      const density = canvas.width / canvas.getBoundingClientRect().width;
      const gray = (column: number, y: number) => {
        const x = ((column + 0.5) * canvas.width) / values.length;
        const { data } = canvas.getContext('2d')!.getImageData(x, y * density, 1, 1);
        const [r, g, b] = Array.from(data, (byte) => (byte / 255) ** 2.2);
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      return Array.from(values, (value, i) => [value, gray(i, 4), gray(i, 10)] as const);
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Zero has the color of the page.
    const isPaper = (gray: number) => (colorScheme === 'light' ? gray > 0.85 : gray < 0.03);
    const wrong = async () => {
      const all = await halves();
      const reach = Math.max(...all.map(([value]) => Math.abs(value)));
      return all.filter(
        ([value, upper, lower]) =>
          Math.abs(value) > 0.2 * reach &&
          (isPaper(upper) !== value < 0 || isPaper(lower) !== value > 0),
      );
    };
    await expect.poll(wrong).toEqual([]);
    await expect.poll(() => scrollOverflow(story(page))).toBe(0);
  }
});

/** The height in page pixels of the tallest word to the left of the bars or cells. */
const textHeight = (canvas: Locator, share: number) =>
  canvas.evaluate((canvas: HTMLCanvasElement, share) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    const isWritten = (y: number) => {
      for (let x = 0; x < width * share; x++) if (data[4 * (y * width + x) + 3]! > 128) return true;
      return false;
    };
    let [tallest, run] = [0, 0];
    for (let y = 0; y < height; y++) {
      run = isWritten(y) ? run + 1 : 0;
      tallest = Math.max(tallest, run);
    }
    return (tallest * canvas.getBoundingClientRect().height) / height;
  }, share);

test('the text of the playground’s pictures grows like that of the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, { text: 'Tall letters' });
  const pictures = [
    grid(page).locator('canvas.cells'),
    bars(page).locator('canvas'),
    vector(page).locator('canvas'),
  ];
  // Parts are drawn when they come near the screen.
  const heights = async () => {
    const all: number[] = [];
    for (const one of pictures) {
      await one.scrollIntoViewIfNeeded();
      all.push(await textHeight(one, 0.02));
    }
    return all;
  };
  await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThan(6);
  const before = await heights();
  await present(page).click();
  const largestError = async () =>
    Math.max(...(await heights()).map((height, i) => Math.abs(height / before[i]! - 22 / 14)));
  await expect.poll(largestError).toBeLessThan(0.25);
  // The pointer still hits the cells.
  await pictures[0]!.scrollIntoViewIfNeeded();
  const box = (await pictures[0]!.boundingBox())!;
  const mark = (await grid(page).locator('.mark.followed').boundingBox())!;
  await page.mouse.move(mark.x + mark.width - 9, box.y + box.height - 20);
  await expect(grid(page).locator('.readout')).toContainText(/letters\s*→\s*letters/);
  await page.keyboard.press('Escape');
  await expect.poll(heights).toEqual(before);
});
