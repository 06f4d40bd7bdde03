/** A sentence saved from the first page names the model, says whether it is trained, and has the answer. */
import { expect, test, type Page } from '@playwright/test';
import { answer, arcs, film, openTrained, status, undoAll } from './first-page.ts';
import { readSvg, saved, type SavedFile } from '../support/saved-file.ts';

/** The line below the picture, with ordinary spaces. */
async function caption(page: Page, file: SavedFile): Promise<string> {
  const { texts } = await readSvg(page, file);
  const lowest = Math.max(...texts.map(({ y }) => y));
  return texts
    .filter(({ y }) => y > lowest - 40)
    .map(({ text }) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' '))
    .join(' ');
}

test('a saved picture has a caption', async ({ page }) => {
  await test.step('a saved picture has the model and its answer under the sentence, in the typeface of the page', async () => {
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
  await test.step('a picture saved before the training says that its numbers are random', async () => {
    await film(page).getByRole('button', { name: 'before' }).click();
    await expect(arcs(page)).toHaveJSProperty('untrained', true);
    const line = await caption(page, await saved(arcs(page), 'SVG'));
    expect(line).toContain(
      'words that go together · untrained: random parameters · answer at “it”: ',
    );
  });
});

test('the saved picture of a digit has the model and its answer, too', async ({ page }) => {
  await page.goto('./#v=3&model=digits');
  const said = (await answer(page, 0).innerText()).trim().split(/\s+/).slice(0, 2).join(' ');
  expect(said).toMatch(/^4 \d+\.\d%$/);
  const view = page.locator('.row attention-patches').first();
  expect(await caption(page, await saved(view, 'SVG'))).toContain(
    `read a digit · trained · answer: ${said} · Attention Lab`,
  );
});

test('a saved picture in German has the answer of the chosen word', async ({ page }) => {
  await openTrained(page, 'v=3&model=goes_with&lang=de');
  await arcs(page).getByRole('radio').first().click();
  await expect(arcs(page).getByRole('radio').first()).toBeChecked();
  const said = (await answer(page, 0).innerText()).trim().split('\n')[0]!;
  const line = await caption(page, await saved(arcs(page), 'SVG'));
  expect(line).toContain(`trainiert · Antwort bei „the“: ${said} `);
});

test('below the maps of heads a text says what their numbers are', async ({ page }) => {
  await openTrained(page);
  await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
  const legend = page.locator('attention-head-maps .legend');
  await expect(page.locator('attention-head-maps .score').first()).toHaveText(/^[01]\.\d\d$/);
  await expect(legend).toContainText(
    'The number after a name is the head’s mean weight on the right tokens',
  );
});

test('the caption of saved maps has the name of the model in the language of the page', async ({
  page,
}) => {
  for (const [language, name] of [
    ['zh', '哪些词相配'],
    ['en', 'words that go together'],
  ] as const) {
    await openTrained(page, `v=3&model=goes_with&lang=${language}`);
    await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
    const svg = await saved(page.locator('attention-head-maps'), 'SVG');
    expect(svg.name).toBe('weights-of-all-heads-goes_with.svg');
    const line = await caption(page, svg);
    expect(line).toContain(name);
    expect(line).not.toContain('goes_with');
  }
});

test('pictures and tables of a changed model say what is changed, and those of the film name the step', async ({
  page,
}) => {
  await openTrained(
    page,
    'v=3&model=goes_with&mask=causal&edits=layers.0.attention.v[0,2,11,0]=-5',
  );
  await expect(status(page)).toBeVisible();
  const changed = /^Changes: Mask: none → causal; v of tired, layer 1, head 3: −?0\.\d+ → −5\.000/;
  const svg = await saved(arcs(page), 'SVG');
  expect(svg.name).toBe('weights-of-it-goes_with-changed.svg');
  expect(await caption(page, svg)).toMatch(changed);
  const heatmap = page.locator('attention-heatmap.weights');
  await page.locator('[data-part=matrices]').scrollIntoViewIfNeeded();
  const map = await saved(heatmap, 'SVG');
  expect(map.name).toBe('weights-of-every-token-layer1-head3-goes_with-changed.svg');
  expect(await caption(page, map)).toMatch(changed);
  expect(await caption(page, map)).toContain('layer 1, head 3 (layers.0.attention, head 2)');
  const csv = await saved(arcs(page), 'CSV');
  const [head, first] = csv.bytes.toString().split('\r\n');
  expect(head).toMatch(/,model,link,changed,changes$/);
  expect(first).toMatch(
    /,goes_with,"?v=3&model=goes_with&mask=causal&edits=[^"]*"?,2,"Mask: none → causal; v of tired.*−5\.000"$/,
  );
  await undoAll(page).click();
  await expect(status(page)).toBeHidden();
  expect(await caption(page, await saved(arcs(page), 'SVG'))).not.toContain('Changes');
  await film(page).getByRole('button', { name: 'before' }).click();
  await expect(arcs(page)).toHaveJSProperty('untrained', true);
  expect(await caption(page, await saved(arcs(page), 'SVG'))).toContain(' · step 0 of 800 · ');
  // No link leads to a step of the film.
  const untrained = (await saved(arcs(page), 'CSV')).bytes.toString().split('\r\n');
  expect(untrained[0]).toMatch(/,model,step$/);
  expect(untrained[1]).toMatch(/,goes_with,step 0 of 800$/);
});
