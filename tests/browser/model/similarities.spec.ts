/** Texts compared by MiniLM, beside transformers' vectors: the matrix, the contributions of tokens, and the errors. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import { readSafetensors } from '../../../web/src/files/read-safetensors.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { follow } from './minilm-page.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const folder = new URL('../../golden/minilm/', import.meta.url);
const { sentences } = JSON.parse(readFileSync(new URL('reference.json', folder), 'utf8'));

const text = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Text ${number}`, exact: true });
const cell = (page: Page, row: number, column: number) =>
  page.getByRole('gridcell', { name: new RegExp(`^Text ${row} and text ${column}: `) });
const valueOf = async (page: Page, row: number, column: number) =>
  Number((await cell(page, row, column).textContent())!.trim().replace('−', '-'));
const parts = (page: Page) =>
  page.locator('attention-token-parts').evaluate((element) => {
    const lists = [...element.shadowRoot!.querySelectorAll('ul')];
    return lists.map((list) =>
      [...list.children].map((item) => {
        const [token, value] = [...item.children].map((child) => child.textContent!);
        return [token!, Number(value!.replace('−', '-'))] as const;
      }),
    );
  });

async function open(page: Page) {
  await withoutMeasuring(page);
  await page.goto('./model.html');
  await page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ }).click();
  // It computes when it is near the screen.
  await page.locator('attention-similarities').evaluate((view) => view.scrollIntoView());
  await expect(cell(page, 1, 1)).toHaveText('1.00');
}

test('a text that just fits its line has no empty line below it', async ({ page }) => {
  await open(page);
  const field = text(page, 1);
  const height = () => field.evaluate((element) => element.clientHeight);
  await field.fill('');
  const one = await height();
  await field.fill('a ');
  expect(await height()).toBe(one);
  // A field as wide as its text, with less room beside it than a space needs.
  await field.fill('Seven words that just fit the line.');
  await field.evaluate((element: HTMLTextAreaElement) => {
    const copy = [...element.nextElementSibling!.childNodes].find((node) => node instanceof Text)!;
    const range = document.createRange();
    range.setStart(copy, 0);
    range.setEnd(copy, element.value.length);
    const { width } = range.getBoundingClientRect();
    element.parentElement!.style.inlineSize = `${Math.ceil(width)}px`;
  });
  await field.fill('');
  await field.fill('Seven words that just fit the line.');
  expect(await height()).toBe(one);
  await field.fill('Seven words that do not fit into the line.');
  expect(await height()).toBeGreaterThan(one);
});

test('the matrix of compared texts follows the texts and the keys', async ({ page }) => {
  await open(page);
  const numbers = page.locator('attention-similarities').getByRole('gridcell');
  const before = await numbers.allTextContents();
  /** Returns to the first texts. */
  const restart = async () => {
    await follow(page, 'v=3&model=minilm');
    await expect.poll(() => numbers.allTextContents()).toEqual(before);
  };
  await test.step('says which tokens a similarity comes from', async () => {
    await cell(page, 1, 3).click();
    await expect(
      page.getByRole('heading', { name: /^Text 1 and text 3: 0\.\d\d\./ }),
    ).toBeVisible();
    const tokens = async () =>
      (await parts(page)).map((list) => list.map(([token]) => token).join(' '));
    await expect
      .poll(tokens)
      .toEqual([
        '[CLS] he sat on the bank of the river . [SEP]',
        '[CLS] she put her money in the bank . [SEP]',
      ]);
    const all = (await parts(page)).flat();
    const [least] = all.toSorted(([, one], [, other]) => one - other);
    expect(least![0]).toBe('river');
    expect(least![1]).toBeLessThan(-0.05);
    // Without the river, the texts are more similar.
    const before = await valueOf(page, 1, 3);
    await text(page, 1).fill('He sat on the bank.');
    await expect.poll(() => valueOf(page, 1, 3)).toBeGreaterThan(before + 0.05);
    await cell(page, 2, 2).click();
    await expect(page.getByText('A text compared with itself')).toBeVisible();
  });
  await test.step('shows the similarities of transformers, and follows what is typed', async () => {
    const { tensors } = await readSafetensors(
      readFileSync(new URL('reference.safetensors', folder)),
    );
    const expected = tensors['similarity']!.data;
    const chosen = [0, 5, 9, 10];
    for (const [i, sentence] of chosen.entries())
      await text(page, i + 1).fill(sentences[sentence].text);
    for (const [i, a] of chosen.entries())
      for (const [j, b] of chosen.entries())
        // The model is rounded to int8.
        await expect
          .poll(async () => Math.abs((await valueOf(page, i + 1, j + 1)) - expected[a * 11 + b]!))
          .toBeLessThan(0.02);
  });
  await restart();
  await test.step('keeps the last numbers while a text cannot be read, and says why beside it', async () => {
    const before = await valueOf(page, 3, 1);
    await text(page, 3).fill('');
    await expect(text(page, 3)).toHaveAttribute('aria-invalid', 'true');
    await expect(text(page, 3)).toHaveAccessibleDescription('Type at least one word.');
    expect(await valueOf(page, 3, 1)).toBe(before);
    await text(page, 3).fill('He sat on the bank of the river.');
    await expect(cell(page, 3, 1)).toHaveText('1.00');
  });
  await restart();
  await test.step('after a text is removed, the matrix of the old texts chooses no pair', async () => {
    const grid = page.getByRole('grid', { name: 'Similarities' });
    await text(page, 2).fill('');
    await page.getByRole('button', { name: 'Remove text 1' }).click();
    // Nothing can be read now, so the matrix is the previous one.
    await expect(numbers).toHaveCount(16);
    await expect(grid).toHaveAttribute('aria-disabled', 'true');
    const address = page.url();
    // A click of Playwright's waits for an enabled cell.
    await cell(page, 4, 1).dispatchEvent('click');
    await cell(page, 2, 1).focus();
    for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowDown');
    expect(page.url()).toBe(address);
    await text(page, 1).fill('The water was cold and deep.');
    await expect(numbers).toHaveCount(9);
    await expect(grid).toHaveAttribute('aria-disabled', 'false');
    await expect(page.getByRole('heading', { name: /^Text 2 and text 1: / })).toBeVisible();
    await cell(page, 1, 3).click();
    await expect(page).toHaveURL(/pair=0,2/);
  });
  await restart();
  await test.step('saves the numbers, and lists them as a table', async () => {
    const own = page.locator('attention-similarities');
    await own.getByText('Table').first().click();
    await expect(own.getByRole('rowheader')).toHaveText(['Text 1', 'Text 2', 'Text 3', 'Text 4']);
    await own.getByRole('button', { name: /^Save.*Similarities/ }).click();
    const saved = page.waitForEvent('download');
    await own.getByRole('menuitem', { name: /CSV/ }).first().click();
    const lines = readFileSync((await (await saved).path())!, 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain(',texts,');
    expect(lines[1]).toContain('4: The bank raised its interest rate.');
    const [, , ...row] = lines[3]!.split(',');
    expect(Number(row[0])).toBeCloseTo(await valueOf(page, 3, 1), 2);
    expect(Number(row[2])).toBeCloseTo(1, 5);
  });
  await restart();
  await test.step('removing a text keeps the chosen pair of texts', async () => {
    await cell(page, 3, 1).click();
    const before = await cell(page, 3, 1).textContent();
    await page.getByRole('button', { name: 'Remove text 2' }).click();
    await expect(cell(page, 2, 1)).toHaveAttribute('aria-selected', 'true');
    await expect(cell(page, 2, 1)).toHaveText(before!.trim());
    await expect(page.getByRole('heading', { name: /^Text 2 and text 1: / })).toBeVisible();
  });
  await restart();
  await test.step('works by keys, is accessible and fits a phone', async () => {
    await cell(page, 3, 1).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell(page, 3, 2)).toBeFocused();
    await expect(cell(page, 3, 2)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: /^Text 3 and text 2: / })).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await expect(cell(page, 2, 1)).toBeFocused();
    // Browsers go back and forward with these keys.
    for (const key of ['Alt+ArrowRight', 'Control+ArrowRight', 'Meta+ArrowRight'])
      await page.keyboard.press(key);
    await expect(cell(page, 2, 1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cell(page, 2, 2)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Add a text' }).press('Enter');
    await expect(text(page, 5)).toHaveValue('The water was cold and deep.');
    await page.getByRole('button', { name: 'Add a text' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add a text' })).toBeDisabled();
    await expect(page.locator('attention-similarities').getByRole('gridcell')).toHaveCount(36);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    // Long texts wrap, so their ends are in sight.
    const fields = page.locator('attention-similarities').getByRole('textbox');
    const hidden = await fields.evaluateAll((all) =>
      all.filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      ),
    );
    expect(hidden).toEqual([]);
    for (const left of [5, 4, 3, 2]) {
      await page.getByRole('button', { name: 'Remove text 1' }).press('Enter');
      await expect(text(page, 1)).toBeFocused();
      await expect(page.locator('attention-similarities').getByRole('gridcell')).toHaveCount(
        left ** 2,
      );
    }
    await expect(page.getByRole('button', { name: 'Remove text 1' })).toBeDisabled();
  });
});

test('without words in a text, the story and the effects of changes keep to the other texts', async ({
  page,
}) => {
  await open(page);
  await text(page, 3).fill('');
  const story = page.locator('attention-head-story');
  await story.scrollIntoViewIfNeeded();
  await expect(story.locator('attention-story')).toBeVisible();
  await expect(story.getByRole('alert')).toHaveText('');
  const sentence = page.getByRole('textbox', { name: 'Sentence', exact: true });
  const chosen = page.locator('attention-model');
  await chosen.evaluate((model: AttentionModel) => {
    model.state = { ...model.state, off: [{ attention: 'layers.1.attention', head: 3 }] };
  });
  const effects = page.locator('attention-change-effects');
  await expect(effects.getByRole('row')).toHaveCount(4);
  await expect(effects.getByRole('alert')).toHaveText('');
  await expect(sentence).toHaveAttribute('aria-invalid', 'false');
  await expect(story.locator('attention-story')).toBeVisible();
});
