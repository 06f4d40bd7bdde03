/** The named heads below the arcs of an opened model, and the names of heads beside the arcs of trained ones. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionHeadRelations } from '../../../web/src/elements/language/heads/attention-head-relations.ts';
import { violations } from '../support/axe.ts';
import { drawnTwice } from '../support/frames.ts';
import { longWait } from '../support/long-wait.ts';
import { overflow } from '../support/overflow.ts';
import { arcs, openTrained } from '../first-page/first-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const strip = (page: Page) => page.locator('attention-named-heads');
const named = (page: Page) => strip(page).getByRole('button');
const card = (page: Page) => page.locator('attention-head-card');
const titles = (page: Page, example = 0) => arcs(page, example).locator('.layer');

async function openMiniLm(page: Page, hash = ''): Promise<void> {
  await page.goto(`./model.html#model=minilm${hash}`);
  await expect(page.locator('attention-all-heads .head')).toHaveCount(72);
}

/** Layer, head and score of each head that the core named, by relation; each head once, with its best name. */
const measured = (page: Page) =>
  page.locator('attention-head-relations').evaluate((element: AttentionHeadRelations) => {
    const all = element.found!.relations.flatMap(({ heads }, order) =>
      heads.flatMap(({ named, share, mean_weight: mean }, i) =>
        named ? [{ order, share, mean, i }] : [],
      ),
    );
    const best = all.filter(({ i, share }) =>
      all.every((row) => row.i !== i || row.share <= share),
    );
    return best
      .sort((a, b) => a.order - b.order || b.share - a.share || b.mean - a.mean)
      .map(
        ({ i, share }) => `${Math.floor(i / 12) + 1}·${(i % 12) + 1} ${(100 * share).toFixed(0)}%`,
      );
  });

test('a frame without arcs and named heads shows the progress of the measurement beside the relations', async ({
  page,
}) => {
  await withoutMeasuring(page);
  await page.goto('./embed.html#v=3&model=minilm&hide=arcs');
  const relations = page.locator('attention-head-relations');
  await expect(relations.getByRole('progressbar')).toBeVisible();
  await expect(strip(page)).toBeHidden();
});

/** A head that scrolls below a resting pointer is not shown until the pointer moves. */
async function expectPreviewOnlyByMoving(page: Page, head: Locator) {
  const { x, y, width, height } = (await head.boundingBox())!;
  const [atX, atY] = [x + width / 2, y + height / 2];
  await page.evaluate(() => scrollBy(0, 90));
  await page.mouse.move(atX, atY);
  await page.evaluate(() => scrollBy(0, -90));
  await expect.poll(() => head.evaluate((element) => element.matches(':hover'))).toBe(true);
  await drawnTwice(page);
  await expect(card(page)).toContainText('Layer 2, head 4');
  await page.mouse.move(atX + 1, atY);
  await expect(card(page)).toContainText('Layer 1, head 3');
}

test('the named heads of MiniLM are previewed and chosen by pointer and by key', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMiniLm(page);
  const top = () =>
    page.locator('attention-all-heads').evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await expect(named(page).first()).toBeVisible(longWait);
  expect(await top()).toBe(before);
  const shown = await named(page).evaluateAll((all) =>
    all.map((element) => {
      const [place, , score] = [...element.children].map(({ textContent }) => textContent);
      return `${place} ${score}`;
    }),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual(await measured(page));

  await expect(strip(page)).toContainText('from → to (n: noun, v: verb');
  await expect(strip(page)).toContainText('the share of test rows that it gets right');
  // A name in the table may have no entry of its own here: the list says why.
  await expect(strip(page)).toContainText('A head with several names is listed by its best one.');

  // In the head that is shown first, "her" looks at the girl.
  const owner = strip(page).getByRole('button', { name: /^2·4 owner 9\d%$/ });
  await expect(owner).toHaveAccessibleDescription(
    /^layer 2, head 4: possessive → owner; pronoun → noun 9\d\.\d%$/,
  );
  await expect(owner).toHaveAttribute('aria-pressed', 'true');
  await expect(owner).toBeInViewport({ ratio: 1 });
  const word = strip(page).getByRole('button', { name: '1·3 before 100%' });
  await word.hover();
  await expect(card(page)).toContainText('Layer 1, head 3');
  await expect(card(page)).toContainText('word → the word before');
  await expect(owner).toHaveAttribute('aria-pressed', 'true');
  expect(await top()).toBe(before);
  await page.mouse.move(5, 5);
  await expect(card(page)).toContainText('Layer 2, head 4');
  await expectPreviewOnlyByMoving(page, word);
  await page.mouse.move(5, 5);
  await word.click();
  await expect(page).toHaveURL(/layer=0&head=2/);
  await expect(word).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(5, 5);
  await expect(card(page)).toContainText('Layer 1, head 3');

  // The maps keep the order of the layers.
  const order = await page
    .locator('attention-all-heads .head')
    .evaluateAll((all) => all.map((element) => Number((element as HTMLElement).dataset['index'])));
  expect(order).toEqual([...order.keys()]);

  // By keyboard: one tab stop, arrow keys between the heads, Enter chooses.
  await word.focus();
  await page.keyboard.press('End');
  const last = named(page).last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  const place = /^layer (\d), head (\d+)/.exec((await last.getAttribute('title'))!)!;
  await expect(card(page)).toContainText(`Layer ${place[1]}, head ${place[2]}`);
  await expect(word).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(named(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(strip(page).locator('[tabindex="0"]')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  // The names take two lines, and one on a phone.
  const lines = () =>
    named(page).evaluateAll(
      (all) => new Set(all.map((element) => element.getBoundingClientRect().top)).size,
    );
  expect(await lines()).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(lines).toBe(1);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('End');
  await expect(last).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(last).toHaveAttribute('aria-pressed', 'true');
  await expect(last).toBeInViewport({ ratio: 1 });
  // Longer names wrap, so that all of them are visible.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Language').selectOption('de');
  await expect(named(page).first()).toContainText(/\d\s%/);
  const beyond = await strip(page)
    .locator('.heads')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond).toBe(0);
  expect(await lines()).toBe(2);
});

for (const [lang, none, cut] of [
  ['en', 'No head of this model has earned a name.', 'longer than this model reads'],
  [
    'de',
    'Kein Kopf dieses Modells hat sich einen Namen verdient.',
    'länger, als dieses Modell liest',
  ],
  ['zh', '这个模型中没有任何头获得名称。', '超出了这个模型能读的长度'],
] as const)
  test(`random heads of a small BERT earn no name, which is said where names would stand, ${lang}`, async ({
    page,
  }) => {
    const bert = fileURLToPath(new URL('../../golden/checkpoints/bert/', import.meta.url));
    await page.goto(`./model.html#lang=${lang}`);
    await page.locator('attention-model-offer summary').first().click();
    await page
      .locator('attention-model-offer input[type=file]')
      .first()
      .setInputFiles(['config.json', 'model.safetensors', 'tokenizer.json'].map((f) => bert + f));
    await expect(strip(page)).toContainText(none);
    await expect(named(page)).toHaveCount(0);
    await expect(strip(page).locator('.key')).toHaveCount(0);
    // It reads 64 tokens, which is too few for some of the sentences on which heads are measured.
    await expect(page.locator('attention-head-relations').getByText(cut)).toBeVisible();
  });

for (const [lang, name] of [
  ['en', ' · goes with (0.999)'],
  ['de', ' · gehört zu (0,999)'],
  ['zh', ' · 相配 (0.999)'],
] as const)
  test(`without the film, arcs have the name and the score that their head has earned, ${lang}`, async ({
    page,
  }) => {
    await page.goto(`./embed.html#v=3&model=goes_with&view=sentences&lang=${lang}`);
    await expect(titles(page).nth(1)).toContainText(name);
    // The best head of layer 1 scores less than 0.8.
    await expect(titles(page).first()).not.toContainText('·');
    // A head that is off has no name, and neither has a head without a role.
    await page.goto('about:blank');
    await page.goto(
      `./embed.html#v=3&model=goes_with&view=sentences&off=layers.1.attention:0&lang=${lang}`,
    );
    await expect(titles(page).nth(1)).toHaveClass(/off/);
    await expect(titles(page).nth(1)).not.toContainText('·');
    // At a step of the film, the row says so.
    await page.goto('about:blank');
    await page.goto(`./embed.html#v=3&model=goes_with&view=sentences,film&lang=${lang}`);
    await expect(titles(page)).toHaveCount(2);
    await expect(titles(page).nth(1)).not.toContainText('·');
  });

test('arcs have names only while presenting; otherwise the first page has them in the row of the film', async ({
  page,
}) => {
  await openTrained(page);
  await expect(titles(page).nth(1)).toHaveText('layer 2, head 1layer 2, head 1, in %');
  await page.keyboard.press('Alt+p');
  await expect(titles(page).nth(1)).toContainText(' · goes with (0.999)');
  await expect(titles(page).first()).not.toContainText('·');
  await page.keyboard.press('Escape');
  await expect(titles(page).nth(1)).not.toContainText('·');
});

test('on a phone both names are above the sentence and do not overlap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('./embed.html#v=3&model=induction&view=sentences');
  await expect(titles(page).first()).toContainText(' · ');
  await expect(titles(page).nth(1)).toContainText(' · induction (0.994)');
  const [left, right] = [
    (await titles(page).first().boundingBox())!,
    (await titles(page).nth(1).boundingBox())!,
  ];
  const word = (await arcs(page, 0).getByRole('radio').first().boundingBox())!;
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  for (const { y, height } of [left, right]) expect(y + height).toBeLessThanOrEqual(word.y + 1);
  expect(await overflow(page)).toBe(0);
});
