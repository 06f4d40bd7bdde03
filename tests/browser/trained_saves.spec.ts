/** A sentence that is saved from the first page says what it shows: the model, whether it has learned, its answer. */
import { expect, test, type Page } from '@playwright/test';
import { answer, arcs, film, openTrained } from './trained_page.ts';
import { readSvg, saved, type SavedFile } from './saved_file.ts';

/** The line below the picture, with plain spaces. */
async function caption(page: Page, file: SavedFile): Promise<string> {
  const { texts } = await readSvg(page, file);
  const lowest = Math.max(...texts.map(({ y }) => y));
  return texts
    .filter(({ y }) => y > lowest - 40)
    .map(({ text }) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' '))
    .join(' ');
}

test('the model and its answer stand under the sentence; the face is that of the page', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=goes_with');
  const said = (await answer(page, 0).innerText()).trim().split(/\s+/).slice(0, 2).join(' ');
  expect(said).toMatch(/^animal \d+\.\d%$/);
  const svg = await saved(arcs(page), 'SVG');
  expect(await caption(page, svg)).toContain(
    `words that go together · trained · answer at “it”: ${said} · Attention Lab`,
  );
  const [, families] = /font-family="([^"]*)"/.exec(svg.bytes.toString())!;
  const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(families!.replaceAll('&quot;', '').split(',')[0]).toBe('Lab Serif');
  expect(families!.replaceAll('&quot;', '"').replaceAll("'", '"')).toBe(face);
  expect(families).toMatch(/Georgia, serif$/);
});

test('in German, with the answer of the word that is chosen', async ({ page }) => {
  await openTrained(page, 'v=3&model=goes_with&lang=de');
  await arcs(page).getByRole('radio').first().click();
  const said = (await answer(page, 0).innerText()).trim().split('\n')[0]!;
  const line = await caption(page, await saved(arcs(page), 'SVG'));
  expect(line).toContain(`trainiert · Antwort bei „the“: ${said} `);
});

test('before the training it says that the numbers are random', async ({ page }) => {
  await openTrained(page, 'v=3&model=goes_with');
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(arcs(page)).toHaveJSProperty('untrained', true);
  const line = await caption(page, await saved(arcs(page), 'SVG'));
  expect(line).toContain(
    'words that go together · untrained: random parameters · answer at “it”: ',
  );
});
