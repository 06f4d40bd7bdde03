/** Names of MiniLM's heads below their maps; relations that highlight maps, found by search; measured examples. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionHeadRelations } from '../../../web/src/elements/language/heads/attention-head-relations.ts';
import { violations } from '../support/axe.ts';
import { longWait } from '../support/long-wait.ts';
import { overflow } from '../support/overflow.ts';
import { arcs, card, field, head, maps, openMeasured } from './minilm-page.ts';

async function expectNamesBelowMaps(page: Page) {
  await expect(maps(page).locator('.named').first()).toBeAttached(longWait);
  for (const width of [1440, 1280, 1100, 900, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const labels = await maps(page)
      .locator('.line')
      .evaluateAll((lines) =>
        lines.flatMap((line) =>
          [...line.querySelectorAll<HTMLElement>('.below')].map((label, i) => {
            const range = document.createRange();
            range.selectNodeContents(label);
            const { left, right } = range.getBoundingClientRect();
            const { textContent: text, scrollWidth, clientWidth } = label;
            return { text: text!.trim(), i, left, right, over: scrollWidth - clientWidth };
          }),
        ),
      );
    const shown = labels.filter(({ text, left, right }) => text !== '' && right > left);
    // On a phone one layer shows names; otherwise every named head does.
    if (width > 390) expect(shown).toHaveLength(await maps(page).locator('.named').count());
    else expect(shown.length).toBeGreaterThan(0);
    for (const { text, over } of shown) expect(over, `${text} at ${width}`).toBeLessThanOrEqual(0);
    for (const [at, { text, i, left }] of shown.entries()) {
      const before = shown[at - 1];
      if (before && before.i === i - 1 && before.left < left)
        expect(left - before.right, `${before.text} ${text} at ${width}`).toBeGreaterThan(1.5);
    }
  }
  // The tooltip and the description give the full name.
  const named = maps(page).locator('.named .head').first();
  const title = (await named.getAttribute('title'))!;
  expect(title).toMatch(/ → /);
  await expect(named).toHaveAccessibleName(new RegExp(`, ${title}$`));
}

async function expectHeadsNamed(page: Page) {
  const relations = page.locator('attention-head-relations');
  const strip = relations.getByRole('button', { name: /^verb → object \d\d\.\d%$/ });
  await expect(strip).toBeVisible(longWait);
  const chips = page.locator('attention-named-heads').getByRole('button');
  const names = await chips.allTextContents();
  await strip.hover();
  await expect(maps(page).locator('.below').first()).toHaveText(/^\d+%$/);
  await page.mouse.move(5, 5);
  await expect(maps(page).locator('.below').first()).not.toHaveText(/^\d+%$/);
  await strip.click();
  await expect(page).toHaveURL(/&relation=verb_to_object/);
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^dropped/);
  const asked = await arcs(page);
  expect(asked.tokens[asked.row.indexOf(Math.max(...asked.row))]).toBe('ball');
  // The list of heads keeps its names and its order.
  expect(await chips.allTextContents()).toEqual(names);
  await expect(card(page).locator('.name')).toHaveText('verb → object');
  await expect(page.locator('attention-chosen-head h2').first()).toContainText(': verb → object');
  // The maps stay highlighted, with their scores, while the pointer and the focus are elsewhere.
  await field(page).click();
  await expect(maps(page).locator('.below').first()).toHaveText(/^\d+%$/);
  await expect(maps(page).locator('.cell:not(.dim)').first()).toBeVisible();
  expect(await maps(page).locator('.cell:not(.dim)').count()).toBeLessThan(10);
  await expect(relations.locator('ul [aria-pressed=true]')).toHaveText(/^\s*verb → object/);
  await expect(relations.locator('table [aria-pressed=true]')).toHaveCount(1);
  await expect(relations).toContainText(/\d of 72 heads ha(s|ve) earned this name\./);
  await expect(card(page)).toContainText(/Right in \d+\.\d% of \d+ rows \(95% Wilson interval: /);
  // The nearest noun or verb is compared with the head beside its name, in the core's numbers.
  for (const name of ['verb_to_object', 'auxiliary_to_verb', 'determiner_to_noun'] as const) {
    const { nearest, best } = await relations.evaluate((element: AttentionHeadRelations, of) => {
      const { nearest, heads } = element.found!.relations.find(({ relation }) => relation === of)!;
      const best = heads.filter(({ named }) => named).toSorted((a, b) => b.share - a.share)[0]!;
      return { nearest: nearest!, best };
    }, name);
    const label = {
      verb_to_object: 'verb → object',
      auxiliary_to_verb: 'auxiliary → verb',
      determiner_to_noun: 'determiner → noun',
    }[name];
    const one = relations.locator('ul').getByRole('button', { name: label });
    if ((await one.getAttribute('aria-pressed')) !== 'true') await one.click();
    await expect(card(page).locator('.name')).toHaveText(label);
    const compared =
      nearest.share > best.high
        ? ': better than the head'
        : nearest.share > best.low
          ? ': within the head’s interval'
          : '';
    const text = `, the next ${nearest.kind} in ${(100 * nearest.share).toFixed(1)}%${compared}.`;
    await expect(card(page)).toContainText(text);
    const untold = `These sentences cannot tell the relation from “the next ${nearest.kind}”.`;
    await expect(card(page).getByText(untold)).toHaveCount(nearest.share === 1 ? 1 : 0);
  }
  await relations.getByRole('button', { name: 'Show all heads again' }).click();
  await expect(relations.locator('[aria-pressed=true]')).toHaveCount(0);
  await expect(maps(page).locator('.dim')).toHaveCount(0);
  // A search for one relation highlights its heads, and Enter goes to the best of them.
  const search = relations.getByRole('searchbox');
  await search.fill('from verbs to objects?');
  await expect(maps(page).locator('.hit')).toHaveCount(1);
  await expect(maps(page).locator('.hit .below')).toHaveText(/^\d+%$/);
  await head(page, 2, 4).click();
  await search.press('Enter');
  await expect(page).toHaveURL(/relation=verb_to_object/);
  const checked = page.locator('attention-arcs').getByRole('radio', { checked: true });
  await expect(checked).toHaveAccessibleName(/^dropped/);
  await expect(maps(page).locator('.hit .head')).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page).locator('.name')).toHaveText('verb → object');
  await search.fill('adjectives');
  const rows = relations.locator('tbody').filter({ hasText: 'adjective → noun' }).getByRole('row');
  await expect(maps(page).locator('.hit')).toHaveCount(await rows.count());
  // Each head has its own figures, the best head first; the number of rows is the same for all.
  const shares = (await rows.locator('td.share').allTextContents()).map(parseFloat);
  expect(new Set(shares).size).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  await expect(rows.first().getByRole('cell').first()).toHaveText(/^\s*(Rows: )?\d+\s*$/);
  await relations.getByRole('button', { name: 'Show all heads again' }).click();
  await expect(search).toHaveValue('');
  // Relations of a sentence with unknown words are not guessed.
  await field(page).fill('Fish swim.');
  await strip.click();
  await expect(relations).toContainText('does not know which words');
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^swim/);
  await page.getByLabel('Sort by').selectOption('name');
  await expect(maps(page).locator('.head').first()).toHaveAccessibleName(/, (?!off)[^,]+, \d+%/);
  // The examples show measured weights: with "wide" the animal gets less than with "tired".
  const example = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const number = async (text: string) =>
    Number(await example(text).locator('b').first().textContent());
  await page.getByText('Examples', { exact: true }).click();
  await expect(example('too wide').locator('b')).toHaveCount(3);
  expect(await number('too tired')).toBeGreaterThan(0.6);
  expect(await number('too wide')).toBeGreaterThan(0.2);
  expect(await number('too wide')).toBeLessThan(0.45);
  await expect(example('too wide')).toContainText('It shifts, but does not switch: street gets 0.');
  expect(await number('red ball')).toBeGreaterThan(0.5);
  await example('too tired').getByRole('button').click();
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^it/);
  const { tokens, row } = await arcs(page);
  expect(tokens[row.indexOf(Math.max(...row))]).toBe('animal');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
}

test('the heads of MiniLM have names', async ({ page }) => {
  await openMeasured(page);
  await test.step('the names below the maps are neither truncated nor overlapping, at any width', () =>
    expectNamesBelowMaps(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('heads are named, examples have their numbers, and a relation highlights its maps', () =>
    expectHeadsNamed(page));
});
