/** Uses every control once, with valid and invalid input, for tests that expect nothing bad to happen. */
import { expect, type Page } from '@playwright/test';
import {
  bars,
  chooseRadio,
  controls,
  grid,
  messageOf,
  numberField,
  open,
  settled,
  showStep,
  status,
  tableOf,
  textField,
  tokenButtons,
  vector,
} from '../playground/playground-page.ts';

export async function tour(page: Page): Promise<void> {
  await open(page);
  await touchNumbers(page);
  await setControls(page);
  await typeBadly(page);
  await page.goBack();
  await page.reload();
  await settled(page);
  await page.goto('./playground.html#v=4&future');
  await expect(page.getByRole('alert').filter({ hasText: 'version' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
}

async function touchNumbers(page: Page) {
  for (const view of [grid(page), vector(page)]) {
    await view.getByRole('application').hover();
    await view.getByRole('application').press('ArrowRight');
  }
  for (const view of [grid(page), bars(page), vector(page)]) {
    await tableOf(view);
    await view.getByRole('button', { name: 'Copy' }).click();
  }
  await bars(page).locator('canvas').hover();
  await tokenButtons(page).nth(2).click();
  for (const symbol of await page.locator('attention-formula').getByRole('button').all())
    await symbol.click();
}

async function setControls(page: Page) {
  await showStep(page, 'scores');
  await page.locator('attention-heads').getByRole('radio').last().click();
  await controls(page).getByLabel('Head shown').selectOption('head 2');
  await chooseRadio(page, 'Mask', 'causal');
  await chooseRadio(page, 'Position encoding', 'off');
  await controls(page).getByRole('button', { name: 'Heads: more' }).click();
  await numberField(page, 'd_model').fill('64');
  await numberField(page, 'seed').fill('5');
  await settled(page);
}

async function typeBadly(page: Page) {
  await textField(page).fill('<img src=x onerror=alert(1)> <script>alert(2)</script>');
  await settled(page);
  await numberField(page, 'num_heads').fill('3');
  await expect(messageOf(page, 'num_heads')).toContainText('3 equal heads');
  await numberField(page, 'num_heads').fill('8');
  await textField(page).fill('');
  await expect(messageOf(page, 'text')).toHaveText('Type at least one word.');
  await textField(page).fill(Array.from({ length: 512 }, (_, i) => `t${i}`).join(' '));
  await expect(status(page)).toContainText('512 tokens');
  await settled(page);
}
