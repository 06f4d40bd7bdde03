import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const built = existsSync(
  fileURLToPath(new URL('../../build/wasm/wasm/family.relaxed.wasm', import.meta.url)),
);
const fileOf = (module: string) =>
  expect.stringMatching(new RegExp(`/${module}${built ? '\\.relaxed' : ''}-[^/.]+\\.wasm$`));

/** Every comparison on this page is within PyTorch's tolerance, whichever of the two modules it is made with. */
test('the family comes with relaxed SIMD where that was built, else with SIMD', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('proof.html');
  const simd = built ? 'relaxed SIMD' : 'SIMD';
  await expect(page.locator('attention-proof')).toContainText(`as WebAssembly with ${simd}`);
  await expect(page.locator('attention-proof')).toContainText('comparisons hold');
  const modules = asked.filter((path) => path.endsWith('.wasm'));
  expect(modules).toEqual([fileOf('family'), expect.stringMatching(/\/files-[^/.]+\.wasm$/)]);
});

test('a work is held against the limit of the instructions that it is made of', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('speed.html');
  await page.getByRole('button', { name: 'Measure' }).click();
  const modules = () => asked.filter((path) => path.endsWith('.wasm')).sort();
  await expect
    .poll(modules)
    .toEqual([
      expect.stringMatching(/\/attention-[^/]+$/),
      fileOf('family'),
      expect.stringMatching(/\/limit-[^/.]+\.wasm$/),
      ...(built ? [fileOf('limit')] : []),
      fileOf('products'),
    ]);
});
