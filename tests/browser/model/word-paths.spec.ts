/** One word in sentences with two meanings, layer by layer, in MiniLM. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionWordPaths } from '../../../web/src/elements/language/vectors/attention-word-paths.ts';
import { violations } from '../support/axe.ts';
import { csvFields } from '../support/csv-fields.ts';
import { overflow } from '../support/overflow.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const own = (page: Page) => page.locator('attention-word-paths');
const word = (page: Page) => page.getByRole('textbox', { name: 'Word', exact: true });
const byLayer = (page: Page) =>
  own(page).getByRole('img', { name: 'First principal component over the layers' });
const group = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} meaning` });
/** Replaces a text by one input, like pasting. `fill` makes one of each line, also after the first was refused. */
const paste = (field: Locator, text: string) =>
  field.evaluate((field: HTMLTextAreaElement, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);

async function open(page: Page, set = 'bank') {
  await withoutMeasuring(page);
  await page.goto(`./model.html#model=minilm&follow=${set}`);
  // It computes when it is near the screen.
  await own(page).evaluate((view) => view.scrollIntoView());
  await expect(byLayer(page)).toBeVisible();
  await own(page).getByText('Table').first().click();
}

/** The coordinates of each sentence, by layer. */
const table = (page: Page) =>
  own(page)
    .getByRole('table')
    .first()
    .evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent!)),
      ),
    );
/** A hash of the picture, because a failure prints it. */
async function picture(page: Page): Promise<string> {
  const url = await own(page)
    .locator('canvas.layers')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  return createHash('sha256').update(url).digest('hex');
}

test('the vectors of a word start equal, and diverge with its meaning', async ({ page }) => {
  await open(page);
  const rows = await table(page);
  expect(rows).toHaveLength(16);
  for (const [i, row] of rows.entries()) {
    expect(row).toHaveLength(7);
    // The input is the same token at the same place.
    expect(Math.abs(row[0]!)).toBeLessThan(0.001);
    // Rivers and money are on opposite sides; the first sentence's side is positive.
    for (const layer of [3, 4, 5, 6]) expect(row[layer]! > 0).toBe(i < 8);
  }
  const spread = [1, 3].map((layer) => rows.reduce((sum, row) => sum + row[layer]! ** 2, 0));
  expect(spread[1]).toBeGreaterThan(2 * spread[0]!);
  await expect(
    own(page).getByText(/sets the sentences apart, \d\d\.\d% of its variance/),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('the lines follow one’s own sentences, and stay while a sentence lacks the word', async ({
  page,
}) => {
  await open(page);
  const before = await table(page);
  await word(page).fill('shore');
  await expect(word(page)).toHaveAccessibleDescription(
    '“He sat on the bank of the river.” does not contain the word “shore”.',
  );
  expect(await table(page)).toEqual(before);
  await group(page, 'One').fill('We sat on the shore.\nThe shore was sandy.');
  await group(page, 'Another').fill('');
  await expect.poll(async () => (await table(page)).length).toBe(2);
  await expect(page.getByText('The word does not have the same position')).toBeVisible();
  await expect(word(page)).toHaveAccessibleDescription('');
  // Two sentences are mirror images about their mean.
  const [one, other] = await table(page);
  for (const [layer, value] of one!.entries()) expect(value).toBeCloseTo(-other![layer]!, 3);
  await group(page, 'One').fill('');
  await expect(word(page)).toHaveAccessibleDescription('Type at least one word.');
});

test('a sentence that the model cannot read to its end is announced as cut', async ({ page }) => {
  await open(page);
  await group(page, 'Another').fill('');
  await group(page, 'One').fill(`The bank ${'is old and '.repeat(200)}`);
  const cut = own(page).getByRole('status').filter({ hasText: 'the text is cut after “' });
  await expect(cut).toHaveText(/^\s*The model reads at most 512 tokens/);
  await group(page, 'One').fill('');
  await expect(word(page)).toHaveAccessibleDescription('Type at least one word.');
  await expect(cut).toHaveCount(0);
});

test('more sentences than an address has room for are refused beside the field', async ({
  page,
}) => {
  await open(page);
  const before = await group(page, 'One').inputValue();
  await paste(group(page, 'One'), 'A bank.\n'.repeat(200));
  await expect(group(page, 'One')).toHaveAccessibleDescription(
    'Use at most 200 sentences, not 201.',
  );
  await expect(group(page, 'One')).toHaveValue(before);
  await expect(group(page, 'Another')).toHaveAttribute('maxlength', '20000');
});

test('a refusal stays beside the field when an earlier measurement ends', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (this: Worker, ...args: [message: unknown]) {
      held.push(() => postMessage.apply(this, args));
    };
    const release = () => {
      Worker.prototype.postMessage = postMessage;
      for (const send of held) send();
    };
    Object.assign(globalThis, { release });
  });
  await group(page, 'Another').fill('');
  await paste(group(page, 'One'), 'A bank.\n'.repeat(200));
  const refusal = 'Use at most 200 sentences, not 201.';
  await expect(group(page, 'One')).toHaveAccessibleDescription(refusal);
  await page.evaluate('release()');
  await expect.poll(async () => (await table(page)).length).toBe(8);
  await expect(group(page, 'One')).toHaveAccessibleDescription(refusal);
  await group(page, 'One').fill('A bank.');
  await expect.poll(async () => (await table(page)).length).toBe(1);
  await expect(group(page, 'One')).toHaveAccessibleDescription('');
});

test('the sentence at the caret is drawn bold, and the numbers are saved', async ({ page }) => {
  await open(page);
  const plain = await picture(page);
  await group(page, 'Another').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => picture(page)).not.toBe(plain);
  const ofCaret = await picture(page);
  // The line under the pointer is bold; without a pointer it is the line of the text cursor.
  // Hovering scrolls, which may change the layout: hover again until the pointer is over the field.
  const hovering = async (target: Locator) => {
    await target.hover();
    return picture(page);
  };
  await expect.poll(() => hovering(group(page, 'One'))).not.toBe(ofCaret);
  await expect.poll(() => hovering(own(page).getByText('Table').first())).toBe(ofCaret);
  await word(page).focus();
  await expect.poll(() => picture(page)).toBe(plain);

  await own(page).getByRole('button', { name: /^Save/ }).first().click();
  const saved = page.waitForEvent('download');
  await own(page).getByRole('menuitem', { name: 'Numbers, CSV' }).click();
  const lines = readFileSync((await (await saved).path())!, 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 16 * 7);
  const rows = await table(page);
  const groups = lines.slice(1).map((line) => csvFields(line)[3]);
  expect(csvFields(lines[0]!)[3]).toBe('sentence_group');
  expect(groups).toEqual([
    ...Array<string>(8 * 7).fill('One meaning'),
    ...Array<string>(8 * 7).fill('Another meaning'),
  ]);
  // Sentence 2, layer 4: the components are the two columns before the file's description.
  const last = lines[0]!.split(',').indexOf('model');
  expect(Number(lines[1 + 2 * 7 + 4]!.split(',')[last - 2])).toBeCloseTo(rows[2]![4]!, 4);
});

test('*it* diverges at layer 3; the plane has both components, and a chosen sentence', async ({
  page,
}) => {
  await open(page, 'it');
  await expect(
    own(page).getByText(/these means differ from layer to layer makes up 8\d\.\d% of all variance/),
  ).toBeVisible();
  const rows = await table(page);
  expect(rows).toHaveLength(16);
  const spread = (layer: number) => rows.reduce((sum, row) => sum + Math.abs(row[layer]!), 0);
  expect(spread(1)).toBeLessThan(0.2 * spread(3));
  const plane = own(page).locator('canvas.plane');
  const drawn = () => plane.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect(plane).toHaveAccessibleName('The plane of the first two principal components');
  const before = await drawn();
  await group(page, 'Another').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(drawn).not.toBe(before);
  // The table of the plane: first component as in the other table, then the second.
  await own(page).getByText('Table').nth(1).click();
  const cell = own(page).getByRole('table').nth(1).locator('tbody tr').first().locator('td').nth(3);
  const [first, second] = (await cell.textContent())!.split(', ').map(Number);
  expect(first).toBeCloseTo(rows[0]![3]!, 2);
  expect(Number.isFinite(second)).toBe(true);
});

test('on a phone sentences are complete, and a line is found by the pointer where it wraps', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, 'it');
  const field = group(page, 'One');
  for (const one of [field, group(page, 'Another')])
    expect(
      await one.evaluate((area) => [
        area.scrollWidth - area.clientWidth,
        area.scrollHeight - area.clientHeight,
      ]),
    ).toEqual([0, 0]);
  // Each of the sentences takes two lines of 24 pixels.
  const pointed = async (line: number) => {
    await field.hover({ position: { x: 40, y: 8 + 24 * line + 12 } });
    return picture(page);
  };
  // Hovering scrolls to the field, which may change the layout: compare when it has settled.
  await expect(async () => {
    const pictures = [await pointed(0), await pointed(1), await pointed(2), await pointed(3)];
    expect(pictures[1]).toBe(pictures[0]);
    expect(pictures[2]).not.toBe(pictures[0]);
    expect(pictures[3]).toBe(pictures[2]);
  }).toPass();
  // The end of a sentence, where the two meanings differ, is in sight, also in the choice of a sentence.
  const choice = page.locator('attention-word-cosines').getByRole('combobox').nth(1);
  const whole = page.locator('attention-word-cosines').locator('.whole').first();
  await expect(whole).toHaveText('The animal did not cross the street because it was too tired.');
  await expect(whole).toBeVisible();
  await choice.selectOption({ index: 8 });
  await expect(whole).toHaveText('The animal did not cross the street because it was too wide.');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the cosine of any two words is shown layer by layer', async ({ page }) => {
  await open(page, 'it');
  const view = page.locator('attention-word-cosines');
  await expect(view.getByRole('img', { name: 'How similar are two words?' })).toBeVisible();
  await view.getByText('Table').click();
  const line = async (i: number) =>
    (await view.locator('tbody tr').nth(i).locator('td').allTextContents()).map(Number);
  // Measured with transformers: 1.00, 1.00, 0.98, 0.80, 0.85, 0.93, 0.86 for "tired" and "wide".
  const expected = [1, 1, 0.98, 0.8, 0.85, 0.93, 0.86];
  for (const [layer, value] of (await line(0)).entries())
    expect(Math.abs(value - expected[layer]!)).toBeLessThan(0.02);
  await expect(view.locator('tbody tr')).toHaveCount(4);
  await expect(view.locator('.key svg[aria-hidden=true]')).toHaveCount(4);
  // "it" and "animal" in one sentence.
  const choices = view.getByRole('group', { name: 'Word 2' }).getByRole('combobox');
  await choices.nth(1).selectOption({ index: 0 });
  await choices.nth(0).selectOption('animal');
  await expect.poll(async () => (await line(0))[0]!).toBeLessThan(0.5);
  expect(Math.abs((await line(0))[6]! - 0.64)).toBeLessThan(0.03);
  const names = await view.locator('tbody').getByRole('rowheader').allTextContents();
  expect(names.map((name) => name.trim())).toEqual([
    'it and animal',
    'One meaning, mean',
    'Another meaning, mean',
    'across both meanings, mean',
  ]);
  const savedAs = async (format: string) => {
    await view.getByRole('button', { name: /^Save/ }).click();
    const saved = page.waitForEvent('download');
    await view.getByRole('menuitem', { name: format }).click();
    return readFileSync((await (await saved).path())!, 'utf8');
  };
  // Only a number after the name has a colon before it.
  expect(await savedAs('Picture, SVG')).toContain('it and animal: 0.6');
  expect(await savedAs('CSV')).toMatch(/^0,it and animal,/m);
});

test('two words are chosen in the sentences of the fields only, and come back with them', async ({
  page,
}) => {
  await open(page);
  const view = page.locator('attention-word-cosines');
  const choices = view.getByRole('group', { name: 'Word 2' }).getByRole('combobox');
  await choices.nth(0).selectOption('works');
  await expect(page).toHaveURL(/cosines=/);
  // The next set is computed only when the test says so.
  await own(page).evaluate((element: AttentionWordPaths) => {
    const { followWord } = element.model!;
    element.model!.followWord = async (...all) => {
      await new Promise((resolve) => addEventListener('test-follow', resolve, { once: true }));
      return followWord.apply(element.model, all);
    };
  });
  const follow = () => page.evaluate(() => dispatchEvent(new Event('test-follow')));
  const set = own(page).locator('.word select');
  await set.selectOption('it');
  await expect(choices.nth(0)).toBeDisabled();
  await follow();
  await expect(choices.nth(0)).toBeEnabled();
  await expect(page).not.toHaveURL(/cosines=/);
  await page.goBack();
  await expect(word(page)).toHaveValue('bank');
  await expect(choices.nth(0)).toBeDisabled();
  await follow();
  await expect(choices.nth(0)).toBeEnabled();
  await expect(choices.nth(0).locator('option:checked')).toHaveText('works');
});

test('the axis of cosines has the decimal mark of the language', async ({ page }) => {
  // Texts drawn on canvases, in the order of drawing.
  await page.addInitScript(() => {
    const drawn: string[] = ((window as unknown as Record<string, string[]>)['drawn'] = []);
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...all) {
      if (this.canvas.isConnected && this.canvas.parentElement?.className === 'chart')
        drawn.push(all[0]);
      return fillText.apply(this, all);
    };
  });
  await page.goto('./model.html#model=proof/checkpoints/bert&lang=de');
  await own(page).evaluate((view) => view.scrollIntoView());
  await expect(page.locator('attention-word-cosines canvas')).toBeVisible();
  const decimals = () =>
    page.evaluate(() =>
      (window as unknown as Record<string, string[]>)['drawn']!.filter((text) =>
        /\d\D\d/.test(text),
      ),
    );
  await expect.poll(decimals).toContain('1,0');
  for (const text of await decimals()) expect(text).toMatch(/^−?\d,\d$/);
});

test('while the sentences are refused, the bold one and the name of a file are of the picture', async ({
  page,
}) => {
  await open(page);
  await group(page, 'One').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  const plain = await picture(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => picture(page)).not.toBe(plain);
  const second = await picture(page);
  // Another line above the first one: the caret stays in the second sentence.
  await group(page, 'One').evaluate((area: HTMLTextAreaElement) => {
    area.setRangeText('No such word.\n', 0, 0, 'preserve');
    area.dispatchEvent(new Event('input'));
    area.dispatchEvent(new Event('select'));
  });
  await expect(word(page)).toHaveAccessibleDescription(
    /“No such word\.” does not contain the word/,
  );
  expect(await picture(page)).toBe(second);
  await word(page).fill('shore');
  await expect(word(page)).toHaveAccessibleDescription(/does not contain the word “shore”/);
  await own(page).getByRole('button', { name: /^Save/ }).first().click();
  const saved = page.waitForEvent('download');
  await own(page).getByRole('menuitem', { name: 'Numbers, CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^paths-of-bank/);
});
