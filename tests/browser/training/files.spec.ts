/** The files of a run on the training page: parameters, heads, curves and the script. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Download, type Page } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import type { AttentionTrainingKeep } from '../../../web/src/elements/training/attention-training-keep.ts';
import { readNpz, readSafetensors } from '../../../web/src/files/tensor-files.ts';
import { button, open, progress, row, toTheEnd, weights } from './training-page.ts';

const fileOf = async (download: Download) => ({
  name: download.suggestedFilename(),
  bytes: await readFile(await download.path()),
});

/** Copies the script for PyTorch of a run with seed 1 that reverses, and saves its data, whose file the script names. */
async function forPyTorch(page: Page): Promise<{ script: string; download: Download }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as PyTorch' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const script = await page.evaluate(() => navigator.clipboard.readText());
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Data for PyTorch, NPZ' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('training-reverse-seed1.npz');
  expect(script).toContain('file = np.load("training-reverse-seed1.npz")');
  return { script, download };
}

test('the files, heads and script of a run that has ended', async ({ page }) => {
  await open(page);
  await toTheEnd(page);

  await test.step('parameters, recipe and curves are saved', async () => {
    const saved = async (name: string) => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return fileOf(await coming);
    };
    const parameters = await saved('Parameters, safetensors');
    expect(parameters.name).toBe('parameters-reverse-seed1-step30.safetensors');
    const { tensors, metadata } = await readSafetensors(new Uint8Array(parameters.bytes));
    expect(tensors['layers.0.attention.w_q']!.shape).toEqual([32, 32]);
    expect(metadata['step']).toBe('30');
    const recipe = JSON.parse((await saved('Recipe, JSON')).bytes.toString());
    expect(recipe).toMatchObject({ task: 'reverse', seed: 1, steps: 30, heads: [2] });
    expect(JSON.parse(metadata['recipe']!)).toEqual(recipe);
    const csv = (await saved('Curves, CSV')).bytes.toString().trim().split('\r\n');
    expect(csv[0]).toBe(
      'step,loss,held_out_accuracy,layers.0.attention.head0,layers.0.attention.head1',
    );
    expect(csv.length).toBe(32);
    const svg = (await saved('Curves, SVG')).bytes.toString();
    expect(svg).toMatch(/^<\?xml[^]*<path[^]*<\/svg>\s*$/);
    expect(svg).toContain('right answers');
  });

  await test.step('a switched-off head and a forced row change the answer, and “all on” restores it', async () => {
    const says = (example: number) =>
      row(page, example)
        .locator('attention-answer')
        .first()
        .evaluate(({ guesses }: AttentionAnswer) => JSON.stringify(guesses));
    const before = [await says(0), await says(1)];
    const whole = await weights(page);
    const off = page.getByRole('button', { name: 'layer 1, head 1: on' });
    await off.click();
    await expect(off).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => says(0)).not.toBe(before[0]);
    await expect.poll(() => says(1)).not.toBe(before[1]);
    await off.click();
    await expect.poll(() => says(0)).toBe(before[0]);

    await row(page)
      .getByRole('combobox', { name: /make “\|” look at/ })
      .selectOption('3');
    await expect.poll(() => says(0)).not.toBe(before[0]);
    const n = await row(page)
      .locator('attention-arcs')
      .evaluate((arcs: AttentionArcs) => arcs.tokens.length);
    const forced = (await weights(page))[0]!.slice(8 * n, 9 * n);
    expect(forced).toEqual(Array.from({ length: n }, (_, key) => Number(key === 3)));
    expect(await says(1)).toBe(before[1]);
    await page.getByRole('button', { name: 'All heads on, all rows free' }).click();
    await expect.poll(() => says(0)).toBe(before[0]);
    expect(await weights(page)).toEqual(whole);
  });

  await test.step('a script for PyTorch is copied, and its data saved', async () => {
    const { download } = await forPyTorch(page);
    const data = await readNpz(new Uint8Array(await readFile(await download.path())));
    expect(data['batches.ids']!.shape.slice(0, 2)).toEqual([30, 32]);
    // The file contains the untrained model, whose biases are 0.
    expect(new Set(data['layers.0.attention.b_q']!.data)).toEqual(new Set([0]));
  });
});

test('parameters saved while it plays are those of the step that the file names', async ({
  page,
}) => {
  const save = page.getByRole('button', { name: 'Parameters, safetensors' });
  await open(page, 'v=3&model=reverse&seed=1&steps=600');
  await page.getByText('16 steps', { exact: true }).locator('..').click();
  const coming = page.waitForEvent('download');
  await button(page, 'Play').click();
  await expect(progress(page)).not.toHaveText(/^step 0 /);
  await save.click();
  const played = await fileOf(await coming);
  const step = Number(/-step(\d+)\.safetensors$/.exec(played.name)![1]);
  expect(step).toBeGreaterThan(0);
  await page.goto('about:blank');
  await open(page, `v=3&model=reverse&seed=1&steps=600&step=${step}`);
  await expect(progress(page)).toHaveText(`step ${step} of 600`);
  const again = page.waitForEvent('download');
  await save.click();
  const { name, bytes } = await fileOf(await again);
  expect(name).toBe(played.name);
  expect(bytes.equals(played.bytes)).toBe(true);
});

test('after a lost worker, the script for PyTorch still begins at the first step, like its data', async ({
  page,
}) => {
  // `losesNext`: the next request ends the worker that receives it.
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: unknown) {
        super.postMessage(message);
        const asked = globalThis as { losesNext?: boolean };
        if (!asked.losesNext) return;
        delete asked.losesNext;
        this.terminate();
      }
    };
  });
  await open(page, 'v=3&model=reverse&seed=1&steps=200&step=130');
  await expect(progress(page)).toHaveText('step 130 of 200');
  await page.evaluate(() => void Object.assign(globalThis, { losesNext: true }));
  await button(page, 'One step').click();
  await expect(progress(page)).toHaveText('step 131 of 200');
  const { losses, begins } = await page
    .locator('attention-training-keep')
    .evaluate(({ run }: AttentionTrainingKeep) => ({
      losses: run!.losses,
      begins: run!.trainer!.first_step,
    }));
  expect(losses).toBe(1);
  expect(begins).toBeGreaterThan(0);
  const { script } = await forPyTorch(page);
  expect(script).not.toContain('first = ');
});

test('where the page names no lab, no text says that the lab opens saved parameters', async ({
  page,
}) => {
  await open(page, 'v=3&model=goes_with&seed=1&steps=30');
  const text = page.getByText('The lab also opens parameters saved here');
  await expect(text).toBeVisible();
  await page.locator('attention-training').evaluate((training) => training.removeAttribute('lab'));
  await expect(text).toHaveCount(0);
});

test('why a file could not be saved is said in the language of the page', async ({ page }) => {
  await page.route('**/training-files-*.js', (route) => route.abort());
  await open(page);
  await page.getByRole('button', { name: 'Recipe, JSON' }).click();
  const problem = page.locator('attention-training-keep').getByRole('alert');
  await expect(problem).toContainText('Saving failed');
  await page.locator('#language').selectOption('de');
  await expect(problem).toHaveText(
    'Speichern fehlgeschlagen: Dieser Teil des Labors konnte nicht geladen werden.',
  );
  // That of another run could be saved.
  await page.evaluate(() => (location.hash = 'v=3&model=reverse&seed=2&steps=30'));
  await expect(problem).toHaveCount(0);
});

test('where the clipboard is refused, the script is saved, and the page says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await open(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Copy as PyTorch' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('training-reverse-seed1.py');
  expect(await readFile(await download.path(), 'utf8')).toContain('class Model(nn.Module):');
  const status = page.locator('attention-training-keep').getByRole('status');
  await expect(status).toHaveText(
    'The browser blocked the clipboard. Download started: training-reverse-seed1.py',
  );
  // That of another run was not saved.
  await page.evaluate(() => (location.hash = 'v=3&model=reverse&seed=2&steps=30'));
  await expect(status).toBeEmpty();
});
