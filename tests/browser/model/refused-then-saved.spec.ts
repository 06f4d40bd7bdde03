/** While a text is refused, its views keep their last numbers: a file that is saved meanwhile says where they come from. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionModel } from '../../../web/src/elements/language/attention-model.ts';
import { csvFields } from '../support/csv-fields.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const kHash =
  '#v=3&model=proof/checkpoints/bert/&text=The+cat+sat+on+the+mat.&word=2' +
  '&off=layers.0.attention:1&row=layers.1.attention:2:2-1';

/** The views with Save menus, in the order of the page. */
const kViews = [
  'attention-arcs',
  'attention-all-heads',
  'attention-weight-arithmetic',
  'attention-value-weighted',
  'attention-change-effects',
  'attention-masked-word',
  'attention-word-paths',
  'attention-word-cosines',
  'attention-similarities',
];

/** Opens the page, with the results of all views. */
async function open(page: Page) {
  await withoutMeasuring(page);
  await page.goto(`./model.html${kHash}`);
  for (const name of kViews) {
    const view = page.locator(name);
    await view.evaluate((element) => element.scrollIntoView());
    await expect(view.locator('attention-save').first()).toBeVisible();
  }
}

/** The names and the lines of all tables that these menus save. */
async function tablesOf(menus: Locator): Promise<string[]> {
  const page = menus.page();
  const tables: string[] = [];
  for (const menu of await menus.all()) {
    await menu.locator('[popovertarget]').press('Enter');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      menu.getByRole('menuitem').filter({ hasText: 'CSV' }).press('Enter'),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    tables.push(`${download.suggestedFilename()}\r\n${text}`);
  }
  return tables;
}

test('all files say how many changes their numbers have, and name their texts', async ({
  page,
}) => {
  await open(page);
  const menus = page.locator(kViews.join()).locator('attention-save');
  const tables = await tablesOf(menus);
  expect(tables.length).toBeGreaterThan(kViews.length);
  for (const table of tables) {
    const [name, head, first] = table.split('\r\n').map(csvFields);
    expect(name![0]).toContain('-changed.csv');
    const fact = (name: string) => first![head!.indexOf(name)];
    // Only heads that are off change the vectors of words, other texts and masked words.
    const isOfSentence = fact('text') === 'The cat sat on the mat.' || head!.includes('sentence');
    const isOfPaths = /^(paths|plane)-/.test(name![0]!);
    expect(fact('changed')).toBe(isOfSentence && !isOfPaths ? '2' : '1');
    const names = ['text', 'texts', 'sentence'].filter((name) => head!.includes(name));
    expect(names, name![0]).not.toEqual([]);
  }
  const described = async (view: string, i = 0) => {
    const menu = page.locator(view).locator('attention-save').nth(i);
    await menu.locator('[popovertarget]').press('Enter');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      menu.getByRole('menuitem').filter({ hasText: 'SVG' }).press('Enter'),
    ]);
    const [, text] = /<desc>(.*?)<\/desc>/s.exec(await readFile(await download.path(), 'utf8'))!;
    return text!.replace(/[\u2066-\u2069]/g, '');
  };
  const similar = await described('attention-similarities');
  expect(similar).toMatch(/Text 1: “[^”]+” · Text 2: “[^”]+” .*Changed: 1/);
  expect(await described('attention-similarities attention-token-parts')).toMatch(
    /Text 3: “[^”]+” · Text 1: “[^”]+” .*Changed: 1/,
  );
  expect(await described('attention-word-cosines')).toMatch(/it: “The animal .*Changed: 1/);
  for (const i of [0, 1]) {
    const paths = await described('attention-word-paths', i);
    expect(paths).toMatch(/One meaning: “The animal .*” · Another meaning: “The .*Changed: 1/);
  }
  expect(await described('attention-change-effects attention-heatmap')).toMatch(
    /“The cat sat on the mat.” · Changed: 2/,
  );
});

/** The fields, and the views whose numbers stay when these are empty. */
const refusals = [
  { field: 'attention-own-sentence textarea', views: kViews },
  { field: 'attention-masked-word textarea', views: ['attention-masked-word'] },
  { field: 'attention-word-paths #word', views: ['attention-word-paths'] },
  { field: 'attention-similarities #text-0', views: ['attention-similarities'] },
];

for (const { field, views } of refusals)
  test(`files are the same before and after an empty text in ${field}`, async ({ page }) => {
    await open(page);
    const menus = page.locator(views.join()).locator('attention-save');
    const before = await tablesOf(menus);
    expect(before.length).toBeGreaterThanOrEqual(views.length);
    await page.locator(field).fill('');
    await expect(page.locator(field)).toHaveAttribute('aria-invalid', 'true');
    expect(await tablesOf(menus)).toEqual(before);
    if (views === kViews) return;
    // The other views are computed again.
    const model = page.locator('attention-model');
    await model.evaluate((element: AttentionModel) => {
      element.state = { ...element.state, off: [] };
    });
    await expect(page.locator('attention-own-sentence .is-changed')).toContainText('Changed: 1');
    expect(await tablesOf(menus)).toEqual(before);
  });
