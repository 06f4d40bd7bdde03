/** The engine's memory after 10,000 changes of text and controls in a lab. */
import type { Browser, Page } from '@playwright/test';
import type { Engine } from '../../web/src/engine/client/engine.ts';
import type { AttentionLab } from '../../web/src/elements/lab/attention-lab.ts';
import type { AttentionPlayground } from '../../web/src/elements/playground/attention-playground.ts';
import { inKb, report } from './figures.ts';

const kChanges = 10_000;
const kFirst = 100;

export async function measureMemory(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(new URL('playground.html', site).href);
  await page.locator('attention-bars canvas').waitFor();
  const started = performance.now();
  const first = await change(page, 0, kFirst);
  const last = await change(page, kFirst, kChanges);
  const seconds = (performance.now() - started) / 1000;
  await page.close();
  report({
    name: '10,000 changes: the wasm heap',
    target: 'as after the first 100',
    measured:
      `${inKb(first.heap_bytes)}, then ${inKb(last.heap_bytes)}; in use ${inKb(first.used_bytes)}, ` +
      `then ${inKb(last.used_bytes)}  (${seconds.toFixed(0)} s)`,
    // How much counts as used varies by some bytes with where the allocator finds room.
    reached: last.heap_bytes === first.heap_bytes && last.used_bytes - first.used_bytes < 256,
  });
}

function change(page: Page, from: number, to: number) {
  return page.evaluate(
    async ([from, to]) => {
      const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
      const lab = playground.shadowRoot!.querySelector<AttentionLab>('attention-lab')!;
      // Without its views, because drawing is not measured here.
      lab.replaceChildren();
      for (let i = from; i < to; i++) {
        const result = new Promise((resolve) =>
          lab.addEventListener('attention-result', resolve, { once: true }),
        );
        // The first hundred changes use all sizes; every change has a new seed.
        const size = i % 100 === 99 ? 0 : (i * 37) % 100;
        const num_heads = [1, 2, 4, 8][size % 4]!;
        lab.change({
          text: 'word '.repeat(1 + size) + i,
          num_heads,
          d_model: 8 * (1 + (size % 5)),
          seed: i,
          mask: i % 2 ? 'causal' : 'none',
          positions: i % 3 ? 'sinusoidal' : 'none',
          head: i % 4 ? i % num_heads : null,
          word: i % (1 + size),
        });
        await result;
      }
      return ((await playground.engine) as Engine).info();
    },
    [from, to] as const,
  );
}
