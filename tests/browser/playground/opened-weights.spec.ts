/** Attention weights from a file, in the lab's own views. The numbers of the file are the expected ones. */
import { expect, test, type Page } from '@playwright/test';
import { npyOf } from '../../../web/src/files/npy.ts';
import { npzOf } from '../../../web/src/files/npz.ts';
import { violations } from '../support/axe.ts';
import {
  choose,
  drop,
  fileNote,
  opened,
  openPanel,
  panel,
  refusal,
  saved as savedBy,
  traced,
} from './export-page.ts';
import { npyOfTexts } from './npy-of-texts.ts';
import { bars, controls, grid, open, status, tableOf, tokenButtons } from './playground-page.ts';
import { saved } from '../support/saved-file.ts';
import { watch } from '../support/watch.ts';

const words = ['Dogs', 'chase', 'cats'];
/** Weights in 16ths, by layer, head and query. */
const layers = [
  [
    [
      [8, 4, 4],
      [1, 14, 1],
      [2, 12, 2],
    ],
    [
      [16, 0, 0],
      [0, 0, 16],
      [6, 4, 6],
    ],
  ],
  [
    [
      [0, 8, 8],
      [4, 4, 8],
      [10, 4, 2],
    ],
    [
      [2, 2, 12],
      [3, 10, 3],
      [5, 6, 5],
    ],
  ],
].map((heads) => heads.map((rows) => rows.map((row) => row.map((weight) => weight / 16))));
const tensorOf = (heads: number[][][]) => ({
  shape: [1, heads.length, heads[0]!.length, heads[0]![0]!.length],
  data: Float32Array.from(heads.flat(2)),
});
const modelFile = npzOf(
  layers.map((heads, i) => [`attentions.${i}`, tensorOf(heads)]),
  [['tokens', npyOfTexts(words)]],
);
const arithmetic = (page: Page) => page.locator('attention-arithmetic');
const headMaps = (page: Page) => page.locator('attention-heads').getByRole('radio');

function expectTable(cells: string[][], rows: readonly (readonly number[])[]): void {
  expect(cells.map((row) => row.map(Number))).toEqual(rows);
}

test('weights of several layers are shown in the views of the lab, by pointer and by keyboard', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page, { step: 'scores', mask: 'causal' });
  const address = page.url();
  await drop(bars(page), 'model.npz', modelFile);
  await expect(fileNote(page)).toContainText('These are the attention weights from model.npz.');
  await expect(page.locator('attention-lab')).not.toContainText('random parameters');

  await expect(tokenButtons(page).locator('.word')).toHaveText(words);
  await expect(tokenButtons(page).locator('.share')).toHaveText(['12.5%', '75.0%', '12.5%']);
  await expect(bars(page).locator('h2')).toHaveText('Weights of cats');
  expect(await tableOf(bars(page))).toMatchObject({
    names: words,
    cells: [0.125, 0.75, 0.125].map((weight) => [weight.toPrecision(6), expect.anything()]),
  });
  await expect(grid(page)).toContainText('Weights from the file');
  const table = await tableOf(grid(page));
  expect(table.columns).toEqual(['query', ...words]);
  expect(table.names).toEqual(words);
  expectTable(table.cells, layers[0]![0]!);

  // Settings that a file of weights does not have.
  for (const label of ['Model size', 'Seed', 'Temperature'])
    await expect(controls(page).getByLabel(label).first()).toBeHidden();
  for (const name of ['Mask', 'Position encoding'])
    await expect(controls(page).getByRole('group', { name })).toBeHidden();
  await expect(page.locator('attention-steps').getByRole('radio')).toHaveCount(0);
  await expect(page.locator('attention-vector, attention-heatmap[field]')).toHaveCount(0);
  await expect(page.locator('attention-playground .only')).toContainText('has only weights');

  // The arithmetic of a row of weights without scores, and the name of the number in the file's code.
  const entropy = -2 * 0.125 * Math.log(0.125) - 0.75 * Math.log(0.75);
  await expect(arithmetic(page).locator('h2')).toHaveText('cats gives chase 75.0%');
  await expect(arithmetic(page)).toContainText('attentions.0[0, 0, 2, 1] in the file');
  await expect(arithmetic(page).locator('.value')).toHaveText([
    '0.7500',
    '1.000',
    entropy.toFixed(3),
  ]);
  await expect(arithmetic(page)).toContainText(`on ${Math.exp(entropy).toFixed(1)} keys`);
  const canvas = grid(page).locator('canvas');
  const { width, height } = (await canvas.boundingBox())!;
  // The last column of the middle row: below the labels, three rows share the height.
  const position = { x: width - 20, y: height - 57 };
  await canvas.hover({ position });
  await expect(arithmetic(page).locator('h2')).toHaveText('chase gives cats 6.3%');
  await canvas.click({ position });
  await expect(bars(page).locator('h2')).toHaveText('Weights of chase');

  await headMaps(page).nth(1).click();
  await expect(status(page)).toContainText('viewing head 2');
  await expect(status(page)).toContainText('attentions.0[0, 1] in the file');
  expectTable((await tableOf(grid(page))).cells, layers[0]![1]!);
  await headMaps(page).nth(1).press('ArrowRight');
  await expect(grid(page)).toContainText('mean of heads');
  const mean = layers[0]![0]!.map((row, query) =>
    row.map((weight, key) => (weight + layers[0]![1]![query]![key]!) / 2),
  );
  expectTable((await tableOf(grid(page))).cells, mean);
  await grid(page).getByRole('application').press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(arithmetic(page)).toContainText('mean');

  // Chooses another layer by keyboard.
  const layer = opened(page).getByRole('combobox', { name: 'Attention weights' });
  await layer.focus();
  await page.keyboard.press('ArrowDown');
  await controls(page).getByLabel('Head shown').selectOption('head 1');
  await expect(status(page)).toContainText('attentions.1[0, 0] in the file');
  expectTable((await tableOf(grid(page))).cells, layers[1]![0]!);
  expect(page.url()).toBe(address);
  expect(await violations(page)).toEqual([]);

  // Saved numbers and pictures name the file.
  const csv = await saved(grid(page), 'CSV');
  expect(csv.name).toBe('weights-head1-model-npz.csv');
  const lines = csv.bytes.toString().trimEnd().split('\r\n').slice(1);
  expectTable(
    lines.map((line) => line.split(',').slice(-3)),
    layers[1]![0]!,
  );
  const svg = (await saved(bars(page), 'SVG')).bytes.toString();
  expect(svg).toContain('model.npz');
  expect(svg.replaceAll('\u00a0', ' ')).toContain('weights from the file');
  expect(svg).not.toContain('untrained');
  await openPanel(page);
  await expect(panel(page)).not.toContainText('NumPy');
  const trace = await savedBy(page, panel(page).getByRole('button', { name: 'NPZ' }));

  // A sentence replaces the file, and the file comes back.
  await page.getByLabel('Sentence').fill('Two words');
  await expect(tokenButtons(page).locator('.word')).toHaveText(['Two', 'words']);
  await expect(page.locator('attention-vector canvas')).toBeVisible();
  await expect(controls(page).getByRole('group', { name: 'Mask' })).toBeVisible();
  await fileNote(page).getByRole('button', { name: 'Show the file again' }).press('Enter');
  await expect(tokenButtons(page).locator('.word')).toHaveText(words);
  expectTable((await tableOf(grid(page))).cells, layers[1]![0]!);
  await fileNote(page).getByRole('button', { name: 'Back to the sentence' }).press('Enter');
  await choose(page, trace.name, trace.bytes);
  await expect(fileNote(page)).toContainText('model.npz');
  await expect(tokenButtons(page).locator('.share')).toHaveCount(3);
  expectTable((await tableOf(grid(page))).cells, layers[1]![0]!);
  expect(complaints).toEqual([]);
});

const numbers = (...shape: number[]) => {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { shape, data: Float32Array.from({ length: size }, (_, i) => (i % 7) / 7) };
};

test('weights of a file can be shown again, also the only ones', async ({ page }) => {
  await open(page);
  const choice = opened(page).getByRole('combobox', { name: 'Attention weights' });
  const isSentence = () => expect(tokenButtons(page)).toHaveCount(6);
  const back = fileNote(page).getByRole('button', { name: 'Back to the sentence' });
  const shown = expect(fileNote(page));

  // Beside queries, keys and values.
  const qkv = ['q', 'k', 'v'].map((name) => [name, numbers(1, 1, 3, 4)] as const);
  await choose(page, 'both.npz', npzOf([...qkv, ['attn_weights', numbers(1, 1, 3, 3)]]));
  await shown.toContainText('queries, keys and values from both.npz');
  await expect(choice).toHaveValue('');
  await choice.selectOption('attn_weights');
  await shown.toContainText('attention weights from both.npz');

  // The only tensor of the file.
  await choose(page, 'one.npz', npzOf([['attn', numbers(6, 1, 3, 3)]]));
  await shown.toContainText('one.npz');
  await choice.selectOption('');
  await isSentence();
  await choice.selectOption('attn');
  await shown.toContainText('one.npz');

  await choose(page, 'model.npz', modelFile);
  await shown.toContainText('model.npz');
  await expect(choice).toHaveValue('attentions.0');
  await back.click();
  await isSentence();
  await expect(choice).toHaveValue('');
  await choice.selectOption('attentions.0');
  await shown.toContainText('attention weights from model.npz');
  await page.getByLabel('Sentence').fill('Two words');
  await expect(choice).toHaveValue('');
  await fileNote(page).getByRole('button', { name: 'Show the file again' }).click();
  await expect(choice).toHaveValue('attentions.0');
});

test('the batch item of queries, keys and values is not that of weights', async ({ page }) => {
  await open(page);
  const qkv = ['q', 'k', 'v'].map((name) => [name, numbers(2, 1, 3, 4)] as const);
  const weights = ['attn_1', 'attn_2'].map((name) => [name, numbers(6, 1, 3, 3)] as const);
  await choose(page, 'both.npz', npzOf([...qkv, ...weights]));
  const code = opened(page).locator('code');
  await expect(code).toHaveText(['q[0]']);
  await opened(page).getByRole('combobox', { name: 'Attention weights' }).selectOption('attn_1');
  const fill = async (label: string, item: string) => {
    await opened(page).getByLabel(label).fill(item);
    await opened(page).getByLabel(label).press('Tab');
  };
  await fill('Layer or batch item', '6');
  await expect(code).toHaveText(['q[0]', 'attn_1[5]']);
  await fill('Batch item, from 1 to 2', '2');
  await expect(code).toHaveText(['q[1]', 'attn_1[5]']);
  await opened(page).getByRole('button', { name: 'Compute attention' }).click();
  await expect(fileNote(page)).toContainText('queries, keys and values from both.npz');
  expect((await traced(page, 'q')).data).toEqual([...qkv[0]![1].data.subarray(12)]);
});

test('rows that are no distributions are shown as numbers, and the page says so', async ({
  page,
}) => {
  const { complaints } = await watch(page);
  await open(page, { query: 0 });
  const rows = [
    [1, 2, -0.5, 4],
    [0.5, 0.5, 0.5, 0.5],
    [NaN, 0.5, 0.5, 0],
    [0, 0, 0, 0],
    [0.25, 0.25, 0.25, 0.25],
  ];
  await choose(page, 'odd.npz', npzOf([['attn', tensorOf([rows])]]));
  const note = fileNote(page);
  await expect(note).toContainText('1 of 5 rows contains negative numbers.');
  await expect(note).toContainText('1 of 5 rows contains numbers that are not finite');
  await expect(note).toContainText('1 of 5 rows does not sum to 1.');
  const shares = async () => (await tableOf(bars(page))).cells.map(([, share]) => share);
  expect(await shares()).toEqual(['1.000', '2.000', '−0.500', '4.000']);
  await expect(arithmetic(page).locator('.value')).toHaveText(['4.0000', '6.500', '–']);
  await expect(grid(page)).toContainText('min −0.500, max 4.000');
  const expected = [
    ['0.500', '0.500', '0.500', '0.500'],
    ['NaN', '0.500', '0.500', '0.000'],
    ['0%', '0%', '0%', '0%'],
    ['25.0%', '25.0%', '25.0%', '25.0%'],
  ];
  for (const [i, texts] of expected.entries()) {
    await tokenButtons(page)
      .nth(i + 1)
      .click();
    await expect(bars(page).locator('h2')).toHaveText(`Weights of q${i + 2}`);
    expect(await shares()).toEqual(texts);
    if (i === 1) await expect(bars(page)).toContainText('not finite');
    if (i === 2) await expect(bars(page)).toContainText('All weights of this row are 0.');
  }
  await expect(arithmetic(page).locator('.value')).toHaveText(['0.2500', '1.000', '1.386']);

  // Layers and batch items in one tensor, counted from 1; a chart for one token.
  const stack = { shape: [2, 3, 1, 1, 1], data: Float32Array.of(1, 1, 1, 1, 0.5, 1) };
  await choose(page, 'stack.npy', npyOf(stack));
  await expect(opened(page)).toContainText('stack');
  await opened(page).getByRole('button', { name: 'Show as attention weights' }).click();
  await expect(note).toContainText('stack.npy');
  await expect(note).not.toContainText('does not sum');
  await opened(page).getByLabel('Layer or batch item, from 1 to 6').fill('5');
  await opened(page).getByLabel('Layer or batch item, from 1 to 6').press('Enter');
  await expect(note).toContainText('1 of 1 row does not sum to 1.');
  await expect(status(page)).toContainText(
    '1 token · 1 head (viewing head 1, in code 0) · stack[1, 1, 0]',
  );

  // Rows that are distributions need no name; with too many tokens they stay a matrix, with the reason.
  const even = (n: number) => ({
    shape: [n, n],
    data: new Float32Array(n * n).fill(1 / n),
  });
  await choose(page, 'any.npy', npyOf(even(512)));
  await expect(note).toContainText('any.npy');
  await expect(tokenButtons(page)).toHaveCount(512);
  await expect(bars(page)).toContainText('0.2%');
  // A peak does not make the other cells of the maps pale.
  const peak = even(30);
  peak.data[0] = 9;
  await choose(page, 'attn.npy', npyOf(peak));
  await expect(page.locator('attention-heads p.muted')).toContainText(' and more · one scale');
  await choose(page, 'any.npy', npyOf(even(512)));
  await expect(tokenButtons(page)).toHaveCount(512);
  await choose(page, 'weights.npy', npyOf(even(513)));
  await expect(opened(page)).toContainText('weights has 513 queries or keys.');
  await expect(opened(page).locator('attention-heatmap')).toContainText('weights [513, 513]');
  await choose(
    page,
    'few.npz',
    npzOf([['attn', even(3)]], [['tokens', npyOfTexts(['only', 'two'])]]),
  );
  await expect(refusal(page)).toContainText('tokens should have 3 tokens, but has 2');
  await expect(note).toContainText('any.npy');
  expect(complaints).toEqual([]);
});

test('the note of a chosen file is in sight and has the focus, which returns to the sentence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  await page.getByRole('button', { name: 'Open a file' }).scrollIntoViewIfNeeded();
  await choose(page, 'model.npz', modelFile);
  const back = fileNote(page).getByRole('button', { name: 'Back to the sentence' });
  await expect(back).toBeFocused();
  await expect(fileNote(page)).toBeInViewport({ ratio: 1 });
  await back.press('Enter');
  await expect(tokenButtons(page)).toHaveCount(6);
  await expect(controls(page).locator('.field.text')).toBeFocused();
  // A choice among the tensors of the file keeps its focus.
  const choice = opened(page).getByRole('combobox', { name: 'Attention weights' });
  await choice.focus();
  await choice.selectOption('attentions.0');
  await expect(tokenButtons(page).locator('.word')).toHaveText(words);
  await expect(choice).toBeFocused();
});
