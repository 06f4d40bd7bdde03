/** The visitor's sentence on the page of language models: its field, its examples, and how it is presented. */
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { longWait } from '../support/long-wait.ts';
import { overflow } from '../support/overflow.ts';
import { watch } from '../support/watch.ts';
import { follow } from './minilm-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Sentence' });
const arcs = (page: Page) => page.locator('attention-arcs');
const examples = (page: Page) => page.locator('attention-own-sentence details');
const card = (page: Page) => page.locator('attention-head-card');
const title = (page: Page) => card(page).getByRole('heading');

async function open(page: Page, hash = '') {
  await withoutMeasuring(page);
  await openMeasured(page, hash);
}
async function openMeasured(page: Page, hash: string) {
  await page.goto(`./model.html#model=minilm${hash}`);
  await expect(arcs(page).locator('canvas')).toBeVisible();
}

const long = 'The old man who lived on the other side of the road saw it in the rain. '.repeat(3);

test('the field, its examples, and texts in links', async ({ page }) => {
  await open(page);
  await test.step('the list of examples covers what is below it, and nothing moves', async () => {
    const top = () => arcs(page).evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    const summary = examples(page).locator('summary');
    const example = examples(page).getByRole('button', { name: 'The boy carried' });
    await summary.click();
    await expect(example).toBeVisible();
    expect(await top()).toBe(before);
    expect(await violations(page)).toEqual([]);
    await example.press('Escape');
    await expect(example).toBeHidden();
    await expect(summary).toBeFocused();
    await summary.press('Enter');
    await example.focus();
    await field(page).click();
    await expect(example).toBeHidden();
    await summary.click();
    await example.click();
    await expect(example).toBeHidden();
    await expect(field(page)).toHaveValue('The boy carried a very heavy old box.');
  });
  for (const [width, lines] of [
    [1280, 3],
    [360, 4],
  ] as const)
    await test.step(`a long sentence has ${lines} lines at ${width} pixels, and stays one line of text`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const size = () =>
        field(page).evaluate((element: HTMLTextAreaElement) => {
          const { lineHeight, paddingBlockStart } = getComputedStyle(element);
          const inside = element.clientHeight - 2 * parseFloat(paddingBlockStart);
          return {
            lines: Math.round(inside / parseFloat(lineHeight)),
            scroll: element.scrollHeight,
          };
        });
      await field(page).fill('The dog slept.');
      await expect.poll(async () => (await size()).lines).toBe(1);
      await field(page).fill(long);
      await expect.poll(async () => (await size()).lines).toBe(lines);
      const { height } = (await field(page).boundingBox())!;
      // Up to four lines the whole text is in sight.
      if (lines < 4) expect((await size()).scroll).toBeLessThanOrEqual(Math.ceil(height));
      const below = (await examples(page).boundingBox())!;
      expect(below.y).toBeGreaterThanOrEqual((await field(page).boundingBox())!.y + height);
      await field(page).press('Enter');
      await expect(field(page)).toHaveValue(long);
      await field(page).fill('The dog\nslept.');
      await expect(field(page)).toHaveValue('The dog slept.');
      await expect(page).toHaveURL(/text=The\+dog\+slept\./);
      await expect.poll(() => overflow(page)).toBe(0);
    });
  await test.step('the pieces of a word are close together, with a thin joint between them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await follow(page, 'v=3&model=minilm&text=It+was+unbelievably+cold.');
    const words = () =>
      arcs(page)
        .locator('.word')
        .evaluateAll((all) =>
          all.map((word) => {
            const { left, right, top, bottom } = word
              .querySelector('.text')!
              .getBoundingClientRect();
            const joint =
              getComputedStyle(word.querySelector('button')!, '::before').borderLeftWidth === '1px';
            const text = word.querySelector('.text')!.textContent;
            return { text, left, right, top, bottom, joint };
          }),
        );
    await expect
      .poll(async () => (await words()).map(({ text }) => text).join(' '))
      .toBe('it was un bel ie va bly cold .');
    const line = await words();
    expect(line.map(({ joint }) => joint)).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 0].map(Boolean));
    for (const [i, { left, joint }] of line.entries()) {
      if (i === 0) continue;
      const gap = left - line[i - 1]!.right;
      if (joint) expect(gap).toBeCloseTo(4, 0);
      else expect(gap).toBeGreaterThan(9);
    }
    // A word piece is read with its dot.
    await expect(page.locator('attention-arcs').getByRole('radio', { name: /^·bel/ })).toHaveCount(
      1,
    );
    // On a phone the parts stand below each other, and nothing overlaps.
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(async () => (await words())[1]!.top).toBeGreaterThan(line[0]!.bottom);
    await expect(async () => {
      const column = await words();
      const middles = column.map(({ left, right }) => (left + right) / 2);
      for (const middle of middles) expect(middle).toBeCloseTo(middles[0]!, 0);
      const steps = column.slice(1).map(({ top }, i) => top - column[i]!.top);
      for (const [i, { joint }] of line.slice(1).entries())
        expect(steps[i]!, column[i]!.text!).toBeLessThan(joint ? 33 : 40);
      for (const [i, { top }] of column.slice(1).entries())
        expect(top).toBeGreaterThanOrEqual(column[i]!.bottom - 3);
    }).toPass();
    // In small type, pieces that are narrower than a figure.
    await page.setViewportSize({ width: 1280, height: 800 });
    const long = 'The philosopher dropped unbelievably antidisestablishmentarian flibbertigibbets';
    await follow(page, `v=3&model=minilm&text=${long.replaceAll(' ', '+')}`);
    await expect
      .poll(async () => (await words()).map(({ text }) => text).join(' '))
      .toMatch(/fl ib bert ig ib bet s$/);
    await expect(async () => {
      const small = await words();
      for (const [i, { left, joint, text }] of small.entries())
        if (joint) expect(left - small[i - 1]!.right, text!).toBeLessThan(6);
    }).toPass();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a text that is not English: the page says what [UNK] is, and which language MiniLM reads', async () => {
    await follow(page, 'v=3&model=minilm&text=今天天气很好');
    const hint = page.getByText(
      '[UNK] stands for a word or a character that is not in the vocabulary of this model.',
    );
    await expect(hint).toBeVisible();
    await expect(
      arcs(page)
        .getByRole('radio', { name: /^\[UNK\]/ })
        .first(),
    ).toBeVisible();
    await expect(page.getByText('weights in int8. It reads English.')).toBeVisible();
    await field(page).fill('The weather is fine.');
    await expect(hint).toHaveCount(0);
  });
  await test.step('with the first delimiter chosen, links to other pages choose no word', async () => {
    await follow(page, 'v=3&model=minilm&delimiters=shown&word=-1&text=The+dog+slept.');
    await expect(page.getByRole('radio', { name: '[CLS]' })).toBeChecked();
    const small = page.getByRole('link', { name: 'Try it in the small model' });
    await expect(small).toHaveAttribute('href', './#v=3&model=goes_with&text=The+dog+slept.');
    for (const [name, hash] of [
      ['playground', '#v=3&text=The+dog+slept.'],
      ['training', '#v=3&model=goes_with&text=The+dog+slept.'],
    ]) {
      const link = page.locator(`nav [data-word=${name}]`);
      await link.focus();
      await expect.poll(() => link.evaluate((a: HTMLAnchorElement) => a.hash)).toBe(hash);
    }
  });
});

test('presenting shows the sentence in large type, and arrow keys go from head to head', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await openMeasured(page, '&layer=0&head=10');
  await expect(title(page)).toContainText('Layer 1, head 11');
  const size = () =>
    title(page).evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  const before = await size();
  await page.getByRole('button', { name: 'Present' }).click();
  await expect.poll(size).toBeCloseTo(1.56 * before, 1);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.locator('attention-all-heads')).toBeHidden();
  await expect(page.locator('attention-similarities')).toBeHidden();
  await expect(page.locator('div.ends')).toContainText('[CLS], [SEP] hidden.');
  // The sentence has the whole width, its words are whole, and all is on the screen.
  const cutWords = () =>
    arcs(page)
      .locator('.text')
      .evaluateAll(
        (all) => all.filter((element) => element.scrollWidth > element.clientWidth + 1).length,
      );
  for (const [width, height] of [
    [1440, 1000],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const widths = () =>
      Promise.all([arcs(page).boundingBox(), page.locator('main').boundingBox()]).then(
        ([sentence, main]) => sentence!.width / main!.width,
      );
    await expect.poll(widths).toBeGreaterThan(0.9);
    await expect.poll(cutWords).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBe(height);
  }
  // Once the heads are measured, presenting goes from name to name, each at a word that has the relation.
  const card = page.locator('attention-head-card');
  await expect(card).not.toContainText('being measured', longWait);
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('noun → the same noun before');
  await expect(card).toContainText(
    'This page does not know which words of this sentence have this relation.',
  );
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('possessive → owner');
  await expect(arcs(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/^her/);
  await expect(card).not.toContainText('does not know which words');
  for (let i = 0; i < 20 && !(await title(page).textContent())!.includes('Layer 5, head 7'); i++)
    await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('adjective → noun');
  await expect(arcs(page).getByRole('radio', { checked: true })).toHaveAccessibleName(/^old/);
  await page.keyboard.press('ArrowLeft');
  await expect(arcs(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('attention-all-heads')).toBeVisible();
  await expect(field(page)).toBeVisible();
  await expect.poll(size).toBeCloseTo(before, 1);
  expect(complaints).toEqual([]);
});

test('the small model is offered a sentence only if it can read it', async ({ page }) => {
  await open(page);
  const links = page.locator('attention-own-sentence a');
  await expect(links).toContainText('it cannot read this sentence');
  await expect(links).toHaveAttribute('href', './#v=3&model=goes_with');
  await field(page).fill('The cat didn’t cross the street.');
  await expect(links).toHaveText('Try it in the small model, where you can change every number');
  // The small model splits "didn’t" into two words, so the word behind it is another one there.
  await expect(links).toHaveAttribute('href', /^\.\/#v=3&model=goes_with&text=The\+cat.*street\.$/);
  await field(page).fill('The kitten slept.');
  const training = page.locator('nav [data-word=training]');
  await training.focus();
  // The other pages name the unknown word, and are not asked for a word of a sentence that they cannot show.
  await expect
    .poll(() => training.evaluate((a: HTMLAnchorElement) => a.hash))
    .toBe('#v=3&model=goes_with&text=The+kitten+slept.');
  await links.click();
  await expect(page.locator('attention-trained attention-arcs canvas').first()).toBeVisible();
  await expect(page.locator('#notice')).toBeHidden();
});

test('the chosen word returns when the sentence is long enough again; meanwhile the address names the one shown', async ({
  page,
}) => {
  await open(page, '&word=3&text=The+girl+dropped+her+ball.');
  const chosen = arcs(page).getByRole('radio', { checked: true });
  await expect(chosen).toHaveText('her');
  await expect(page).toHaveURL(/word=3(&|$)/);
  await field(page).selectText();
  await field(page).pressSequentially('I');
  await expect(chosen).toHaveText('i');
  await expect(page).toHaveURL(/text=I&.*word=0(&|$)/);
  // The letter is a change, and the word that is shown instead is none.
  expect(await page.evaluate(() => Number(history.state))).toBe(1);
  await field(page).pressSequentially(' see her again.');
  await expect(chosen).toHaveText('again');
  await expect(page).toHaveURL(/text=I\+see\+her\+again\.&.*word=3(&|$)/);
  await field(page).fill('I see.');
  await expect(chosen).toHaveText('see');
  await expect(page).toHaveURL(/text=I\+see\.&.*word=1(&|$)/);
});
