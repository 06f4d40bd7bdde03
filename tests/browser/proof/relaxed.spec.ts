import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { Engine } from '../../../web/src/engine/client/engine.ts';
import type { AttentionTraining } from '../../../web/src/elements/training/attention-training.ts';
import { open, toTheEnd } from '../training/training-page.ts';

const built = existsSync(
  fileURLToPath(new URL('../../../build/wasm/wasm/attention.relaxed.wasm', import.meta.url)),
);
const fileOf = (module: string) =>
  expect.stringMatching(new RegExp(`/${module}${built ? '\\.relaxed' : ''}-[^/.]+\\.wasm$`));

/** Every comparison on the proof page is within PyTorch's tolerance, with either module. */
test('the engine uses relaxed SIMD if that module was built, otherwise SIMD', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('proof.html');
  const simd = built ? 'relaxed SIMD' : 'SIMD';
  await expect(page.locator('attention-proof')).toContainText(`as WebAssembly with ${simd}`);
  await expect(page.locator('attention-proof')).toContainText('checks pass');
  const modules = paths.filter((path) => path.endsWith('.wasm'));
  expect(modules).toEqual([fileOf('attention')]);
});

test('training uses the one exact build: a recipe gives the same bits in every browser', async ({
  page,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await open(page);
  await toTheEnd(page);
  const simd = await page.evaluate(async () => {
    const { engine } = document.querySelector<AttentionTraining>('attention-training')!;
    return (await ((await engine) as Engine).info()).simd;
  });
  expect(simd).toBe('SIMD');
  const modules = paths.filter((path) => path.endsWith('.wasm'));
  expect(modules).toEqual([expect.stringMatching(/\/training-[^/.]+\.wasm$/)]);
  const built = readdirSync(new URL('../../../dist/assets', import.meta.url));
  expect(built.filter((name) => /training.*relaxed/.test(name))).toEqual([]);
});

test('each benchmark is compared with the peak of its own instruction set', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('speed.html');
  await page.getByRole('button', { name: 'Measure' }).click();
  const modules = () => paths.filter((path) => path.endsWith('.wasm')).sort();
  await expect
    .poll(modules)
    .toEqual([
      fileOf('attention'),
      expect.stringMatching(/\/limit-[^/.]+\.wasm$/),
      ...(built ? [fileOf('limit')] : []),
      fileOf('products'),
    ]);
});
