/** The data tables of the views: filled when they are opened, copied as text, selected if copying is refused. */
import { expect, test } from '@playwright/test';
import { bars, grid, open, tableOf } from './playground-page.ts';

test('a table is built when it is opened, and is copied as text', async ({ page, context }) => {
  await open(page);

  await test.step('a table is in the page only once it is opened', async () => {
    await expect(grid(page).locator('table')).toHaveCount(0);
    const { columns, names } = await tableOf(grid(page));
    expect(columns).toEqual(['query', 'The', 'cat', 'sat', 'on', 'the', 'mat']);
    expect(names).toEqual(columns.slice(1));
  });

  await test.step('copying puts the table on the clipboard as tab-separated text', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { columns, names, cells } = await tableOf(bars(page));
    await bars(page).getByRole('button', { name: 'Copy' }).click();
    await expect(bars(page).getByRole('status')).toHaveText('Copied.');
    const rows = [columns, ...cells.map((row, i) => [names[i]!, ...row])];
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(rows.map((row) => row.join('\t')).join('\n'));
  });
});

test('with 512 tokens the table shows the selected row and copies all rows', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = Array.from({ length: 512 }, (_, i) => `t${i}`).join(' ');
  await open(page, { text, query: 300 });
  const { names, cells } = await tableOf(grid(page));
  expect(names).toEqual(['t300']);
  expect(cells[0]).toHaveLength(512);
  await expect(grid(page)).toContainText('Row 301 of 512');
  await grid(page).getByRole('button', { name: 'Copy' }).click();
  await expect(grid(page).getByRole('status')).toHaveText('Copied.');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines).toHaveLength(513);
  expect(lines[301]!.split('\t')).toEqual(['t300', ...cells[0]!]);
});

test('where the clipboard is refused, the table is selected instead', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await open(page);
  await tableOf(bars(page));
  await bars(page).getByRole('button', { name: 'Copy' }).click();
  await expect(bars(page).getByRole('status')).toContainText('blocked the clipboard');
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toContain('share');
  expect(selected).toContain('mat');
});
