/** Opening files: traces, and queries, keys, values or weights of any model. */
import { expect, test } from '@playwright/test';
import type { LitElement } from 'lit';
import type { AttentionExport } from '../../../web/src/elements/files/attention-export.ts';
import { npyOf } from '../../../web/src/files/npy.ts';
import { npzOf } from '../../../web/src/files/npz.ts';
import type { TensorInput } from '../../../wasm/engine.d.ts';
import { seeded } from '../../support/seeded.ts';
import { violations } from '../support/axe.ts';
import {
  bars,
  controls,
  grid,
  open,
  projection,
  settled,
  showStep,
  tableOf,
  tokenButtons,
  vector,
} from './playground-page.ts';
import { npyOfTexts } from './npy-of-texts.ts';
import {
  choose,
  drop,
  exporter,
  fileNote,
  opened,
  openPanel,
  panel,
  refusal,
  saved,
  traced,
} from './export-page.ts';
import { drawnTwice } from '../support/frames.ts';
import { watch } from '../support/watch.ts';

const random = seeded(21);
function tensor(...shape: number[]): TensorInput {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { shape, data: Float32Array.from({ length: size }, () => random.normal()) };
}

/** Cross-attention: 3 queries, 5 keys, 2 heads of 4, values of 3. */
const cross = { q: tensor(1, 2, 3, 4), k: tensor(1, 2, 5, 4), v: tensor(1, 2, 5, 3) };
const crossFile = npzOf(Object.entries(cross));

/** One row of weights in double precision. */
function weightsOf({ q, k }: typeof cross, head: number, query: number): number[] {
  const at = ({ shape, data }: TensorInput, row: number, d: number) =>
    data[(head * shape.at(-2)! + row) * 4 + d]!;
  const scores = [0, 1, 2, 3, 4].map(
    (key) => [0, 1, 2, 3].reduce((sum, d) => sum + at(q, query, d) * at(k, key, d), 0) / 2,
  );
  const exponentials = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((value) => value / sum);
}

function expectNear(actual: readonly string[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((text, i) => expect(Math.abs(Number(text) - expected[i]!)).toBeLessThan(1e-5));
}

test('queries, keys and values dropped on a view are computed and shown in all views', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page);
  const address = page.url();
  const queries = page.getByRole('button', { name: 'Q, queries: go to its numbers' });
  const explained = page.locator('attention-formula .below > p');
  await queries.focus();
  await expect(explained).toHaveText(
    'Q, queries: One row per token: what the token looks for. Q = X W_Q.',
  );
  await drop(bars(page), 'their "model".npz', crossFile);
  await queries.focus();
  // The file does not say how its queries were computed.
  await expect(explained).toHaveText('Q, queries: One row per token: what the token looks for.');
  await expect(fileNote(page)).toContainText('queries, keys and values from their "model".npz');
  await expect(bars(page).locator('h2')).toHaveText('Weights of q3');
  await expect(tokenButtons(page)).toHaveCount(3);
  await tokenButtons(page).nth(1).click();
  await expect(bars(page).locator('h2')).toHaveText('Weights of q2');

  const table = await tableOf(bars(page));
  expect(table.names).toEqual(['k1', 'k2', 'k3', 'k4', 'k5']);
  expectNear(
    table.cells.map(([weight]) => weight!),
    weightsOf(cross, 0, 1),
  );
  const matrix = await tableOf(grid(page));
  expect(matrix.columns).toEqual(['query', 'k1', 'k2', 'k3', 'k4', 'k5']);
  expect(matrix.names).toEqual(['q1', 'q2', 'q3']);
  matrix.cells.forEach((row, query) => expectNear(row, weightsOf(cross, 0, query)));
  const keys = await tableOf(projection(page, 'k'));
  expect(keys.names).toHaveLength(5);
  expectNear(keys.cells.flat(), [...cross.k.data.subarray(0, 20)]);
  const values = await tableOf(projection(page, 'v'));
  expectNear(values.cells.flat(), [...cross.v.data.subarray(0, 15)]);
  const sum = await tableOf(vector(page));
  expect(sum.names).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'context']);
  const row = weightsOf(cross, 0, 1);
  expectNear(
    sum.cells.at(-1)!,
    [0, 1, 2].map((d) =>
      row.reduce((all, weight, key) => all + weight * cross.v.data[3 * key + d]!, 0),
    ),
  );

  // The last query attends to all keys, the first to two keys fewer.
  await controls(page).getByRole('radio', { name: 'causal', exact: true }).check();
  await expect(bars(page)).toContainText('masked');
  await controls(page).getByLabel('Head shown').selectOption('mean');
  await expect(grid(page)).toContainText('mean of heads');
  await expect(controls(page).getByLabel('Seed', { exact: true })).toBeHidden();
  expect(page.url()).toBe(address);
  expect(await violations(page)).toEqual([]);

  await fileNote(page).getByRole('button', { name: 'Back to the sentence' }).click();
  await expect(tokenButtons(page)).toHaveCount(6);
  await expect(fileNote(page).getByRole('button')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a file of cross-attention is pointed at, and closed by typing', async ({ page }) => {
  await open(page);

  await test.step('a query in cross-attention points at no key', async () => {
    await choose(page, 'cross.npz', crossFile);
    await expect(tokenButtons(page)).toHaveCount(3);
    const heading = page.locator('attention-arithmetic h2');
    const largest = await heading.innerText();
    for (const i of [0, 1, 2]) {
      await tokenButtons(page).nth(i).hover();
      await drawnTwice(page);
      await expect(heading).toHaveText(largest);
      await expect(grid(page).locator('.readout b')).toHaveCount(0);
    }
  });

  await test.step('typing a sentence closes the file', async () => {
    await page.getByLabel('Sentence').fill('Two words');
    await expect(tokenButtons(page).locator('.word')).toHaveText(['Two', 'words']);
    await settled(page);
    await expect(page).toHaveURL(/text=Two\+words/);
    await expect(fileNote(page)).toContainText('Your sentence is shown instead of cross.npz');
    await fileNote(page).getByRole('button', { name: 'Show the file again' }).press('Enter');
    await expect(tokenButtons(page)).toHaveCount(3);
    await expect(fileNote(page)).toContainText('queries, keys and values from cross.npz');
    await fileNote(page).getByRole('button', { name: 'Back to the sentence' }).press('Enter');
    await expect(tokenButtons(page).locator('.word')).toHaveText(['Two', 'words']);
    await expect(fileNote(page)).toHaveText('');
  });
});

test('opening a trace closes a file without offering to reopen it', async ({ page }) => {
  await open(page, { text: 'Two words' });
  await openPanel(page);
  const { bytes } = await saved(page, panel(page).getByRole('button', { name: 'NPZ' }));
  await choose(page, 'a.npz', crossFile);
  await expect(tokenButtons(page)).toHaveCount(3);
  await choose(page, 'trace.npz', bytes);
  await expect(tokenButtons(page).locator('.word')).toHaveText(['Two', 'words']);
  await expect(opened(page)).toContainText('Restored the sentence');
  await expect(fileNote(page)).toHaveText('');
});

test('an NPZ may label its rows by arrays of strings', async ({ page }) => {
  await open(page);
  const named = npzOf(Object.entries(cross), [
    ['tokens', npyOfTexts(['Der', 'Hund', 'schläft'])],
    ['key_tokens', npyOfTexts(['the', 'dog', 'is', 'asleep', '.'])],
  ]);
  await choose(page, 'words.npz', named);
  await expect(bars(page).locator('h2')).toHaveText('Weights of schläft');
  expect((await tableOf(bars(page))).names).toEqual(['the', 'dog', 'is', 'asleep', '.']);

  const weights = tensor(3, 5);
  await choose(
    page,
    'weights.npz',
    npzOf([['weights', weights]], [['tokens', npyOfTexts(['Der', 'Hund', 'schläft'])]]),
  );
  await expect(fileNote(page)).toContainText('weights.npz');
  const matrix = await tableOf(grid(page));
  expect(matrix.names).toEqual(['Der', 'Hund', 'schläft']);
  expectNear(matrix.cells.flat(), [...weights.data]);

  await choose(
    page,
    'few.npz',
    npzOf(Object.entries(cross), [['tokens', npyOfTexts(['Der', 'Hund'])]]),
  );
  await expect(refusal(page)).toContainText('2');

  // Where there are as many words as dimensions, the words label the rows only, not the columns.
  const words = npyOfTexts(['Der', 'Hund', 'schläft']);
  await choose(page, 'x.npz', npzOf([['x', tensor(3, 3)]], [['tokens', words]]));
  const rows = await tableOf(opened(page).locator('attention-heatmap'));
  expect(rows.names).toEqual(['Der', 'Hund', 'schläft']);
  expect(rows.columns).not.toContain('Hund');
  await expect(bars(page).locator('h2')).toHaveText('Weights of schläft');
});

test('cross-attention is exported like any trace and can be opened again', async ({ page }) => {
  await open(page, { mask: 'causal' });
  await choose(page, 'cross.npz', crossFile);
  await expect(fileNote(page)).toContainText('cross.npz');
  await openPanel(page);
  const { name, bytes } = await saved(page, panel(page).getByRole('button', { name: 'NPZ' }));
  expect(name).toBe('trace-cross-npz.npz');
  const before = await traced(page, 'context');
  await page.reload();
  await open(page);
  await choose(page, 'trace.npz', bytes);
  await expect(fileNote(page)).toContainText('cross.npz');
  expect(await traced(page, 'context')).toEqual(before);
});

test('a tensor that is neither q, k and v nor weights is shown matrix by matrix', async ({
  page,
}) => {
  await open(page);
  const numbers = { shape: [2, 2, 3], data: Float32Array.from({ length: 12 }, (_, i) => i / 16) };
  await choose(
    page,
    'w.npz',
    npzOf([
      ['x', numbers],
      ['bias', tensor(4)],
    ]),
  );
  const heatmap = opened(page).locator('attention-heatmap');
  const choice = opened(page).getByRole('combobox', { name: 'One tensor' });
  await choice.selectOption('x');
  await expect(heatmap).toContainText('x [2, 2, 3]');
  expectNear(
    (await tableOf(heatmap)).cells.flat(),
    [0, 1, 2, 3, 4, 5].map((i) => i / 16),
  );
  await opened(page).getByLabel('Matrix, from 1 to 2').fill('2');
  await opened(page).getByLabel('Matrix, from 1 to 2').press('Enter');
  await expect(heatmap.locator('table tbody tr').first()).toContainText('0.375');
  await expect(opened(page)).toContainText('x[1]');
  await choice.selectOption('bias');
  await expect(heatmap).toContainText('bias [4]');
  // The sentence is still the one computed by the engine.
  await expect(tokenButtons(page)).toHaveCount(6);
  await choose(page, 'alone.npy', npyOf(tensor(2, 3)));
  await expect(heatmap).toContainText('alone [2, 3]');
});

test('after a file is dropped at the top, its contents or its refusal scroll into view', async ({
  page,
}) => {
  await open(page);
  await drop(bars(page), 'numbers.npy', npyOf(tensor(4, 4)));
  await expect(opened(page).locator('attention-heatmap')).toBeInViewport({ ratio: 0.9 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(refusal(page)).not.toBeInViewport();
  await drop(bars(page), 'weights.npz', npzOf([['w', tensor(4, 4)]]).slice(0, 60));
  await expect(refusal(page)).toBeInViewport();
});

test('a file with several layers and batch items offers a choice', async ({ page }) => {
  await open(page);
  const layers = ['0', '1'].flatMap((layer) =>
    ['q', 'k', 'v'].map((role): [string, TensorInput] => [
      `layer${layer}.${role}`,
      tensor(3, 2, 4, 4),
    ]),
  );
  layers.push(['fewer', tensor(2, 2, 4, 4)]);
  await choose(page, 'layers.npz', npzOf(layers));
  const attend = opened(page).getByRole('button', { name: 'Compute attention' });
  await expect(attend).toBeEnabled();
  await expect(tokenButtons(page)).toHaveCount(6);
  for (const role of ['q', 'k', 'v'])
    await opened(page)
      .getByRole('combobox', { name: role, exact: true })
      .selectOption(`layer1.${role}`);
  await opened(page).getByLabel('Batch item, from 1 to 3').fill('3');
  await opened(page).getByLabel('Batch item, from 1 to 3').press('Tab');
  await expect(opened(page)).toContainText('q[2]');
  await attend.click();
  await expect(tokenButtons(page)).toHaveCount(4);
  const { data } = await traced(page, 'q');
  expect(data).toEqual([...layers[3]![1].data.subarray(64)]);
  // With values of two items, the last item that q, k and v all have is the one that is shown and used.
  await opened(page).getByRole('combobox', { name: 'v', exact: true }).selectOption('fewer');
  await expect(opened(page)).toContainText('q[1]');
  await attend.click();
  await expect
    .poll(async () => (await traced(page, 'q')).data)
    .toEqual([...layers[3]![1].data.subarray(32, 64)]);
  // Without k there is nothing to compute, and the view stays.
  await opened(page).getByRole('combobox', { name: 'k', exact: true }).selectOption('');
  await expect(attend).toBeDisabled();
  await expect(tokenButtons(page)).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
});

test('inconsistent tensors are refused with a message, and the view stays', async ({ page }) => {
  await open(page);
  const unequal = npzOf([
    ['q', tensor(3, 4)],
    ['k', tensor(3, 5)],
    ['v', tensor(3, 5)],
  ]);
  await choose(page, 'a.npz', unequal);
  await expect(refusal(page)).toContainText('q and k must have the same d_head');
  const broken = { shape: [1, 2], data: new Float32Array([1, NaN]) };
  await choose(
    page,
    'b.npz',
    npzOf([
      ['q', broken],
      ['k', broken],
      ['v', broken],
    ]),
  );
  await expect(refusal(page)).toContainText('finite');
  await expect(tokenButtons(page)).toHaveCount(6);
  await choose(page, 'c.npz', crossFile);
  await expect(refusal(page)).toHaveText('');
  await expect(tokenButtons(page)).toHaveCount(3);
  await choose(page, 'a.npz', unequal);
  await expect(refusal(page)).toContainText('q and k must');
  await expect(fileNote(page)).toContainText('c.npz');
  await expect(tokenButtons(page)).toHaveCount(3);
});

test('each of a hundred hostile files gives a reason and has no other effect', async ({ page }) => {
  // Imported here, because building the files takes seconds that the other tests should not wait for.
  const { hostile } = await import('../../web/files/hostile-files.ts');
  const { complaints, requests } = await watch(page);
  await open(page);
  await showStep(page, 'scores');
  const before = await traced(page, 'weights');
  // The first file loads the file reader.
  await choose(page, 'first.npz', new Uint8Array([1]));
  await expect(refusal(page)).toContainText('neither a trace');
  const requestCount = requests.length;
  const refusals = await exporter(page).evaluate(
    async (element: AttentionExport, { name, files }) => {
      const view = element.renderRoot.querySelector<LitElement>('attention-opened-file')!;
      const refusals: string[] = [];
      for (const bytes of files) {
        await element.openFile(new File([bytes], name));
        await view.updateComplete;
        refusals.push(view.renderRoot.querySelector('[role=alert]')!.textContent);
      }
      return refusals;
    },
    {
      name: '<img src=x onerror=alert(1)>\u202egpj.npz',
      files: hostile.map(([, bytes]) => new Uint8Array(bytes)),
    },
  );
  for (const [i, [what, , reason]] of hostile.entries()) expect(refusals[i], what).toMatch(reason);
  expect(await traced(page, 'weights')).toEqual(before);
  expect(await opened(page).locator('img').count()).toBe(0);
  expect(requests.length).toBe(requestCount);
  expect(complaints).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test('a button opens the file chooser, also in German', async ({ page }) => {
  await open(page, { lang: 'de' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    exporter(page).getByRole('button', { name: 'Datei öffnen …' }).click(),
  ]);
  await chooser.setFiles({ name: 'x.npz', mimeType: '', buffer: Buffer.from('nothing') });
  await expect(refusal(page)).toContainText('Das ist weder ein Trace dieses Labors');
});
