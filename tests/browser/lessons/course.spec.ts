/** The course page: at most sixty lines of plain markup that use the elements as a teacher would. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import { disagreements } from '../playground/agreement.ts';
import { violations } from '../support/axe.ts';
import { inputsOf } from '../playground/inputs.ts';
import { tableOf } from '../playground/playground-page.ts';
import { attend } from '../support/reference.ts';
import { watch } from '../support/watch.ts';

/** Opens the course and scrolls through it, because labs compute only when they are near the screen. */
async function openCourse(page: Page): Promise<void> {
  await page.goto('./course.html');
  for (const lab of await page.locator('attention-lab').all()) await lab.scrollIntoViewIfNeeded();
  await expect(page.locator('attention-heatmap:not([for]) canvas')).toHaveCount(5);
}

const first = (page: Page) => page.locator('#one').getByRole('radio');

test('is at most sixty lines of markup, without scripts or styles of its own', () => {
  const markup = readFileSync('web/course.html', 'utf8');
  expect(markup.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  expect(markup.match(/<script/g)).toHaveLength(1);
  expect(markup).not.toMatch(/<style|\s(style|on\w+)=/);
});

test('all labs of the course are computed before the page is scrolled, so that a print has them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('./course.html');
  const computed = () =>
    page
      .locator('attention-lab')
      .evaluateAll((labs: AttentionLab[]) => labs.map((lab) => Boolean(lab.result)));
  await expect.poll(computed).toEqual([true, true, true, true, true]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the labs of the course share one engine, and views outside them follow them', async ({
  page,
  baseURL,
}) => {
  const { requests, complaints } = await watch(page);
  await openCourse(page);

  await test.step('computes all its labs with one engine, and logs no errors', async () => {
    await expect(page.locator('attention-heatmap canvas')).toHaveCount(6);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
    expect(requests.filter((url) => !url.startsWith(new URL(baseURL!).origin))).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the difference of two labs equals the difference of their numbers', async () => {
    const words = ['to', 'be', 'or', 'not', 'to', 'be'];
    const sentence = { words, d_model: 8, num_heads: 1, seed: 1, positions: 'sinusoidal' } as const;
    const inputs = await inputsOf(sentence);
    const [open, causal] = (['none', 'causal'] as const).map(
      (mask) => attend(inputs, 1, mask)[0]!.weights,
    );
    const expected = causal!.map((row, i) => row.map((weight, j) => weight - open![i]![j]!));
    const { cells } = await tableOf(page.locator('attention-difference attention-heatmap'));
    expect(disagreements(cells, expected)).toEqual([]);
  });

  await test.step('a view outside its lab follows the lab and can change it', async () => {
    const elsewhere = page.locator('attention-heatmap[for=one]');
    const words = ['the', 'cat', 'sat', 'on', 'the', 'mat'];
    const sentence = { words, d_model: 8, num_heads: 1, seed: 1, positions: 'sinusoidal' } as const;
    const { weights } = attend(await inputsOf(sentence), 1, 'none')[0]!;
    expect(disagreements((await tableOf(elsewhere)).cells, weights)).toEqual([]);
    const other = page.locator('attention-lab').nth(1);
    const queryOfOther = () => other.evaluate((lab) => (lab as AttentionLab).word);
    const before = await queryOfOther();
    await elsewhere.getByRole('application').press('ArrowDown');
    await elsewhere.getByRole('application').press('ArrowDown');
    await elsewhere.getByRole('application').press('Enter');
    await expect(first(page).nth(2)).toBeChecked();
    await expect(page.locator('#one attention-bars h2')).toHaveText('Weights of sat');
    // The other labs keep their own queries.
    expect(await queryOfOther()).toBe(before);
  });

  await test.step('what the weights are for: the context is the sum of the values times the weights', async () => {
    const words = ['the', 'cat', 'sat', 'on', 'the', 'mat'];
    const sentence = { words, d_model: 8, num_heads: 1, seed: 1, positions: 'sinusoidal' } as const;
    const { context } = attend(await inputsOf(sentence), 1, 'none')[0]!;
    const view = page.locator('attention-vector[for=one]');
    await expect(view.getByRole('heading')).toHaveText('Context of sat');
    const { cells } = await tableOf(view);
    expect(disagreements(cells.slice(-1), [context[2]!])).toEqual([]);
  });
});

for (const [language, query, key, value, difference] of [
  ['', 'query', 'key', 'value', 'Difference in weights: causal mask minus no mask'],
  ['-de', 'Query', 'Key', 'Value', 'Differenz (Gewichte): kausale Maske minus ohne Maske'],
  ['-zh', '查询', '键', '值', '权重之差：“因果掩码”减去“无掩码”'],
] as const)
  test(`the lesson course${language} says what query, key and value are, shows a context, and names what it subtracts`, async ({
    page,
  }) => {
    await page.goto(`./course${language}.html`);
    for (const term of [query, key, value])
      await expect(page.locator('main > p').first()).toContainText(term);
    await expect(page.locator('attention-vector[for=one] canvas')).toBeVisible();
    const heading = page.locator('attention-difference').getByRole('heading');
    await expect(heading).toHaveText(difference);
  });

test('the course fits a phone screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openCourse(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
});
