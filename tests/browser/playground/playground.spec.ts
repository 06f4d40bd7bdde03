/** The numbers on the page equal an independent computation in double precision (reference.ts). */
import { expect, test, type Page } from '@playwright/test';
import type { MaskKind } from '../../support/multi-head-reference.ts';
import { agrees, disagreements } from './agreement.ts';
import { embedded, inputsOf, type Sentence } from './inputs.ts';
import {
  bars,
  grid,
  open,
  projection,
  showStep,
  status,
  tableOf,
  vector,
} from './playground-page.ts';
import { attend, mean, sideBySide, type HeadTrace, type Matrix } from '../support/reference.ts';
import { overflow } from '../support/overflow.ts';

interface Setting extends Sentence {
  text: string;
  mask: MaskKind;
  /** Zero-based; null is the mean over all heads. */
  head: number | null;
  query: number;
}

const catOnMat: Setting = {
  text: 'The cat sat on the mat',
  words: ['the', 'cat', 'sat', 'on', 'the', 'mat'],
  d_model: 8,
  num_heads: 2,
  head: 0,
  query: 5,
  seed: 1,
  mask: 'none',
  positions: 'sinusoidal',
};
const thirty = Array.from({ length: 30 }, (_, i) => `w${i}`);

const settings: Record<string, Setting> = {
  'the default sentence': catOnMat,
  'the second of two heads': { ...catOnMat, head: 1, query: 2 },
  'one head under a causal mask': { ...catOnMat, num_heads: 1, mask: 'causal', query: 3 },
  'the last of four heads, causal, without positions': {
    ...catOnMat,
    num_heads: 4,
    head: 3,
    mask: 'causal',
    positions: 'none',
    seed: 7,
    query: 4,
  },
  'eight heads of one dimension': { ...catOnMat, num_heads: 8, head: 7, seed: 42 },
  'the mean of two heads': { ...catOnMat, head: null },
  'the mean of four heads under a causal mask': {
    ...catOnMat,
    num_heads: 4,
    head: null,
    mask: 'causal',
    query: 1,
  },
  'words and punctuation in a wide model': {
    ...catOnMat,
    text: 'Yes, the old dog barks!',
    words: ['yes', ',', 'the', 'old', 'dog', 'barks', '!'],
    d_model: 64,
    num_heads: 8,
    head: 4,
    seed: 999999999,
    query: 6,
  },
  'a single token in a model of size one': {
    ...catOnMat,
    text: 'Hello',
    words: ['hello'],
    d_model: 1,
    num_heads: 1,
    query: 0,
  },
  'thirty tokens': { ...catOnMat, text: thirty.join(' '), words: thirty, query: 29, seed: 3 },
  'the mean of heads over thirty tokens': {
    ...catOnMat,
    text: thirty.join(' '),
    words: thirty,
    head: null,
    query: 12,
    mask: 'causal',
  },
};

test('every number shown equals the reference', async ({ page }) => {
  for (const [name, setting] of Object.entries(settings))
    await test.step(name, async () => {
      const { words: _, ...shown } = setting;
      await open(page, { ...shown, head: setting.head ?? 'mean' });
      const heads = attend(await inputsOf(setting), setting.num_heads, setting.mask);
      await compareMatrices(page, heads, setting.head);
      await compareBars(page, heads, setting);
      await compareContext(page, heads, setting);
    });
});

async function compareMatrices(page: Page, heads: HeadTrace[], head: number | null) {
  const ofHeads = (field: keyof HeadTrace, together: (all: Matrix[]) => Matrix) =>
    head === null ? together(heads.map((head) => head[field])) : heads[head]![field];
  for (const step of ['scores', 'masked scores', 'weights'] as const) {
    await showStep(page, step);
    const expected = ofHeads(step.replace(' ', '_') as keyof HeadTrace, mean);
    const masks = heads[0]!.masked_scores;
    const masked = expected.map((row, i) =>
      row.map((value, j) => (step !== 'scores' && masks[i]![j] === -Infinity ? -Infinity : value)),
    );
    expect(disagreements((await tableOf(grid(page))).cells, masked), step).toEqual([]);
  }
  for (const field of ['q', 'k', 'v'] as const) {
    const { cells } = await tableOf(projection(page, field));
    expect(disagreements(cells, ofHeads(field, sideBySide)), field).toEqual([]);
  }
}

function weightsOf(heads: HeadTrace[], { head, query }: Setting): number[] {
  return (head === null ? mean(heads.map((head) => head.weights)) : heads[head]!.weights)[query]!;
}

function isMasked(heads: HeadTrace[], { query }: Setting, key: number): boolean {
  return heads[0]!.masked_scores[query]![key] === -Infinity;
}

async function compareBars(page: Page, heads: HeadTrace[], setting: Setting) {
  const tokens = setting.text.match(/\w+|[,!]/g)!;
  const weights = weightsOf(heads, setting);
  const falling = weights.map((_, key) => key).sort((a, b) => weights[b]! - weights[a]! || a - b);
  const { names, cells } = await tableOf(bars(page));
  // More than 24 tokens: the 23 largest, and one row for the rest.
  const few = tokens.length <= 24;
  // Masked tokens are then only counted.
  const seen = falling.filter((key) => !isMasked(heads, setting, key));
  const named = few ? tokens.map((_, key) => key) : seen.slice(0, 23);
  const expected = named.map((key) => weights[key]!);
  if (!few) expected.push(seen.slice(23).reduce((sum, key) => sum + weights[key]!, 0));
  const kind = seen.length < 23 ? 'masked' : 'other';
  const rest = few ? [] : [`${tokens.length - named.length} ${kind} tokens`];
  expect(names).toEqual([...named.map((key) => tokens[key]), ...rest]);
  expect(
    disagreements(
      cells.map(([weight]) => [weight!]),
      expected.map((weight) => [weight]),
    ),
  ).toEqual([]);

  // A masked key shows `masked` instead of a share.
  const shares = cells.map(([, share]) => share!);
  const masked = (key: number | undefined) =>
    key === undefined ? kind === 'masked' : isMasked(heads, setting, key);
  for (const [i, share] of shares.entries()) {
    expect(share).toMatch(masked(named[i]) ? /^masked$/ : /^(0|< 0\.1|\d+\.\d)%$/);
    const percent = share === 'masked' || share.startsWith('<') ? 0 : parseFloat(share);
    expect(Math.abs(percent - expected[i]! * 100)).toBeLessThan(0.0501);
  }

  const top = seen.slice(0, 3).map((key) => `${tokens[key]} ${shares[named.indexOf(key)]}`);
  await expect(bars(page)).toContainText(top.join(' · '));
}

async function compareContext(page: Page, heads: HeadTrace[], setting: Setting) {
  const { head, query } = setting;
  const shown = head === null ? heads : [heads[head]!];
  const contributions = sideBySide(
    shown.map(({ weights, v }) =>
      v.map((row, key) => row.map((value) => weights[query]![key]! * value)),
    ),
  );
  const context = sideBySide(shown.map((head) => head.context))[query]!;
  const { names, cells } = await tableOf(vector(page));
  const sum = (rows: Matrix) =>
    context.map((_, i) => rows.reduce((total, row) => total + row[i]!, 0));
  const weights = weightsOf(heads, setting);
  const falling = weights.map((_, key) => key).sort((a, b) => weights[b]! - weights[a]! || a - b);
  // More than six tokens: the five largest, and one row for the rest.
  const few = weights.length <= 6;
  const parts = few
    ? contributions.filter((_, key) => !isMasked(heads, setting, key))
    : [
        ...falling.slice(0, 5).map((key) => contributions[key]!),
        sum(falling.slice(5).map((key) => contributions[key]!)),
      ];
  expect(names.at(-1)).toBe('context');
  if (!few) expect(names.at(-2)).toBe(`${weights.length - 5} other tokens`);
  expect(disagreements(cells, [...parts, context])).toEqual([]);
  // The parts shown add up to the value shown.
  for (const [i, value] of context.entries())
    expect(agrees(cells.at(-1)![i]!, sum(parts)[i]!), `d${i + 1} = ${value}`).toBe(true);
}

test('the status line states the settings', async ({ page }) => {
  await test.step('the status line states the default settings', async () => {
    await open(page);
    await expect(status(page)).toHaveText(
      '6 tokens · 2 heads (viewing head 1, in code 0) · head size dk = 4',
    );
  });

  await test.step('the status line names the mean over heads, and uses the singular for one token', async () => {
    await open(page, { text: 'Hello', num_heads: 1, head: 'mean' });
    await expect(status(page)).toHaveText(
      '1 token · 1 head (viewing their mean) · head size dk = 8',
    );
  });
});

test('the positions are the sines and cosines of the paper', async () => {
  const { embedding, position, x } = await embedded(catOnMat);
  for (const [row, values] of position.entries())
    for (const [i, value] of values.entries()) {
      const angle = row / 10000 ** ((i - (i % 2)) / values.length);
      expect(value).toBeCloseTo(i % 2 === 0 ? Math.sin(angle) : Math.cos(angle), 6);
      expect(x[row]![i]).toBeCloseTo(embedding[row]![i]! + value, 5);
    }
});

test('without positions the rows of a repeated word are equal, with positions they are not', async ({
  page,
}) => {
  await open(page, { positions: 'none' });
  for (const view of [grid(page), projection(page, 'q'), projection(page, 'v')]) {
    const { names, cells } = await tableOf(view);
    expect([names[0], names[4]]).toEqual(['The', 'the']);
    expect(cells[4]).toEqual(cells[0]);
  }
  await open(page, { positions: 'sinusoidal', seed: 2 });
  const { cells } = await tableOf(projection(page, 'q'));
  expect(cells[4]).not.toEqual(cells[0]);
});

test('a matrix of many columns scrolls in its view, beside its row labels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, { d_model: 256, num_heads: 1 });
  const view = projection(page, 'q');
  const picture = view.getByRole('application');
  const [labels, cells] = [view.locator('.labels canvas'), view.locator('canvas.cells')];
  await picture.scrollIntoViewIfNeeded();
  await expect(labels).toBeVisible();
  const table = await tableOf(view);
  const readout = view.locator('.readout b');
  const shown = (query: number, d: number) =>
    Number(table.cells[query]![d]).toFixed(4).replace('-', '−');

  // The last column is out of sight; the keyboard scrolls to it.
  await picture.focus();
  await page.keyboard.press('End');
  await expect(view.locator('.readout')).toContainText('d256');
  await expect(readout).toHaveText(shown(5, 255));
  const [frame, left, box] = await Promise.all([
    picture.boundingBox(),
    labels.boundingBox(),
    cells.boundingBox(),
  ]);
  expect(left!.x).toBeCloseTo(frame!.x, 0);
  expect(box!.x + box!.width).toBeCloseTo(frame!.x + frame!.width, 0);
  // A column is at least 8 pixels wide, so that the pointer can hit it.
  const cell = (box!.width - left!.width) / 256;
  expect(cell).toBeGreaterThanOrEqual(8);
  await page.mouse.move(frame!.x + frame!.width - 2.5 * cell, frame!.y + 8);
  await expect(view.locator('.readout')).toContainText('d254');
  await expect(readout).toHaveText(shown(0, 253));
  await page.mouse.move(left!.x + 4, frame!.y + 8);
  await expect(readout).toHaveCount(0);
  expect(await overflow(page)).toBe(0);
  await expect(view.locator('header')).toContainText('head 1, 6 × 256');

  // A single column needs no scrolling.
  await open(page, { d_model: 1, num_heads: 1 });
  await expect(labels).toHaveCount(0);
  await expect(page.locator('attention-vector header')).toContainText(/, 1 value\s*$/);
  await expect(picture).toHaveAttribute('aria-label', /6 rows by 1 column\. /);
});

test('equal words are told apart by their places, except in the sentence itself', async ({
  page,
}) => {
  await open(page, { text: 'to be or not to be', num_heads: 4 });
  const placed = ['to₁', 'be₂', 'or', 'not', 'to₅', 'be₆'];
  await expect(bars(page).getByRole('heading')).toHaveText('Weights of be₆');
  expect((await tableOf(bars(page))).names).toEqual(placed);
  const weights = await tableOf(grid(page));
  expect(weights.names).toEqual(placed);
  expect(weights.columns.slice(1)).toEqual(placed);
  await expect(page.locator('attention-arithmetic').getByRole('heading')).toHaveText(
    /^\s*Why be₆ gives to₅ [\d.]+%\s*$/,
  );
  await expect(page.locator('attention-tokens .word')).toHaveText('to be or not to be'.split(' '));
});
