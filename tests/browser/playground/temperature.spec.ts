/** The temperature: weights are the softmax of the scores divided by it, wherever it is set. */
import { expect, test, type Page } from '@playwright/test';
import { python } from '../../support/python.ts';
import { openPanel, panel, traced } from './export-page.ts';
import { readSvg, saved } from '../support/saved-file.ts';
import { messageOf, numberField, open, settled, slowEngine } from './playground-page.ts';

const field = (page: Page) => numberField(page, 'temperature');

/** The rows of the trace's weights, and their expected values. */
async function rowsOf(page: Page, temperature: number) {
  const scores = await traced(page, 'masked_scores');
  const weights = await traced(page, 'weights');
  const n = scores.shape.at(-1)!;
  const rows = (data: number[]) =>
    Array.from({ length: data.length / n }, (_, i) => data.slice(i * n, (i + 1) * n));
  const expected = rows(scores.data).map((row) => {
    const powers = row.map((score) => Math.exp(score / temperature));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  });
  return { weights: rows(weights.data).flat(), expected: expected.flat() };
}

async function expectWeights(page: Page, temperature: number): Promise<void> {
  const { weights, expected } = await rowsOf(page, temperature);
  expect(weights).toHaveLength(expected.length);
  weights.forEach((weight, i) => expect(Math.abs(weight - expected[i]!)).toBeLessThan(1e-6));
}

test('the weights follow the temperature', async ({ page }) => {
  await test.step('the temperature is in the address, and the weights follow it', async () => {
    await open(page, { temperature: 0.25, mask: 'causal' });
    await expect(field(page)).toHaveValue('0.25');
    await expectWeights(page, 0.25);
    await field(page).fill('2,5');
    await expect.poll(() => page.url()).toContain('temperature=2.5');
    await settled(page);
    await expectWeights(page, 2.5);
    const formula = page.locator('attention-formula .formula');
    const explanation = page.locator('attention-arithmetic .muted');
    await expect(formula).toContainText('/ 2.5');
    await expect(explanation).toContainText('first divided by the temperature, 2.5');
    await field(page).fill('1');
    await expect.poll(() => page.url()).not.toContain('temperature');
    await expect(formula).not.toContainText('2.5');
    await expect(explanation).not.toContainText('temperature');
  });

  await test.step('the temperature is an attribute, and can be hidden', async () => {
    await page.locator('attention-playground').evaluate((playground) => {
      playground.setAttribute('temperature', '4');
      playground.setAttribute('hide', 'temperature');
    });
    await expect.poll(() => page.url()).toContain('temperature=4');
    await settled(page);
    await expectWeights(page, 4);
    await expect(field(page)).toBeHidden();
  });
});

test('decimals are typed character by character, and stepped by tenths', async ({ page }) => {
  await open(page);
  await field(page).fill('');
  await field(page).pressSequentially('1.25', { delay: 50 });
  await expect(field(page)).toHaveValue('1.25');
  await expect.poll(() => page.url()).toContain('temperature=1.25');
  await field(page).press('ArrowDown');
  await expect(field(page)).toHaveValue('1.15');
});

test('what is typed or stepped faster than it is computed is kept', async ({ page }) => {
  await slowEngine(page, 200);
  await open(page);
  await field(page).fill('');
  await field(page).pressSequentially('1.25');
  await expect(field(page)).toHaveValue('1.25');
  await field(page).press('ArrowUp');
  await field(page).press('ArrowUp');
  await expect(field(page)).toHaveValue('1.45');
  await field(page).press('x');
  await settled(page);
  await expect(field(page)).toHaveValue('1.45x');
  await expect(messageOf(page, 'temperature')).toContainText('not “1.45x”');
  await expect(page).toHaveURL(/temperature=1\.45/);
});

test('it has a label, and a message with its limits, in each language', async ({ page }) => {
  for (const [lang, label, message] of [
    ['en', 'Temperature', 'Enter a number from 0.01 to 100, not “0”.'],
    ['de', 'Temperatur', 'Bitte eine Zahl von 0,01 bis 100 eingeben, nicht „0“.'],
    ['zh', '温度', '请输入 0.01 到 100 的数，而不是“0”。'],
  ] as const)
    await test.step(lang, async () => {
      await open(page, { lang });
      await page.getByLabel(label, { exact: true }).fill('0');
      await expect(messageOf(page, 'temperature')).toHaveText(message);
    });
});

test('in German the temperature has a comma in its field, in the arithmetic and in a saved picture', async ({
  page,
}) => {
  await open(page, { temperature: 0.7, lang: 'de' });
  await expect(field(page)).toHaveValue('0,7');
  await expect(page.locator('attention-arithmetic')).toContainText(
    /exp\(\S+ \/ 0,7 − \S+ \/ 0,7\)/,
  );
  const picture = await readSvg(
    page,
    await saved(page.locator('attention-heatmap').first(), 'SVG'),
  );
  expect(picture.texts.map(({ text }) => text.replaceAll('\u00a0', ' ')).join()).toContain(
    'temperature = 0,7',
  );
});

test('the arithmetic and the script use the temperature', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, { temperature: 3 });
  await expect(page.locator('attention-arithmetic')).toContainText(/exp\(\S+ \/ 3 − \S+ \/ 3\)/);
  await openPanel(page);
  for (const library of ['NumPy', 'PyTorch']) {
    await panel(page)
      .getByRole('button', { name: `Copy as ${library}` })
      .click();
    await expect(panel(page).getByText('Copied.')).toBeVisible();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    const printed = python(script, '.').split('context')[0]!;
    const shown = [...printed.matchAll(/(-?\d+\.\d+)/g)].map(([number]) => Number(number));
    const { expected } = await rowsOf(page, 3);
    const row = expected.slice(5 * 6, 6 * 6);
    expect(shown).toHaveLength(row.length);
    shown.forEach((weight, i) => expect(Math.abs(weight - row[i]!)).toBeLessThan(1e-5));
  }
});
