/** All heads of MiniLM at once: pointing, sorting, switching off, forced rows, delimiters, and the address. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import type { AttentionHeatmap } from '../../../web/src/elements/views/attention-heatmap.ts';
import { violations } from '../support/axe.ts';
import { arcs, card, follow, head, maps, open } from './minilm-page.ts';

const effects = (page: Page) => page.locator('attention-change-effects');
/** The middle of a cell of a square heatmap, relative to the mark of the query row. */
async function cellOf(picture: Locator, row: number, column: number) {
  await picture.scrollIntoViewIfNeeded();
  const { query, count } = await picture.evaluate((element) => {
    const { host } = element.getRootNode() as ShadowRoot;
    const { query, tensor } = host as AttentionHeatmap;
    return { query: query!, count: tensor!.shape[0]! };
  });
  const { x, y, width, height } = (await picture.locator('.mark').first().boundingBox())!;
  return { x: x + ((column + 0.5) * width) / count, y: y + (row - query + 0.5) * height };
}
const sum = (row: readonly number[]) => row.reduce((total, each) => total + each, 0);

/** Returns to the link that `open` opened; the model stays open. */
async function restart(page: Page) {
  await follow(page, 'v=3&model=minilm');
  await expect.poll(async () => (await arcs(page)).tokens.length).toBe(12);
  await expect(
    page.locator('attention-arcs').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/^her/);
  await expect(page).not.toHaveURL(/delimiters=/);
}

test('the maps by pointer and by keyboard', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await test.step('on a dark page the maps are dark where weights are small', async () => {
    const luminance = (canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
      return (0.2126 * data[0]! + 0.7152 * data[1]! + 0.0722 * data[2]!) / 255;
    };
    expect(await maps(page).locator('canvas.scale').evaluate(luminance)).toBeLessThan(0.2);
    // "the" hardly looks at itself in the previous-word head.
    const map = head(page, 1, 3).locator('canvas');
    expect(await map.evaluate(luminance)).toBeLessThan(0.2);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => map.evaluate(luminance)).toBeGreaterThan(0.8);
  });
  await test.step('pointing at a map shows its arcs and its place, and nothing moves', async () => {
    const top = () => maps(page).evaluate((element) => element.getBoundingClientRect().top);
    await expect(card(page)).toContainText('Layer 2, head 4 (layers.1.attention, head 3)');
    await head(page, 1, 3).scrollIntoViewIfNeeded();
    const before = await top();
    await head(page, 1, 3).hover();
    await expect(card(page)).toContainText('Layer 1, head 3 (layers.0.attention, head 2)');
    await expect.poll(async () => (await arcs(page)).title).toBe('layer 1, head 3');
    // The previous word: "dropped" before "her".
    const { tokens, row } = await arcs(page);
    expect(tokens[row.indexOf(Math.max(...row))]).toBe('dropped');
    expect(await top()).toBe(before);
    await page.mouse.move(5, 5);
    await expect(card(page)).toContainText('Layer 2, head 4');
    // The sentence stays in sight.
    await head(page, 6, 1).scrollIntoViewIfNeeded();
    await expect(
      page.locator('attention-arcs').getByRole('radio', { checked: true }),
    ).toBeInViewport();
  });
  await test.step('while the pointer rests on a map, sorting moves the card, the arcs and changes to the head that is framed', async () => {
    const forces = page.getByLabel(/^layer \d+, head \d+: make “her” look at$/);
    const framed = async () => {
      const index = await maps(page).evaluate((element) => {
        const all = [...element.shadowRoot!.querySelectorAll<HTMLElement>('.head')];
        const one =
          all.find((each) => each.matches(':hover')) ??
          all.find((each) => each.ariaPressed === 'true');
        return Number(one!.dataset['index']);
      });
      return `layer ${Math.floor(index / 12) + 1}, head ${(index % 12) + 1}`;
    };
    await head(page, 1, 6).hover();
    await expect(card(page)).toContainText('Layer 1, head 6');
    const order = page.getByLabel('Sort by');
    for (const key of ['name', 'entropy', 'distance', 'layer']) {
      await order.selectOption(key);
      await expect(order).toHaveValue(key);
      await expect
        .poll(async () => [(await arcs(page)).title, await forces.getAttribute('aria-label')])
        .toEqual([await framed(), `${await framed()}: make “her” look at`]);
      await expect(card(page)).toContainText((await framed()).replace('layer', 'Layer'));
    }
  });
  await test.step('a map that scrolls below a resting pointer is not shown until the pointer moves', async () => {
    const hovered = () =>
      maps(page).evaluate(
        (element) =>
          element.shadowRoot!.querySelector<HTMLElement>('.head:hover')?.dataset['index'],
      );
    await head(page, 1, 6).hover();
    await expect(card(page)).toContainText('Layer 1, head 6');
    const rows = await Promise.all([1, 2].map((layer) => head(page, layer, 6).boundingBox()));
    await page.evaluate((by) => scrollBy(0, by), rows[1]!.y - rows[0]!.y);
    await expect.poll(hovered).toBe('17');
    await expect(card(page)).toContainText('Layer 2, head 4');
    await page.mouse.move(rows[0]!.x + rows[0]!.width / 3, rows[0]!.y + rows[0]!.height / 3);
    await expect(card(page)).toContainText('Layer 2, head 6');
  });
  await page.mouse.move(5, 5);
  await test.step('arrow keys move through the maps in their order', async () => {
    await head(page, 2, 4).focus();
    await page.keyboard.press('ArrowDown');
    await expect(head(page, 3, 4)).toBeFocused();
    await expect(card(page)).toContainText('Layer 3, head 4');
    await page.keyboard.press('End');
    await expect(head(page, 6, 12)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(head(page, 6, 12)).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/layer=5&head=11/);
    for (const order of ['entropy', 'distance'] as const) {
      await page.getByLabel('Sort by').selectOption(order);
      const figures = await maps(page).evaluate(
        (element: AttentionAllHeads, name) => [
          ...(element.figures![name] as ArrayLike<number> as number[]),
        ],
        order,
      );
      const shown = await maps(page)
        .locator('.head')
        .evaluateAll((all) =>
          all.map((element) => Number((element as HTMLElement).dataset['index'])),
        );
      expect(shown).toHaveLength(72);
      for (const [i, index] of shown.slice(1).entries())
        expect(figures[index]!).toBeGreaterThanOrEqual(figures[shown[i]!]!);
      await expect(page).toHaveURL(new RegExp(`order=${order}`));
    }
    // The core's figures: the previous-word head looks about one token away, and at little else.
    const [entropy, distance] = await maps(page).evaluate((element: AttentionAllHeads) => [
      element.figures!.entropy[2]!,
      element.figures!.distance[2]!,
    ]);
    expect(entropy).toBeLessThan(0.1);
    expect(distance).toBeGreaterThan(0.9);
    expect(distance).toBeLessThan(1.1);
  });
});

test('a weight, the delimiters, and what is switched off or forced', async ({ page }) => {
  await open(page);
  await test.step('a cell chosen in either map of the head becomes the weight of the whole page', async () => {
    const chosen = page.locator('attention-chosen-head');
    const weights = chosen.getByRole('application', { name: /^Weights/ });
    const weighted = chosen.getByRole('application', { name: /^Share of weight × \|v\|/ });
    const arithmetic = chosen.locator('attention-weight-arithmetic');
    const queries = () =>
      chosen
        .locator('attention-heatmap')
        .evaluateAll((all: AttentionHeatmap[]) => all.map(({ query }) => query));
    await weights.scrollIntoViewIfNeeded();
    await expect(weighted).toBeVisible();
    // The cell "dropped" → "ball".
    const { x, y } = await cellOf(weights, 6, 10);
    await page.mouse.click(x, y);
    await expect(page).toHaveURL(/&word=6/);
    await expect(
      page.locator('attention-arcs').getByRole('radio', { checked: true }),
    ).toHaveAccessibleName(/^dropped/);
    // Parts out of sight are not computed, so scroll to it.
    await arithmetic.scrollIntoViewIfNeeded();
    await expect(arithmetic.getByRole('heading')).toHaveText(/: dropped → ball\s*$/);
    await expect.poll(queries).toEqual([6, 6]);
    // By keyboard, the cell "near" → "girl" in the other matrix.
    await weighted.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await expect(page).toHaveURL(/&word=2/);
    await arithmetic.scrollIntoViewIfNeeded();
    await expect(arithmetic.getByRole('heading')).toHaveText(/: near → girl\s*$/);
    await expect.poll(queries).toEqual([2, 2]);
    const row = page.locator('attention-arcs').getByRole('radio', { checked: true });
    await expect(row).toHaveAccessibleName(/^near/);
    // The list describes the row; another word has its own largest weight.
    await arithmetic.getByLabel('To').selectOption('door');
    await expect(arithmetic.getByRole('heading')).toHaveText(/: near → door\s*$/);
    await row.press('ArrowLeft');
    await arithmetic.scrollIntoViewIfNeeded();
    await expect(arithmetic.getByRole('heading')).toHaveText(/: girl → (?!door)/);
    // With both delimiters shown, cells count from the first of them.
    await page.getByLabel('[CLS], [SEP]').selectOption('shown');
    await expect.poll(queries).toEqual([2, 2]);
    await weights.scrollIntoViewIfNeeded();
    const cell = await cellOf(weights, 7, 11);
    await page.mouse.click(cell.x, cell.y);
    await arithmetic.scrollIntoViewIfNeeded();
    await expect(arithmetic.getByRole('heading')).toHaveText(/: dropped → ball\s*$/);
    await expect.poll(queries).toEqual([7, 7]);
  });
  await restart(page);
  await test.step('delimiters are hidden, shown, or left out of the rows, and the page says which', async () => {
    const choice = page.getByLabel('[CLS], [SEP]');
    const hidden = await arcs(page);
    expect(hidden.tokens).toHaveLength(12);
    expect(sum(hidden.row)).toBeLessThan(0.95);
    await expect(page.getByText('Rows therefore add up to less than 100%.')).toBeVisible();
    await choice.selectOption('shown');
    await expect.poll(async () => (await arcs(page)).tokens.length).toBe(14);
    expect(sum((await arcs(page)).row)).toBeCloseTo(1, 4);
    await choice.selectOption('rescaled');
    await expect.poll(async () => sum((await arcs(page)).row)).toBeCloseTo(1, 4);
    const scaled = await arcs(page);
    expect(scaled.tokens).toEqual(hidden.tokens);
    scaled.row.forEach((weight, i) =>
      expect(weight * sum(hidden.row)).toBeCloseTo(hidden.row[i]!, 4),
    );
    const left = (100 * (1 - sum(hidden.row))).toFixed(1);
    await expect(
      page.getByText(`Scaled: without the ${left}% of this word’s weight`),
    ).toBeVisible();
    // The rows of the next sentence are rescaled from the start.
    const sums: number[] = [];
    await page
      .locator('attention-own-sentence')
      .getByRole('textbox')
      .fill('She lost her ball again.');
    await expect
      .poll(async () => {
        const { row, tokens } = await arcs(page);
        sums.push(sum(row));
        return tokens;
      })
      .toContain('again');
    for (const each of sums) expect(each).toBeCloseTo(1, 4);
  });
  await restart(page);
  await test.step('heads, layers and rows are changed: the effects are shown, stored in the link and undone', async () => {
    await expect(effects(page).getByRole('heading')).toHaveCount(0);
    const switched = card(page).getByRole('button', { name: /^Switch this head o(n|ff)$/ });
    // Its name says what it does, so that it is no switch with a state.
    await expect(switched).not.toHaveAttribute('aria-pressed');
    await switched.click();
    await expect(switched).not.toHaveAttribute('aria-pressed');
    await expect(effects(page).getByRole('listitem')).toHaveText([
      'layer 2, head 4 is off: it adds nothing.',
    ]);
    await expect(head(page, 2, 4)).toHaveAccessibleName(/, off$/);
    // As on the first page, its arcs are pale and its largest weight is no number.
    const drawn = page.locator('attention-arcs');
    await expect(drawn.locator('.layer bdi')).toHaveText('layer 2, head 4, off');
    const figures = await drawn.locator('.figure').allTextContents();
    expect(figures.map((text) => text.trim()).filter((text) => text !== '·')).toEqual(['off']);
    await card(page).getByRole('button', { name: 'All heads of this layer off' }).click();
    await expect(effects(page).getByRole('listitem')).toHaveText([
      /^All heads of layer 2 are off\./,
    ]);
    await expect(effects(page).getByRole('row')).toHaveCount(5);
    await card(page).getByRole('button', { name: 'All heads of this layer on' }).click();
    await expect(effects(page).getByRole('heading')).toHaveCount(0);

    // Forces "her" to look at "ball" only.
    await page.getByLabel('layer 2, head 4: make “her” look at').selectOption('ball');
    await expect.poll(async () => Math.max(...(await arcs(page)).row)).toBe(1);
    await expect(effects(page).getByRole('listitem')).toHaveText([
      'In layer 2, head 4, her looks only at ball.',
    ]);
    const changes = effects(page).locator('tbody td:last-child');
    await expect(changes).toHaveCount(4);
    expect((await changes.allTextContents()).some((text) => Number(text.slice(1)) > 0)).toBe(true);
    const turned = effects(page).locator('attention-heatmap');
    const at = (token: number, layer: number) =>
      turned.evaluate(
        (element, i) => (element as unknown as { tensor: { data: Float32Array } }).tensor.data[i]!,
        token * 7 + layer,
      );
    // Layer 2 changes "her", token 8, and no earlier layer does; later layers follow.
    await expect.poll(() => at(2, 2)).toBeLessThan(1e-5);
    expect(await at(8, 1)).toBeLessThan(1e-5);
    expect(await at(8, 2)).toBeGreaterThan(1e-3);
    expect(await at(2, 4)).toBeGreaterThan(1e-5);
    await expect(effects(page)).toContainText('Where a cell shows 0.00, the number is below 0.01.');
    expect(await violations(page)).toEqual([]);

    await expect(page).toHaveURL(/row=layers\.1\.attention:3:7-10/);
    const link = page.url();
    await effects(page).getByRole('button', { name: 'Undo all changes' }).click();
    await expect(effects(page).getByRole('heading')).toHaveCount(0);
    await expect(page.locator('attention-own-sentence .label')).toBeFocused();
    await expect.poll(async () => Math.max(...(await arcs(page)).row)).toBeLessThan(0.9);
    await page.goto('about:blank');
    await page.goto(link);
    await expect(effects(page).getByRole('listitem')).toHaveText([
      'In layer 2, head 4, her looks only at ball.',
    ]);
  });
});

test('links with texts, and with errors', async ({ page }) => {
  await open(page, '&v=1&off=1:3,50:3&row=1:3:8-999&head=nine');
  await test.step('changes in a link that the model or the sentence does not have are named, and the others are shown', async () => {
    await expect(effects(page).getByRole('listitem')).toHaveText([/^layer 2, head 4 is off/i]);
    const notice = page.locator('#notice');
    await expect(notice).toContainText('head: Enter a whole number from 0 to 999');
    await expect(notice).toContainText('off=layers.50.attention:3, row=layers.1.attention:3:7-998');
    await expect(page).toHaveURL(/&off=layers\.1\.attention:3$/);
    await page.locator('#language').selectOption('de');
    await expect(notice).toHaveText(
      /^Ein Teil dieses Links ließ sich nicht verwenden: head: .*off=layers\.50\.attention:3, row=layers\.1\.attention:3:7-998 gibt es in diesem Modell oder Satz nicht\./,
    );
    await expect(notice).toHaveAttribute('lang', 'de');
  });
  await follow(page, 'model=minilm&texts=One+text.%0AAnother+text.&pair=1,0&follow=bank&head=nine');
  await test.step('the texts of the lower views are in the link, and errors in a link are named', async () => {
    await expect(page.locator('#notice')).toContainText('head: Enter a whole number from 0 to 999');
    await page.locator('attention-similarities').evaluate((view) => view.scrollIntoView());
    await expect(page.getByRole('textbox', { name: 'Text 2', exact: true })).toHaveValue(
      'Another text.',
    );
    await expect(page.getByRole('heading', { name: /^Text 2 and text 1: / })).toBeVisible();
    await expect(page.getByLabel('Sentences')).toHaveValue('bank');
    await page.getByRole('textbox', { name: 'Text 2', exact: true }).fill('A third text.');
    await expect(page).toHaveURL(/texts=One\+text.%0AA\+third\+text./);
    await expect(page.locator('#notice')).toBeHidden();
    await page.getByLabel('Sentences').selectOption('it');
    await expect(page).not.toHaveURL(/follow=/);
    await page.getByRole('textbox', { name: 'One meaning' }).fill('It is a dog.');
    await expect(page).toHaveURL(/follow=it&one=It\+is\+a\+dog\.&other=The/);
  });
});

test('the focus moves on when its button disappears', async ({ page }) => {
  const parameters = '**/models/minilm/model.safetensors';
  // Never answered.
  await page.route(parameters, () => {});
  await page.goto('./model.html');
  const button = page.getByRole('button', { name: /^Open MiniLM \(2\d MB\)$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await page.unroute(parameters);
  await page.keyboard.press('Enter');
  await expect(page.getByText('d_model 384, weights in int8.')).toBeFocused();
});
