/** An element removed from a page is freed: no worker, chart, observer, listener or layer remains. */
import { expect, test } from '@playwright/test';
import { attachAndDetach, type Census, takeCensus } from '../support/census.ts';
import { open, settled } from './playground-page.ts';

/**
 * Everything is counted exactly except bytes: the allocator adds up to 60 unusable bytes to a block, depending on where
 * it finds room, so the same models do not always take the same number of bytes. A block that each of 25 cycles left
 * behind would take 400 or more.
 */
function expectNothingLeft({ usedBytes, ...after }: Census, before: Census) {
  expect({ ...after, usedBytes: before.usedBytes }).toEqual(before);
  expect(Math.abs(usedBytes - before.usedBytes)).toBeLessThan(256);
}

test('50 playgrounds added and removed leave nothing behind', async ({ page }) => {
  await open(page);
  await attachAndDetach(page, 10, 'shown');
  const before = await takeCensus(page);
  await attachAndDetach(page, 50, 'shown');
  const after = await takeCensus(page);
  expect(after.hosts).toBe(1);
  expectNothingLeft(after, before);
});

test('playgrounds removed before their first numbers leave nothing behind', async ({ page }) => {
  await open(page);
  await attachAndDetach(page, 10, 'at once');
  const before = await takeCensus(page);
  await attachAndDetach(page, 50, 'at once');
  expectNothingLeft(await takeCensus(page), before);
});

test('a playground detached and attached 50 times leaves nothing behind', async ({ page }) => {
  await open(page);
  const cycle = () =>
    page.evaluate(async () => {
      const playground = document.querySelector('attention-playground')!;
      for (let i = 0; i < 25; i++) {
        playground.remove();
        await new Promise(requestAnimationFrame);
        document.querySelector('main')!.prepend(playground);
        await new Promise(requestAnimationFrame);
      }
    });
  await cycle();
  await settled(page);
  const before = await takeCensus(page);
  await cycle();
  await settled(page);
  expectNothingLeft(await takeCensus(page), before);
});

test('100 changes do not grow the memory of the engine', async ({ page }) => {
  await open(page);
  // Hidden, because painting would take half of the time.
  await page.evaluate(() => (document.body.style.visibility = 'hidden'));
  const change = () =>
    page.evaluate(async () => {
      const lab = document
        .querySelector('attention-playground')!
        .shadowRoot!.querySelector('attention-lab')!;
      type Lab = import('../../../web/src/elements/lab/attention-lab.ts').AttentionLab;
      for (let i = 0; i < 50; i++) {
        const shown = new Promise((resolve) =>
          lab.addEventListener('attention-result', resolve, { once: true }),
        );
        (lab as Lab).change({
          text: `sentence ${i % 7} of ${'some words '.repeat(i % 5)}`,
          num_heads: [1, 2, 4, 8][i % 4]!,
          seed: i,
          mask: i % 2 ? 'causal' : 'none',
        });
        await shown;
      }
    });
  await change();
  const { usedBytes } = await takeCensus(page);
  await change();
  // The allocator rounds a block up by a few bytes when the remainder would be too small to use.
  expect(Math.abs((await takeCensus(page)).usedBytes - usedBytes)).toBeLessThan(256);
});
