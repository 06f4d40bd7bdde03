import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const built = fileURLToPath(new URL('../../build/wasm/wasm/family.relaxed.wasm', import.meta.url));

/** Every comparison on this page is within PyTorch's tolerance, whichever of the two modules it is made with. */
test('the family comes with relaxed SIMD where that was built, else with SIMD', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('proof.html');
  const simd = existsSync(built) ? 'relaxed SIMD' : 'SIMD';
  await expect(page.locator('attention-proof')).toContainText(`as WebAssembly with ${simd}`);
  await expect(page.locator('attention-proof')).toContainText('comparisons hold');
  const modules = asked.filter((path) => path.endsWith('.wasm'));
  expect(modules).toEqual([
    expect.stringMatching(existsSync(built) ? /family\.relaxed-[^/]+$/ : /family-[^/]+$/),
  ]);
});
