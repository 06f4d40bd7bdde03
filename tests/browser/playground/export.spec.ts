/** Exported files and code hold exactly the numbers on the screen. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { python } from '../../support/python.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { bars, open, showStep, tableOf } from './playground-page.ts';
import { exporter, openPanel, panel, saved, traced } from './export-page.ts';
import { watch } from '../support/watch.ts';

const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

/** Reads float32, row-major, after NumPy's header. */
function numbersIn(npy: Uint8Array): number[] {
  const copy = Uint8Array.from(npy).buffer;
  return [...new Float32Array(copy, 10 + new DataView(copy).getUint16(8, true))];
}

test('every tensor is saved as NPY and CSV under its own name', async ({ page }) => {
  const { complaints } = await watch(page);
  await open(page, { mask: 'causal', num_heads: 2, text: 'Time, "flies" =1+1' });
  await openPanel(page);
  const names = await panel(page)
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names).toEqual(
    'embedding position x w_q w_k w_v w_o q k v scores masked_scores weights row_status context concat output'.split(
      ' ',
    ),
  );
  for (const name of ['q', 'masked_scores', 'weights', 'output']) {
    await panel(page).getByRole('combobox').selectOption(name);
    const { shape, data } = await traced(page, name);
    const npy = await saved(page, button(page, 'NPY'));
    expect(npy.name).toBe(`untrained-${name}-time-flies-1-1.npy`);
    expect(numbersIn(npy.bytes)).toEqual(data);
    expect(npy.bytes.toString('latin1')).toContain(`(${shape.join(', ')})`);
    const csv = await saved(page, button(page, 'CSV'));
    expect(csv.name).toBe(`untrained-${name}-time-flies-1-1.csv`);
    const lines = csv.bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + data.length / shape.at(-1)!);
    const values = lines.slice(1).flatMap((line) => line.split(',').slice(-shape.at(-1)!));
    expect(values.map((text) => Math.fround(Number(text.replace('inf', 'Infinity'))))).toEqual(
      data,
    );
    await expect(panel(page).getByRole('status')).toContainText(csv.name);
  }
  await panel(page).getByRole('combobox').selectOption('weights');
  const { bytes } = await saved(page, button(page, 'CSV'));
  expect(bytes.toString()).toContain('batch,head,query,query_token,Time,",","""",flies');
  expect(complaints).toEqual([]);
});

test('the whole trace is saved as NPZ and as JSON, with tokens and settings', async ({ page }) => {
  await open(page, { head: 'mean', positions: 'none' });
  await openPanel(page);
  const npz = await saved(page, button(page, 'NPZ'));
  expect(npz.name).toBe('untrained-trace-the-cat-sat-on-the-mat.npz');
  const files = unzipSync(npz.bytes);
  const json = await saved(page, button(page, 'JSON'));
  expect(json.name).toBe('untrained-trace-the-cat-sat-on-the-mat.json');
  const trace = JSON.parse(json.bytes.toString()) as {
    state: object;
    tokens: string[];
    tensors: Record<string, { shape: number[]; data: number[] }>;
  };
  expect(trace.state).toMatchObject({ v: 3, head: null, positions: 'none' });
  expect(trace.tokens).toEqual(['The', 'cat', 'sat', 'on', 'the', 'mat']);
  for (const name of ['q', 'scores', 'weights', 'context', 'output']) {
    const { shape, data } = await traced(page, name);
    expect(numbersIn(files[`${name}.npy`]!)).toEqual(data);
    expect(trace.tensors[name]!.shape).toEqual(shape);
    expect(trace.tensors[name]!.data.map(Math.fround)).toEqual(data);
  }
});

/** Splits the output of a script into blocks, by heading. */
function printed(text: string): Record<string, Record<string, number>> {
  const blocks: Record<string, Record<string, number>> = {};
  let block: Record<string, number> = {};
  for (const line of text.trimEnd().split('\n')) {
    const [, value, label] = /^ *(\S+)\x20{2}(.*)$/.exec(line) ?? [];
    if (label === undefined) block = blocks[line] = {};
    else block[label] = Number(value!.replace('inf', 'Infinity'));
  }
  return blocks;
}

test.describe('code', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  for (const [library, settings] of [
    ['NumPy', { mask: 'causal', head: 1, text: 'one two three four five' }],
    ['PyTorch', { head: 'mean', num_heads: 4, d_model: 32, text: 'one two three four five' }],
  ] as const)
    test(`copied as ${library} prints what the bars show`, async ({ page }, testInfo) => {
      const folder = testInfo.outputPath('code');
      mkdirSync(folder, { recursive: true });
      await open(page, { ...settings, query: 3 });
      await showStep(page, 'masked scores');
      await openPanel(page);
      await button(page, `Copy as ${library}`).click();
      await expect(panel(page).getByRole('status')).toHaveText('Copied.');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      const beside = button(page, 'Save the file');
      expect(await beside.count()).toBe(library === 'PyTorch' ? 1 : 0);
      if (library === 'PyTorch') {
        const { name, bytes } = await saved(page, beside);
        expect(text).toContain(name);
        writeFileSync(join(folder, name), bytes);
      }
      const blocks = printed(python(text, folder));
      const { names, cells } = await tableOf(bars(page));
      names.forEach((token, i) => {
        expect(Math.abs(blocks['weights']![token]! - Number(cells[i]![0]))).toBeLessThan(1e-5);
      });
      expect(Object.keys(blocks)).toEqual(['masked', 'weights', 'context', 'output']);
      expect(Object.keys(blocks['context']!)).toHaveLength(library === 'NumPy' ? 4 : 32);
    });
});

test('where the clipboard is refused, the text is selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    });
  });
  await open(page);
  await openPanel(page);
  await button(page, 'Copy as NumPy').click();
  const text = panel(page).getByRole('textbox', { name: 'Text to copy' });
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/import numpy as np/);
  expect(
    await text.evaluate(
      (area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart === area.value.length,
    ),
  ).toBe(true);
  await expect(panel(page).getByRole('status')).toContainText('blocked the clipboard');
  // The code for the previous numbers has gone.
  await page.getByLabel('Sentence').fill('Something else');
  await expect(text).toHaveCount(0);
});

test('where a frame may not save files, text formats can be copied instead', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const { bytes } = await saved(page, button(page, 'CSV'));
  await button(page, 'Show as text').click();
  const text = panel(page).getByRole('textbox', { name: 'Text to copy' });
  await expect(text).toBeFocused();
  // A text area drops carriage returns.
  expect(await text.inputValue()).toBe(bytes.toString().replaceAll('\r', ''));
});

test('the export scripts are loaded only when used', async ({ page }) => {
  const { requests } = await watch(page);
  await open(page);
  const before = requests.length;
  expect(requests.filter((address) => /export|opened/.test(address))).toEqual([]);
  await openPanel(page);
  expect(requests.length).toBeGreaterThan(before);
  const folder = new URL('.', page.url()).href;
  expect(requests.slice(before).filter((address) => !address.startsWith(folder))).toEqual([]);
});

test('works by keyboard, in dark mode and at 320 pixels', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  const toggle = exporter(page).getByRole('button', { name: 'Export' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(panel(page).locator('dl')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(exporter(page).getByRole('button', { name: 'Open a file …' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('attention-embed').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Copy as NumPy')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('status')).toHaveText(
    /^(Copied\.|The browser blocked the clipboard\.)/,
  );
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
