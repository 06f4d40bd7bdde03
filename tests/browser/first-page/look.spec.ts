/** The look of the first page: nothing is covered, and colors mean the same everywhere. */
import { expect, test } from '@playwright/test';
import { answer, arcs, choice, element, openTrained, word } from './first-page.ts';

for (const lang of ['en', 'de'])
  test(`${lang}: the tools of a sentence are one line, and cover nothing`, async ({ page }) => {
    await openTrained(page, `v=3&lang=${lang}`);
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await arcs(page).hover();
      const free = () => page.locator('attention-trained').evaluate(roomOfTools);
      await expect.poll(free, `at ${width}`).toEqual([true, true, true, true]);
    }
  });

function roomOfTools({ shadowRoot }: Element): boolean[] {
  const [arcs, twin] = shadowRoot!.querySelectorAll('attention-arcs');
  const box = (name: string) => arcs!.shadowRoot!.querySelector(name)!.getBoundingClientRect();
  const tools = box('.below');
  return [
    tools.height < 32,
    tools.top >= box('.scroll').bottom - 1,
    tools.bottom <= twin!.getBoundingClientRect().top + 1,
    tools.top >= shadowRoot!.querySelector('attention-answer')!.getBoundingClientRect().bottom,
  ];
}

test('the tools of a sentence are visible before it is pointed at', async ({ page }) => {
  await openTrained(page);
  const tools = arcs(page).locator('.below');
  for (const tool of ['summary', '.tool', 'attention-save'])
    expect(
      await tools
        .locator(tool)
        .first()
        .evaluate((one) => one.checkVisibility({ opacityProperty: true })),
    ).toBe(true);
  await word(page, 0, 8).focus();
  await page.keyboard.press('Tab');
  await expect(tools.locator('summary')).toBeFocused();
});

test('the table of a sentence opens below it, in percent, and moves nothing beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrained(page);
  const says = page.locator('attention-trained attention-answer').first();
  await arcs(page).hover();
  const before = await says.boundingBox();
  const summary = arcs(page).locator('attention-table summary');
  const place = await summary.boundingBox();
  await summary.click();
  const table = arcs(page).getByRole('table');
  await expect(table.getByRole('row', { name: 'layer 2, head 1' })).toContainText('100.0%');
  await expect(table).not.toContainText('e-');
  expect(await says.boundingBox()).toEqual(before);
  expect(await summary.boundingBox()).toEqual(place);
  const list = (await table.boundingBox())!;
  expect(list.y).toBeGreaterThan(before!.y + before!.height);
  expect(list.x + list.width).toBeLessThan(1440);
  const twin = (await arcs(page, 1).boundingBox())!;
  expect(twin.y).toBeGreaterThan(list.y + list.height);
});

test('printing keeps the bars of the answers in color, and omits controls', async ({ page }) => {
  await openTrained(page);
  const view = page.locator('attention-trained');
  const controls = view.locator('.play, .tabs, .run a, .choice, .model label, #own');
  const shown = () =>
    controls.evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
  await expect.poll(shown).toBeGreaterThan(6);
  await page.emulateMedia({ media: 'print' });
  expect(await shown()).toBe(0);
  await expect(arcs(page)).toBeVisible();
  const bar = view.locator('attention-answer .track .bar').first();
  expect(await bar.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact');
  // A part that has not come near the screen is not loaded, so its heading is not printed either.
  const maps = view.locator('[data-part=maps]');
  await expect(maps).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const story = view.locator('attention-story');
  await view.locator('[data-part=story]').scrollIntoViewIfNeeded();
  await expect(story.locator('.column-words')).toHaveCSS('position', 'sticky');
  await maps.scrollIntoViewIfNeeded();
  await expect(maps.locator('canvas').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(maps.getByRole('heading', { name: 'Every head at once' })).toBeVisible();
  // Chromium scales a printed canvas in steps of 1/64; at another zoom the numbers would miss their colors.
  const zoom = await page.evaluate(() => getComputedStyle(document.documentElement).zoom);
  expect(Number(zoom)).toBeLessThan(1);
  expect((64 * Number(zoom)) % 1).toBe(0);
  // Parts that are sticky on the screen would cover numbers on another sheet.
  for (const part of ['.formula', '.column-words'])
    await expect(story.locator(part)).toHaveCSS('position', 'static');
});

test('only the chosen word has the accent color, even while another is hovered', async ({
  page,
}) => {
  await openTrained(page);
  const color = (example: number, i: number) =>
    word(page, example, i).evaluate(
      (element) => getComputedStyle(element.querySelector('.text')!).color,
    );
  const [accent, ink] = [await color(0, 8), await color(0, 5)];
  expect(accent).not.toBe(ink);
  await word(page, 0, 5).hover();
  // Both sentences show the head's arcs.
  for (const example of [0, 1]) {
    await expect(arcs(page, example).locator('.word.shown')).toHaveCount(1);
    expect(await color(example, 5)).toBe(ink);
    expect(await color(example, 8)).toBe(accent);
  }
  // The heading no longer emphasizes the chosen word.
  const asked = element(page).locator('h1 em');
  await expect(asked).toHaveCSS('color', accent);
  await word(page, 0, 5).click();
  await expect(asked).toHaveCSS('color', ink);
});

test('the current and the previous answer are shown beside the switches of the heads', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTrained(page);
  const maps = page.locator('[data-part=maps]');
  await maps.scrollIntoViewIfNeeded();
  const said = maps.locator('.said');
  await expect(said).toHaveCount(0);
  const switches = maps.locator('.switch');
  for (const i of [0, 1, 2, 3]) await switches.nth(i).click();
  await expect(said.locator('attention-answer')).toHaveCount(2);
  for (const example of [0, 1]) {
    const here = said.locator('attention-answer').nth(example).locator('.first');
    const text = async () => (await answer(page, example).innerText()).replace(/\s+/g, ' ');
    await expect(here).toHaveText(await text());
  }
  // Without layer 1 the model cannot distinguish the sentences.
  const before = said.locator('attention-answer').nth(1).locator('.first s');
  await expect(before).toContainText('street');
  const [answers, heads] = [(await said.boundingBox())!, (await switches.nth(0).boundingBox())!];
  expect(Math.abs(answers.y - heads.y)).toBeLessThan(300);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(said).toBeVisible();
});

test('a word of the encoder’s input has no answer, and no heading for one', async ({ page }) => {
  await openTrained(page, 'v=3&model=translation&off=encoder.layers.0.attention:0');
  const maps = page.locator('[data-part=maps]');
  await maps.scrollIntoViewIfNeeded();
  await expect(maps.locator('.said attention-answer')).not.toHaveCount(0);
  await word(page, 0, 0).click();
  await expect(maps.locator('.said')).toHaveCount(0);
});

test('bars of the story have the color of their head’s arcs', async ({ page }) => {
  await openTrained(page);
  await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
  const bars = (stage: string) =>
    page.locator(`attention-story [data-stage="${stage}"] canvas`).evaluate(colors);
  await expect.poll(() => bars('weights')).toEqual(['138 132 120']);
  await expect.poll(() => bars('next_layer')).toEqual(['27 74 102']);
  await choice(page, 'layer 2').selectOption('off');
  await expect.poll(() => bars('next_layer')).toEqual(['138 132 120']);
});
/** The colors of the painted pixels, without blurred ones. */
function colors(canvas: HTMLCanvasElement): string[] {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const all = new Map<string, number>();
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] !== 255) continue;
    const color = `${data[i]} ${data[i + 1]} ${data[i + 2]}`;
    all.set(color, (all.get(color) ?? 0) + 1);
  }
  return [...all].filter(([, count]) => count > 200).map(([color]) => color);
}
