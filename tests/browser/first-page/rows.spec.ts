/**
 * Forced rows, and layers and heads that are off, by pointer and by keyboard: all weights and answers equal plain
 * loops.
 */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionHeadMaps } from '../../../web/src/elements/head-maps/attention-head-maps.ts';
import { choice, expectState, headsOf, openTrained, pictures, undoAll } from './first-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

const grips: Record<string, (layer: number, i: number) => string> = {
  goes_with: (layer: number, i: number) => `.grip[data-layer="${layer}"][data-word="${i}"]`,
  translation: (layer: number, i: number) => `.grip[data-layer="${layer}"][data-word="${i}"]`,
  digits: (layer: number, i: number) => `[data-layer="${layer}"][data-place="${i}"]`,
};

/** Expects the maps of all heads of all layers to equal plain loops. */
async function expectMaps(page: Page) {
  const maps = page.locator('attention-head-maps');
  await page.locator('[data-part=maps]').scrollIntoViewIfNeeded();
  await expect(maps.locator('canvas').first()).toBeVisible();
  const right = await headsOf(page);
  const far = async () => {
    const drawn = await maps.evaluate(({ heads }: AttentionHeadMaps) =>
      heads.map(({ attention, head, weights }) => ({ attention, head, weights: [...weights] })),
    );
    expect(drawn).toHaveLength(Object.values(right).flat().length);
    return drawn.flatMap(({ attention, head, weights }) => {
      const loops = right[attention]![head]!.flat();
      expect(weights).toHaveLength(loops.length);
      const isFar = loops.some((weight, i) => !(Math.abs(weight - weights[i]!) <= 5e-5));
      return isFar ? [`${attention} ${head}`] : [];
    });
  };
  await expect.poll(far).toEqual([]);
}

for (const { model, layer, attention, from, to, layers } of [
  {
    ...{ model: 'goes_with', layer: 1, attention: 'layers.1.attention', from: 1, to: 6 },
    layers: ['layer 1', 'layer 2'],
  },
  {
    ...{ model: 'translation', layer: 0, attention: 'decoder.layers.0.cross_attention' },
    ...{ from: 1, to: 2, layers: ['cross-attention'] },
  },
  {
    ...{ model: 'digits', layer: 1, attention: 'layers.1.attention', from: 6, to: 10 },
    layers: ['layer 1', 'layer 2'],
  },
] as const)
  test(`${model}: a weight that is dragged, a row that is chosen by keyboard, and a layer that is off, by both`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    await openTrained(page, `v=3&model=${model}`);
    await expectState(page);
    const escaped = attention.replaceAll('.', '\\.');
    // By pointer, in the first example.
    const grip = (i: number) => pictures(page).first().locator(grips[model]!(layer, i));
    await grip(from).hover();
    await page.mouse.down();
    await grip(to).hover();
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`row=0:${escaped}:\\d:\\d+-${to}$`));
    await expectState(page);
    // By keyboard, in the second example.
    const select = pictures(page)
      .nth(1)
      .getByRole('combobox', { name: /: make/ });
    await select.last().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(new RegExp(`,1:${escaped}:\\d:\\d+-0$`));
    await expectState(page);
    await page.reload();
    await expect(pictures(page).first()).toBeVisible();
    await expectState(page);
    await expectMaps(page);
    await undoAll(page).press('Enter');
    await expect(page).not.toHaveURL(/row=/);
    // Switches a layer off: by pointer, then by keyboard.
    await choice(page, layers.at(-1)!).selectOption('off');
    await expect(page).toHaveURL(new RegExp(`off=${escaped}:0(,|$)`));
    await expectState(page);
    await expectMaps(page);
    await undoAll(page).click();
    await choice(page, layers[0]).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/off=/);
    await expectState(page);
    await expectMaps(page);
    await page.keyboard.press('ArrowUp');
    await expect(page).not.toHaveURL(/off=/);
    await expectState(page);
    await expectMaps(page);
    // Sets the mask by keyboard.
    const mask = choice(page, 'Mask');
    await mask.focus();
    await page.keyboard.press((await mask.inputValue()) === 'none' ? 'ArrowDown' : 'ArrowUp');
    await expect(page).toHaveURL(/mask=(none|causal)$/);
    await expectState(page);
    await expectMaps(page);
    expect(complaints).toEqual([]);
  });
