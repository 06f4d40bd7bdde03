/** What the page says while a file is opened: beside a number that is refused, and in the text below. */
import { expect, test } from '@playwright/test';
import { npzOf } from '../../../web/src/files/npz.ts';
import { violations } from '../support/axe.ts';
import { choose, fileNote, opened } from './export-page.ts';
import { open } from './playground-page.ts';

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
  const alert = opened(page).locator('attention-part-number').getByRole('alert');
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
  await fileNote(page).getByRole('button', { name: 'Back to the sentence' }).click();
  await expect.poll(shown).toContain('Each token of the sentence');
});
