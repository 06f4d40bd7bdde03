/** The look of a frame or an element in a teacher's page on another origin, and the target of a frame's links. */
import { expect, test, type Page } from '@playwright/test';
import { hostLab, openCourseWith } from './embed-course.ts';
import { host, type Host } from '../support/hosts.ts';

let lab: Host;
/** Also for scripts of other origins. */
let shared: Host;
test.beforeAll(async () => {
  lab = await hostLab();
  shared = await host({ '/': { folder: 'dist' } }, { 'access-control-allow-origin': '*' });
});
test.afterAll(() => Promise.all([lab.close(), shared.close()]));

test('a frame looks like the page around it, unless its address names a theme', async ({
  page,
}) => {
  const colorsOf = (frame: string) => {
    const root = page.frameLocator(frame).locator('html');
    return async () => ({
      theme: await root.getAttribute('data-theme'),
      paper: await root.evaluate((element) => getComputedStyle(element).backgroundColor),
    });
  };
  const course = await openCourseWith(
    page,
    lab,
    `<div style="background: #123"><iframe id="taken" data-attention-lab src="LAB/embed.html#v=3&view=bars"></iframe></div>
     <div style="background: oklch(0.2 0 0)"><div style="background: color(srgb 1 1 1 / 0.5)">
       <iframe id="modern" data-attention-lab src="LAB/embed.html#v=3&view=bars"></iframe></div></div>
     <iframe id="named" data-attention-lab src="LAB/embed.html#v=3&view=bars&theme=light"></iframe>
     <script src="LAB/attention-lab-host.js"></script>`,
  );
  const dark = { theme: 'dark', paper: 'rgb(17, 34, 51)' };
  await expect.poll(colorsOf('#taken')).toEqual(dark);
  // After a reload the frame gets the page's look again.
  await page
    .frameLocator('#taken')
    .locator('html')
    .evaluate((root) => {
      root.removeAttribute('data-theme');
      location.reload();
    });
  await expect.poll(colorsOf('#taken')).toEqual(dark);
  // A color in a newer form counts, unless it is transparent.
  await page.locator('#modern').scrollIntoViewIfNeeded();
  const gray = expect.stringMatching(/^rgb\((2\d), \1, \1\)$/);
  await expect.poll(colorsOf('#modern')).toEqual({ theme: 'dark', paper: gray });
  await page.locator('#named').scrollIntoViewIfNeeded();
  await expect(page.frameLocator('#named').locator('attention-bars canvas')).toBeVisible();
  expect(await colorsOf('#named')()).toEqual({ theme: 'light', paper: 'rgb(255, 255, 255)' });
  await course.close();
});

test('a frame without the script is transparent, and leads to the lab with its state', async ({
  page,
  context,
}) => {
  await page.goto(`${lab.origin}/embed.html#v=3&text=Time+flies&view=tokens&lang=de`);
  await page.locator('attention-tokens').getByRole('radio').first().click();
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
  ).toBe('rgba(0, 0, 0, 0)');
  const home = page.getByRole('link', { name: 'Attention Lab' });
  await expect(home).toHaveAttribute('href', /word=0/);
  const opened = context.waitForEvent('page');
  await home.click();
  const there = await opened;
  await expect(there).toHaveURL(/playground\.html#.*text=Time\+flies.*word=0.*lang=de/);
  await expect(there.locator('attention-tokens').getByRole('radio').first()).toBeChecked();
});

/** A few pixels of the page, `x` from its left, beside the line of the tokens. */
async function strip(page: Page, x: number): Promise<string> {
  const { y } = (await page.locator('[data-stage=tokens] .lanes').boundingBox())!;
  return (await page.screenshot({ clip: { x, y, width: 2, height: 3 } })).toString('base64');
}

for (const look of [{}, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const)
  test(`an element has the color of the page, and shades where more columns follow: ${JSON.stringify(look)}`, async ({
    page,
  }) => {
    await page.emulateMedia(look);
    const course = await openCourseWith(
      page,
      shared,
      `<style>:root { color-scheme: light dark; background: light-dark(#cde, #123) }</style>
       <div style="inline-size: 360px; padding: 20px"><attention-trained hide="question sentences film controls own matrices heads guess"></attention-trained></div>
       <script type="module" src="LAB/trained-elements.js"></script>`,
    );
    const scroll = page.locator('attention-story .scroll');
    await expect(scroll.locator('[data-stage=weighted] canvas').first()).toBeVisible();
    const { x, width } = (await scroll.boundingBox())!;
    const edges = { left: x + 1, right: x + width - 3 };
    const outside = await strip(page, 5);
    const goTo = (left: number) => scroll.evaluate((one, left) => (one.scrollLeft = left), left);
    await goTo(0);
    await expect.poll(() => strip(page, edges.left)).toBe(outside);
    await expect.poll(() => strip(page, edges.right)).not.toBe(outside);
    await goTo(1e4);
    await expect.poll(() => strip(page, edges.right)).toBe(outside);
    await expect.poll(() => strip(page, edges.left)).not.toBe(outside);
    await course.close();
  });

test('an element on a white page has white where content scrolls below', async ({ page }) => {
  const course = await openCourseWith(
    page,
    shared,
    `<attention-trained hide="question sentences film controls own matrices heads guess"></attention-trained>
     <script type="module" src="LAB/trained-elements.js"></script>`,
  );
  for (const place of ['.formula', '.column-words', '.stage .label'])
    await expect(page.locator(`attention-story ${place}`).first()).toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    );
  await course.close();
});
