/** One weight of MiniLM down to q and k, on the page and in the file of its sentence. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import type { LanguageState } from '../../../web/src/model/language/language-state.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const decimal = (text: string) => Number(text.replace('−', '-'));

/** Reads the shape and the numbers of a float32 NPY file. */
function readNpy(file: Uint8Array) {
  const length = new DataView(file.buffer, file.byteOffset).getUint16(8, true);
  const header = Buffer.from(file.subarray(10, 10 + length)).toString('latin1');
  const shape = /'shape': \(([^)]*)\)/.exec(header)![1]!.match(/\d+/g)!.map(Number);
  return { shape, data: new Float32Array(file.slice(10 + length).buffer) };
}

test('a weight comes from 32 numbers of q and k, which are saved with the sentence', async ({
  page,
}) => {
  // Layer 4, head 2: "dropped" → "ball" (tokens 7 and 11).
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm&layer=3&head=1&word=6');
  const arithmetic = page.locator('attention-weight-arithmetic');
  await page.locator('attention-chosen-head').scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: /: dropped → ball$/ })).toBeVisible();
  await arithmetic.getByText('All 32 numbers of q and k').click();
  await expect(arithmetic.locator('tbody tr')).toHaveCount(32);
  const rows = await arithmetic
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => Array.from(row.children, ({ textContent }) => textContent)),
    );
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 32 }, (_, i) => `${i + 1}`));
  const numbers = rows.map((row) => row.slice(1).map(decimal)) as [number, number, number][];
  // Numbers have three decimals, and absolute values below 4.
  for (const [q, k, product] of numbers) expect(Math.abs(q * k - product)).toBeLessThan(5e-3);
  const sum = numbers.reduce((total, [, , product]) => total + product, 0);
  const said = arithmetic.locator('attention-dot-product p b');
  expect(Math.abs(sum - decimal(await said.innerText()))).toBeLessThan(32 * 5e-4);
  await expect(arithmetic.locator('dl .value').first()).toHaveText(await said.innerText());

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save all numbers of this sentence (NPZ)' }).click(),
  ]);
  const files = unzipSync(await readFile(await download.path()));
  for (const [i, name] of ['q', 'k'].entries()) {
    const { shape, data } = readNpy(files[`${name}.npy`]!);
    expect(shape).toEqual([6, 12, 14, 32]);
    const token = [7, 11][i]!;
    const start = ((3 * 12 + 1) * 14 + token) * 32;
    const row = [...data.subarray(start, start + 32)];
    row.forEach((value, j) => expect(Math.abs(value - numbers[j]![i]!)).toBeLessThan(1e-3));
  }
  // Another key has other numbers; the table stays open.
  await arithmetic.getByLabel('To').selectOption('girl');
  await expect(said).not.toHaveText(formatted(sum));
  await expect(arithmetic.locator('tbody tr').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('a number that the visitor set is not said to be computed', async ({ page }) => {
  await withoutMeasuring(page);
  await page.goto('./model.html#model=minilm&layer=3&head=1&word=6');
  const [query, key] = [7, 11];
  await page.locator('attention-chosen-head').scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: /: dropped → ball$/ })).toBeVisible();
  const change = (changes: Partial<LanguageState>) =>
    page.locator('attention-model').evaluate((model: AttentionModel, changes) => {
      model.state = { ...model.state, forced: [], edits: [], ...changes };
    }, changes);
  const lines = async () =>
    page.locator('attention-weight-arithmetic dl').evaluate((list) => {
      const texts = (name: string) =>
        [...list.querySelectorAll(name)].map(({ textContent }) => textContent.trim());
      return texts('.work').map((work, i) => ({ work, value: texts('.value')[i]! }));
    });
  /** The lines that were set, by number; all other quotients are those of their numbers. */
  const set = async () => {
    const all = await lines();
    for (const { work, value } of all) {
      const [, a, b] = /^([−\d.]+) \/ ([\d.]+) =$/.exec(work) ?? [];
      if (a && b) expect(Math.abs(decimal(a) / decimal(b) - decimal(value))).toBeLessThan(2e-3);
    }
    return all.flatMap(({ work }, i) => (/^set by you instead of [^=]+$/.test(work) ? [i] : []));
  };
  const arithmetic = page.locator('attention-weight-arithmetic');
  await arithmetic.scrollIntoViewIfNeeded();
  expect(await lines()).toHaveLength(5);
  expect(await set()).toEqual([]);
  const attention = 'layers.3.attention';
  await change({ forced: [{ attention, head: 1, query, key: 3 }] });
  await expect.poll(set).toEqual([4]);
  const edit = (field: string) => ({
    edits: [{ layer: attention, field, index: [0, 1, query, key], value: 0.75 }],
  });
  for (const [line, field] of [
    [1, 'scores'],
    [2, 'masked_scores'],
    [4, 'weights'],
  ] as const) {
    await change(edit(field));
    await arithmetic.getByLabel('To').selectOption('ball');
    await expect.poll(set).toEqual([line]);
    expect((await lines())[line]!.value).toMatch(/^0\.750/);
  }
});

const formatted = (value: number) => value.toFixed(3).replace('-', '−');
