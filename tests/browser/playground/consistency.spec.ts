/** All parts of the page agree with one another and with the address. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionPlayground } from '../../../web/src/elements/playground/attention-playground.ts';
import {
  bars,
  grid,
  messageOf,
  numberField,
  open,
  settled,
  tokenButtons,
} from './playground-page.ts';

const hash = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1));

test('the address follows the settings again once a refused link has been corrected', async ({
  page,
}) => {
  await page.goto('./playground.html#v=3&num_heads=3');
  await expect(messageOf(page, 'num_heads')).toContainText('8 dimensions');
  await numberField(page, 'num_heads').fill('4');
  await expect.poll(() => hash(page).get('num_heads')).toBe('4');
  await numberField(page, 'seed').fill('7');
  await expect.poll(() => hash(page).get('seed')).toBe('7');
});

test('the address follows the settings after a link to the settings already shown', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => (location.hash = '#v=3&num_heads=2'));
  await numberField(page, 'seed').fill('9');
  await expect.poll(() => hash(page).get('seed')).toBe('9');
});

test('the cell under the pointer', async ({ page }) => {
  await open(page);

  await test.step('the number under a resting pointer stays while a setting changes', async () => {
    const box = (await grid(page).locator('canvas').boundingBox())!;
    await grid(page)
      .locator('canvas')
      .hover({ position: { x: box.width * 0.45, y: box.height * 0.5 } });
    const heading = page.locator('attention-arithmetic h2');
    await expect(heading).toHaveText(/Why\s+sat\s+gives\s+sat\s+\d/);
    const before = await page.locator('attention-arithmetic dl').innerText();
    await page.evaluate(() => {
      const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
      playground.state = { ...playground.state, seed: 3 };
    });
    await settled(page);
    await expect(heading).toHaveText(/Why\s+sat\s+gives\s+sat\s+\d/);
    await expect(page.locator('attention-arithmetic dl')).not.toHaveText(before);
  });

  await test.step('a click on the hovered token points into the row of that token', async () => {
    await tokenButtons(page).nth(1).click();
    await expect(page.locator('attention-arithmetic h2')).toHaveText(
      /Why\s+cat\s+gives\s+cat\s+\d/,
    );
    await expect(grid(page).locator('.readout')).toContainText(/cat\s+→\s+cat/);
  });

  await test.step('the pointed cell is cleared when the matrix becomes too small for it', async () => {
    await open(page, { d_model: 16 });
    const queries = page.locator('attention-heatmap[field=q]');
    const box = (await queries.locator('canvas').boundingBox())!;
    await queries.locator('canvas').hover({ position: { x: box.width - 5, y: box.height - 5 } });
    await expect(queries.locator('.readout')).toContainText('d8');
    await page.evaluate(() => {
      const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
      playground.state = { ...playground.state, d_model: 8 };
    });
    await settled(page);
    await expect(queries.locator('.readout')).toHaveText('');
  });
});

test('a token has the same share in the sentence as in the bars', async ({ page }) => {
  const words = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');
  await open(page, { text: words, query: 20 });
  await bars(page).locator('summary').click();
  for (const seed of [2, 3, 4, 5, 6]) {
    await open(page, { text: words, seed, query: 20 });
    const labels = await tokenButtons(page).evaluateAll((all) =>
      all.map((element) => element.ariaLabel!),
    );
    const shares = new Map(labels.map((label) => [label.split(',')[0], label.split(', ')[2]]));
    const twin = bars(page).locator('tbody tr');
    await expect(twin).toHaveCount(24);
    const rows = await twin.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent!)),
    );
    for (const [word, , share] of rows.slice(0, 23)) expect(share).toBe(shares.get(word!));
  }
});

test('views put back into a page that has turned dark are drawn in dark colors', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  const brightness = () =>
    grid(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height).data;
        let [sum, count] = [0, 0];
        for (let i = 0; i < pixels.length; i += 4)
          if (pixels[i + 3] === 255) [sum, count] = [sum + pixels[i + 1]!, count + 1];
        return sum / count;
      });
  const light = await brightness();
  const playground = await page.evaluateHandle(() => {
    const found = document.querySelector('attention-playground')!;
    found.remove();
    return found;
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate((found) => document.querySelector('main')!.prepend(found), playground);
  await settled(page);
  expect(await brightness()).toBeLessThan(light / 2);
});

test('a link with inconsistent sizes still shows its sentence', async ({ page }) => {
  await page.goto('./playground.html#v=3&text=Hello+world&num_heads=5');
  await expect(messageOf(page, 'num_heads')).toContainText('cannot be split');
  await expect(tokenButtons(page)).toHaveCount(2);
});

test.describe('with touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a tap on a cell shows that cell, and keeps showing it', async ({ page }) => {
    await open(page);
    const canvas = grid(page).locator('canvas');
    const box = (await canvas.boundingBox())!;
    await canvas.tap({ position: { x: box.width * 0.45, y: box.height * 0.5 } });
    await expect(grid(page).locator('.readout')).toContainText(/sat\s+→\s+sat/);
    await expect(page.locator('attention-arithmetic h2')).toHaveText(
      /Why\s+sat\s+gives\s+sat\s+\d/,
    );
    const chart = page.locator('attention-vector canvas');
    const { width } = (await chart.boundingBox())!;
    await chart.tap({ position: { x: width * 0.9, y: 100 } });
    await expect(page.locator('attention-vector .readout')).toContainText('d4 =');
  });
});
