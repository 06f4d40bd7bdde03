/** What the page says while a file is opened: beside a number that is refused, and in the text below. */
import { expect, test } from '@playwright/test';
import { npzOf } from '../../../web/src/files/npz.ts';
import { violations } from '../support/axe.ts';
import { choose, fileNote, opened } from './export-page.ts';
import { open } from './playground-page.ts';
import { alerts } from '../support/alerts.ts';

function filled(number: number, ...shape: number[]) {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { shape, data: new Float32Array(size).fill(number) };
}

test('a batch item that a tensor does not have is refused beside its field, and the last one stays', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'one.npz', npzOf([['numbers', filled(7, 3, 2, 2)]]));
  const field = opened(page).getByRole('spinbutton', { name: 'Matrix, from 1 to 3' });
  const code = opened(page).locator('code');
  await field.fill('2');
  await field.press('Enter');
  await expect(code).toHaveText('numbers[1]');
  const alert = alerts(opened(page).locator('attention-part-number'));
  for (const [typed, why] of [
    ['4', 'Enter a whole number from 1 to 3, not “4”.'],
    ['1.5', 'Enter a whole number from 1 to 3, not “1.5”.'],
    ['', 'Enter a whole number from 1 to 3.'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(alert).toHaveText(why);
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAccessibleDescription(why);
    await expect(code).toHaveText('numbers[1]');
  }
  expect(await violations(page)).toEqual([]);
  await field.fill('2');
  await field.press('Enter');
  await expect(alert).toHaveCount(0);
  await expect(field).toHaveValue('2');
});

test('a refused number goes with what it belongs to', async ({ page }) => {
  await open(page);
  const part = opened(page).locator('attention-part-number');
  const field = part.getByRole('spinbutton');
  const refuse = async (typed: string) => {
    await field.fill(typed);
    await field.press('Enter');
    await expect(alerts(part)).toBeVisible();
    await expect(field).toHaveValue(typed);
  };
  const expectNone = async (code: string) => {
    await expect(part.locator('code')).toHaveText(code);
    await expect(alerts(part)).toHaveCount(0);
    await expect(field).toHaveValue('1');
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  };

  await test.step('of another tensor, shown as a matrix', async () => {
    const tensors = ['a', 'b'].map((name) => [name, filled(7, 3, 2, 2)] as const);
    await choose(page, 'two.npz', npzOf(tensors));
    const tensor = opened(page).locator('select#matrix');
    await tensor.selectOption('a');
    await refuse('4');
    await tensor.selectOption('b');
    await expectNone('b[0]');
  });

  await test.step('of a tensor with the same name in another file', async () => {
    await refuse('5');
    await choose(page, 'other.npz', npzOf([['b', filled(8, 3, 2, 2)]]));
    await expectNone('b[0]');
  });

  await test.step('of other weights', async () => {
    const weights = ['attn_1', 'attn_2'].map((name) => [name, filled(1 / 2, 3, 1, 2, 2)] as const);
    await choose(page, 'weights.npz', npzOf(weights));
    const choice = opened(page).locator('select#weights');
    await choice.selectOption('attn_1');
    await expect(part.locator('code')).toHaveText('attn_1[0]');
    await refuse('4');
    await choice.selectOption('attn_2');
    await expectNone('attn_2[0]');
  });

  await test.step('of other queries', async () => {
    const names = ['q', 'k', 'v', 'p'];
    const rows = names.map((name) => [name, filled(1, 3, 1, 2, 4)] as const);
    await choose(page, 'rows.npz', npzOf(rows));
    await expect(part.locator('code')).toHaveText('q[0]');
    await refuse('4');
    await opened(page).locator('select#q').selectOption('p');
    await expectNone('q[0]');
  });
});

test('while a file is shown, the text below says nothing of a sentence', async ({ page }) => {
  await open(page);
  const text = page.locator('article:visible');
  await expect(text).toContainText('Each token of the sentence');
  await expect(text).toContainText('drawn from the seed');
  await choose(page, 'w.npz', npzOf([['weights', filled(1 / 4, 1, 2, 4, 4)]]));
  await expect(fileNote(page)).toContainText('w.npz');
  const shown = () => text.innerText();
  await expect.poll(shown).not.toMatch(/sentence|seed/);
  await expect.poll(shown).toContain('The causal mask');
  for (const [language, mask, ofSentence] of [
    ['de', 'Die kausale Maske', /Satz|Startwert|Seed/],
    ['zh', '因果掩码', /句子|种子/],
    ['en', 'The causal mask', /sentence|seed/],
  ] as const) {
    await page.locator('#language').selectOption(language);
    await expect.poll(shown).toContain(mask);
    expect(await shown()).not.toMatch(ofSentence);
  }
  await fileNote(page).getByRole('button', { name: 'Back to the sentence' }).click();
  await expect.poll(shown).toContain('Each token of the sentence');
});
