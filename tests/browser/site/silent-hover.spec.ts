/** What the pointer passes over is shown; it is not said to a screen reader. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { arcs, openTrained } from '../first-page/first-page.ts';
import { bars, grid, open, tokenButtons, vector } from '../playground/playground-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { hearLive } from './live-regions.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

/** The pointer crosses a view in this many rows and columns. */
const kAcross = 8;

/** Passes over all of a view. */
async function hover(view: Locator): Promise<void> {
  await view.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const page = view.page();
  const { x, y, width, height } = (await view.boundingBox())!;
  for (let row = 0; row < kAcross; row++)
    for (let column = 0; column < kAcross; column++)
      await page.mouse.move(
        x + ((column + 0.5) * width) / kAcross,
        y + ((row + 0.5) * height) / kAcross,
      );
  await page.mouse.move(0, 0);
  await drawnTwice(page);
}

/** Each view is heard alone, after it has been drawn. */
async function expectSilent(page: Page, views: Record<string, Locator>): Promise<void> {
  const said = await hearLive(page);
  for (const [name, view] of Object.entries(views)) {
    await view.scrollIntoViewIfNeeded();
    await expect(view).toBeVisible();
    await drawnTwice(page);
    await said();
    await hover(view);
    expect(await said(), name).toEqual([]);
  }
}

test('what a live region says is heard', async ({ page }) => {
  await open(page);
  const said = await hearLive(page);
  await vector(page).getByRole('application').press('Home');
  await expect.poll(said).toEqual([expect.stringMatching(/^d1 = /)]);
  await vector(page).getByRole('application').press('End');
  await expect.poll(said).toEqual([expect.stringMatching(/^d4 = /)]);
});

test('the views of the playground are silent below the pointer, also after their keys have spoken', async ({
  page,
}) => {
  await open(page);
  const views = {
    tokens: page.locator('attention-tokens'),
    heatmap: grid(page).getByRole('application'),
    bars: bars(page),
    vector: vector(page).getByRole('application'),
  };
  await expect(tokenButtons(page).first()).toBeVisible();
  await expectSilent(page, views);
  for (const name of ['heatmap', 'vector'] as const) {
    await views[name].press('ArrowRight');
    await expectSilent(page, { [name]: views[name] });
  }
});

for (const { name, hash } of [
  { name: 'a field', hash: 'v=3&stage=v&matrix=layers.0.attention.v' },
  { name: 'a parameter', hash: 'v=3&stage=q&matrix=layers.0.attention.w_q' },
])
  test(`the views of the first page are silent below the pointer, with the open matrix of ${name}`, async ({
    page,
  }) => {
    await openTrained(page, hash);
    const story = page.locator('attention-story');
    await page.locator('[data-part=story]').scrollIntoViewIfNeeded();
    const cells = story.locator('attention-number-matrix').getByRole('grid');
    await expect(cells).toBeVisible();
    const views = {
      arcs: arcs(page),
      'story and matrix': story,
      matrix: cells,
    };
    await expectSilent(page, views);
    await cells.press('ArrowRight');
    await expectSilent(page, { matrix: cells });
  });

test('the patches of a digit are silent below the pointer', async ({ page }) => {
  await openTrained(page, 'v=3&model=digits');
  await expectSilent(page, { patches: page.locator('attention-patches').first() });
});
